"""Which of several matches should start first, so that the event ends early."""

from collections.abc import Iterable

from tournaments.formats import State
from tournaments.formats.planning import Floor, longest_paths
from tournaments.models import Fixture
from tournaments.selectors.boards import ALONE_KINDS, Board


def in_start_order(board: Board, state: State, keys: Iterable[str]) -> list[str]:
    """These matches, the longest way to the end first, main before consolation.

    Between equals whoever has been ready longest comes first, then the order of the bracket; in
    rounds that is all there is.
    """
    in_turn = sorted(keys, key=lambda key: _turn(board.rows[key]))
    if not are_brackets(board.rows.values()):
        return in_turn
    # The same for everybody who asks: the pace would stretch all ways alike.
    paths = longest_paths(board.graph, state, Floor(1))
    brackets = {letter: number for number, letter in enumerate(board.graph.brackets())}

    def urgency(key: str) -> tuple[float, int]:
        return -round(paths.get(key, 0.0), 3), brackets[board.rows[key].stage.bracket]

    return sorted(in_turn, key=urgency)


def are_brackets(rows: Iterable[Fixture]) -> bool:
    """Whether the matches of an event lead to one another; rounds have no way to its end.

    The rows come with their stages.
    """
    return ALONE_KINDS.isdisjoint(row.stage.kind for row in rows)


def _turn(row: Fixture) -> tuple[bool, float, int, int, int]:
    ready = row.ready_at
    return ready is None, ready.timestamp() if ready else 0.0, row.stage_id, row.round, row.number
