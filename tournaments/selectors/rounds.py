"""An event of rounds as rows and as the pure `RoundEvent`, and the way between the two.

Entrants are called by their number of entry here: in what is stored of a pairing, in the lots and
in an archive alike, so that anybody can repeat a round from the public list of entries.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from matches.models import Match
from tournaments.formats import EntrantId
from tournaments.formats.draw import Notice
from tournaments.formats.grouping import Groups
from tournaments.formats.pairing import (
    How,
    Key,
    Member,
    Missed,
    Pairing,
    Past,
    Reason,
    Result,
    Round as PureRound,
)
from tournaments.formats.round_event import TEMPLATES, RoundEvent
from tournaments.formats.round_plan import RoundPlan
from tournaments.formats.round_results import RoundResult
from tournaments.formats.round_table import RoundTable, group_tables, side_by_side
from tournaments.formats.teams import Ties
from tournaments.models import Entry, Event, Fixture, Round
from tournaments.selectors.boards import is_decided
from tournaments.selectors.round_wishes import pairs_of
from tournaments.selectors.ties import team_rules


def plan_of(event: Event) -> RoundPlan:
    """The columns as the plan; they were written from one."""
    assert event.round_rules is not None
    return RoundPlan.of(event.format, event.round_rules)


def groups_of(draw: Mapping[str, Any] | None) -> Groups:
    """The groups of a draw, by number of entry; () where everybody meets everybody."""
    groups = (draw or {}).get("groups", ())
    return tuple(tuple(EntrantId(number) for number in group) for group in groups)


@dataclass(frozen=True)
class RoundBoard:
    """All rows that decide what comes next in an event of rounds; entries in their order."""

    event: Event
    entries: list[Entry]
    rounds: list[Round]
    fixtures: list[Fixture]

    @cached_property
    def published(self) -> list[Round]:
        return [row for row in self.rounds if row.published_at is not None]

    @cached_property
    def draft(self) -> Round | None:
        return next((row for row in self.rounds if row.published_at is None), None)

    @cached_property
    def by_number(self) -> dict[int, Entry]:
        return {entry.number: entry for entry in self.entries}

    @cached_property
    def names(self) -> dict[int, str]:
        """By number of entry."""
        return {entry.number: entry.name for entry in self.entries}

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The number of entry by primary key."""
        return {entry.pk: entry.number for entry in self.entries}

    @cached_property
    def pure(self) -> RoundEvent:
        assert self.event.draw is not None
        past = Past(tuple(pure_round(row) for row in self.published), self._results)
        plan = plan_of(self.event)
        members = [member_of(entry, plan.apart) for entry in self.entries]
        wishes = pairs_of(self.event).wishes()
        draw = self.event.draw
        return RoundEvent(
            plan,
            members,
            draw["seed"],
            past,
            groups=groups_of(draw),
            wishes=wishes,
            play_offs=play_offs_of(self.event),
        )

    @cached_property
    def tables(self) -> tuple[RoundTable, ...]:
        """One for each group, or one of everybody."""
        out = {EntrantId(entry.number) for entry in self.entries if entry.disqualified}
        return group_tables(self.pure, self._scores, out, self._ties)

    @cached_property
    def table(self) -> RoundTable:
        """Everybody, those at the same place of their groups sharing it."""
        return side_by_side(self.tables)

    @property
    def _ties(self) -> Ties | None:
        rules = team_rules(self.event)
        if rules is None:
            return None
        scores = {
            (row.round, row.number): (row.boards_1, row.boards_2)
            for row in self.fixtures
            if row.boards_1 is not None and row.boards_2 is not None
        }
        return Ties(rules, scores)

    @cached_property
    def _decided(self) -> dict[Key, Fixture]:
        return {(row.round, row.number): row for row in self.fixtures if is_decided(row)}

    @cached_property
    def _results(self) -> dict[Key, Result]:
        found = {}
        for key, row in self._decided.items():
            match = row.match
            assert match is not None
            winner = row.entry_1_id if match.winner == 1 else row.entry_2_id
            number = None if match.winner is None or winner is None else self.numbers[winner]
            found[key] = result_of(match, number)
        return found

    @property
    def _scores(self) -> Mapping[Key, tuple[int, int]]:
        return {
            key: (max(match.score_1, match.score_2), min(match.score_1, match.score_2))
            for key, row in self._decided.items()
            if (match := row.match) and match.score_1 is not None and match.score_2 is not None
        }


def play_offs_of(event: Event) -> list[RoundResult]:
    return [RoundResult(EntrantId(won), EntrantId(lost)) for won, lost in event.play_offs]


def result_of(match: Match, winner: int | None) -> Result:
    """`winner` is a number of entry; None where both lost."""
    return Result(None if winner is None else EntrantId(winner), How(match.outcome))


def load_rounds(event: Event, fixtures: list[Fixture] | None = None) -> RoundBoard:
    """Three queries, whatever the size of the event; two with its fixtures and their matches."""
    if fixtures is None:
        fixtures = list(event.fixtures.select_related("match").order_by("round", "number"))
    return RoundBoard(
        event,
        list(event.entries.order_by("number")),
        list(Round.objects.filter(stage__event=event)),
        fixtures,
    )


def label_of(entry: Entry, name: str) -> str:
    """What it may share with others, such as its club, however somebody wrote it; or empty."""
    return str(getattr(entry, name)).strip().casefold()


def member_of(entry: Entry, apart: Iterable[str] = ()) -> Member:
    """`apart` names what it may share with others; see `label_of`."""
    said = {name: label_of(entry, name) for name in apart}
    return Member(
        EntrantId(entry.number),
        first_round=entry.first_round,
        last_round=entry.last_round,
        away=frozenset(entry.away),
        labels=frozenset(f"{name}:{value}" for name, value in said.items() if value),
        late=Missed(entry.late),
    )


# --- Pairings as they are stored -----------------------------------------------------------------
def pure_round(row: Round) -> PureRound:
    return PureRound(
        row.number,
        tuple(map(pairing_of, row.pairings)),
        tuple(Notice(each["code"], each["detail"]) for each in row.notices),
    )


def pairing_of(data: Mapping[str, Any]) -> Pairing:
    second = data["second"]
    return Pairing(
        data["number"],
        EntrantId(data["first"]),
        None if second is None else EntrantId(second),
        tuple(
            Reason(each["code"], TEMPLATES[each["code"]], each["detail"])
            for each in data["reasons"]
        ),
    )


def pairings_data(pairings: Iterable[Pairing]) -> list[dict[str, Any]]:
    """The inverse of `pairing_of`, for each."""
    return [
        {
            "number": pairing.number,
            "first": pairing.first,
            "second": pairing.second,
            "reasons": told(pairing.reasons),
        }
        for pairing in pairings
    ]


def told(what: Iterable[Reason | Notice]) -> list[dict[str, Any]]:
    return [{"code": each.code, "detail": dict(each.detail)} for each in what]
