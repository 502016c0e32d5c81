"""Lines by seeds, and byes by rule: everything else is by lot and can be repeated."""

from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from tests.formats.cast import entrants
from tests.formats.shaped import SEVEN
from tournaments.formats.draw import Draw, DrawConfig, draw
from tournaments.formats.elimination import layout
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import Bye, Entrant, EntrantId
from tournaments.formats.lots import ALGORITHM
from tournaments.formats.seeding import BLIND, SEEDED_ALGORITHM, Byes, DrawOptions

PLAIN = DrawConfig(SEVEN)


def with_options(size: int, options: DrawOptions, seed: str = "s") -> Draw:
    return draw(entrants(size), PLAIN, seed=seed, options=options)


def by_layout(drawn: Draw) -> list[int | None]:
    """Who is on the line of seed 1, seed 2, ..."""
    place = {seed: line for line, seed in enumerate(layout(len(drawn.lines)))}
    lines = [drawn.lines[place[seed]] for seed in range(1, len(drawn.lines) + 1)]
    return [line.id if isinstance(line, Entrant) else None for line in lines]


def with_bye(drawn: Draw) -> set[EntrantId]:
    pairs = zip(drawn.lines[::2], drawn.lines[1::2], strict=True)
    return {
        line.id for pair in pairs if Bye() in pair for line in pair if isinstance(line, Entrant)
    }


def test_without_options_the_draw_is_the_blind_one() -> None:
    field = entrants(20)
    assert with_options(20, DrawOptions()) == draw(field, PLAIN, seed="s")
    assert draw(field, PLAIN, seed="s").algorithm == ALGORITHM
    assert with_options(20, DrawOptions(seeds=(EntrantId(3),))).algorithm == SEEDED_ALGORITHM


def test_seeds_one_and_two_are_at_home_and_bands_are_drawn() -> None:
    seeds = tuple(entrants(8))
    seen: dict[int, set[int | None]] = {place: set() for place in range(8)}
    for number in range(60):
        for place, entrant in enumerate(
            by_layout(with_options(32, DrawOptions(seeds), str(number)))[:8]
        ):
            seen[place].add(entrant)
    assert (seen[0], seen[1]) == ({1}, {2})
    assert seen[2] == seen[3] == {3, 4}
    assert seen[4] == seen[7] == {5, 6, 7, 8}


def test_seeds_in_order_have_the_lines_of_the_layout_whatever_the_seed() -> None:
    for size in (5, 8, 13):
        order = entrants(size)[::-1]
        for seed in "123":
            drawn = with_options(size, DrawOptions(tuple(order), in_order=True), seed)
            assert [one for one in by_layout(drawn) if one] == order


def test_seeds_have_the_byes_first() -> None:
    # 29 on 32 lines: three byes, for seeds 1, 2 and 3, though 3 and 4 are one band.
    for number in range(10):
        drawn = with_options(29, DrawOptions(tuple(entrants(8))), str(number))
        assert with_bye(drawn) == {1, 2, 3}


def test_one_of_each_rating_group_has_a_bye() -> None:
    ratings = {entrant: 2000.0 - entrant for entrant in entrants(28)}
    options = DrawOptions(byes=Byes.BALANCED, ratings=ratings)
    for number in range(10):
        groups = Counter((one - 1) // 7 for one in with_bye(with_options(28, options, str(number))))
        assert groups == {0: 1, 1: 1, 2: 1, 3: 1}


def test_who_had_fewest_byes_has_one() -> None:
    before = {entrant: 1 for entrant in entrants(29) if entrant > 2} | {EntrantId(29): 2}
    lucky = Counter[int]()
    for number in range(40):
        options = DrawOptions(byes=Byes.FEWEST, byes_before=before)
        holders = with_bye(with_options(29, options, str(number)))
        assert {1, 2} < holders
        lucky.update(holders)
    assert lucky[29] == 0
    assert len(lucky) > 10


def test_seeds_leave_the_rest_of_the_byes_to_the_rule() -> None:
    before = dict.fromkeys(entrants(28), 1) | {EntrantId(20): 0, EntrantId(21): 0}
    options = DrawOptions(tuple(entrants(2)), Byes.FEWEST, byes_before=before)
    assert with_bye(with_options(28, options)) == {1, 2, 20, 21}


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 120), st.data())
def test_everybody_has_one_line_and_the_draw_can_be_repeated(
    size: int, data: st.DataObject
) -> None:
    field = entrants(size)
    options = DrawOptions(
        seeds=tuple(data.draw(st.lists(st.sampled_from(field), unique=True))),
        byes=data.draw(st.sampled_from(Byes)),
        ratings=data.draw(st.dictionaries(st.sampled_from(field), st.floats(allow_nan=False))),
        byes_before=data.draw(st.dictionaries(st.sampled_from(field), st.integers(0, 3))),
    )
    drawn = with_options(size, options)
    on_lines = [line.id for line in drawn.lines if isinstance(line, Entrant)]
    assert sorted(on_lines) == field
    assert drawn == with_options(size, options)
    assert drawn.options == options
    bye_lines = [line == Bye() for line in drawn.lines]
    assert bye_lines == [line == Bye() for line in with_options(size, BLIND).lines]


@pytest.mark.parametrize(
    ("code", "options"),
    [
        ("seed_unknown", DrawOptions((EntrantId(9),))),
        ("seed_twice", DrawOptions((EntrantId(1), EntrantId(1)))),
        ("rating_invalid", DrawOptions(byes=Byes.BALANCED, ratings={EntrantId(1): float("nan")})),
    ],
)
def test_options_that_make_no_sense_are_refused(code: str, options: DrawOptions) -> None:
    with pytest.raises(FormatError) as refused:
        with_options(6, options)
    assert refused.value.code == code
