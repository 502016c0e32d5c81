"""Groups: by the snake, by lot, apart where wished, and changed by hand."""

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from tests.formats.cast import entrants, letter, names
from tests.formats.refusal import refused
from tournaments.formats.alterations import Alteration, Altering
from tournaments.formats.graph import EntrantId
from tournaments.formats.grouping import Groups, grouped, swapped
from tournaments.formats.seeding import BLIND, DrawOptions
from tournaments.formats.separation import Separation


def said(groups: Groups) -> list[str]:
    return ["".join(map(letter, group)) for group in groups]


def of_one_club(groups: Groups, clubs: dict[EntrantId, str]) -> int:
    """How many pairs of clubmates are in one group."""
    return sum(
        clubs[one] == clubs[other] for group in groups for one, other in combinations(group, 2)
    )


def test_seeds_are_dealt_like_a_snake_and_the_others_by_lot_behind_them() -> None:
    field = names("abcdefghij")
    options = DrawOptions(seeds=tuple(names("jihgfe")))
    groups = grouped(field, 3, seed="6-3", options=options)
    assert [group[:4] for group in said(groups)] == [
        "je" + said(groups)[0][2:],
        "if" + said(groups)[1][2:],
        "hg" + said(groups)[2][2:],
    ]
    other = grouped(field, 3, seed="5-2", options=options)
    assert {frozenset(group[2:]) for group in said(groups)} != {
        frozenset(group[2:]) for group in said(other)
    }


@given(st.integers(1, 12), st.integers(0, 30), st.text(min_size=1).filter(str.strip))
def test_everybody_is_in_one_group_and_sizes_differ_by_one_at_most(
    groups: int, more: int, seed: str
) -> None:
    field = entrants(2 * groups + more)
    found = grouped(field, groups, seed=seed, options=BLIND)
    assert sorted(one for group in found for one in group) == field
    assert max(map(len, found)) - min(map(len, found)) <= 1
    assert found == grouped(field, groups, seed=seed, options=BLIND)


@given(st.integers(2, 5), st.integers(2, 5), st.sampled_from(["1", "2", "3", "4", "5"]))
def test_as_many_of_each_club_as_there_are_groups_are_all_apart(
    groups: int, size: int, seed: str
) -> None:
    field = entrants(groups * size)
    clubs = {one: f"club {one % size}" for one in field}
    options = DrawOptions(apart=(Separation(groups=clubs),))
    assert of_one_club(grouped(field, groups, seed=seed, options=options), clubs) == 0


def test_seeds_of_one_lap_change_places_to_be_apart_and_no_others() -> None:
    field = names("abcdefgh")
    seeds = tuple(names("abcd"))
    clubs = dict(zip(names("ad"), ["Lviv", "Lviv"], strict=True))
    options = DrawOptions(seeds=seeds, apart=(Separation(groups=clubs),))
    for seed in "12345":
        groups = said(grouped(field, 2, seed=seed, options=options))
        assert all(("a" in group) != ("d" in group) for group in groups)
        assert all(sum(one in group for one in "ab") == 1 for group in groups)


def test_two_of_different_groups_are_swapped() -> None:
    groups = (tuple(names("abc")), tuple(names("def")))
    swap = Alteration(Altering.SWAP, tuple(names("be")))
    assert said(swapped(groups, [swap])) == ["aec", "dbf"]


@pytest.mark.parametrize(
    ("code", "alteration"),
    [
        ("same_group", Alteration(Altering.SWAP, tuple(names("ab")))),
        ("entrant_in_no_group", Alteration(Altering.SWAP, tuple(names("az")))),
        ("entrants_miscounted", Alteration(Altering.SWAP, tuple(names("a")))),
        ("change_unknown", Alteration(Altering.MOVE_BYE, tuple(names("ad")))),
    ],
)
def test_other_changes_by_hand_are_refused(code: str, alteration: Alteration) -> None:
    with refused(code):
        swapped((tuple(names("abc")), tuple(names("def"))), [alteration])


def test_a_group_of_one_is_refused_with_what_to_change() -> None:
    with refused("group_of_one") as error:
        grouped(entrants(7), 4, seed="1", options=BLIND)
    assert "at most 3 groups" in str(error.value)
