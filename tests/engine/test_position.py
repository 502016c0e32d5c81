"""A position is fifteen checkers a side, wherever they stand."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from matches.engine.boards import parse_board
from matches.engine.errors import PositionError
from matches.engine.position import BAR, HAND, OFF, PLACES, Position
from tests.engine.strategies import positions

ENDLESS = pytest.param("x" * 10**6, id="endless")
STANDARD = {24: 2, 13: 5, 8: 3, 6: 5}
START = Position.of(STANDARD, STANDARD)


def refusal(own: Any, other: Any = STANDARD, **options: Any) -> PositionError:
    with pytest.raises(PositionError) as refused:
        Position.of(own, other, **options)
    return refused.value


def test_a_side_counts_from_24_to_1_whichever_it_is() -> None:
    for side in (1, 2):
        assert [START.count(side, point) for point in (24, 13, 8, 6, 1)] == [2, 5, 3, 5, 0]
        assert START.pips(side) == 167


def test_who_is_not_named_is_off() -> None:
    position = Position.of({6: 3}, {BAR: 2, HAND: 1})
    assert (position.off(1), position.off(2)) == (12, 12)
    assert position.places(1) == {6: 3, OFF: 12}
    assert position.places(2) == {HAND: 1, BAR: 2, OFF: 12}


def test_off_may_be_named_as_well() -> None:
    assert Position.of({6: 3, OFF: 12}, STANDARD) == Position.of({6: 3}, STANDARD)


def test_bar_and_hand_are_25_pips_away_and_off_none() -> None:
    assert Position.of({6: 3, BAR: 2, HAND: 1}, {}).pips(1) == 3 * 6 + 2 * 25 + 25
    assert Position.of({}, {}).pips(1) == 0


def test_the_opponent_sees_the_sides_exchanged() -> None:
    position = parse_board("X{6:1p 4:2}[bar1] O{19:2 24:1p}[hand3]")
    seen = position.mirrored()
    assert seen == parse_board("X{19:2 24:1p}[hand3] O{6:1p 4:2}[bar1]")
    assert (seen.pinned(1), seen.pinned(2)) == (frozenset({24}), frozenset({6}))


@given(positions())
def test_seen_twice_from_the_other_side_it_is_the_same(position: Position) -> None:
    assert position.mirrored().mirrored() == position
    assert position.mirrored().places(1) == position.places(2)


@given(positions())
def test_its_repr_makes_it_again(position: Position) -> None:
    assert eval(repr(position)) == position  # the repr of a value of ours


def test_pins_are_part_of_the_position() -> None:
    pinned = Position.of({6: 1}, {19: 2}, pinned=(frozenset({6}), frozenset()))
    assert pinned != Position.of({6: 1}, {19: 2})
    assert eval(repr(pinned)) == pinned


def test_equal_positions_are_one_key() -> None:
    assert len({START, Position.of(STANDARD, STANDARD), START.mirrored()}) == 1


@given(positions())
def test_nobody_is_lost(position: Position) -> None:
    for side in (1, 2):
        assert sum(position.count(side, place) for place in PLACES) == 15


@pytest.mark.parametrize(
    ("code", "own"),
    [
        ("not_a_place", {27: 1}),
        ("not_a_place", {-1: 1}),
        ("not_a_place", {"6": 1}),
        ("not_a_place", {6.0: 1}),
        ("not_a_place", {True: 1}),
        ("not_a_place", {10**5000: 1}),
        ("checkers_not_whole", {6: -1}),
        ("checkers_not_whole", {6: 1.0}),
        ("checkers_not_whole", {6: True}),
        ("checkers_not_whole", {6: "5"}),
        ("checkers_not_whole", {OFF: -1}),
        ("too_many_checkers", {6: 16}),
        ("too_many_checkers", {6: 8, 5: 8}),
        ("too_many_checkers", {6: 15, OFF: 1}),
        ("too_many_checkers", {6: 10**5000}),
        ("too_few_checkers", {6: 10, OFF: 4}),
    ],
)
def test_other_checkers_are_refused_by_cause(code: str, own: dict[Any, Any]) -> None:
    for error in (refusal(own), refusal(STANDARD, own)):
        assert error.code == code
        assert len(str(error)) < 120


@pytest.mark.parametrize("garbage", [None, 27, 3, -1, True, 1.0, "1", 10**5000], ids=type)
def test_only_a_side_and_a_place_are_counted(garbage: Any) -> None:
    position = Position.of(STANDARD, STANDARD)
    questions: list[Callable[[Any], object]] = [
        position.places,
        position.pinned,
        position.pips,
        position.off,
        lambda side: position.count(side, 24),
    ]
    for question in questions:
        with pytest.raises(PositionError) as refused:
            question(garbage)
        assert refused.value.code == "no_such_side"
    if garbage != 3:
        with pytest.raises(PositionError) as refused:
            position.count(1, garbage)
        assert refused.value.code == "not_a_place"


@pytest.mark.parametrize(
    "pins", [None, 5, "24", (), (frozenset(),), (frozenset(),) * 3, ({24: 1}, None), [{24}, set()]]
)
def test_pins_are_two_sets_of_points(pins: Any) -> None:
    error = refusal({24: 1}, pinned=pins)
    assert error.code == "pins_unreadable"


@pytest.mark.parametrize("point", [5, 8, 0, 25, 99, -1, True, 24.0, "24", None, ENDLESS])
def test_only_a_single_checker_on_a_point_is_pinned(point: Any) -> None:
    own = {24: 1, 8: 2, BAR: 1}
    error = refusal(own, pinned=(frozenset({point}), frozenset()))
    assert error.code == "pin_without_checker"
    assert len(str(error)) < 120
