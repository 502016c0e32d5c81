"""A calcutta: who pays what for whom, and who is owed what for his place."""

from collections.abc import Sequence

import pytest

from tests.formats.cast import names
from tests.formats.refusal import refused
from tournaments.formats.calcutta import BuyerId, Lot, Stake, Won, stakes, winnings
from tournaments.formats.payouts import by_parts

RANKED = [names("a"), names("b"), names("cd")]


def lot(who: str, buyer: int, price: int, back: int = 0) -> Lot:
    return Lot(tuple(names(who)), BuyerId(buyer), price, back)


def won(prizes: Sequence[int], *sold: Lot) -> list[str]:
    found = winnings("pool", by_parts(prizes), sold, RANKED, lots=())
    return [_written(one) for one in found]


def _written(one: Won) -> str:
    return f"{one.owner.kind} {one.owner.id}: {one.amount} for {one.entrant}"


def paid(one: Stake) -> str:
    return f"{one.payer.kind} {one.payer.id}: {one.amount}"


def test_owners_are_paid_for_the_places_of_what_they_bought() -> None:
    assert won((630, 270), lot("a", 1, 600), lot("b", 2, 300), lot("cd", 1, 100)) == [
        "buyer 1: 630 for 1",
        "buyer 2: 270 for 2",
    ]


def test_who_bought_half_of_himself_pays_half_and_wins_half() -> None:
    sold = [lot("a", 1, 101, 5000)]
    assert [paid(one) for one in stakes(sold)] == ["buyer 1: 51", "entrant 1: 50"]
    assert won((101,), *sold) == ["buyer 1: 51 for 1", "entrant 1: 50 for 1"]


def test_any_other_share_can_be_bought_back() -> None:
    sold = [lot("a", 1, 1000, 2550)]
    assert [paid(one) for one in stakes(sold)] == ["buyer 1: 745", "entrant 1: 255"]
    assert won((3,), *sold) == ["buyer 1: 3 for 1"]  # a quarter of 3 rounds down to nothing


def test_a_bundle_wins_by_each_of_its_entrants() -> None:
    assert won((50, 30, 20), lot("a", 1, 60), lot("bcd", 2, 40)) == [
        "buyer 1: 50 for 1",
        "buyer 2: 30 for 2",
        "buyer 2: 10 for 3",
        "buyer 2: 10 for 4",
    ]


def test_unsold_entrants_count_for_nothing() -> None:
    assert won((300, 100), lot("b", 2, 300), lot("c", 3, 100)) == [
        "buyer 2: 300 for 2",
        "buyer 3: 100 for 3",
    ]


def test_who_has_no_place_wins_nothing_and_the_others_move_up() -> None:
    assert won((300, 100), lot("b", 2, 200), lot("z", 3, 150), lot("c", 4, 50)) == [
        "buyer 2: 300 for 2",
        "buyer 4: 100 for 3",
    ]


def test_entrants_who_tie_share_for_their_owners() -> None:
    assert won((100,), lot("c", 1, 60), lot("d", 2, 40)) == [
        "buyer 1: 50 for 3",
        "buyer 2: 50 for 4",
    ]


@pytest.mark.parametrize(
    ("sold", "code"),
    [
        ([lot("a", 1, -1)], "price_negative"),
        ([lot("", 1, 1)], "lot_empty"),
        ([lot("a", 1, 1), lot("ab", 2, 1)], "sold_twice"),
        ([lot("ab", 1, 1, 5000)], "bundle_bought_back"),
        ([lot("a", 1, 1, 10_000)], "share_out_of_range"),
        ([lot("a", 1, 1, -1)], "share_out_of_range"),
        ([lot("z", 1, 1)], "place_empty"),
    ],
)
def test_a_sale_must_make_sense(sold: list[Lot], code: str) -> None:
    with refused(code):
        won((1,), *sold)
