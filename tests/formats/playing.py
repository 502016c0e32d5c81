"""Playing a draw out, and writing its state the way it is read off a wall chart."""

from random import Random

from tests.formats.cast import letter, names
from tournaments.formats.graph import EntrantId, Graph
from tournaments.formats.progress import BYE, Outcome, Slot, State, Status, progress


def beats(pair: str) -> Outcome:
    """`ab`: a beats b."""
    winner, loser = names(pair)
    return Outcome(winner, loser)


def slot(slot: Slot) -> str:
    if slot is None:
        return "?"
    return "bye" if slot is BYE else letter(slot)


def chart(graph: Graph, outcomes: dict[str, Outcome]) -> list[str]:
    return charted(progress(graph, outcomes))


def charted(state: State) -> list[str]:
    """`M2.1 a ? waiting`, in play order."""
    return [
        f"{key} {slot(now.first)} {slot(now.second)} {now.status}" for key, now in state.items()
    ]


def ready(graph: Graph, outcomes: dict[str, Outcome]) -> dict[str, tuple[EntrantId, EntrantId]]:
    """Who may play where."""
    pairs = {}
    for key, now in progress(graph, outcomes).items():
        if now.status is Status.READY:
            assert isinstance(now.first, int)
            assert isinstance(now.second, int)
            pairs[key] = (now.first, now.second)
    return pairs


def played_out(graph: Graph, chance: Random) -> dict[str, Outcome]:
    """Outcomes of a whole event, each ready match won by either side alike."""
    outcomes: dict[str, Outcome] = {}
    while pairs := ready(graph, outcomes):
        for key, pair in pairs.items():
            winner, loser = chance.sample(pair, 2)
            outcomes[key] = Outcome(winner, loser)
    return outcomes
