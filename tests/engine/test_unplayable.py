"""What no match can begin with, be played by or be recorded as is refused by name."""

from typing import Any

import pytest

from matches.engine.actions import MakePlay, OpeningThrow
from matches.engine.boards import parse_board
from matches.engine.dice import Dice
from matches.engine.errors import IllegalAction, RulesError
from matches.engine.game import new_game
from matches.engine.match import new_match, replay
from matches.engine.notation import parse_play
from matches.engine.play import Play
from matches.engine.plays import legal_plays
from matches.engine.presets import BACKGAMMON
from matches.engine.rules import Rules
from tests.engine.playing import refused

NO_PLAYS = [None, 7, b"8/5 6/5", [(8, 5), (6, 5)], parse_play("8/5 6/5"), {"play": "8/5 6/5"}]


@pytest.mark.parametrize("play", NO_PLAYS, ids=repr)
def test_a_play_that_no_record_could_keep_is_not_made(play: Any) -> None:
    match = new_match(Rules(length=3)).apply(OpeningThrow(3, 1))
    assert refused(match, MakePlay(1, play)) == "play_unreadable"


def test_a_play_of_another_position_is_not_made() -> None:
    thrown = new_match(Rules(length=3)).apply(OpeningThrow(3, 1))
    play = next(iter(thrown.game.legal_plays()))
    elsewhere = parse_board("X{24:2 13:5 8:3 6:5} O{24:2 13:4 8:4 6:5}")
    moved = thrown._replace(game=thrown.game._replace(position=elsewhere))
    assert refused(moved, MakePlay(1, play)) == "play_of_elsewhere"
    assert thrown.apply(MakePlay(1, play)).game.position == play.after


@pytest.mark.parametrize("garbage", [None, 7, "8/5 6/5", object()])
def test_a_play_that_leads_to_no_position_is_not_legal(garbage: Any) -> None:
    start = BACKGAMMON.starting_position
    assert Play(start, (), garbage) not in legal_plays(start, Dice(3, 1))


@pytest.mark.parametrize("garbage", [None, 7, "money", {"length": 7}, {}, []], ids=repr)
def test_nothing_is_played_without_rules(garbage: Any) -> None:
    for begin in (new_match, new_game, lambda rules: replay(rules, [])):
        with pytest.raises(RulesError) as caught:
            begin(garbage)
        assert caught.value.code == "not_rules"


@pytest.mark.parametrize("starter", [3, -1, True, False, None, "1", 1.0, 10**5000], ids=type)
def test_only_a_side_can_begin(starter: Any) -> None:
    with pytest.raises(IllegalAction) as caught:
        new_game(Rules(length=3), starter=starter)
    assert caught.value.code == "no_such_side"


@pytest.mark.parametrize("garbage", [None, 7, object(), int])
def test_a_record_is_a_list(garbage: Any) -> None:
    with pytest.raises(IllegalAction) as caught:
        replay(Rules(length=3), garbage)
    assert caught.value.code == "not_a_record"
