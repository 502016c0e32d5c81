"""Who came where in each bracket of an event, as money and diplomas need it.

This is the one door to final places: other kinds of events answer here, too.
"""

from collections.abc import Mapping

from tournaments.formats import CONSOLATION, MAIN, EntrantId, Lots, Status, places
from tournaments.formats.plans import Standing
from tournaments.models import Event
from tournaments.selectors.boards import load_board


def brackets_of(event: Event) -> tuple[str, ...]:
    """The brackets that an event has or will have."""
    return (MAIN,) if event.consolation_length is None else (MAIN, CONSOLATION)


def final_places(event: Event) -> Mapping[str, Standing]:
    """The places so far, by bracket. One query; nothing is known before the draw is published."""
    if event.published_at is None:
        return {}
    board = load_board(event)
    state = board.state()
    to_play = {
        node.bracket
        for key, node in board.graph.items()
        if state[key].status in {Status.WAITING, Status.READY}
    }
    return {
        bracket: Standing(places(board.graph, state, bracket), bracket not in to_play)
        for bracket in board.graph.brackets()
    }


def lots_of(event: Event, entrants: list[EntrantId]) -> list[EntrantId]:
    """The entrants in an order drawn by lot, for cents that cannot be shared.

    The seed is that of the draw with `:money` after it, the order before it that of entry.
    """
    seed = event.draw["seed"] if event.draw else event.slug
    return Lots(f"{seed}:money").shuffled(entrants)
