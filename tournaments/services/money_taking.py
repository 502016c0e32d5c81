"""Money that comes in: who owes what, who has paid, who is in which side pool."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import InvalidError
from players.actors import Act
from tournaments.formats.currency import MAX_AMOUNT
from tournaments.models import Entry, Event
from tournaments.models_money import OwnFee, Payment, PoolMember, Purse
from tournaments.selectors.access import access_entry
from tournaments.selectors.accounts import account_of, payment_of
from tournaments.selectors.money import PRIZES, no_such_purse
from tournaments.selectors.money_words import logged
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log, log_entry
from tournaments.services.money_setting_up import pool_in, require_unpaid
from tournaments.services.refusals import nothing_left, require_left, require_standing


@transaction.atomic
def payment_add(
    *,
    event_id: int,
    entry_id: int,
    act: Act,
    amount: int | None = None,
    seen_left: int | None = None,
    note: str = "",
) -> Payment:
    """Note that an entrant paid: so much, or all that is left.

    `seen_left` is what the sender saw to be left: when it is another sum by now, somebody else has
    noted the payment, and nothing is noted twice.
    """
    event = lock_event(event_id)
    account = account_of(event, entry_id)
    currency = event.tournament.currency
    require_left(account.entry.name, account.left, currency, seen=seen_left)
    amount = account.left if amount is None else amount
    if amount < 1:
        raise nothing_left(account.entry.name)
    _check(amount)
    payment = Payment.objects.create(
        entry=account.entry, amount=amount, at=act.at, by_name=act.by.name[:160], note=note
    )
    log(
        event.tournament_id,
        "money.paid",
        act,
        event=event,
        subject=account.entry.name,
        after={"amount": logged(amount, currency), "note": note},
    )
    bump(event)
    return payment


@transaction.atomic
def payment_take_back(
    *, event_id: int, payment_id: int, act: Act, seen_version: int | None = None
) -> Payment:
    """The payment was entered by mistake, or the money was given back. It stays on record."""
    event = lock_event(event_id, seen_version=seen_version)
    payment = payment_of(event, payment_id)
    require_standing(payment)
    payment.taken_back_at = act.at
    payment.save(update_fields=["taken_back_at"])
    log(
        event.tournament_id,
        "money.payment_taken_back",
        act,
        event=event,
        subject=payment.entry.name,
        before={"amount": logged(payment.amount, event.tournament.currency)},
    )
    bump(event)
    return payment


@transaction.atomic
def fee_set(
    *,
    event_id: int,
    entry_id: int,
    amount: int | None,
    act: Act,
    seen_version: int | None = None,
) -> None:
    """Let one entrant pay another entry fee than the others; None: the same again."""
    event = lock_event(event_id, seen_version=seen_version)
    entry = access_entry(event, entry_id)
    purse = event.purses.filter(number=PRIZES).first()
    if purse is None:
        raise no_such_purse(PRIZES)
    require_unpaid(purse)
    if amount is not None:
        _check(amount)
    own = OwnFee.objects.filter(entry=entry).first()
    before = purse.fee if own is None else own.amount
    if amount is None:
        OwnFee.objects.filter(entry=entry).delete()
    else:
        OwnFee.objects.update_or_create(entry=entry, defaults={"amount": amount})
    currency = event.tournament.currency
    log(
        event.tournament_id,
        "money.fee.changed",
        act,
        event=event,
        subject=entry.name,
        before={"fee": logged(before, currency)},
        after={"fee": logged(purse.fee if amount is None else amount, currency)},
    )
    bump(event)


@transaction.atomic
def pool_fill(
    *,
    event_id: int,
    number: int,
    entry_ids: Collection[int],
    act: Act,
    seen_version: int | None = None,
) -> Purse:
    """Exactly these are in the side pool."""
    event = lock_event(event_id, seen_version=seen_version)
    purse = pool_in(event, number)
    require_unpaid(purse)
    wanted = _entries(event, entry_ids)
    have = {member.entry_id for member in purse.members.all()}
    joining = [entry for pk, entry in wanted.items() if pk not in have]
    leaving = list(event.entries.filter(pk__in=have - wanted.keys()))
    PoolMember.objects.bulk_create(PoolMember(purse=purse, entry=entry) for entry in joining)
    purse.members.filter(entry__in=leaving).delete()
    # One entry in the log for each: who joined what is asked by name.
    entries = [(entry, "money.pool.joined") for entry in joining]
    entries += [(entry, "money.pool.left") for entry in leaving]
    for entry, action in entries:
        what = {"pool": purse.name}
        log_entry(
            event.tournament_id, action, act, event=event, subject=entry.name, after=what
        ).save()
    if entries:
        bump(event)
    return purse


def _entries(event: Event, entry_ids: Collection[int]) -> dict[int, Entry]:
    found = {entry.pk: entry for entry in event.entries.filter(pk__in=entry_ids)}
    for pk in entry_ids:
        if pk not in found:
            access_entry(event, pk)
    return found


def _check(amount: int) -> None:
    if not 0 <= amount <= MAX_AMOUNT:
        raise InvalidError("amount_out_of_range", _("This amount is not possible."))
