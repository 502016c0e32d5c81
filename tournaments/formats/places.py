"""Who came where in a bracket that a loser leaves.

Those who lose in the same round share places: losing semi-finalists are 3-4. Only entrants take
places, byes do not, so with six entrants the places are exactly 1 to 6. A double forfeit puts two
out in that round. Who wins a last round shares the first places with all who do: in a bracket that
stops with four, they are 1-4. Each bracket has its own places; what they are worth together is for
the event to say (see `standings`).
"""

from dataclasses import dataclass

from tournaments.formats.graph import EntrantId, Graph
from tournaments.formats.progress import BYE, NodeState, State, Status, entrant_in


@dataclass(frozen=True, slots=True)
class Place:
    """The places `first` to `last` for one entrant, and the record behind them.

    While `final` is False the entrant is still in, and these are the best and the worst that can
    come of it; where links have conditions (`LoserOf.slot`) as many are counted as may come, and a
    double forfeit to come moves places up. Wins and losses count matches in this bracket; a bye is
    no win. `round_lost` is None for those still in and for the champion.
    """

    entrant: EntrantId
    first: int
    last: int
    final: bool
    wins: int
    losses: int
    round_lost: int | None


@dataclass(slots=True)
class _Run:
    """How far somebody has come in the bracket; `out` if he lost there."""

    round: int = 0
    wins: int = 0
    losses: int = 0
    out: bool = False

    @property
    def round_lost(self) -> int | None:
        return self.round if self.out else None


def places(graph: Graph, state: State, bracket: str) -> tuple[Place, ...]:
    """The places of all who are known to be in the bracket.

    First those still in, by the round they have reached; then those out, and the champion of a
    finished bracket before them; equals from the top of the bracket down. () if it was not drawn.
    """
    through = _through(graph, state, bracket)
    better = _better_than_losers(graph, state, bracket)
    found: list[Place] = []
    for entrant, run in _runs(graph, state, bracket).items():
        won = entrant in through
        last = better[-1] if won else better[run.round - 1]
        first = better[run.round] + 1 if run.out else 1
        final = run.out or won
        found.append(Place(entrant, first, last, final, run.wins, run.losses, run.round_lost))
    return tuple(sorted(found, key=lambda place: (place.final, place.last)))


def _through(graph: Graph, state: State, bracket: str) -> set[EntrantId]:
    """Who won a last round: the champion, or all whom a bracket without a final leaves."""
    slots = (state[node.key].winner for nodes in graph.rounds(bracket)[-1:] for node in nodes)
    return {entrant for slot in slots if (entrant := entrant_in(slot)) is not None}


def _better_than_losers(graph: Graph, state: State, bracket: str) -> list[int]:
    """How many finish above the losers of each round; entry 0 is all of the bracket.

    Those are whom the last round leaves, and whom the later rounds put out. Byes are known from the
    draw on, with the exceptions of `NodeState`, hence so are these numbers.
    """
    rounds = graph.rounds(bracket)
    better = [sum(state[node.key].winner is not BYE for nodes in rounds[-1:] for node in nodes)]
    for nodes in reversed(rounds):
        better.append(better[-1] + sum(_put_out(state[node.key]) for node in nodes))
    return better[::-1]


def _put_out(now: NodeState) -> int:
    return 2 if now.is_double_forfeit else int(now.is_match)


def _runs(graph: Graph, state: State, bracket: str) -> dict[EntrantId, _Run]:
    runs: dict[EntrantId, _Run] = {}
    for round_, nodes in enumerate(graph.rounds(bracket), start=1):
        for node in nodes:
            now = state[node.key]
            for slot in now.participants:
                if (entrant := entrant_in(slot)) is None:
                    continue
                run = runs.setdefault(entrant, _Run())
                run.round = round_
                run.out = now.status is Status.DECIDED and entrant != now.winner
                run.losses += run.out
                run.wins += now.status is Status.DECIDED and not run.out
    return runs
