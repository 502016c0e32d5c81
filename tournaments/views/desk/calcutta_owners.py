"""Who owns what of the field: what they have paid for it, and what they are paid."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.errors import DomainError, InvalidError, NotFoundError
from tournaments.forms.money import PaymentForm
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.calcutta import calcutta, owner_in
from tournaments.services.calcutta_paying import (
    bid_pay,
    bid_pay_out,
    bid_payment_take_back,
    bid_payout_take_back,
)
from tournaments.views.desk.calcutta import FOLDER, calcutta_frame
from tournaments.views.desk.doors import for_event
from tournaments.web import posted_number, staff_act

if TYPE_CHECKING:
    from tournaments.models import Event


@for_event(MANAGE)
def event_money_calcutta_owners(request: HttpRequest, event: "Event", number: int) -> HttpResponse:
    """One press for each who pays what is left, or is paid what he has won."""
    calcutta(event, number)
    said, status = "", 200
    if request.method == "POST":
        try:
            messages.success(request, _step(request, event))
            return redirect(
                "event_money_calcutta_owners", event.tournament.slug, event.slug, number
            )
        except DomainError as error:
            said, status = error.message, error.status
    now = access_event_by_id(event.pk)
    context = {**calcutta_frame(request, now, calcutta(now, number)), "said": said}
    return render(request, f"{FOLDER}/owners.html", context, status=status)


def _step(request: HttpRequest, event: "Event") -> str:
    """Do what a button says; returns what was done."""
    act, owner = staff_act(request), posted_number(request, "owner")
    match request.POST.get("step"):
        case "pay":
            seen = posted_number(request, "left")
            payment = bid_pay(event_id=event.pk, bidder_id=owner, seen_left=seen, act=act)
            return _("%(name)s has paid.") % {"name": payment.bidder.name}
        case "pay_out":
            seen = posted_number(request, "amount")
            bid_pay_out(event_id=event.pk, bidder_id=owner, seen_amount=seen, act=act)
            return _("Paid out.")
        case "unpay":
            payout_id = posted_number(request, "payout")
            bid_payout_take_back(event_id=event.pk, payout_id=payout_id, act=act)
            return _("The payout is taken back.")
        case _:
            raise InvalidError("unknown_step", _("The page did not say what to do: try again."))


@for_event(MANAGE)
def event_money_calcutta_owner(
    request: HttpRequest, event: "Event", number: int, bidder: int
) -> HttpResponse:
    """What one owner bought, paid and won; a part of the price, a payment taken back."""
    view, owner = owner_in(event, bidder)
    if view.row.number != number:
        raise NotFoundError("no_such_owner", _("Nobody of that number owns anything here."))
    paying = request.POST.get("step") == "pay"
    form = PaymentForm(request.POST if paying else None, currency=view.currency)
    said, status = "", 400 if form.is_bound else 200
    if request.method == "POST" and (form.is_valid() or not form.is_bound):
        try:
            _settle(request, event, bidder, form)
            messages.success(request, _("Saved."))
            return redirect(
                "event_money_calcutta_owners", event.tournament.slug, event.slug, number
            )
        except DomainError as error:
            said, status = error.message, error.status
            view, owner = owner_in(event, bidder)
    context = {
        **calcutta_frame(request, event, view),
        "owner": owner,
        "form": form,
        "said": said,
    }
    return render(request, f"{FOLDER}/owner.html", context, status=status)


def _settle(request: HttpRequest, event: "Event", bidder: int, form: PaymentForm) -> None:
    act = staff_act(request)
    if not form.is_bound:
        payment_id = posted_number(request, "payment")
        bid_payment_take_back(event_id=event.pk, payment_id=payment_id, act=act)
        return
    bid_pay(
        event_id=event.pk,
        bidder_id=bidder,
        amount=form.cleaned_data["sum"],
        seen_left=form.cleaned_data["left"],
        note=form.cleaned_data["note"],
        act=act,
    )
