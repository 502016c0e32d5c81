"""Money that goes out: lines marked as paid, and agreements among those who are owed.

A deal changes who gets what, never how much a bracket pays altogether; the schedule stays as it was
beside it.
"""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, NotFoundError
from players.actors import Act
from tournaments.formats import EntrantId, FormatError
from tournaments.formats.plans import agreed
from tournaments.models_money import Deal, DealShare, Payout
from tournaments.selectors.money import HeapView, PurseView, money
from tournaments.selectors.money_words import logged, refused
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.refusals import (
    nothing_owed,
    paid_already,
    payouts_made,
    require_owed,
    require_reason,
)


@transaction.atomic
def payout_make(
    *,
    event_id: int,
    number: int,
    bracket: str,
    entry_id: int,
    act: Act,
    seen_amount: int | None = None,
) -> Payout:
    """Note that a line was paid out, whole. `seen_amount` is what the sender saw it to be."""
    event = lock_event(event_id)
    view = money(event)
    purse = view.purse(number)
    line = purse.heap(bracket).line_of(entry_id)
    if line is None:
        raise nothing_owed()
    if line.payout is not None:
        raise paid_already(line.name)
    require_owed(line.name, line.amount, view.currency, seen=seen_amount)
    payout = Payout.objects.create(
        purse=purse.row,
        bracket=bracket,
        entry_id=entry_id,
        amount=line.amount,
        at=act.at,
        by_name=act.by.name[:160],
    )
    log(
        event.tournament_id,
        "money.paid_out",
        act,
        event=event,
        subject=line.name,
        after={"amount": logged(line.amount, view.currency), "why": _where(purse, bracket)},
    )
    bump(event)
    return payout


@transaction.atomic
def payout_take_back(
    *, event_id: int, payout_id: int, act: Act, seen_version: int | None = None
) -> None:
    """It was not paid after all, or the money came back. The log keeps it."""
    event = lock_event(event_id, seen_version=seen_version)
    found = Payout.objects.select_related("purse", "entry").filter(purse__event=event)
    payout = found.filter(pk=payout_id).first()
    if payout is None:
        raise NotFoundError("no_such_payout", _("There is no such payout in this event."))
    log(
        event.tournament_id,
        "money.payout_taken_back",
        act,
        event=event,
        subject=payout.entry.name,
        before={"amount": logged(payout.amount, event.tournament.currency)},
    )
    payout.delete()
    bump(event)


@transaction.atomic
def deal_set(
    *,
    event_id: int,
    number: int,
    bracket: str,
    shares: Mapping[int, int],
    act: Act,
    seen_version: int | None = None,
) -> Deal:
    """Pay these entrants what they agreed on instead; `act.reason` says why.

    Before the bracket is over it is a deal of all who are still in it. A new deal replaces an old
    one.
    """
    event = lock_event(event_id, seen_version=seen_version)
    require_reason(act)
    view = money(event)
    purse = view.purse(number)
    heap = purse.heap(bracket)
    _require_unpaid(heap)
    _check_parties(heap, shares)
    names = dict(event.entries.values_list("pk", "name"))
    if not names.keys() >= shares.keys():
        raise NotFoundError("no_such_entry", _("There is no such entry in this event."))
    try:
        agreed({EntrantId(pk): amount for pk, amount in shares.items()}, due_of(heap))
    except FormatError as error:
        raise refused(error, view.currency, names) from error
    before = _deal_facts(heap.deal, names, view.currency)
    purse.row.deals.filter(bracket=bracket).delete()
    deal = Deal.objects.create(
        purse=purse.row, bracket=bracket, reason=act.reason, at=act.at, by_name=act.by.name[:160]
    )
    DealShare.objects.bulk_create(
        DealShare(deal=deal, entry_id=pk, amount=amount) for pk, amount in shares.items()
    )
    log(
        event.tournament_id,
        "money.deal.changed",
        act,
        event=event,
        subject=_where(purse, bracket),
        before=before,
        after=_deal_facts(deal, names, view.currency),
    )
    bump(event)
    return deal


@transaction.atomic
def deal_remove(
    *, event_id: int, number: int, bracket: str, act: Act, seen_version: int | None = None
) -> None:
    """Pay by the schedule again."""
    event = lock_event(event_id, seen_version=seen_version)
    view = money(event)
    purse = view.purse(number)
    heap = purse.heap(bracket)
    if heap.deal is None:
        raise NotFoundError("no_deal", _("There is no deal here."))
    _require_unpaid(heap)
    names = dict(event.entries.values_list("pk", "name"))
    log(
        event.tournament_id,
        "money.deal.removed",
        act,
        event=event,
        subject=_where(purse, bracket),
        before=_deal_facts(heap.deal, names, view.currency),
    )
    heap.deal.delete()
    bump(event)


def due_of(heap: HeapView) -> dict[EntrantId, int]:
    """What those who may make a deal are owed by the schedule; before the end, one by one."""
    if heap.standing.finished:
        return {EntrantId(pk): amount for pk, amount in heap.scheduled.items()}
    return {one: heap.by_place.get(n, 0) for n, one in enumerate(heap.standing.still_in, 1)}


def _check_parties(heap: HeapView, shares: Mapping[int, int]) -> None:
    if not heap.may_deal:
        raise ConflictError(
            "deal_too_early",
            _("Who would share what is not known yet: wait until this round is over."),
        )
    if not heap.standing.finished and set(shares) != set(heap.standing.still_in):
        raise ConflictError(
            "deal_not_all",
            _("Before the end, a deal is one of all who are still in, and nobody else."),
        )


def _require_unpaid(heap: HeapView) -> None:
    paid = [line.name for line in heap.lines if line.payout is not None]
    if paid or heap.stray:
        raise payouts_made()


def _where(purse: PurseView, bracket: str) -> str:
    """For the log, the same in all languages: names of pools and letters of brackets."""
    return purse.row.name or bracket


def _deal_facts(deal: Deal | None, names: Mapping[int, str], currency: str) -> dict[str, str]:
    if deal is None:
        return {}
    return {
        names.get(share.entry_id, ""): logged(share.amount, currency) for share in deal.shares.all()
    }
