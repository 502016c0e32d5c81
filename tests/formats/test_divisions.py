"""Promotion and relegation between the divisions of a season."""

from collections.abc import Mapping

import pytest
from hypothesis import given, strategies as st

from tests.formats.cast import letter, names
from tests.formats.refusal import refused
from tournaments.formats.divisions import Division, Finisher, Movements, Way, movements
from tournaments.formats.graph import EntrantId


def division(number: int, line: str, up: int = 1, down: int = 1) -> Division:
    """`a bc d-`: a first, b and c share the second place, d withdrew."""
    table, place = [], 1
    for group in line.split():
        here = names(group.strip("-"))
        last = place + len(here) - 1
        table += [Finisher(entrant, place, last, group.endswith("-")) for entrant in here]
        place = last + 1
    return Division(number, table, up, down)


def moved(found: Movements) -> list[str]:
    return [f"{letter(m.entrant)} {m.way} {m.origin}>{m.to}" for m in found.movers]


def ahead(found: Movements) -> list[str]:
    return ["".join(map(letter, row)) for row in found.ahead]


def test_one_goes_up_and_one_comes_down() -> None:
    found = movements([division(1, "a b c"), division(2, "d e f"), division(3, "g h i")])
    assert moved(found) == ["c down 1>2", "d up 2>1", "f down 2>3", "g up 3>2"]
    assert ahead(found) == ["abd", "ceg", "fhi"]


def test_one_up_and_two_down() -> None:
    found = movements([division(1, "a b c d", down=2), division(2, "e f g h")])
    assert moved(found) == ["d down 1>2", "c down 1>2", "e up 2>1"]
    assert ahead(found) == ["abe", "dcfgh"]


def test_nobody_goes_above_the_first_nor_below_the_last_division() -> None:
    found = movements([division(1, "a b c")])
    assert (moved(found), ahead(found)) == ([], ["abc"])


def test_those_who_share_a_place_across_the_line_are_named() -> None:
    found = movements([division(1, "a bc"), division(2, "d e")])
    (tie,) = found.ties
    assert (tie.division, tie.way, tie.entrants, tie.places) == (1, Way.DOWN, (3, 2), 1)
    assert moved(found) == ["d up 2>1"]
    assert ahead(found) == ["abcd", "e"]


def test_a_shared_place_that_the_line_does_not_cut_is_no_question() -> None:
    found = movements([division(1, "a b cd", down=2), division(2, "ef g", up=2)])
    assert found.ties == ()
    assert moved(found) == ["d down 1>2", "c down 1>2", "e up 2>1", "f up 2>1"]


def test_of_a_tie_only_the_places_left_are_free() -> None:
    found = movements([division(1, "a b"), division(2, "c def g", up=2)])
    (tie,) = found.ties
    assert (tie.entrants, tie.places) == (tuple(names("def")), 1)
    assert "c up 2>1" in moved(found)


def test_who_was_chosen_of_a_tie_moves() -> None:
    (b,) = names("b")
    found = movements([division(1, "a bc"), division(2, "d e")], {b: Way.DOWN})
    assert found.ties == ()
    assert ahead(found) == ["acd", "be"]


def test_when_all_are_equal_both_lines_are_open() -> None:
    found = movements([division(1, "z"), division(2, "abcd"), division(3, "e")][1:])
    assert [(tie.division, tie.way) for tie in found.ties] == [(2, Way.DOWN)]
    found = movements([division(1, "yz", down=0), division(2, "abcd"), division(3, "e")])
    assert [(tie.division, tie.way) for tie in found.ties] == [(2, Way.UP), (2, Way.DOWN)]


def test_who_withdrew_goes_down_first() -> None:
    found = movements([division(1, "a- b c"), division(2, "d e")])
    assert moved(found) == ["a down 1>2", "d up 2>1"]


def test_all_who_withdrew_go_down_and_out_of_the_lowest() -> None:
    found = movements([division(1, "a b- c-"), division(2, "d e-")])
    assert moved(found) == ["b down 1>2", "c down 1>2", "d up 2>1", "e out 2>None"]
    assert ahead(found) == ["ad", "bc"]


@pytest.mark.parametrize(
    ("code", "divisions", "chosen"),
    [
        ("no_divisions", [], {}),
        ("division_twice", [division(1, "a b"), division(1, "c d")], {}),
        ("entrant_twice", [division(1, "a b"), division(2, "b c")], {}),
        ("division_too_small", [division(1, "a"), division(2, "b"), division(3, "c")], {}),
        ("not_tied", [division(1, "a b"), division(2, "c d")], {1: Way.DOWN}),
        ("not_tied", [division(1, "ab"), division(2, "c d")], {1: Way.UP}),
        ("too_many_chosen", [division(1, "ab"), division(2, "c")], {1: Way.DOWN, 2: Way.DOWN}),
    ],
)
def test_what_cannot_be_is_refused(
    code: str, divisions: list[Division], chosen: Mapping[EntrantId, Way]
) -> None:
    with refused(code):
        movements(divisions, chosen)


@given(st.lists(st.integers(2, 6), min_size=1, max_size=5), st.data())
def test_nobody_is_lost_and_nobody_is_in_two_places(sizes: list[int], data: st.DataObject) -> None:
    divisions, first = [], 1
    for number, size in enumerate(sizes, start=1):
        table = [Finisher(EntrantId(first + n), n + 1, n + 1) for n in range(size)]
        up = data.draw(st.integers(0, size))
        divisions.append(Division(number, table, up, data.draw(st.integers(0, size - up))))
        first += size
    found = movements(divisions)
    assert sorted(entrant for row in found.ahead for entrant in row) == list(range(1, first))
    for mover in found.movers:
        assert mover.to is not None
        assert mover.entrant in found.ahead[mover.to - 1]
        assert abs(mover.to - mover.origin) == 1
