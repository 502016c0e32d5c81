"""An event's fixtures as rows and as pure values, and the way between the two.

There are two families. The fixtures of a bracket feed each other and are one graph; those of a
round stand for themselves, since who meets in the next round is worked out after it (see
`rounds`), and so do the challenges of a ladder. What is asked of an event as a whole is asked of
its `Board`, whatever its family.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from matches.models import Match, Outcome as HowItEnded
from tournaments.formats import (
    BYE,
    Bye,
    Changes,
    Entrant,
    EntrantId,
    Graph,
    LoserOf,
    Node,
    NodeState,
    Outcome,
    Slot,
    Source,
    State,
    WinnerOf,
    progress,
    settle,
)
from tournaments.formats.correction import compare_states, swapped
from tournaments.formats.progress import Withdrawn
from tournaments.formats.round_plan import RoundKind
from tournaments.formats.sets import Sets
from tournaments.models import Event, Fixture

WALKOVER = HowItEnded.WALKOVER
ROUND_KINDS = frozenset(kind.value for kind in RoundKind)
# Stages whose fixtures do not feed each other: those of rounds, and challenges of a ladder.
ALONE_KINDS = ROUND_KINDS | {Event.Format.LADDER.value}


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that decides who plays whom in an event, as it stands in the database.

    `graph` holds the fixtures of brackets only.
    """

    event: Event
    rows: dict[str, Fixture]
    graph: Graph
    outcomes: dict[str, Outcome]
    withdrawn: Withdrawn = field(default_factory=dict)

    def state(self, withdrawn: Withdrawn | None = None) -> State:
        """That of the brackets, as it is or if these had withdrawn."""
        left = self.withdrawn if withdrawn is None else withdrawn
        return progress(self.graph, self._in_graph(self.outcomes), left)

    def states(self) -> Mapping[str, NodeState]:
        """That of every fixture."""
        alone = {
            key: settle(
                slot_alone(decode_source(row.source_1)),
                slot_alone(decode_source(row.source_2)),
                self.outcomes.get(key),
            )
            for key, row in self.rows.items()
            if key not in self.graph
        }
        return {**self.state(), **alone}

    def changes(self, key: str, outcome: Outcome | None) -> Changes:
        """What it would do to the other fixtures if this one ended so, or were open again.

        A round that is published stays as it is, whatever is corrected before it.
        """
        after = {other: found for other, found in self.outcomes.items() if other != key}
        if outcome is not None:
            after[key] = outcome
        return compare_states(
            self.state(), progress(self.graph, self._in_graph(after), self.withdrawn)
        )

    def swappable(self, key: str, outcome: Outcome | None) -> bool:
        """Whether this outcome is the other way round, and the two may have each other's since."""
        before = self._in_graph(self.outcomes)
        if outcome is None or outcome.both_out or key not in before:
            return False
        after = swapped(self.graph, before, key, withdrawn=self.withdrawn)
        return after is not None and after[key] == outcome

    def rounds_after(self, row: Fixture) -> list[int]:
        """The rounds paired after that of the row; none in a bracket, where all hangs together."""
        if row.key in self.graph:
            return []
        return sorted({other.round for other in self.rows.values() if other.round > row.round})

    def _in_graph(self, outcomes: Mapping[str, Outcome]) -> Mapping[str, Outcome]:
        return {key: outcome for key, outcome in outcomes.items() if key in self.graph}


def slot_alone(source: Source) -> Slot:
    """Of a fixture that nothing feeds: everybody is known from the start."""
    return source.id if isinstance(source, Entrant) else BYE


def load_board(event: Event) -> Board:
    """One query, whatever the size of the event."""
    related = ("match", "stage", "entry_1", "entry_2")
    rows = {row.key: row for row in event.fixtures.select_related(*related)}
    outcomes = {key: outcome for key, row in rows.items() if (outcome := outcome_of(row))}
    graph = graph_of(row for row in rows.values() if row.stage.kind not in ALONE_KINDS)
    return Board(event, rows, graph, outcomes, withdrawn_of(rows.values()))


def is_open(row: Fixture) -> bool:
    """Whether its match waits for a result, and nobody has reported one."""
    return row.match is not None and row.match.state == Match.State.OPEN


def is_decided(row: Fixture) -> bool:
    return row.match is not None and row.match.state == Match.State.DECIDED


def has_begun(row: Fixture) -> bool:
    """Whether its match has a report or a result."""
    return row.match is not None and row.match.state != Match.State.OPEN


def state_of_rows(rows: Sequence[Fixture]) -> tuple[Graph, State]:
    """The brackets that these rows are, and where they stand. No query."""
    graph = graph_of(rows)
    outcomes = {row.key: outcome for row in rows if (outcome := outcome_of(row))}
    return graph, progress(graph, outcomes, withdrawn_of(rows))


def graph_of(rows: Iterable[Fixture]) -> Graph:
    return Graph(
        Node(
            key=row.key,
            bracket=row.stage.bracket,
            round=row.round,
            number=row.number,
            first=decode_source(row.source_1),
            second=decode_source(row.source_2),
            length=row.length,
            sets=sets_of(row),
        )
        for row in rows
    )


def sets_of(row: Fixture | Match) -> Sets:
    return Sets(row.sets_to_win, row.decider)


def withdrawn_of(rows: Iterable[Fixture]) -> dict[EntrantId, int]:
    """Those of the entrants who stand there who have left, and when."""
    entries = (entry for row in rows for entry in (row.entry_1, row.entry_2) if entry is not None)
    return {
        EntrantId(entry.pk): moment_of(entry.withdrawn_at)
        for entry in entries
        if entry.withdrawn_at is not None
    }


def moment_of(at: datetime) -> int:
    """A number that tells the order of moments."""
    return round(at.timestamp() * 1_000_000)


def outcome_of(row: Fixture) -> Outcome | None:
    """The outcome of the fixture's decided match, by entrants; side n of a match is entry n.

    None for a walkover because somebody left: that follows from his leaving, as long as it stands.
    """
    return None if is_given_by_leaving(row) else decided_of(row)


def decided_of(row: Fixture) -> Outcome | None:
    """The same, whatever the outcome follows from."""
    match = row.match
    if match is None or match.state != Match.State.DECIDED:
        return None
    assert row.entry_1_id is not None
    assert row.entry_2_id is not None
    pair = (EntrantId(row.entry_1_id), EntrantId(row.entry_2_id))
    return outcome_for(pair, winner=match.winner)


def is_given_by_leaving(row: Fixture) -> bool:
    """Whether the match is a walkover against somebody who had left by then."""
    match = row.match
    if match is None or match.outcome != WALKOVER or match.decided_at is None:
        return False
    loser = row.entry_2 if match.winner == 1 else row.entry_1
    left = loser.withdrawn_at if loser is not None else None
    return left is not None and match.decided_at >= left


def outcome_for(pair: tuple[EntrantId, EntrantId], *, winner: int | None) -> Outcome:
    """`winner` is the number of a side, 1 or 2; None where both lost."""
    if winner is None:
        return Outcome(*pair, both_out=True)
    return Outcome(winner=pair[winner - 1], loser=pair[2 - winner])


def encode_source(source: Source) -> str:
    match source:
        case Entrant(id=ident):
            return f"entrant:{ident}"
        case WinnerOf(key=key):
            return f"winner:{key}"
        case LoserOf(key=key, slot=None):
            return f"loser:{key}"
        case LoserOf(key=key, slot=slot):
            return f"loser:{key}:{slot}"
        case Bye():
            return "bye"


def decode_source(text: str) -> Source:
    """The inverse of `encode_source`; the rows were written by it, so nothing else is expected."""
    kind, _, what = text.partition(":")
    match kind:
        case "entrant":
            return Entrant(EntrantId(int(what)))
        case "winner":
            return WinnerOf(what)
        case "loser":
            key, _, slot = what.partition(":")
            return LoserOf(key, int(slot) if slot else None)
        case _:
            assert kind == "bye", text
            return Bye()
