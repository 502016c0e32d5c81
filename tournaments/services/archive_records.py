"""The records of matches in an archive: out, read and replayed, and in again.

An action is one line: a JSON list in a text. The secret of the site's dice is in it once it was
revealed and not before, or an archive would tell the dice to come; such a match goes on where it
was begun and nowhere else.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from config.errors import in_words
from matches.engine.actions import from_data
from matches.engine.errors import EngineError
from matches.engine.rules import Rules
from matches.engine.rules_data import rules_from_data
from matches.models import Match
from matches.models_record import Record, RecordAction, RecordAnalysis, RecordFile
from matches.selectors.records import refolded
from tournaments.services.archive_analysis import analysis_out, analysis_read
from tournaments.services.archive_files import NONE, told_out, told_read
from tournaments.services.archive_lines import line_out, line_read
from tournaments.services.archive_places import (
    LARGE,
    MOST_SETS,
    Place,
    maybe_moment_out as _moment,
    moment_out,
)

TEXTS = ("context", "secret", "commitment", "seed_1", "seed_2")
MOMENTS = ("joined_1_at", "joined_2_at", "closed_at")
LINE = ("data", "at", "side", "by_name", "sent_id")
USUAL: Mapping[str, Any] = {"set": 1, "by_agreement": False}  # of an older archive
BATCH = 500
_HEX = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """A record that is not saved yet, with its actions."""

    row: Record
    actions: Sequence[RecordAction]
    file: RecordFile | None = None
    analysis: RecordAnalysis | None = None


def records_out(matches: Q) -> dict[int, list[dict[str, Any]]]:
    """By match. Four queries."""
    found: dict[int, list[dict[str, Any]]] = {}
    records = (
        Record.objects.filter(matches).distinct().prefetch_related("actions", "file", "analysis")
    )
    for record in records.order_by("pk"):
        found.setdefault(record.match_id, []).append(_record(record))
    return found


def _is_told(record: Record) -> bool:
    """Whether its dice are revealed; where nothing was thrown it may be opened again."""
    return record.closed_at is not None and all(record.joined)


def _record(record: Record) -> dict[str, Any]:
    return {
        "source": record.source,
        "set": record.set_number,
        "by_agreement": record.by_agreement,
        "rules": json.loads(json.dumps(record.rules, sort_keys=True)),
        "dice": record.dice,
        **{name: getattr(record, name) for name in TEXTS},
        "secret": record.secret if _is_told(record) else "",
        **{name: _moment(getattr(record, name)) for name in MOMENTS},
        "version": record.version,
        "created_at": moment_out(record.created_at),
        **told_out(record),
        "actions": [_line(row) for row in record.actions.all()],
        "analysis": analysis_out(record),
    }


def _line(row: RecordAction) -> str:
    return line_out([row.data, moment_out(row.at), row.side, row.by_name, row.sent_id])


# --- In ------------------------------------------------------------------------------------------
def record_read(place: Place) -> RecordFacts:
    names = ("source", "rules", "dice", *TEXTS, *MOMENTS, "version", "created_at", "actions")
    part = place.record(*names, newer={**NONE, **USUAL, "analysis": None})
    rules = _rules(part["rules"])
    row = Record(
        source=part["source"].choice(Record.Source.values),
        rules=part["rules"].object(),
        dice=part["dice"].choice(Record.Dice.values),
        by_agreement=part["by_agreement"].flag(),
        set_number=part["set"].whole(0 if part["source"].value == "file" else 1, MOST_SETS),
        version=part["version"].whole(1, LARGE),
        created_at=part["created_at"].moment(),
        **{name: part[name].exact(Record, name) for name in TEXTS},
        **{name: part[name].maybe(Place.moment) for name in MOMENTS},
    )
    _check_dice(part, row)
    file = told_read(part, row)
    actions = [_action(each, n) for n, each in enumerate(part["actions"].items(), start=1)]
    part["actions"].once(action.sent_id for action in actions if action.sent_id)
    try:
        row.folded, state = refolded(rules, actions)
    except EngineError as error:
        raise part["actions"].fault(in_words(error)) from error
    if state.is_over and row.source == Record.Source.LIVE and row.closed_at is not None:
        row.winner, (row.score_1, row.score_2) = state.winner, state.shown_score
    if actions and row.content is not None:
        raise part["actions"].fault(_("a record of this kind is told otherwise"))
    analysis = part["analysis"].maybe(lambda one: analysis_read(one, row.version))
    return RecordFacts(row, actions, file, analysis)


def _rules(place: Place) -> Rules:
    try:
        return rules_from_data(place.object())
    except EngineError as error:
        raise place.fault(in_words(error)) from error


def _check_dice(part: dict[str, Place], row: Record) -> None:
    by_site = row.source == Record.Source.LIVE and row.dice == Record.Dice.SITE
    for name in ("context", "commitment"):
        if by_site and not getattr(row, name):
            raise part[name].fault(_("this may not be empty"))
    if row.secret and not _HEX.fullmatch(row.secret):
        raise part["secret"].fault(_("32 bytes are expected here, in hexadecimal"))


def _action(place: Place, number: int) -> RecordAction:
    part = line_read(place, LINE)
    try:
        from_data(part["data"].value)
    except EngineError as error:
        raise place.fault(in_words(error)) from error
    return RecordAction(
        number=number,
        data=part["data"].object(),
        at=part["at"].moment(),
        side=part["side"].maybe(Place.side),
        by_name=part["by_name"].column(RecordAction, "by_name"),
        sent_id=part["sent_id"].column(RecordAction, "sent_id"),
    )


def records_in(given: Iterable[tuple[Sequence[RecordFacts], Match]]) -> None:
    """Write them, the matches being there. Needs a transaction."""
    records = [(facts, match) for several, match in given for facts in several]
    for facts, match in records:
        facts.row.match = match
    Record.objects.bulk_create([facts.row for facts, _match in records], batch_size=BATCH)
    for facts, _match in records:
        for action in facts.actions:
            action.record = facts.row
        for own in (facts.file, facts.analysis):
            if own is not None:
                own.record = facts.row
    files = [facts.file for facts, _match in records if facts.file is not None]
    RecordFile.objects.bulk_create(files, batch_size=BATCH)
    found = [facts.analysis for facts, _match in records if facts.analysis is not None]
    RecordAnalysis.objects.bulk_create(found, batch_size=BATCH)
    actions = [action for facts, _match in records for action in facts.actions]
    RecordAction.objects.bulk_create(actions, batch_size=BATCH)
