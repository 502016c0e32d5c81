"""A calcutta: who pays what for whom, and who is owed what for his place."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.formats.cast import names
from tests.formats.refusal import refused
from tournaments.formats.calcutta import Auction, BuyerId, Lot, payout, stakes
from tournaments.formats.money import Line, Payee
from tournaments.formats.payouts import by_parts

RANKED = [names("a"), names("b"), names("cd")]


def lot(who: str, buyer: int, price: int, *, back: bool = False) -> Lot:
    return Lot(tuple(names(who)), BuyerId(buyer), price, back)


def written(payee: Payee) -> str:
    return f"{payee.kind} {payee.id}"


def lines(found: Sequence[Line]) -> list[str]:
    return [f"{written(line.payee)}: {line.amount} {line.reason}" for line in found]


def test_owners_are_paid_for_the_places_of_what_they_bought() -> None:
    sold = [lot("a", 1, 600), lot("b", 2, 300), lot("cd", 1, 100)]
    auction = Auction(by_parts((70, 30)), house_basis_points=1_000)
    assert lines(payout(auction, sold, RANKED, lots=())) == [
        "house 0: 100 commission",
        "buyer 1: 630 calcutta",
        "buyer 2: 270 calcutta",
    ]


def test_who_bought_half_of_himself_pays_half_and_wins_half() -> None:
    sold = [lot("a", 1, 101, back=True)]
    assert [(written(s.payer), written(s.to), s.amount) for s in stakes(sold)] == [
        ("buyer 1", "house 0", 101),
        ("entrant 1", "buyer 1", 50),
    ]
    assert lines(payout(Auction(by_parts((1,))), sold, RANKED, lots=())) == [
        "buyer 1: 51 calcutta",
        "entrant 1: 50 calcutta",
    ]


def test_unsold_entrants_count_for_nothing() -> None:
    sold = [lot("b", 2, 300), lot("c", 3, 100)]
    assert lines(payout(Auction(by_parts((3, 1))), sold, RANKED, lots=())) == [
        "buyer 2: 300 calcutta",
        "buyer 3: 100 calcutta",
    ]


def test_entrants_who_tie_share_for_their_owners() -> None:
    sold = [lot("c", 1, 60), lot("d", 2, 40)]
    assert lines(payout(Auction(by_parts((1,))), sold, RANKED, lots=())) == [
        "buyer 1: 50 calcutta",
        "buyer 2: 50 calcutta",
    ]


@pytest.mark.parametrize(
    ("sold", "changes", "code"),
    [
        ([lot("a", 1, -1)], {}, "price_negative"),
        ([lot("", 1, 1)], {}, "lot_empty"),
        ([lot("a", 1, 1), lot("ab", 2, 1)], {}, "sold_twice"),
        ([lot("ab", 1, 1, back=True)], {}, "bundle_bought_back"),
        ([lot("a", 1, 1)], {"house_basis_points": 10_001}, "house_out_of_range"),
        ([lot("z", 1, 1)], {}, "member_unranked"),
    ],
)
def test_a_sale_must_make_sense(sold: list[Lot], changes: dict[str, Any], code: str) -> None:
    with refused(code):
        payout(Auction(by_parts((1,)), **changes), sold, RANKED, lots=())
