"""An event's fixtures as rows and as the pure graph, and the way between the two."""

from collections.abc import Iterable
from dataclasses import dataclass

from matches.models import Match
from tournaments.formats import (
    Bye,
    Entrant,
    EntrantId,
    Graph,
    LoserOf,
    Node,
    Outcome,
    Source,
    State,
    WinnerOf,
    progress,
)
from tournaments.models import Event, Fixture


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that decides who plays whom in an event, as it stands in the database."""

    event: Event
    rows: dict[str, Fixture]
    graph: Graph
    outcomes: dict[str, Outcome]

    def state(self) -> State:
        return progress(self.graph, self.outcomes)


def load_board(event: Event) -> Board:
    """One query, whatever the size of the event."""
    rows = {row.key: row for row in event.fixtures.select_related("match", "stage")}
    outcomes = {key: outcome for key, row in rows.items() if (outcome := outcome_of(row))}
    return Board(event, rows, graph_of(rows.values()), outcomes)


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
        )
        for row in rows
    )


def outcome_of(row: Fixture) -> Outcome | None:
    """The outcome of the fixture's decided match, by entrants; side n of a match is entry n."""
    match = row.match
    if match is None or match.state != Match.State.DECIDED:
        return None
    assert row.entry_1_id is not None
    assert row.entry_2_id is not None
    pair = (EntrantId(row.entry_1_id), EntrantId(row.entry_2_id))
    assert match.winner is not None
    return outcome_for(pair, winner=match.winner)


def outcome_for(pair: tuple[EntrantId, EntrantId], *, winner: int) -> Outcome:
    """`winner` is the number of a side, 1 or 2."""
    return Outcome(winner=pair[winner - 1], loser=pair[2 - winner])


def encode_source(source: Source) -> str:
    match source:
        case Entrant(id=ident):
            return f"entrant:{ident}"
        case WinnerOf(key=key):
            return f"winner:{key}"
        case LoserOf(key=key):
            return f"loser:{key}"
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
            return LoserOf(what)
        case _:
            assert kind == "bye", text
            return Bye()
