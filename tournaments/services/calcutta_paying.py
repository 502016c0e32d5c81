"""The money of a calcutta: what buyers pay for their lots, and what owners are paid in the end."""

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotFoundError
from players.actors import Act
from tournaments.models_auction import BidPayment, BidPayout
from tournaments.selectors.calcutta import owner_in
from tournaments.selectors.calcutta_views import OwnerView
from tournaments.selectors.money_words import amount_words, logged
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.refusals import (
    nothing_left,
    nothing_owed,
    paid_already,
    require_left,
    require_owed,
    require_standing,
)


@transaction.atomic
def bid_pay(
    *,
    event_id: int,
    bidder_id: int,
    act: Act,
    amount: int | None = None,
    seen_left: int | None = None,
    note: str = "",
) -> BidPayment:
    """Note that an owner paid: so much, or all that is left, and never more than that.

    `seen_left` is what the sender saw to be left: when it is another sum by now, nothing is noted.
    """
    event = lock_event(event_id)
    view, owner = owner_in(event, bidder_id)
    _check_payment(owner, view.currency, amount, seen_left)
    payment = BidPayment.objects.create(
        bidder=owner.bidder,
        amount=owner.left if amount is None else amount,
        at=act.at,
        by_name=act.by.name[:160],
        note=note,
    )
    log(
        event.tournament_id,
        "money.bid_paid",
        act,
        event=event,
        subject=owner.name,
        after={"amount": logged(payment.amount, view.currency), "pool": view.name, "note": note},
    )
    bump(event)
    return payment


@transaction.atomic
def bid_payment_take_back(
    *, event_id: int, payment_id: int, act: Act, seen_version: int | None = None
) -> BidPayment:
    """The payment was entered by mistake, or the money was given back. It stays on record."""
    event = lock_event(event_id, seen_version=seen_version)
    found = BidPayment.objects.select_related("bidder__auction__purse").filter(
        bidder__auction__purse__event=event
    )
    payment = found.filter(pk=payment_id).first()
    if payment is None:
        raise NotFoundError("no_such_payment", _("There is no such payment in this event."))
    require_standing(payment)
    payment.taken_back_at = act.at
    payment.save(update_fields=["taken_back_at"])
    log(
        event.tournament_id,
        "money.bid_payment_taken_back",
        act,
        event=event,
        subject=payment.bidder.name,
        before={
            "amount": logged(payment.amount, event.tournament.currency),
            "pool": payment.bidder.auction.purse.name,
        },
    )
    bump(event)
    return payment


@transaction.atomic
def bid_pay_out(
    *, event_id: int, bidder_id: int, act: Act, seen_amount: int | None = None
) -> BidPayout:
    """Note that an owner was paid all that he has won, once the places are known.

    `seen_amount` is what the sender saw it to be.
    """
    event = lock_event(event_id)
    view, owner = owner_in(event, bidder_id)
    _check_payout(owner, view.currency, seen_amount)
    payout = BidPayout.objects.create(
        bidder=owner.bidder, amount=owner.owed, at=act.at, by_name=act.by.name[:160]
    )
    log(
        event.tournament_id,
        "money.bid_paid_out",
        act,
        event=event,
        subject=owner.name,
        after={"amount": logged(payout.amount, view.currency), "pool": view.name},
    )
    bump(event)
    return payout


@transaction.atomic
def bid_payout_take_back(
    *, event_id: int, payout_id: int, act: Act, seen_version: int | None = None
) -> None:
    """It was not paid after all, or the money came back. The log keeps it."""
    event = lock_event(event_id, seen_version=seen_version)
    found = BidPayout.objects.select_related("bidder__auction__purse").filter(
        bidder__auction__purse__event=event
    )
    payout = found.filter(pk=payout_id).first()
    if payout is None:
        raise NotFoundError("no_such_payout", _("There is no such payout in this event."))
    log(
        event.tournament_id,
        "money.bid_payout_taken_back",
        act,
        event=event,
        subject=payout.bidder.name,
        before={
            "amount": logged(payout.amount, event.tournament.currency),
            "pool": payout.bidder.auction.purse.name,
        },
    )
    payout.delete()
    bump(event)


def _check_payment(
    owner: OwnerView, currency: str, amount: int | None, seen_left: int | None
) -> None:
    require_left(owner.name, owner.left, currency, seen=seen_left)
    if owner.left < 1:
        raise nothing_left(owner.name)
    if amount is not None and amount < 1:
        raise InvalidError("amount_out_of_range", _("This amount is not possible."))
    if amount is not None and amount > owner.left:
        raise ConflictError(
            "more_than_left",
            _("%(name)s has only %(left)s left to pay: note no more than that.")
            % {"name": owner.name, "left": amount_words(owner.left, currency)},
            left=owner.left,
        )


def _check_payout(owner: OwnerView, currency: str, seen_amount: int | None) -> None:
    if owner.payout is not None:
        raise paid_already(owner.name)
    if not owner.owed:
        raise nothing_owed()
    if owner.left > 0:
        raise ConflictError(
            "still_to_pay",
            _("%(name)s has %(left)s left to pay for the lots: take that first.")
            % {"name": owner.name, "left": amount_words(owner.left, currency)},
            left=owner.left,
        )
    require_owed(owner.name, owner.owed, currency, seen=seen_amount)
