"""A play is accepted exactly when it is one of the legal plays, however it is written."""

from collections import Counter
from contextlib import suppress
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, strategies as st

from matches.engine.check import check_numbers, check_play
from matches.engine.dice import Dice
from matches.engine.errors import EngineError, IllegalPlay, NotationError
from matches.engine.generate import legal_ways
from matches.engine.notation import Style, format_play
from matches.engine.play import Move, Play
from matches.engine.plays import legal_plays
from matches.engine.position import NIBBLE, Position
from matches.engine.positionid import parse_position_id
from matches.engine.presets import GAMES
from matches.engine.shots import shots
from matches.engine.steps import FREE, HEAD, Limits, Step, sources, step_from
from matches.engine.variant import Variant
from tests.engine.facts import records
from tests.engine.strategies import turns

STYLES: tuple[Style, ...] = ("chains", "hops", "bare")

Turn = tuple[Variant, Position, Dice, bool]


def accepted(turn: Turn, play: Any) -> Play | None:
    variant, position, dice, first = turn
    with suppress(IllegalPlay):
        return check_play(position, dice, play, variant, first_turn=first)
    return None


def plays(turn: Turn) -> dict[int, tuple[Move, ...]]:
    variant, position, dice, first = turn
    return legal_ways(position.bits, variant.numbers(dice), variant, first_turn=first)


def some(data: st.DataObject, ways: dict[int, tuple[Move, ...]]) -> list[tuple[int, Any]]:
    """A few of the plays; all would be thousands."""
    return data.draw(st.lists(st.sampled_from(sorted(ways.items())), min_size=1, max_size=5))


def test_what_gnu_backgammon_writes_leads_where_it_says_and_is_written_so_again() -> None:
    read = 0
    for record in records("legal_plays_moves"):
        position, dice = parse_position_id(record["position_id"]), Dice(*record["dice"])
        for play in record["plays"]:
            found = check_play(position, dice, play["move"])
            after = parse_position_id(play["to"]).mirrored()
            assert found.after == after, (position, dice, play["move"])
            assert format_play(found) == (play["move"] or "(pass)")
            read += 1
    assert read == 63956


@given(turns(), st.data())
def test_every_legal_play_of_every_game_is_read_from_what_is_written_of_it(
    turn: Turn, data: st.DataObject
) -> None:
    position = turn[1]
    for after, moves in some(data, plays(turn)):
        play = Play(position, moves, Position(after))
        for style in STYLES:
            assert accepted(turn, format_play(play, style)) == play
        for given_as in (play, moves, [move[:2] for move in moves], list(reversed(moves))):
            assert accepted(turn, given_as) == play


def steps_can_be(turn: Turn, pairs: list[tuple[int, int]]) -> set[int]:
    """The positions to which single steps lead, in any order and with any of the numbers."""
    variant, position, dice, first = turn
    two = first and variant.head_first_turn != "none"
    head_from = position.count(1, HEAD)
    limits = FREE if variant.head == "free" else Limits(2 if two else 1, head_from)
    ends = set()
    for order in set(permutations(pairs)):
        for numbers in set(permutations(variant.numbers(dice), len(pairs))):
            bits = position.bits
            for (start, end), number in zip(order, numbers, strict=True):
                step = step_from(bits, start, number, variant, limits)
                there = bits >> 4 * start & NIBBLE and start in sources(bits, variant)
                if not there or not isinstance(step, Step) or step.move.end != end:
                    break
                bits = step.after
            else:
                ends.add(bits)
    return ends


@given(turns(), st.data())
def test_steps_are_accepted_when_some_order_of_them_is_a_legal_play(
    turn: Turn, data: st.DataObject
) -> None:
    """Plays with a move dropped, exchanged, turned round, or played with another roll."""
    variant, position, dice, first = turn
    ways = plays(turn)
    pairs = [move[:2] for move in some(data, ways)[0][1]]
    change = data.draw(st.sampled_from(("drop", "die", "other", "none")))
    if change == "drop" and pairs:
        pairs.pop(data.draw(st.integers(0, len(pairs) - 1)))
    if change == "die":
        dice = Dice(dice.high, data.draw(st.integers(1, 6)))
    if change == "other" and pairs:
        start = data.draw(st.integers(1, 25))
        pairs[0] = (start, max(0, start - dice.low))
    turn = (variant, position, dice, first)
    numbers = variant.numbers(dice)
    legal = steps_can_be(turn, pairs[:4]) & set(plays(turn))
    play = accepted(turn, [Move(start, end, 0) for start, end in pairs])
    if len(pairs) <= len(numbers) and legal:
        assert play is not None
        assert {play.after.bits} == legal
    if play is not None:
        assert play.after.bits in plays(turn)
        assert len(play.moves) >= len(pairs)
        assert legal or len(play.moves) > len(pairs)


@given(turns(), st.data())
def test_what_is_accepted_is_played_step_by_step_as_it_says(
    turn: Turn, data: st.DataObject
) -> None:
    variant, position, dice, first = turn
    places = st.sampled_from([*range(27), *position.places(1)])
    pair = st.tuples(places, places).map(lambda pair: (max(pair), min(pair)))
    hops = data.draw(st.lists(pair.filter(lambda p: p[0] > 0 and p[1] < 25), max_size=3))
    play = accepted(turn, hops)
    if play is None:
        return
    bits = position.bits
    two = first and variant.head_first_turn != "none"
    limits = FREE if variant.head == "free" else Limits(2 if two else 1, position.count(1, HEAD))
    for move in play.moves:
        assert move.start in sources(bits, variant)
        step = step_from(bits, move.start, move.number, variant, limits)
        assert isinstance(step, Step)
        assert step.move == move
        bits = step.after
    assert bits == play.after.bits
    assert bits in plays(turn)
    assert not Counter(play.numbers) - Counter(variant.numbers(dice))


@given(turns(), st.text() | st.text("0123456789/*() ,-baroffhand", max_size=60))
def test_any_text_is_a_play_or_an_error_of_the_engine(turn: Turn, text: str) -> None:
    variant, position, dice, first = turn
    with suppress(EngineError):
        check_play(position, dice, text, variant, first_turn=first)


@pytest.mark.parametrize(
    "text", ["24/1(4) " * 25, "24/1(4)", "24/off(4)", "6/5 " * 50, "24/23/22/21/20/19/18/17/16"]
)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_big_texts_are_refused_by_name_in_every_game(text: str, game: str) -> None:
    variant = GAMES[game]
    for dice in (Dice(1, 1), Dice(6, 5)):
        with pytest.raises(IllegalPlay):
            check_play(variant.starting_position, dice, text, variant)


@pytest.mark.parametrize("garbage", [None, 7, "backgammon", Dice(3, 1), {}])
def test_what_is_no_position_or_no_game_is_refused_by_name(garbage: Any) -> None:
    start, dice = GAMES["backgammon"].starting_position, Dice(3, 1)
    questions: dict[str, list[Any]] = {
        "not_a_position": [
            lambda: check_play(garbage, dice, "8/5 6/5"),
            lambda: check_numbers(garbage, (3, 1), "8/5 6/5"),
            lambda: legal_plays(garbage, dice),
            lambda: shots(garbage),
        ],
        "not_a_variant": [
            lambda: check_play(start, dice, "8/5 6/5", garbage),
            lambda: check_numbers(start, (3, 1), "8/5 6/5", garbage),
            lambda: legal_plays(start, dice, garbage),
            lambda: shots(start, garbage),
        ],
    }
    for code, asked in questions.items():
        for question in asked:
            with pytest.raises(EngineError) as refused:
                question()
            assert refused.value.code == code


@pytest.mark.parametrize(
    "play",
    [None, 7, 7.5, True, object(), [7], [None], ["13/8"], [(13, 8, 5)], [(True, 0)], [(27, 20)],
     [(13, 25)], [(0, 0)], [(13.0, 8.0)], [(10**400, 1)], [Move(13, 8, 7)], b"13/8", {13: 8},
     [(13, 8)] * 101],
)  # fmt: skip
def test_what_is_no_play_is_refused_as_unreadable(play: Any) -> None:
    with pytest.raises(NotationError) as refused:
        check_play(GAMES["backgammon"].starting_position, Dice(3, 1), play)
    assert refused.value.code == "moves_unreadable"
    assert str(refused.value)
