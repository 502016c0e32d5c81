"""Layouts, byes and rounds of a single elimination."""

import pytest

from tests.formats.cast import entrants, graph, listing, names, node
from tournaments.formats.elimination import Lengths, knockout, layout, spread
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import Bye, Entrant, Graph, Source

SEVEN = Lengths(7)


def lines(letters: str) -> tuple[Source, ...]:
    return spread([Entrant(entrant) for entrant in names(letters)])


def bracket(letters: str) -> list[str]:
    return listing(Graph(knockout("M", lines(letters), SEVEN)))


def test_the_layout_of_eight_is_the_usual_one() -> None:
    assert layout(8) == (1, 8, 4, 5, 2, 7, 3, 6)


@pytest.mark.parametrize("rounds", range(1, 11))
def test_favourites_meet_as_late_as_can_be(rounds: int) -> None:
    seeds = list(layout(2**rounds))
    assert sorted(seeds) == list(range(1, 2**rounds + 1))
    while len(seeds) > 1:
        pairs = list(zip(seeds[::2], seeds[1::2], strict=True))
        assert {a + b for a, b in pairs} == {len(seeds) + 1}
        seeds = [min(pair) for pair in pairs]


def test_two_play_the_final() -> None:
    assert bracket("ab") == ["M1.1 a b"]


def test_three_have_one_bye() -> None:
    assert bracket("abc") == ["M1.1 a bye", "M1.2 b c", "M2.1 W-M1.1 W-M1.2"]


def test_five_have_three_byes_and_one_match() -> None:
    assert bracket("abcde")[:4] == ["M1.1 a bye", "M1.2 b c", "M1.3 d bye", "M1.4 e bye"]


def test_six_have_a_bye_in_each_half() -> None:
    assert bracket("abcdef") == [
        "M1.1 a bye",
        "M1.2 b c",
        "M1.3 d bye",
        "M1.4 e f",
        "M2.1 W-M1.1 W-M1.2",
        "M2.2 W-M1.3 W-M1.4",
        "M3.1 W-M2.1 W-M2.2",
    ]


@pytest.mark.parametrize(("count", "size", "byes"), [(31, 32, 1), (33, 64, 31), (32, 32, 0)])
def test_lines_are_the_next_power_of_two(count: int, size: int, byes: int) -> None:
    field = [Entrant(entrant) for entrant in names("abcdefghijklmnopqrstuvwxyzABCDEFG"[:count])]
    on_lines = spread(field)
    assert len(on_lines) == size
    assert on_lines.count(Bye()) == byes
    assert [source for source in on_lines if source != Bye()] == field


@pytest.mark.parametrize("count", range(2, 130))
def test_byes_never_meet_and_are_spread_over_all_parts(count: int) -> None:
    on_lines = spread([Entrant(entrant) for entrant in entrants(count)])
    part = len(on_lines)
    while part >= 2:
        byes = [on_lines[top : top + part].count(Bye()) for top in range(0, len(on_lines), part)]
        assert max(byes) - min(byes) <= 1
        part //= 2


def test_lengths_count_from_the_final() -> None:
    nodes = knockout("M", lines("abcdefgh"), Lengths(5, {1: 9, 2: 7}))
    assert [n.length for n in nodes] == [5, 5, 5, 5, 7, 7, 9]
    short = knockout("M", lines("ab"), Lengths(5, {1: 9, 2: 7}))
    assert [n.length for n in short] == [9]


def test_a_bracket_takes_any_sources() -> None:
    main = [node("M1.1 a b"), node("M1.2 c d")]
    third = knockout("C", [node("C1.1 L-M1.1 L-M1.2").first, Bye()], SEVEN)
    assert listing(Graph([*main, *third])) == ["M1.1 a b", "M1.2 c d", "C1.1 L-M1.1 bye"]
    assert graph("M1.1 a b", "M1.2 c d", "C1.1 L-M1.1 bye") == Graph([*main, *third])


@pytest.mark.parametrize("count", [0, 1, 3, 6, 12])
def test_lines_that_do_not_halve_evenly_are_refused(count: int) -> None:
    with pytest.raises(FormatError) as refused:
        knockout("M", [Bye()] * count, SEVEN)
    assert refused.value.code == "lines_uneven"
