"""Who has paid how much, and who has still to pay: for staff only."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from config.errors import NotFoundError
from tournaments.models import Entry, Event
from tournaments.models_money import Payment, PoolMember, Purse
from tournaments.selectors.access import access_entry
from tournaments.selectors.money import PRIZES, entry_fee, no_such_purse


@dataclass(frozen=True, slots=True)
class Account:
    """What one entrant owes and has paid. `counted` are the payments that stand."""

    entry: Entry
    fee: int
    has_own_fee: bool
    pools: Sequence[Purse]
    payments: Sequence[Payment]

    @property
    def due(self) -> int:
        return self.fee + sum(pool.fee for pool in self.pools)

    @property
    def counted(self) -> list[Payment]:
        return [payment for payment in self.payments if payment.taken_back_at is None]

    @property
    def paid(self) -> int:
        return sum(payment.amount for payment in self.counted)

    @property
    def left(self) -> int:
        """What is still to pay; below 0 it is to be given back."""
        return self.due - self.paid

    @property
    def back(self) -> int:
        return max(-self.left, 0)


@dataclass(frozen=True, slots=True)
class Accounts:
    all: Sequence[Account]

    @property
    def owing(self) -> list[Account]:
        return [account for account in self.all if account.left > 0]

    @property
    def due(self) -> int:
        return sum(account.due for account in self.all)

    @property
    def paid(self) -> int:
        return sum(account.paid for account in self.all)

    @property
    def left(self) -> int:
        return sum(account.left for account in self.owing)


def accounts(event: Event) -> Accounts:
    """All accounts in order of entry; none before the money is set up. Four queries."""
    purse = event.purses.filter(number=PRIZES).first()
    if purse is None:
        return Accounts(())
    members = PoolMember.objects.select_related("purse").order_by("purse__number")
    entries = event.entries.select_related("own_fee").prefetch_related(
        "payments", Prefetch("pools", members)
    )
    return Accounts([_account(purse, entry) for entry in entries])


def account_of(event: Event, entry_id: int) -> Account:
    """Raises NotFoundError `no_such_entry`, `no_purse`."""
    access_entry(event, entry_id)
    for account in accounts(event).all:
        if account.entry.pk == entry_id:
            return account
    raise no_such_purse(PRIZES)


def payment_of(event: Event, payment_id: int) -> Payment:
    found = Payment.objects.select_related("entry").filter(entry__event=event, pk=payment_id)
    if (payment := found.first()) is None:
        raise NotFoundError("no_such_payment", _("There is no such payment in this event."))
    return payment


def _account(purse: Purse, entry: Entry) -> Account:
    return Account(
        entry=entry,
        fee=entry_fee(purse, entry),
        has_own_fee=getattr(entry, "own_fee", None) is not None,
        pools=[member.purse for member in entry.pools.all()],
        payments=list(entry.payments.all()),
    )
