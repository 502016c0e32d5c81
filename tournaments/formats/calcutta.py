"""A calcutta: the field is sold by auction before play, and the owners are paid for its places.

Lots hold one entrant, or several sold as a bundle. An entrant sold alone may buy back a share of
himself: he pays that share of the price, rounded down, and gets that share of what he wins, rounded
down; the buyer pays and gets the rest. Everybody pays to the house, so all stakes together are the
prices exactly. What is kept of them and what the places are worth is for `money` and `plans`; here
the places are those among the sold entrants: unsold ones count for nothing, and who has no place
at all, such as somebody disqualified, wins nothing. The sums won are the prizes exactly. Amounts
are integers in minor units, shares are in basis points.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NewType

from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId
from tournaments.formats.money import Payee, PayeeKind
from tournaments.formats.payouts import WHOLE, Parts
from tournaments.formats.sidepools import Ranking, SidePool, side_pool

BuyerId = NewType("BuyerId", int)


@dataclass(frozen=True, slots=True)
class Lot:
    """Entrants sold together, to whom and for how much; what the entrant bought back of himself."""

    entrants: tuple[EntrantId, ...]
    buyer: BuyerId
    price: int
    bought_back: int = 0


@dataclass(frozen=True, slots=True)
class Stake:
    """What somebody pays to the house for his part of a lot."""

    payer: Payee
    amount: int


@dataclass(frozen=True, slots=True)
class Won:
    """What an owner is owed for one entrant, who took places `first` to `last` of those sold."""

    owner: Payee
    entrant: EntrantId
    first: int
    last: int
    amount: int


def share_of(amount: int, basis_points: int) -> int:
    """The part of an amount that goes with a share bought back."""
    return amount * basis_points // WHOLE


def stakes(lots: Iterable[Lot]) -> tuple[Stake, ...]:
    """Who pays what for what was sold, together the prices; raises FormatError as `winnings`."""
    sold = list(lots)
    _check(sold)
    found = []
    for lot in sold:
        back = share_of(lot.price, lot.bought_back)
        found.append(Stake(Payee(PayeeKind.BUYER, lot.buyer), lot.price - back))
        if lot.bought_back:
            found.append(Stake(Payee(PayeeKind.ENTRANT, lot.entrants[0]), back))
    return tuple(found)


def winnings(
    name: str, prizes: Parts, sold: Collection[Lot], ranked: Ranking, lots: Sequence[EntrantId]
) -> tuple[Won, ...]:
    """What buyers and entrants who own a share are owed; together it is the prizes exactly.

    `prizes` are amounts by place, `lots` an order drawn by lot, as in `money.prizes`. Nobody is
    owed a sum of 0. Raises FormatError: `price_negative`, `sold_twice`, `lot_empty`,
    `bundle_bought_back`, `share_out_of_range`, and what `sidepools.side_pool` raises.
    """
    _check(sold)
    if not (amount := sum(prizes.values())):
        return ()
    owners = {entrant: lot for lot in sold for entrant in lot.entrants}
    placed = {entrant for tied in ranked for entrant in tied}
    side = SidePool(name, frozenset(owners.keys() & placed), amount, prizes)
    found: list[Won] = []
    for line in side_pool(side, ranked, lots):
        entrant = EntrantId(line.payee.id)
        for owner, part in _parts(line.amount, entrant, owners[entrant]):
            if part:
                found.append(Won(owner, entrant, line.first, line.last, part))
    return tuple(found)


def _parts(amount: int, entrant: EntrantId, lot: Lot) -> Iterator[tuple[Payee, int]]:
    own = share_of(amount, lot.bought_back)
    yield Payee(PayeeKind.BUYER, lot.buyer), amount - own
    yield Payee(PayeeKind.ENTRANT, entrant), own


def _check(sold: Iterable[Lot]) -> None:
    seen: set[EntrantId] = set()
    for lot in sold:
        _check_lot(lot)
        for entrant in lot.entrants:
            if entrant in seen:
                raise FormatError(
                    "sold_twice", "Entrant %(entrant)s was sold twice.", entrant=entrant
                )
            seen.add(entrant)


def _check_lot(lot: Lot) -> None:
    if lot.price < 0:
        raise FormatError(
            "price_negative", "Nothing sells for %(price)s: correct the price.", price=lot.price
        )
    if not lot.entrants:
        raise FormatError("lot_empty", "A lot holds at least one entrant.")
    if not 0 <= lot.bought_back < WHOLE:
        raise FormatError(
            "share_out_of_range",
            "An entrant buys back less than 100 %%: who wants all of himself bids for it.",
        )
    if lot.bought_back and len(lot.entrants) > 1:
        raise FormatError(
            "bundle_bought_back",
            "Entrant %(entrant)s is in a bundle and cannot buy back a share: sell him alone.",
            entrant=lot.entrants[0],
        )
