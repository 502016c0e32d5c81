"""Best-of sets: a value on the node, told by the distance from the final like lengths."""

import pytest

from tests.formats.cast import entrants
from tournaments.formats.elimination import Lengths, knockout, spread
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import Entrant
from tournaments.formats.sets import Sets


def test_two_sets_to_win_are_best_of_three_with_a_decider_of_its_own() -> None:
    assert Sets(2, decider=7).lengths(5) == (5, 5, 7)
    assert Sets(2).lengths(5) == (5, 5, 5)
    assert Sets(3).best_of == 5


def test_a_match_is_one_set_unless_told_otherwise() -> None:
    assert Sets().lengths(9) == (9,)


@pytest.mark.parametrize(("to_win", "decider"), [(0, None), (-1, None), (51, None), (2, 0)])
def test_sets_nobody_can_play_are_refused(to_win: int, decider: int | None) -> None:
    with pytest.raises(FormatError) as refused:
        Sets(to_win, decider)
    assert refused.value.code == "sets_out_of_range"


def test_sets_count_from_the_final() -> None:
    lengths = Lengths(5, sets=Sets(2), sets_from_final={1: Sets(3, decider=7)})
    nodes = knockout("M", spread([Entrant(one) for one in entrants(4)]), lengths)
    assert [node.sets for node in nodes] == [Sets(2), Sets(2), Sets(3, decider=7)]
