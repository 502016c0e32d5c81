"""What is shown of a calcutta: its lots, its owners, and how it stands. Read by `calcutta`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from config.errors import NotFoundError
from tournaments.formats.calcutta import share_of
from tournaments.formats.money import Pool
from tournaments.models import Entry
from tournaments.models_auction import Auction, Bidder, BidPayment, BidPayout, Lot
from tournaments.models_money import Purse


@dataclass(frozen=True, slots=True)
class LotView:
    """`labels` are the names of its entrants, told apart where two are the same."""

    row: Lot
    entries: Sequence[Entry]
    labels: Sequence[str]
    buyer: Bidder | None

    @property
    def name(self) -> str:
        return ", ".join(self.labels)

    @property
    def is_sold(self) -> bool:
        return self.buyer is not None

    @property
    def is_bundle(self) -> bool:
        return len(self.entries) > 1

    @property
    def price(self) -> int:
        return self.row.price or 0

    @property
    def back(self) -> int:
        """What the entrant pays of the price for his share."""
        return share_of(self.price, self.row.bought_back)

    @property
    def part(self) -> int:
        """What the buyer pays of the price."""
        return self.price - self.back


@dataclass(frozen=True, slots=True)
class WonView:
    """What an owner has won by one entrant; the place is that among those sold."""

    name: str
    place: str
    amount: int


@dataclass(slots=True)
class OwnerView:
    """What one owner has bought, paid and won."""

    bidder: Bidder
    payments: Sequence[BidPayment]
    payout: BidPayout | None
    bought: list[LotView] = field(default_factory=list)
    backs: list[LotView] = field(default_factory=list)  # lots of himself with a share bought back
    won: list[WonView] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.bidder.name

    @property
    def counted(self) -> list[BidPayment]:
        return [payment for payment in self.payments if payment.taken_back_at is None]

    @property
    def due(self) -> int:
        return sum(lot.part for lot in self.bought) + sum(lot.back for lot in self.backs)

    @property
    def paid(self) -> int:
        return sum(payment.amount for payment in self.counted)

    @property
    def left(self) -> int:
        return self.due - self.paid

    @property
    def too_much(self) -> int:
        """What was paid for a sale that has been corrected since, and is to be given back."""
        return max(-self.left, 0)

    @property
    def owed(self) -> int:
        return sum(won.amount for won in self.won)

    @property
    def differs(self) -> bool:
        """Whether something else was paid out, before a result was corrected."""
        return self.payout is not None and self.payout.amount != self.owed


@dataclass(frozen=True, slots=True)
class AuctionView:
    """`outside` are entrants in no lot. `pool` is None while the terms do not add up."""

    row: Purse
    auction: Auction
    currency: str
    lots: Sequence[LotView]
    outside: Sequence[Entry]
    owners: Sequence[OwnerView]
    pool: Pool | None
    by_place: Mapping[int, int]
    finished: bool
    problem: str

    @property
    def name(self) -> str:
        return self.row.name

    @property
    def sold(self) -> list[LotView]:
        return [lot for lot in self.lots if lot.is_sold]

    @property
    def unsold(self) -> list[LotView]:
        return [lot for lot in self.lots if not lot.is_sold]

    @property
    def owing(self) -> list[OwnerView]:
        return [owner for owner in self.owners if owner.left > 0]

    @property
    def has_payouts(self) -> bool:
        return any(owner.payout for owner in self.owners)

    @property
    def due(self) -> int:
        return sum(owner.due for owner in self.owners)

    @property
    def paid(self) -> int:
        return sum(owner.paid for owner in self.owners)

    @property
    def left(self) -> int:
        return sum(owner.left for owner in self.owing)

    @property
    def paid_out(self) -> int:
        return sum(owner.payout.amount for owner in self.owners if owner.payout)

    def lot(self, number: int) -> LotView:
        for lot in self.lots:
            if lot.row.number == number:
                return lot
        raise NotFoundError("no_such_lot", _("There is no such lot in this calcutta."))
