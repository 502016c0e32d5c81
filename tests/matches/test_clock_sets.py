"""A match of sets: each has its own reserve; and boards of a tie have clocks like matches."""

import pytest

from config.errors import ConflictError
from matches.engine.clock_game import GameSaid
from matches.engine.clock_settings import MINUTE
from matches.models_clock import Clock
from matches.services.clock_games import clock_say
from matches.services.clocks import clock_confirm, clock_set_up
from matches.services.deadlines import fire_due
from tests.builders import Stage, make_ties
from tests.matches.clocking import Table, at_table, by_staff, second
from tournaments.selectors.clocks import match_of

pytestmark = pytest.mark.django_db(transaction=True)


def of_sets(**rules: object) -> Table:
    """Two sets to 3 win, the last one is to 5."""
    table = Table(rules=rules, length=3, sets_to_win=2, decider=5)
    table.press(2, 0)
    return table


def test_the_reserve_is_that_of_a_set() -> None:
    assert of_sets().left(2, 0) == 6 * 60


def test_a_new_set_has_a_whole_new_reserve_and_the_last_one_that_of_its_length() -> None:
    table = of_sets()
    table.press(1, 12 + 60)
    assert table.left(1, 72) == 5 * 60
    assert table.stop("set", 80) == ""
    assert (table.left(1, 90), table.left(2, 90)) == (6 * 60, 6 * 60)
    assert (table.clock.sets_over, table.clock.score) == (1, (0, 0))
    table.press(2, 100)
    table.stop("set", 110)
    assert table.left(1, 120) == 10 * 60


def test_a_set_is_over_after_its_last_game_too() -> None:
    table = of_sets()
    table.press(1, 72)
    table.stop("game", 80)
    assert table.left(1, 85) == 5 * 60
    assert table.stop("set", 90) == ""
    assert table.left(1, 95) == 6 * 60


def test_a_set_ends_once_whoever_says_so() -> None:
    table = of_sets()
    table.stop("set", 80)
    assert table.stop("set", 81) == "set_over_already"
    table.stop("break", 82)
    assert table.stop("set", 83) == "set_over_already"
    assert table.clock.sets_over == 1


def test_there_are_no_more_sets_than_can_be() -> None:
    table = of_sets()
    for n in (10, 30, 50):
        assert table.stop("set", n) == ""
        table.press(2, n + 5)
    assert table.stop("set", 70) == "set_over_already"


def test_a_match_without_sets_has_none_to_end() -> None:
    table = Table()
    table.press(2, 0)
    assert table.stop("set", 10) == "no_sets"


def test_a_game_lost_on_time_may_be_the_set() -> None:
    table = of_sets(flag="lose_game")
    fire_due(second(6 * 60 + 12))
    said = GameSaid("gammon", 2, (1, 1))
    clock_say(match_id=table.match_id, sides=(1, 2), said=said, act=at_table(400))
    clock = table.clock
    assert (clock.sets_over, clock.score, clock.stopped_for) == (1, (0, 0), "set")
    assert (table.left(1, 410), table.match.state) == (6 * 60, "open")
    assert table.stop("set", 420) == "set_over_already"


def test_a_safe_win_needs_the_last_set() -> None:
    table = of_sets(safe_win=True)
    fire_due(second(6 * 60 + 12))
    assert table.match.winner == 2


def test_time_that_is_up_in_a_later_set_is_asked_for() -> None:
    table = of_sets(safe_win=True)
    table.stop("set", 10)
    table.press(2, 20)
    table.do("score", 25, scores=(2, 0))
    fire_due(second(20 + 6 * 60 + 12))
    assert table.clock.asks == "safe"


def test_the_boards_of_a_tie_have_clocks_of_their_own_and_the_tie_has_none() -> None:
    event = make_ties(["Kyiv", "Lviv"])
    with pytest.raises(ConflictError) as caught:
        match_of(event, "M1.1")
    assert caught.value.code == "tie_by_boards"
    for board in ("M1.1.1", "M1.1.2"):
        match_id = match_of(event, board)
        clock_set_up(match_id=match_id, act=by_staff(0))
        clock_confirm(match_id=match_id, sides=(1, 2), act=by_staff(0))
    assert Clock.objects.count() == 2


def test_a_board_that_is_lost_on_time_counts_for_its_tie() -> None:
    event = make_ties(["Kyiv", "Lviv"])
    table = Table(stage=Stage(event), key="M1.1.1", fixed=MINUTE)
    table.press(2, 0)
    fire_due(second(60))
    assert table.match.winner == 2
    tie = event.fixtures.get(key="M1.1")
    assert (tie.boards_1, tie.boards_2) == (0, 1)
