"""A chouette with its board: whose turn it is decides who may double, throw and move."""

import pytest

from matches.engine.actions import (
    AcceptResignation,
    Award,
    MakePlay,
    OpeningThrow,
    Resign,
    Roll,
    VoidRoll,
)
from matches.engine.chouette import (
    ChouetteRules,
    Double,
    DrawOrder,
    Drop,
    Finish,
    Join,
    Leave,
    Raccoon,
    Take,
    open_chouette,
)
from matches.engine.chouette_data import rules_from_data, rules_to_data
from matches.engine.chouette_rules import ChouetteError
from matches.engine.chouette_table import ChouetteTable, from_data, new_table, to_data
from matches.engine.dice import Dice
from matches.engine.errors import EngineError
from matches.engine.presets import NACKGAMMON
from tests.engine.playing import played, refused

FOUR = ["A", "B", "C", "D"]
FIRST = (OpeningThrow(3, 1), MakePlay(1, "8/5 6/5"))


def table(**rules: object) -> ChouetteTable:
    return new_table(open_chouette(FOUR, ChouetteRules(**rules)))  # type: ignore[arg-type]


def test_the_higher_die_of_box_and_captain_begins_the_game() -> None:
    begun = played(table(), OpeningThrow(2, 5))
    assert not begun.is_between_games
    assert (begun.game.turn.side, begun.mover(2)) == (2, "B")


def test_box_and_captain_move_for_a_side_and_the_others_for_none() -> None:
    assert [table().moved_by(player) for player in FOUR] == [1, 2, 0, 0]


def test_equal_throws_double_as_the_house_rules_say() -> None:
    tied = played(table(auto_double_limit=1), OpeningThrow(4, 4), OpeningThrow(4, 4))
    assert tied.is_between_games
    begun = tied.apply(OpeningThrow(6, 4))
    assert begun.chouette.game is not None
    assert begun.chouette.game.cube_of("C").value == 2


def test_two_players_cannot_begin() -> None:
    left = played(table(), Leave("C"), Leave("D"))
    assert refused(left, OpeningThrow(6, 4)) == "too_few_players"


def test_cubes_are_turned_by_the_side_on_turn_before_its_throw() -> None:
    begun = played(table(), *FIRST)
    assert refused(begun, Double("A")) == "cube_before_throw"
    thrown = begun.apply(Roll(2, Dice(6, 4)))
    assert refused(thrown, Double("B")) == "cube_before_throw"
    assert begun.apply(Double("B")).chouette.game is not None
    assert refused(table(), Double("A")) == "no_game"


def test_nobody_throws_while_a_cube_waits() -> None:
    doubled = played(table(), *FIRST, Double("B"))
    assert refused(doubled, Roll(2, Dice(6, 4))) == "exchange_open"
    taken = doubled.apply(Take("A"))
    assert taken.apply(Roll(2, Dice(6, 4))).game.turn.dice == Dice(6, 4)


def test_members_double_each_with_an_own_cube() -> None:
    doubled = played(table(cube="multi"), *FIRST, Double("C"), Double("D"), Take("A", "C"))
    over = doubled.apply(Drop("A", "D"))
    assert over.chouette.game is not None
    assert over.chouette.game.members == ("B", "C")
    assert (over.mover(2), over.chouette.game.cube_of("C").value) == ("B", 2)


def test_when_the_captain_drops_the_next_one_moves_on() -> None:
    begun = played(table(), OpeningThrow(1, 3), MakePlay(2, "8/5 6/5"), Double("A"), Drop("B"))
    after = played(begun, Take("C"), Take("D"))
    assert after.mover(2) == "C"


def test_the_last_drop_ends_the_game_and_the_board_is_fresh() -> None:
    over = played(table(), *FIRST, Double("B"), Drop("A"))
    assert over.is_between_games
    assert over.game == table().game
    assert over.chouette.accounts == {"A": -3, "B": 1, "C": 1, "D": 1}
    assert (over.mover(1), over.chouette.order) == ("B", ("B", "C", "D", "A"))


def test_a_resignation_is_for_the_whole_side_and_counts_by_the_cubes() -> None:
    doubled = played(table(), *FIRST, Double("B"), Take("A"), Resign(1, 2))
    assert refused(doubled, Roll(2, Dice(6, 4))) == "answer_resignation"
    over = doubled.apply(AcceptResignation(2))
    assert over.chouette.accounts == {"A": -12, "B": 4, "C": 4, "D": 4}


def test_while_a_resignation_waits_no_cube_is_turned() -> None:
    offered = played(table(), *FIRST, Resign(1, 1))
    assert refused(offered, Double("B")) == "answer_resignation"


def test_a_void_opening_throw_is_thrown_again_as_if_nothing_had_begun() -> None:
    rules = {"auto_double_limit": 1}
    void = played(table(**rules), OpeningThrow(4, 4), OpeningThrow(6, 1), VoidRoll(1))
    assert void.is_between_games
    begun = void.apply(OpeningThrow(1, 2))
    assert begun.chouette.game is not None
    assert (begun.mover(begun.game.turn.side), begun.chouette.game.cube_of("B").value) == ("B", 2)


def test_a_void_throw_is_thrown_again_by_who_threw_it() -> None:
    void = played(table(), *FIRST, Roll(2, Dice(6, 4)), VoidRoll(2))
    assert refused(void, VoidRoll(2)) == "no_roll_to_void"
    assert void.apply(Double("B")).chouette.game is not None


def test_players_come_and_go_between_games_only() -> None:
    assert played(table(), Join("E")).chouette.order[-1] == "E"
    begun = played(table(), *FIRST)
    assert refused(begun, Join("E")) == "game_on"
    assert refused(begun, Leave("D")) == "game_on"


@pytest.mark.parametrize("action", [Award(1, 1), Finish(1)])
def test_nobody_gives_a_game_away_at_a_table(action: Award | Finish) -> None:
    assert refused(played(table(), *FIRST), action) == "not_at_a_table"


def test_the_next_game_is_of_the_same_kind() -> None:
    start = new_table(open_chouette(FOUR), NACKGAMMON)
    over = played(start, OpeningThrow(6, 5), MakePlay(1, "24/13"), Double("B"), Drop("A"))
    assert over.game.rules.variant == NACKGAMMON


@pytest.mark.parametrize(
    "action",
    [
        *FIRST,
        Roll(2, Dice(6, 4)),
        Double("A", "B"),
        Raccoon("C"),
        Join("E", 1),
        Leave("A"),
        DrawOrder("3652"),
    ],
)
def test_what_is_written_is_read_again(action: object) -> None:
    assert from_data(to_data(action)) == action  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"do": "cheat"},
        {"do": 7},
        {"do": "take"},
        {"do": "take", "by": ["A"]},
        {"do": "take", "by": "A", "for": "B"},
        {"do": "roll", "side": 1},
    ],
)
def test_what_is_no_action_is_refused(data: object) -> None:
    with pytest.raises(EngineError) as caught:
        from_data(data)
    assert caught.value.code == "action_unreadable"


def test_house_rules_are_written_as_what_differs() -> None:
    rules = ChouetteRules(cube="multi", beaver=True, stake=5)
    assert rules_to_data(rules) == {"cube": "multi", "beaver": True, "stake": 5}
    assert rules_from_data(rules_to_data(rules)) == rules
    with pytest.raises(ChouetteError) as caught:
        rules_from_data({"dice": "loaded"})
    assert caught.value.code == "rules_unreadable"
