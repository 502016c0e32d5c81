"""What is left to play of an event, as the planner of its family takes it: brackets, or rounds.

As if what is reported, or disputed, had been decided: it is no longer played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

from matches.models import Match
from tournaments.formats import EntrantId, Graph, Outcome, Status
from tournaments.formats.outlook import samples_for
from tournaments.formats.pairing import How, Past, Result
from tournaments.formats.planning import Floor, Plan, Present, plan
from tournaments.formats.round_event import RoundEvent
from tournaments.formats.round_planning import MatchPlan, RoundEnd, plan_rounds
from tournaments.formats.sets import SetPlan
from tournaments.models import Event, Fixture
from tournaments.selectors.boards import (
    Board,
    graph_of,
    is_decided,
    outcome_for,
    outcome_of,
    withdrawn_of,
)
from tournaments.selectors.fixtures import ReportView, live_reports
from tournaments.selectors.rounds import load_rounds
from tournaments.selectors.urgency import in_start_order


@dataclass(frozen=True, slots=True)
class Planned:
    """`ends` are those of rounds, by number; a bracket has none."""

    plan: Plan
    ends: Mapping[int, RoundEnd] = field(default_factory=dict)


class ToPlay(Protocol):
    @property
    def is_over(self) -> bool:
        """Whether nothing is to be played any more; reports may wait to be confirmed."""

    @property
    def done(self) -> Sequence[str]:
        """The fixtures that are over."""

    @property
    def width(self) -> int:
        """As many boards as can be used at once, or more."""

    def is_ready(self, key: str) -> bool:
        """Whether both are known who are to play there, and have not yet."""

    def plan(self, floor: Floor, present: Present) -> Planned:
        """Raises FormatError."""

    def in_turn(self, keys: Sequence[str]) -> list[str]:
        """These in the order in which `services.tables` calls them."""


def to_play(event: Event, rows: dict[str, Fixture]) -> ToPlay:
    """The rows come with their stages, matches and entries. At most three queries."""
    outcomes = _outcomes(rows)
    return (
        RoundsToPlay(event, rows, outcomes) if event.in_rounds else _brackets(event, rows, outcomes)
    )


def _outcomes(rows: Mapping[str, Fixture]) -> dict[str, Outcome]:
    unsettled = {Match.State.REPORTED, Match.State.DISPUTED}
    matches = [row.match for row in rows.values() if row.match is not None]
    reported = live_reports(one.pk for one in matches if one.state in unsettled)
    outcomes = {}
    for key, row in rows.items():
        outcome = outcome_of(row)
        if outcome is None and (reports := reported.get(row.match_id or 0)):
            outcome = _reported(row, reports[0])
        if outcome is not None:
            outcomes[key] = outcome
    return outcomes


def _reported(row: Fixture, report: ReportView) -> Outcome:
    assert row.entry_1_id is not None
    assert row.entry_2_id is not None
    pair = (EntrantId(row.entry_1_id), EntrantId(row.entry_2_id))
    return outcome_for(pair, winner=1 if report.score_1 > report.score_2 else 2)


def _seed(event: Event) -> str:
    return f"{event.pk}:{event.version}"


def _brackets(
    event: Event, rows: dict[str, Fixture], outcomes: dict[str, Outcome]
) -> "BracketsToPlay":
    graph, left = graph_of(rows.values()), withdrawn_of(rows.values())
    return BracketsToPlay(Board(event, rows, graph, outcomes, left))


class BracketsToPlay:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.state = board.state()

    @property
    def is_over(self) -> bool:
        return self.state.finished

    @property
    def done(self) -> Sequence[str]:
        return list(self.board.outcomes)

    @property
    def width(self) -> int:
        return len(self.board.rows)

    def is_ready(self, key: str) -> bool:
        return self.state[key].status is Status.READY

    def plan(self, floor: Floor, present: Present) -> Planned:
        left = sum(now.status in {Status.WAITING, Status.READY} for now in self.state.values())
        board, seed = self.board, _seed(self.board.event)
        samples = samples_for(left)
        return Planned(plan(board.graph, self.state, floor, present, seed=seed, samples=samples))

    def in_turn(self, keys: Sequence[str]) -> list[str]:
        return in_start_order(self.board, self.state, keys)


class RoundsToPlay:
    def __init__(
        self, event: Event, rows: dict[str, Fixture], outcomes: dict[str, Outcome]
    ) -> None:
        self.event = event
        self.rows = rows
        self.outcomes = outcomes
        self.rounds = load_rounds(event, list(rows.values()))

    @property
    def is_over(self) -> bool:
        return self._pure.is_over

    @property
    def done(self) -> Sequence[str]:
        decided = {key for key, row in self.rows.items() if is_decided(row)}
        return sorted(decided | self.outcomes.keys())

    @property
    def width(self) -> int:
        return len(self.rounds.entries)

    def is_ready(self, key: str) -> bool:
        row = self.rows[key]
        return (row.round, row.number) in self._pure.open_matches

    def plan(self, floor: Floor, present: Present) -> Planned:
        matches = MatchPlan(self.event.length, SetPlan.of(self.event.sets).sets)
        found = plan_rounds(self._pure, matches, floor, present, seed=_seed(self.event))
        return Planned(found.plan, found.ends)

    def in_turn(self, keys: Sequence[str]) -> list[str]:
        board = Board(self.event, self.rows, Graph(()), self.outcomes)
        return in_start_order(board, board.state(), keys)

    @cached_property
    def _pure(self) -> RoundEvent:
        pure, numbers = self.rounds.pure, self.rounds.numbers
        results = dict(pure.past.results)
        for key, outcome in self.outcomes.items():
            row = self.rows[key]
            if not is_decided(row):
                winner = EntrantId(numbers[outcome.winner])
                results[row.round, row.number] = Result(winner, How.PLAYED)
        return replace(pure, past=Past(pure.past.rounds, results))
