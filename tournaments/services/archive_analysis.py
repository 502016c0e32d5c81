"""The analysis of a record in an archive: out, and read strictly in again.

Only one that is done, and of the record as it is, goes out: what still waits is nothing to keep,
and whoever reads the archive may ask again.
"""

import json
from typing import Any

from django.utils.translation import gettext as _

from matches.analysis import AnalysisError, from_data, to_data
from matches.models_record import Record, RecordAnalysis
from tournaments.services.archive_places import Place, moment_out

LONGEST = 5_000_000  # characters of what was found


def analysis_out(record: Record) -> dict[str, Any] | None:
    """As `analysis_read` reads it; what was found is one line."""
    row: RecordAnalysis | None = getattr(record, "analysis", None)
    if row is None or row.ended_at is None or row.result is None:
        return None
    if row.record_version != record.version:
        return None
    return {
        "asked_at": moment_out(row.asked_at),
        "by_name": row.by_name,
        "ended_at": moment_out(row.ended_at),
        "result": json.dumps(row.result, ensure_ascii=False, sort_keys=True, separators=(",", ":")),
    }


def analysis_read(place: Place, version: int) -> RecordAnalysis:
    """Of a record of this version."""
    part = place.record("asked_at", "by_name", "ended_at", "result")
    return RecordAnalysis(
        record_version=version,
        state=RecordAnalysis.State.DONE,
        asked_at=part["asked_at"].moment(),
        by_name=part["by_name"].column(RecordAnalysis, "by_name"),
        ended_at=part["ended_at"].moment(),
        result=_result(part["result"]),
    )


def _result(place: Place) -> dict[str, Any]:
    try:
        return to_data(from_data(json.loads(place.text(LONGEST))))
    except (AnalysisError, ValueError, RecursionError) as error:
        raise place.fault(_("this is no analysis of a match")) from error
