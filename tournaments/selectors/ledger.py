"""The book of an event: every payment and payout as it happened, oldest first. For staff only."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tournaments.models import Event
from tournaments.models_auction import BidPayment, BidPayout
from tournaments.models_money import Payment, Payout
from tournaments.selectors.final_places import bracket_title


class Kind(StrEnum):
    PAID = "paid"
    TAKEN_BACK = "taken_back"
    PAID_OUT = "paid_out"


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """`amount` is above 0 for money that came in; `what` names the prize or the calcutta."""

    at: datetime
    kind: Kind
    name: str
    what: str
    amount: int
    by_name: str
    note: str


def ledger(event: Event) -> Sequence[LedgerRow]:
    """Four queries."""
    return sorted(_rows(event), key=lambda row: row.at)


def _rows(event: Event) -> Iterator[LedgerRow]:
    for paid in Payment.objects.filter(entry__event=event).select_related("entry"):
        name, by, note = paid.entry.name, paid.by_name, paid.note
        yield LedgerRow(paid.at, Kind.PAID, name, "", paid.amount, by, note)
        if paid.taken_back_at is not None:
            yield LedgerRow(paid.taken_back_at, Kind.TAKEN_BACK, name, "", -paid.amount, "", note)
    for out in Payout.objects.filter(purse__event=event).select_related("entry", "purse"):
        what = out.purse.name or bracket_title(event, out.bracket)
        yield LedgerRow(out.at, Kind.PAID_OUT, out.entry.name, what, -out.amount, out.by_name, "")
    yield from _of_calcuttas(event)


def _of_calcuttas(event: Event) -> Iterator[LedgerRow]:
    """Buyers pay for lots, and owners are paid; `what` names the calcutta both ways."""
    ours = {"bidder__auction__purse__event": event}
    for paid in BidPayment.objects.filter(**ours).select_related("bidder__auction__purse"):
        name, what = paid.bidder.name, paid.bidder.auction.purse.name
        yield LedgerRow(paid.at, Kind.PAID, name, what, paid.amount, paid.by_name, paid.note)
        if paid.taken_back_at is not None:
            back = paid.taken_back_at
            yield LedgerRow(back, Kind.TAKEN_BACK, name, what, -paid.amount, "", paid.note)
    for out in BidPayout.objects.filter(**ours).select_related("bidder__auction__purse"):
        name, what = out.bidder.name, out.bidder.auction.purse.name
        yield LedgerRow(out.at, Kind.PAID_OUT, name, what, -out.amount, out.by_name, "")
