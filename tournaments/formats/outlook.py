"""What an event will be like before anybody has been drawn: how long, and how many matches each.

Byes have fixed lines, so every draw of a field of one size has the same shape: any of them will do.
"""

from dataclasses import dataclass

from tournaments.formats.draw import DrawConfig, draw
from tournaments.formats.graph import Entrant, EntrantId, Graph, LoserOf, Source, WinnerOf
from tournaments.formats.planning import Floor, plan
from tournaments.formats.progress import State, progress

WORK = 60_000  # matches played out: enough for the minute, and less than half a second


@dataclass(frozen=True, slots=True)
class Outlook:
    """Minutes after the first match is called; matches that a player plays.

    `median` and `late` are times by which half, and nine in ten, of such events are over. `rounds`
    are the fewest and the most of an event of rounds (see `round_outlook`).
    """

    matches: int
    median: float
    late: float
    least: int
    mean: float
    most: int
    rounds: tuple[int, int] | None = None


def outlook(entrants: int, config: DrawConfig, floor: Floor, *, seed: str) -> Outlook:
    """Raises FormatError as `draw` and `plan` do, such as `field_too_small`, `boards_missing`."""
    field = [EntrantId(number) for number in range(1, entrants + 1)]
    graph = draw(field, config, seed=seed).graph
    state = progress(graph, {})
    matches = sum(now.is_match for now in state.values())
    found = plan(graph, state, floor, seed=seed, samples=samples_for(matches))
    least, most = _fewest_and_most(graph, state)
    return Outlook(
        matches=matches,
        median=found.median,
        late=found.late,
        least=least,
        mean=2 * matches / entrants,
        most=most,
    )


def samples_for(matches: int) -> int:
    """How often to play so many matches out, so that nobody waits for the answer."""
    return max(min(300, WORK // max(matches, 1)), 20)


def _fewest_and_most(graph: Graph, state: State) -> tuple[int, int]:
    """Over all entrants, whatever they win or lose."""
    ahead: dict[Source, tuple[int, int]] = {}  # from a source on, wherever it leads
    for node in reversed(list(graph.values())):
        played = int(state[node.key].is_match)
        ways = [ahead.get(WinnerOf(node.key), (0, 0))]
        if played:
            ways.append(ahead.get(LoserOf(node.key), (0, 0)))
        fewest, most = min(way[0] for way in ways), max(way[1] for way in ways)
        for source in node.sources:
            ahead[source] = (played + fewest, played + most)
    entrants = [ways for source, ways in ahead.items() if isinstance(source, Entrant)]
    return min(fewest for fewest, _most in entrants), max(most for _fewest, most in entrants)
