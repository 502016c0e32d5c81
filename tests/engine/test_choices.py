"""What may be done next."""

from typing import Any

from matches.engine.actions import Beaver, Double, MakePlay, Misplay, Resign, Roll, TimeOut
from matches.engine.boards import parse_board
from matches.engine.dice import Dice
from matches.engine.game import new_game
from matches.engine.match import new_match
from matches.engine.presets import ACEY_DEUCEY, LONG_NARDY
from matches.engine.rules import Rules
from matches.engine.turn import Phase
from tests.engine.playing import make_game, make_match, played


def test_every_listed_action_is_accepted() -> None:
    money = new_game(Rules(length=None, beavers=True, raccoons=True), starter=1)
    after = parse_board("X{24:1 6:14} O{24:2 13:5 8:3 6:5}")
    states = [
        new_game(Rules(length=7)),
        money,
        money.apply(Double(1)),
        played(money, Double(1), Beaver(2)),
        money.apply(Roll(1, Dice(3, 1))),
        played(money, Roll(1, Dice(3, 1)), Misplay(1, after)),
        money.apply(Resign(2, 3)),
        make_game(variant=LONG_NARDY),
    ]
    for state in states:
        actions = list(state.legal_actions())
        assert actions
        assert len(state.legal_actions()) == len(actions)
        assert all(action in state.legal_actions() for action in actions)


def test_before_a_roll_there_are_rolls_a_double_and_resignations() -> None:
    choices = make_game().legal_actions()
    assert choices.kinds == {"roll", "double", "resign"}
    assert len(choices) == 21 + 1 + 6


def test_with_a_roll_on_the_table_each_play_is_listed_once() -> None:
    game = make_game().apply(Roll(1, Dice(3, 1)))
    plays = [action for action in game.legal_actions() if isinstance(action, MakePlay)]
    assert len(plays) == 16


def test_in_acey_deucey_any_double_can_be_named() -> None:
    game = make_game("X{}[hand15] O{}[hand15]", ACEY_DEUCEY)
    game = game._replace(turn=game.turn._replace(phase=Phase.NAME, dice=Dice(2, 1)))
    assert game.legal_actions().kinds == {"name_double", "resign"}
    assert len(game.legal_actions()) == 6 + 6


def test_what_only_a_director_does_is_not_listed_but_can_be_asked() -> None:
    choices = make_game().legal_actions()
    assert "time_out" not in choices.kinds
    assert TimeOut(1) in choices
    nonsense: Any = "nonsense"
    assert nonsense not in choices


def test_nothing_can_be_done_after_the_end() -> None:
    assert list(make_game().apply(TimeOut(1)).legal_actions()) == []
    assert list(make_match(3, 3).legal_actions()) == []
    assert new_match(Rules(length=3)).legal_actions().kinds == {"opening", "resign"}
