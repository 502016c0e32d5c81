"""Orders of dropping: masks, and rounds in which fewer come than are there."""

import pytest

from tournaments.formats.drops import best_masks, dropped, merged, opening_mask
from tournaments.formats.errors import FormatError


@pytest.mark.parametrize(
    ("mask", "order"),
    [(0, "abcdefgh"), (7, "hgfedcba"), (4, "efghabcd"), (3, "dcbahgfe"), (1, "badcfehg")],
)
def test_usual_orders_are_masks(mask: int, order: str) -> None:
    assert "".join(dropped("abcdefgh", mask)) == order


def test_reversing_twice_changes_nothing() -> None:
    assert dropped(dropped("abcdefgh", 7), 7) == list("abcdefgh")


@pytest.mark.parametrize(("group", "mask"), [("abc", 1), ("abcd", 4), ("abcd", -1), ("", 0)])
def test_masks_outside_the_group_are_refused(group: str, mask: int) -> None:
    with pytest.raises(FormatError) as refused:
        dropped(group, mask)
    assert refused.value.code == "mask_out_of_range"


def test_as_many_droppers_as_survivors_meet_side_by_side() -> None:
    assert merged("ab", "xy") == [("a", "x"), ("b", "y")]


def test_survivors_who_meet_each_other_are_spread_evenly() -> None:
    assert merged("abcd", "rstuvwyz") == [
        ("a", "r"),
        ("b", "s"),
        ("t", "u"),
        ("c", "v"),
        ("d", "w"),
        ("y", "z"),
    ]


@pytest.mark.parametrize(("droppers", "survivors"), [("abc", "xy"), ("a", "xy")])
def test_rounds_that_do_not_come_out_even_are_refused(droppers: str, survivors: str) -> None:
    with pytest.raises(FormatError) as refused:
        merged(droppers, survivors)
    assert refused.value.code == "drop_uneven"


@pytest.mark.parametrize("rounds", range(1, 17))
def test_there_is_a_mask_for_each_group_after_a(rounds: int) -> None:
    masks = best_masks(rounds)
    assert len(masks) == rounds - 1
    assert all(0 <= mask < 2 ** (rounds - 2 - at) or mask == 0 for at, mask in enumerate(masks))
    assert 0 <= opening_mask(rounds) < max(2 ** (rounds - 2), 1)


def test_beyond_65536_lines_there_are_none() -> None:
    with pytest.raises(FormatError) as refused:
        best_masks(17)
    assert refused.value.code == "too_many_rounds"
