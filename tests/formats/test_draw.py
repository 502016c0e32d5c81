"""The blind draw: repeatable from its seed, fair with byes, and with a compact consolation."""

from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from tests.formats.by_the_book import shuffled_by_the_book
from tests.formats.cast import entrants, listing, names
from tournaments.formats.draw import MAX_FIELD, Draw, DrawConfig, draw
from tournaments.formats.elimination import Lengths
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import Bye, Entrant, EntrantId

PLAIN = DrawConfig(Lengths(7))
BOTH = DrawConfig(Lengths(7, {1: 11}), consolation=Lengths(3, {1: 5}))

sizes = st.integers(2, 200)
seeds = st.text(min_size=1).filter(str.strip)


def consolation(drawn: Draw) -> list[str]:
    return [line for line in listing(drawn.graph) if line.startswith("C")]


@settings(max_examples=40, deadline=None)
@given(sizes, seeds)
def test_a_draw_follows_from_its_seed(size: int, seed: str) -> None:
    field = entrants(size)
    drawn = draw(field, BOTH, seed=seed)
    on_lines = [source.id for source in drawn.lines if isinstance(source, Entrant)]
    assert on_lines == shuffled_by_the_book(seed, field)
    assert drawn == draw(field, BOTH, seed=seed)
    assert (drawn.algorithm, drawn.seed, drawn.field) == ("sha256-shuffle-1", seed, tuple(field))


def test_another_seed_is_another_draw() -> None:
    field = entrants(32)
    draws = {draw(field, PLAIN, seed=f"seed {n}").lines for n in range(20)}
    assert len(draws) == 20


def test_everybody_gets_the_bye_equally_often() -> None:
    # Three entrants, one bye: 3,000 draws expect 1,000 each, give or take 26 (one sigma).
    lucky = Counter(draw(names("abc"), PLAIN, seed=str(n)).lines[0] for n in range(3000))
    assert all(abs(lucky[Entrant(entrant)] - 1000) < 100 for entrant in names("abc"))


@settings(max_examples=40, deadline=None)
@given(sizes)
def test_nobody_meets_two_byes_and_no_bye_meets_a_bye(size: int) -> None:
    for node in draw(entrants(size), PLAIN, seed="s").graph.values():
        if node.round == 1:
            assert node.sources != (Bye(), Bye())
        else:
            assert Bye() not in node.sources


def test_two_play_one_match_the_final() -> None:
    drawn = draw(names("ab"), DrawConfig(Lengths(5, {1: 9})), seed="s")
    (final,) = drawn.graph.values()
    assert (final.key, final.length) == ("M1.1", 9)


def test_six_have_a_consolation_of_two() -> None:
    drawn = draw(names("abcdef"), BOTH, seed="s")
    assert consolation(drawn) == ["C1.1 L-M1.2 L-M1.4"]
    assert drawn.notices == ()
    assert drawn.graph["C1.1"].length == 5


def test_thirty_one_have_a_consolation_of_fifteen_with_one_bye() -> None:
    drawn = draw(entrants(31), BOTH, seed="s")
    first, *others = consolation(drawn)
    assert first == "C1.1 L-M1.2 bye"
    assert others[:2] == ["C1.2 L-M1.3 L-M1.4", "C1.3 L-M1.5 L-M1.6"]
    assert len(others) == 14
    assert [len(round_) for round_ in drawn.graph.rounds("C")] == [8, 4, 2, 1]


def test_consolation_is_drawn_for_matches_really_played() -> None:
    # 40 on 64 lines: 24 byes, 8 matches, so a full consolation of 8 without a hole.
    drawn = draw(entrants(40), BOTH, seed="s")
    assert [len(round_) for round_ in drawn.graph.rounds("C")] == [4, 2, 1]
    assert not [line for line in consolation(drawn) if "bye" in line]


@pytest.mark.parametrize("size", [2, 3, 5, 33])
def test_a_consolation_for_one_is_not_drawn_and_said_so(size: int) -> None:
    drawn = draw(entrants(size), BOTH, seed="s")
    assert drawn.graph.brackets() == ("M",)
    (notice,) = drawn.notices
    assert (notice.code, notice.detail) == ("consolation_too_small", {"matches": 1})


def test_no_notice_where_no_consolation_was_wanted() -> None:
    assert draw(names("abc"), PLAIN, seed="s").notices == ()


@pytest.mark.parametrize(
    ("code", "field", "seed"),
    [
        ("field_too_small", [], "s"),
        ("field_too_small", names("a"), "s"),
        ("field_too_large", entrants(MAX_FIELD + 1), "s"),
        ("entrant_twice", names("abca"), "s"),
        ("seed_missing", names("ab"), " "),
    ],
)
def test_a_draw_that_cannot_be_is_refused(code: str, field: list[EntrantId], seed: str) -> None:
    with pytest.raises(FormatError) as refused:
        draw(field, PLAIN, seed=seed)
    assert refused.value.code == code
