"""Who has paid: all of them with a button each, and the account of one."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.errors import DomainError, InvalidError
from tournaments.formats.currency import bare
from tournaments.forms.money import FeeForm, PaymentForm
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.accounts import Account, account_of, accounts
from tournaments.services.money_taking import fee_set, payment_add, payment_take_back
from tournaments.views.desk.doors import for_event
from tournaments.views.desk.money import money_frame
from tournaments.web import number_in, staff_act

if TYPE_CHECKING:
    from tournaments.models import Event


@for_event(MANAGE)
def event_money_entries(request: HttpRequest, event: "Event") -> HttpResponse:
    """One press for each who pays what is left."""
    said, status = "", 200
    if request.method == "POST":
        try:
            payment = payment_add(
                event_id=event.pk,
                entry_id=number_in(request.POST.get("entry", "")) or 0,
                seen_left=number_in(request.POST.get("left", "")),
                act=staff_act(request),
            )
        except DomainError as error:
            said, status = error.message, error.status
        else:
            messages.success(request, _("%(name)s has paid.") % {"name": payment.entry.name})
            return redirect("event_money_entries", event.tournament.slug, event.slug)
    now = access_event_by_id(event.pk)
    context = {**money_frame(request, now), "accounts": accounts(now), "said": said}
    return render(request, "tournaments/desk/money/entries.html", context, status=status)


@for_event(MANAGE)
def event_money_entry(request: HttpRequest, event: "Event", entry: int) -> HttpResponse:
    """What one entrant owes and paid; a part of it, another fee, a payment taken back."""
    account = account_of(event, entry)
    step, currency = request.POST.get("step", ""), event.tournament.currency
    paying = PaymentForm(request.POST if step == "pay" else None, currency=currency)
    initial = {"fee": bare(account.fee, currency)} if account.has_own_fee else {}
    fee = FeeForm(request.POST if step == "fee" else None, currency=currency, initial=initial)
    said, status = "", 200
    if request.method == "POST":
        try:
            if _do(request, event, account, paying, fee):
                return redirect("event_money_entry", event.tournament.slug, event.slug, entry)
            status = 400
        except DomainError as error:
            said, status = error.message, error.status
            account = account_of(event, entry)
    context = {
        **money_frame(request, event),
        "account": account,
        "form": paying,
        "fee": fee,
        "said": said,
    }
    return render(request, "tournaments/desk/money/entry.html", context, status=status)


def _do(
    request: HttpRequest, event: "Event", account: Account, paying: PaymentForm, fee: FeeForm
) -> bool:
    """Whether the form that was sent could be read, and what it says is done."""
    entry_id, act = account.entry.pk, staff_act(request)
    match request.POST.get("step"):
        case "pay":
            if not paying.is_valid():
                return False
            payment_add(
                event_id=event.pk,
                entry_id=entry_id,
                amount=paying.cleaned_data["sum"],
                seen_left=paying.cleaned_data["left"],
                note=paying.cleaned_data["note"],
                act=act,
            )
        case "fee":
            if not fee.is_valid():
                return False
            fee_set(event_id=event.pk, entry_id=entry_id, amount=fee.cleaned_data["sum"], act=act)
        case "take_back":
            payment_id = number_in(request.POST.get("payment", "")) or 0
            payment_take_back(event_id=event.pk, payment_id=payment_id, act=act)
        case _:
            raise InvalidError("unknown_step", _("The page did not say what to do: try again."))
    messages.success(request, _("Saved."))
    return True
