"""A calcutta: the field is sold by auction before play, and the owners are paid for its places.

Lots hold one entrant, or several sold as a bundle. An entrant sold alone may buy back half of
himself: he pays the buyer half the price, rounded down, and gets half of what he wins, rounded
down; the buyer has the rest of both. The house keeps a percentage of all prices, rounded down. The
pool goes by place among the sold entrants; unsold ones count for nothing. Amounts are integers in
minor units, and all lines together are the sum of the prices exactly.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NewType

from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId
from tournaments.formats.money import HOUSE, Line, Payee, PayeeKind, Reason
from tournaments.formats.payouts import WHOLE, Parts
from tournaments.formats.sidepools import Ranking, SidePool, side_pool

BuyerId = NewType("BuyerId", int)


@dataclass(frozen=True, slots=True)
class Lot:
    """Entrants sold together, to whom and for how much."""

    entrants: tuple[EntrantId, ...]
    buyer: BuyerId
    price: int
    half_bought_back: bool = False


@dataclass(frozen=True, slots=True)
class Auction:
    """The rules of the sale: the house's part in basis points, and the table of the rest."""

    table: Parts
    house_basis_points: int = 0
    unit: int = 1
    name: str = "calcutta"


@dataclass(frozen=True, slots=True)
class Stake:
    """What somebody pays, before play, and to whom: buyers to the house, entrants to buyers."""

    payer: Payee
    to: Payee
    amount: int


def stakes(lots: Iterable[Lot]) -> tuple[Stake, ...]:
    """Who pays what to whom for what was sold; raises FormatError as `payout` does."""
    sold = list(lots)
    _check(sold)
    found = []
    for lot in sold:
        buyer = Payee(PayeeKind.BUYER, lot.buyer)
        found.append(Stake(buyer, HOUSE, lot.price))
        if lot.half_bought_back:
            found.append(Stake(Payee(PayeeKind.ENTRANT, lot.entrants[0]), buyer, lot.price // 2))
    return tuple(found)


def payout(
    auction: Auction, sold: Collection[Lot], ranked: Ranking, lots: Sequence[EntrantId]
) -> tuple[Line, ...]:
    """What house, buyers and entrants who own half are owed; the lines add up to the prices.

    `lots` is an order drawn by lot, as in `money.prizes`.
    Raises FormatError: `price_negative`, `sold_twice`, `lot_empty`, `bundle_bought_back`,
    `house_out_of_range`, and what `sidepools.side_pool` raises.
    """
    _check(sold)
    if not 0 <= auction.house_basis_points <= WHOLE:
        raise FormatError("house_out_of_range", "The house keeps between 0 and 100 %% of the sale.")
    total = sum(lot.price for lot in sold)
    commission = total * auction.house_basis_points // WHOLE
    owners = {entrant: lot for lot in sold for entrant in lot.entrants}
    side = SidePool(
        auction.name, frozenset(owners), total - commission, auction.table, auction.unit
    )
    lines = [Line(HOUSE, commission, Reason.COMMISSION, auction.name)] if commission else []
    for won in side_pool(side, ranked, lots):
        lines += _owners(won, owners[EntrantId(won.payee.id)])
    return tuple(lines)


def _owners(won: Line, lot: Lot) -> Iterator[Line]:
    half = won.amount // 2 if lot.half_bought_back else 0
    for payee, amount in (
        (Payee(PayeeKind.BUYER, lot.buyer), won.amount - half),
        (won.payee, half),
    ):
        if amount:
            yield Line(payee, amount, Reason.CALCUTTA, won.source, won.first, won.last)


def _check(sold: Iterable[Lot]) -> None:
    seen: set[EntrantId] = set()
    for lot in sold:
        if lot.price < 0:
            raise FormatError(
                "price_negative", "Nothing sells for %(price)s: correct the price.", price=lot.price
            )
        if not lot.entrants:
            raise FormatError("lot_empty", "A lot holds at least one entrant.")
        if lot.half_bought_back and len(lot.entrants) > 1:
            raise FormatError(
                "bundle_bought_back",
                "Entrant %(entrant)s is in a bundle and cannot buy back half: sell him alone.",
                entrant=lot.entrants[0],
            )
        for entrant in lot.entrants:
            if entrant in seen:
                raise FormatError(
                    "sold_twice", "Entrant %(entrant)s was sold twice.", entrant=entrant
                )
            seen.add(entrant)
