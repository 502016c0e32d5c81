"""Analyses of records as values: how far one is, what it found, and the boards it speaks of."""

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext as _

from config.errors import NotFoundError, in_words
from matches.analysis import REASONS, Analysis, AnalysisError, from_data
from matches.engine.game import GameState
from matches.models import Match
from matches.models_record import Record, RecordAnalysis
from matches.selectors.records import record_open
from matches.selectors.replay import course
from matches.selectors.watching import ALL, Sight


def record_to_analyse(match: Match, record_id: int, sight: Sight = ALL) -> Record:
    """A record with its analysis, if it has one. One query.

    Raises NotFoundError `no_such_record`, ConflictError `record_open` for whoever does not see the
    end of the match yet.
    """
    if not sight.is_whole:
        raise record_open()
    found = match.records.select_related("file", "analysis").defer("file__data")
    record = found.filter(pk=record_id).first()
    if record is None:
        raise NotFoundError("no_such_record", _("There is no such record of this match."))
    return record


def row_of(record: Record) -> RecordAnalysis | None:
    return getattr(record, "analysis", None)


def is_outdated(record: Record) -> bool:
    """Whether it was analysed, and has changed since."""
    row = row_of(record)
    return row is not None and not row.is_to_do and row.record_version != record.version


def analysis_of(match: Match, record: Record) -> Analysis | None:
    """What was found in the record as it is now, if it was analysed.

    Nothing where the result was taken back and the match is played on: it would help one side.
    """
    row = row_of(record)
    if row is None or row.result is None or is_outdated(record):
        return None
    return None if match.state == Match.State.OPEN else from_data(row.result)


def failure_words(code: str, detail: Mapping[str, Any]) -> str:
    """Why there is no analysis, in the reader's language; the code where nobody knows it."""
    if code not in REASONS:
        return code
    try:
        return in_words(AnalysisError(code, **detail))
    except (KeyError, TypeError):
        return code  # an archive may have brought anything


def ahead_of(row: RecordAnalysis) -> int:
    """How many analyses come before one that waits. One query."""
    to_do = RecordAnalysis.objects.filter(
        state__in=[RecordAnalysis.State.WAITING, RecordAnalysis.State.RUNNING]
    )
    return to_do.filter(asked_at__lt=row.asked_at).exclude(pk=row.pk).count()


def games_at(record: Record, wanted: Collection[int]) -> Mapping[int, GameState]:
    """The game as it stood after so many actions of a record. One query where it was played on
    the site, else none."""
    return {
        step.row.number: step.state.game for step in course(record) if step.row.number in wanted
    }
