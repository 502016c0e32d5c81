"""Which of several matches should start first, so that the event ends early."""

from collections.abc import Collection, Iterable

from tournaments.formats.planning import Floor, longest_paths
from tournaments.models import Event, Fixture
from tournaments.selectors.boards import load_board

# Kinds of stages whose matches lead to one another; rounds have no way to the end of the event.
BRACKETS = frozenset({"single_elimination"})


def in_start_order(event: Event, keys: Collection[str]) -> list[str]:
    """These matches, the longest way to the end first, main before consolation.

    Between equals they keep their order. One query.
    """
    board = load_board(event)
    if not are_brackets(board.rows.values()):
        return list(keys)
    # The pace would stretch all ways alike, and there is no board to wait for on the way.
    paths = longest_paths(board.graph, board.state(), Floor(1))
    brackets = {letter: number for number, letter in enumerate(board.graph.brackets())}

    def urgency(key: str) -> tuple[float, int]:
        return -round(paths.get(key, 0.0), 3), brackets[board.rows[key].stage.bracket]

    return sorted(keys, key=urgency)


def are_brackets(rows: Iterable[Fixture]) -> bool:
    """Whether all of the event is brackets. The rows come with their stages."""
    return {row.stage.kind for row in rows} <= BRACKETS
