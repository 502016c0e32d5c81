"""The legal plays of a roll can be counted, asked, walked and applied."""

from typing import Any

import pytest

from matches.engine.boards import parse_board
from matches.engine.dice import ROLLS, Dice
from matches.engine.errors import EngineError, NotationError
from matches.engine.play import Move, Play
from matches.engine.plays import LegalPlays, legal_plays
from matches.engine.position import Position
from matches.engine.presets import BACKGAMMON, PLAKOTO, TAVLA, VARIANTS
from matches.engine.variant import Variant

START = BACKGAMMON.starting_position
SHUT_OUT = parse_board("X{6:14}[bar1] O{6:3 5:3 4:3 3:2 2:2 1:2}")


def opening() -> LegalPlays:
    return legal_plays(START, Dice(3, 1))


def test_there_are_sixteen_ways_to_play_an_opening_31() -> None:
    assert len(opening()) == 16
    assert opening().numbers_used == 2
    assert not opening().must_pass


def test_every_play_leads_from_the_position_to_one_of_the_results() -> None:
    plays = opening()
    assert {play.after for play in plays} == plays.results
    assert {play.after.bits for play in plays} == plays.packed_results
    assert {play.before for play in plays} == {START}


def test_a_play_is_legal_when_it_leads_where_a_legal_one_leads() -> None:
    after = parse_board("X{24:2 13:5 8:2 6:4 5:2} O{24:2 13:5 8:3 6:5}")
    small_first = Play(START, (Move(6, 5, 1), Move(8, 5, 3)), after)
    assert small_first in opening()
    assert opening().result(small_first) == after


@pytest.mark.parametrize(
    ("play", "code"),
    [
        (Play(START, (), START), "must_play_both"),
        (Play(START, (Move(6, 5, 1),), Position(START.bits - 1)), "must_play_both"),
        ("8/5", "must_play_both"),
        ("8/4*", "wrong_star"),
        ("24/18", "wrong_number"),
        ("nonsense", "word_unreadable"),
        (None, "moves_unreadable"),
    ],
)
def test_what_is_not_a_legal_play_has_no_result(play: Any, code: str) -> None:
    assert play not in opening()
    with pytest.raises(EngineError) as refused:
        opening().result(play)
    assert refused.value.code == code


@pytest.mark.parametrize("text", ["8/5 6/5", "6/5 8/5", "24/20", "24/23/20", "13/10, 6/5"])
def test_a_text_in_any_usual_notation_can_be_asked_and_played(text: str) -> None:
    assert text in opening()
    assert opening().result(text) == opening().check(text).after


@pytest.mark.parametrize("what", [None, "31", 31, (3, 1), [3, 1]])
def test_only_positions_and_rolls_have_plays(what: Any) -> None:
    with pytest.raises(NotationError, match="is not a roll"):
        legal_plays(START, what)
    with pytest.raises(NotationError, match="is not a position"):
        legal_plays(what, Dice(3, 1))


@pytest.mark.parametrize("roll", ROLLS)
def test_a_player_who_cannot_enter_must_pass(roll: Dice) -> None:
    plays = legal_plays(SHUT_OUT, roll)
    assert (len(plays), plays.numbers_used, plays.must_pass) == (1, 0, True)
    assert [(play.is_pass, play.after) for play in plays] == [(True, SHUT_OUT)]


@pytest.mark.parametrize("game", VARIANTS.values(), ids=lambda game: game.name)
def test_every_game_opens_with_plays_of_its_own(game: Variant) -> None:
    for roll in ROLLS:
        for play in legal_plays(game.starting_position, roll, game, first_turn=True):
            assert set(play.numbers) <= set(roll)
            assert play.after != play.before or play.is_pass


@pytest.mark.parametrize("game", VARIANTS.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("roll", [Dice(6, 5), Dice(2, 2)])
def test_a_position_that_the_game_does_not_know_has_plays_of_fifteen_checkers(
    game: Variant, roll: Dice
) -> None:
    for waiting in ("bar1,hand1", "hand2", "bar2"):
        position = parse_board(f"X{{19:1 6:11 3:1}}[{waiting}] O{{22:1 6:9 1:1}}[bar2,hand2]")
        assert position.status(game)
        for play in legal_plays(position, roll, game):
            assert sum(play.after.places(1).values()) == sum(play.after.places(2).values()) == 15


def test_a_compulsion_of_the_game_leaves_fewer_plays() -> None:
    start = parse_board("X{2:1 1:1}[off13] O{24:15}")
    assert len(legal_plays(start, Dice(2, 1), TAVLA)) == 1
    assert len(legal_plays(start, Dice(2, 1), BACKGAMMON)) == 1
    start = parse_board("X{6:2 1:1}[off12] O{24:15}")
    assert len(legal_plays(start, Dice(2, 1), TAVLA)) < len(legal_plays(start, Dice(2, 1)))


def test_the_numbers_used_are_those_of_the_longest_play() -> None:
    start = parse_board("X{5:1 3:1}[off13] O{1:15}")
    assert legal_plays(start, Dice(5, 3), PLAKOTO).numbers_used == 2
