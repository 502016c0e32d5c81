"""How long ties of teams take, whose boards begin together."""

import pytest

from tests.formats.cast import graph
from tournaments.formats.pace import CELLS, last_of, match_duration
from tournaments.formats.planning import Floor, Present, Running, plan
from tournaments.formats.progress import progress
from tournaments.formats.together import Tie

ONE = match_duration(7)
TWO_TIES = graph("M1.1 a b", "M1.2 c d")


def mean_of(boards: int, present: Present | None = None, in_tie: int = 3) -> float:
    floor, state = Floor(boards, in_tie=in_tie), progress(TWO_TIES, {})
    return plan(TWO_TIES, state, floor, present, seed="test", samples=2_000).mean


def test_a_tie_takes_as_long_as_the_last_of_its_boards() -> None:
    tie = Tie(ONE, 5, at_once=5)
    assert tie.mean == pytest.approx(last_of(7, 5), rel=0.01)
    assert ONE.within(tie.quantile(0.5)) ** 5 == pytest.approx(0.5, rel=0.01)


def test_a_tie_of_one_board_is_a_match() -> None:
    assert Tie(ONE, 1, at_once=1).cells() == pytest.approx(ONE.cells())


def test_where_boards_are_missing_a_tie_is_played_in_shifts() -> None:
    assert Tie(ONE, 5, at_once=3).mean == pytest.approx(2 * last_of(7, 3), rel=0.01)
    assert Tie(ONE, 3, at_once=1).mean == pytest.approx(3 * ONE.mean, rel=0.01)


@pytest.mark.parametrize("elapsed", [0, 30, 60, 90, 400])
def test_what_is_left_of_a_tie_is_that_of_ties_which_last_so_long(elapsed: float) -> None:
    tie = Tie(ONE, 3, at_once=3)
    left = tie.left_after(elapsed)
    assert len(left) == CELLS
    assert list(left) == sorted(left)
    assert left[0] >= 0
    if elapsed <= 90:
        lasting = [minutes - elapsed for minutes in tie.cells() if minutes > elapsed]
        assert left[CELLS // 2] == pytest.approx(lasting[len(lasting) // 2], abs=1.5)


def test_two_ties_need_the_boards_of_both() -> None:
    assert mean_of(boards=6) < 1.2 * last_of(7, 6)
    assert mean_of(boards=5) == pytest.approx(2 * last_of(7, 3), rel=0.03)


def test_a_tie_that_is_being_played_has_its_boards() -> None:
    running = Present(now=30, running={"M1.1": Running(0)})
    assert mean_of(3, running) > 30 + last_of(7, 3)
    assert mean_of(3, running) < mean_of(3) + 30
