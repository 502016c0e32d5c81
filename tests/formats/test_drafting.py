"""A draft altered by hand, late entries, and what is too late for either."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from tests.formats.cast import entrants, listing, names
from tests.formats.playing import beats, played_out
from tests.formats.shaped import EVERY_CONFIG, FIVE, SEVEN, drawn
from tournaments.formats.alterations import Alteration, Altering
from tournaments.formats.brackets import brackets
from tournaments.formats.drafting import alter, altered, move_bye, swap_entrants
from tournaments.formats.draw import Draw, DrawConfig, draw
from tournaments.formats.elimination import spread
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import Entrant, EntrantId
from tournaments.formats.lots import ALGORITHM
from tournaments.formats.progress import Outcome, progress
from tournaments.formats.shapes import Shape
from tournaments.formats.standings import standings

PLAIN = DrawConfig(SEVEN)
WITH_CONSOLATION = DrawConfig(SEVEN, FIVE)


def in_order(letters: str, config: DrawConfig = PLAIN) -> Draw:
    """A draw in which the lots gave the lines from the top."""
    field = names(letters)
    lines = spread([Entrant(one) for one in field])
    return Draw(ALGORITHM, "s", tuple(field), lines, *brackets(lines, config))


def change(altering: Altering, letters: str) -> Alteration:
    return Alteration(altering, tuple(names(letters)))


def first_round(drawn: Draw) -> list[str]:
    return [line for line in listing(drawn.graph) if line.startswith(("M1", "P1"))]


def test_two_swap_their_lines_and_the_draw_remembers_it() -> None:
    swapped = swap_entrants(in_order("abcd"), PLAIN, *names("ac"))
    assert first_round(swapped) == ["M1.1 c b", "M1.2 a d"]
    assert swapped.altered == (change(Altering.SWAP, "ac"),)
    assert in_order("abcd").altered == ()


def test_a_bye_moves_and_the_opponent_goes_where_it_was() -> None:
    giver, taker = names("ab")
    moved = move_bye(in_order("abc"), PLAIN, giver=giver, taker=taker)
    assert first_round(moved) == ["M1.1 a c", "M1.2 b bye"]


def test_changes_can_be_replayed() -> None:
    field = entrants(11)
    first = draw(field, WITH_CONSOLATION, seed="s")
    there = swap_entrants(first, WITH_CONSOLATION, EntrantId(1), EntrantId(5))
    there = alter(
        there, WITH_CONSOLATION, Alteration(Altering.PRELIMINARY, (EntrantId(12), EntrantId(2)))
    )
    again = altered(draw(field, WITH_CONSOLATION, seed="s"), WITH_CONSOLATION, there.altered)
    assert again == there


def test_a_late_entrant_takes_a_bye_that_was_advanced() -> None:
    late = alter(in_order("abc"), PLAIN, change(Altering.FILL_BYE, "da"), {"M1.2": beats("bc")})
    assert first_round(late) == ["M1.1 a d", "M1.2 b c"]
    assert late.field == tuple(names("abcd"))
    assert progress(late.graph, {"M1.2": beats("bc")})["M2.1"].first is None


def test_not_once_somebody_has_played_on_from_it() -> None:
    outcomes = {"M1.2": beats("bc"), "M2.1": beats("ab")}
    with pytest.raises(FormatError, match=r"results of M2\.1") as refused:
        alter(in_order("abc"), PLAIN, change(Altering.FILL_BYE, "da"), outcomes)
    assert (refused.value.code, refused.value.detail["keys"]) == ("result_in_the_way", ["M2.1"])


@pytest.mark.parametrize("shape", [Shape.FIRST_MATCH, Shape.PROGRESSIVE, Shape.DOUBLE])
def test_with_the_byes_filled_losers_drop_as_in_a_full_bracket(shape: Shape) -> None:
    config = DrawConfig(SEVEN, FIVE, shape)
    late = alter(in_order("abcdefg", config), config, change(Altering.FILL_BYE, "ha"))
    full = in_order("ahbcdefg", config)
    assert listing(late.graph) == listing(full.graph)


def test_a_preliminary_match_is_played_for_a_line() -> None:
    late = alter(in_order("abcd"), PLAIN, change(Altering.PRELIMINARY, "eb"))
    assert listing(late.graph) == ["P1.1 b e", "M1.2 c d", "M1.1 a W-P1.1", "M2.1 W-M1.1 W-M1.2"]


def test_who_loses_a_preliminary_match_has_the_consolation_of_round_one() -> None:
    late = alter(
        in_order("abcd", WITH_CONSOLATION), WITH_CONSOLATION, change(Altering.PRELIMINARY, "eb")
    )
    consolation = [line for line in listing(late.graph) if line.startswith("C1")]
    assert consolation == ["C1.1 L-P1.1 bye", "C1.2 L-M1.1 L-M1.2"]


def test_elsewhere_he_is_out_and_the_director_is_told() -> None:
    config = DrawConfig(SEVEN, FIVE, Shape.DOUBLE)
    late = alter(in_order("abcd", config), config, change(Altering.PRELIMINARY, "eb"))
    assert [notice.code for notice in late.notices] == ["preliminary_losers_out"]


def test_a_bracket_grows_and_the_newcomers_meet_the_last_lines() -> None:
    late = alter(in_order("abcd"), PLAIN, change(Altering.GROW, "ef"))
    assert first_round(late) == ["M1.1 a bye", "M1.2 b e", "M1.3 c bye", "M1.4 d f"]


def test_a_bracket_does_not_grow_once_a_match_is_played() -> None:
    with pytest.raises(FormatError) as refused:
        alter(in_order("abcd"), PLAIN, change(Altering.GROW, "e"), {"M1.1": beats("ab")})
    assert refused.value.code == "result_in_the_way"


def test_results_of_others_do_not_hinder_a_swap() -> None:
    outcomes = {"M1.1": beats("ab")}
    swapped = alter(in_order("abcdefgh"), PLAIN, change(Altering.SWAP, "cg"), outcomes)
    assert progress(swapped.graph, outcomes).orphans == {}


def test_a_result_that_did_not_count_before_is_not_in_the_way() -> None:
    outcomes = {"M1.1": Outcome(*names("cd"))}
    assert alter(in_order("abcd"), PLAIN, change(Altering.SWAP, "ab"), outcomes).altered


@pytest.mark.parametrize(
    ("code", "field", "alteration"),
    [
        ("entrant_not_on_line", "abc", change(Altering.SWAP, "az")),
        ("entrant_twice", "abc", change(Altering.SWAP, "aa")),
        ("entrants_miscounted", "abc", change(Altering.SWAP, "abc")),
        ("entrants_miscounted", "abc", change(Altering.SWAP, "a")),
        ("entrants_miscounted", "abcd", change(Altering.GROW, "")),
        ("no_bye", "abc", change(Altering.MOVE_BYE, "ba")),
        ("bye_already", "abcde", change(Altering.MOVE_BYE, "ad")),
        ("no_bye", "abcd", change(Altering.FILL_BYE, "ea")),
        ("entrant_twice", "abc", change(Altering.FILL_BYE, "ba")),
        ("entrant_twice", "abcd", change(Altering.PRELIMINARY, "ab")),
        ("byes_left", "abc", change(Altering.GROW, "d")),
        ("no_room", "ab", change(Altering.GROW, "cdefg")),
    ],
)
def test_changes_that_cannot_be_are_refused(code: str, field: str, alteration: Alteration) -> None:
    with pytest.raises(FormatError) as refused:
        alter(in_order(field), PLAIN, alteration)
    assert refused.value.code == code


@settings(max_examples=50, deadline=None)
@given(st.integers(2, 20), st.sampled_from(EVERY_CONFIG), st.data())
def test_whatever_is_altered_the_event_can_be_played(
    size: int, config: DrawConfig, data: st.DataObject
) -> None:
    first = now = drawn(size, config)
    for number in range(data.draw(st.integers(1, 6))):
        altering = data.draw(st.sampled_from(Altering))
        among = data.draw(st.tuples(st.sampled_from(now.field), st.sampled_from(now.field)))
        if altering not in {Altering.SWAP, Altering.MOVE_BYE}:
            among = (EntrantId(100 + number), among[1])
        if altering is Altering.GROW:
            among = (EntrantId(100 + number), EntrantId(200 + number))
        with suppress(FormatError):
            now = alter(now, config, Alteration(altering, among))
    outcomes = played_out(now.graph, Random(size))
    places = standings(now.graph, progress(now.graph, outcomes))
    assert sorted(one.entrant for one in places) == sorted(now.field)
    assert all(one.final for one in places)
    assert altered(first, config, now.altered) == now
