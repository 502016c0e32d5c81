"""The matches of an archive: results, sides and reports, as rows that are not saved yet."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from config.errors import in_words
from matches.engine.score import MAX_LENGTH
from matches.models import Match, Outcome, Report, Side
from matches.models_record import Record
from tournaments.formats.sets import MAX_TO_WIN
from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.parts import check_parts
from tournaments.rulesets.ruleset import MEANINGS
from tournaments.rulesets.stored import as_data, rules_of
from tournaments.services.archive_clock import ClockFacts, clock_read
from tournaments.services.archive_late import LateFacts, late_read
from tournaments.services.archive_places import (
    LARGE,
    Place,
    maybe_moment_out,
    member_read,
    moment_out,
)
from tournaments.services.archive_records import RecordFacts, record_read
from tournaments.services.archive_watching import (
    NOT_WATCHED,
    CommentFacts,
    comment_read,
    watching_read,
)

FILE = Record.Source.FILE


class SideFacts(NamedTuple):
    """Who plays on a side: entries by number, or members by number of entry and place in it."""

    name: str
    entries: Sequence[int]
    members: Sequence[tuple[int, int]] = ()


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A match with those who play on each side."""

    ref: str
    row: Match
    sides: Sequence[SideFacts]
    reports: Sequence[Report]
    clock: ClockFacts | None
    late: LateFacts
    records: Sequence[RecordFacts] = ()
    comments: Sequence[CommentFacts] = ()


def read_match(place: Place, ref: str, numbers: Collection[int]) -> MatchFacts:
    part = place.record(
        "length",
        "rules",
        "state",
        "outcome",
        "winner",
        "score_1",
        "score_2",
        "decided_at",
        "version",
        "created_at",
        "sides",
        "reports",
        newer={**ONE_SET, **NOT_TOLD, **NOT_WATCHED},
    )
    row = Match(
        length=read_length(part["length"]),
        **read_sets(part),
        rules=read_rules(part["rules"]),
        state=part["state"].choice(Match.State.values),
        outcome=part["outcome"].choice(["", *Outcome.values]),
        winner=part["winner"].maybe(Place.side),
        score_1=part["score_1"].maybe(_points),
        score_2=part["score_2"].maybe(_points),
        decided_at=part["decided_at"].maybe(Place.moment),
        version=part["version"].whole(1, LARGE),
        created_at=part["created_at"].moment(),
        **watching_read(part["watching"]),
    )
    sides = [_side(side, numbers) for side in part["sides"].items()]
    if len(sides) != 2:
        raise part["sides"].fault(_("a match has two sides"))
    reports = [_report(report) for report in part["reports"].items()]
    clock = part["clock"].maybe(clock_read)
    late = late_read(row, part["beginning"], part["penalties"])
    records = [record_read(record) for record in part["records"].items()]
    part["records"].once(
        (each.row.source, each.row.set_number) for each in records if each.row.source != FILE
    )
    part["records"].once(each.row.digest for each in records if each.row.digest)
    comments = [comment_read(one, numbers) for one in part["comments"].items()]
    return MatchFacts(ref, row, sides, reports, clock, late, records, comments)


# What an archive from before there were these parts would have said.
NOT_TOLD: Mapping[str, Any] = {
    "clock": None,
    "beginning": None,
    "penalties": [],
    "records": [],
    "comments": [],
}
# What one from before there were sets would have said.
ONE_SET: Mapping[str, Any] = {"sets_to_win": 1, "decider": None}


def read_sets(part: Mapping[str, Place]) -> dict[str, int | None]:
    return {
        "sets_to_win": part["sets_to_win"].whole(1, MAX_TO_WIN),
        "decider": part["decider"].maybe(read_length),
    }


def _points(place: Place) -> int:
    return place.whole(0, MAX_LENGTH)


def _side(place: Place, numbers: Collection[int]) -> SideFacts:
    part = place.record("name", "entries", newer={"members": []})
    entries = [entry.known(numbers) for entry in part["entries"].items()]
    if len(set(entries)) < len(entries):
        raise part["entries"].fault(_("somebody is on this side twice"))
    members = [member_read(each, numbers) for each in part["members"].items()]
    return SideFacts(part["name"].column(Side, "name"), entries, members)


def _report(place: Place) -> Report:
    part = place.record(
        "side",
        "winner",
        "score_1",
        "score_2",
        "state",
        "by_name",
        "created_at",
        "settled_at",
    )
    return Report(
        side=part["side"].side(),
        winner=part["winner"].side(),
        score_1=_points(part["score_1"]),
        score_2=_points(part["score_2"]),
        state=part["state"].choice(Report.State.values),
        by_name=part["by_name"].column(Report, "by_name"),
        created_at=part["created_at"].moment(),
        settled_at=part["settled_at"].maybe(Place.moment),
    )


def report_out(report: Report) -> dict[str, Any]:
    """As `_report` reads it."""
    return {
        "side": report.side,
        "winner": report.winner,
        "score_1": report.score_1,
        "score_2": report.score_2,
        "state": report.state,
        "by_name": report.by_name,
        "created_at": moment_out(report.created_at),
        "settled_at": maybe_moment_out(report.settled_at),
    }


def read_length(place: Place) -> int:
    return place.whole(1, MAX_LENGTH)


def read_rules(place: Place) -> dict[str, Any]:
    """The rule set, how long silence takes, and whatever else is not as the rule set has it."""
    given = place.value if isinstance(place.value, dict) else {}
    own = {name: None for name in MEANINGS if name in given}
    part = place.record("code", "confirm_minutes", newer=own)
    try:
        return as_data(rules_of({name: each.data() for name, each in part.items()}))
    except RuleError as error:
        about = next((name for name in error.rules if name in part), "code")
        raise part[about].fault(in_words(error)) from error


def read_stage_rules(place: Place, rules: Mapping[str, Any]) -> dict[str, Any]:
    """What is otherwise in a stage, and is possible beside the rules of the event."""
    given = place.data()
    if not isinstance(given, dict) or not all(isinstance(own, dict) for own in given.values()):
        raise place.fault(_("rules by stage are expected here"))
    try:
        check_parts(rules_of(rules), given)
    except RuleError as error:
        raise place.fault(in_words(error)) from error
    return given
