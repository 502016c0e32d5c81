"""A calcutta while it is held: the next lot with a form beside it, what was sold, and the sheet."""

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.errors import DomainError
from tournaments.forms.calcutta import SaleForm
from tournaments.forms.refusals import refuse
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.calcutta import calcutta, labels_of
from tournaments.selectors.calcutta_views import AuctionView, LotView
from tournaments.selectors.money_words import amount_words
from tournaments.selectors.staffed import entries_of
from tournaments.services.calcutta_selling import lot_sell, sale_correct, sale_take_back
from tournaments.services.calcutta_setting_up import auction_publish
from tournaments.views.desk.doors import for_event
from tournaments.views.desk.money import money_frame
from tournaments.web import staff_act

if TYPE_CHECKING:
    from tournaments.models import Event

FOLDER = "tournaments/desk/calcutta"


@for_event(MANAGE)
def event_money_calcutta(request: HttpRequest, event: "Event", number: int) -> HttpResponse:
    """Sell one lot after the other."""
    view = calcutta(event, number)
    said, status, form = "", 200, None
    if request.method == "POST":
        try:
            if request.POST.get("step") in {"publish", "hide"}:
                messages.success(request, _show(request, event))
                return _back(event, number)
            form = SaleForm(request.POST, currency=view.currency, lots=view.lots)
            status = 400
            if form.is_valid():
                messages.success(request, _sell(request, event, view, form))
                return _back(event, number)
        except DomainError as error:
            status = error.status
            if form is None:
                said = error.message
            else:
                refuse(form, error)
    now = access_event_by_id(event.pk)
    view = calcutta(now, number)
    following = view.unsold[0] if view.unsold else None
    if form is None and following is not None:
        initial = {"lot": following.row.number}
        form = SaleForm(currency=view.currency, lots=view.unsold, initial=initial)
    context = {
        **calcutta_frame(request, now, view),
        "form": form,
        "following": following,
        "said": said,
    }
    return render(request, f"{FOLDER}/auction.html", context, status=status)


def _show(request: HttpRequest, event: "Event") -> str:
    published = request.POST.get("step") == "publish"
    auction_publish(event_id=event.pk, published=published, act=staff_act(request))
    if published:
        return _("The sales are on the public page.")
    return _("The sales are no longer on the public page.")


def _sell(request: HttpRequest, event: "Event", view: AuctionView, form: SaleForm) -> str:
    sale = form.cleaned_data["sale"]
    lot = view.lot(form.cleaned_data["lot"])
    number = view.row.number
    row = lot_sell(
        event_id=event.pk, number=number, lot=lot.row.number, sale=sale, act=staff_act(request)
    )
    return _("Sold %(lot)s to %(buyer)s for %(price)s.") % {
        "lot": lot.name,
        "buyer": row.buyer,
        "price": amount_words(sale.price, view.currency),
    }


@for_event(MANAGE)
def event_money_calcutta_lot(
    request: HttpRequest, event: "Event", number: int, lot: int
) -> HttpResponse:
    """Correct the sale of a lot, or take it back; one that is not sold is sold here as well."""
    view = calcutta(event, number)
    found = view.lot(lot)
    form = SaleForm(
        None if request.POST.get("step") == "take_back" else request.POST or None,
        currency=view.currency,
        initial=SaleForm.initial_of(found, view.currency) if found.is_sold else {},
    )
    status = 400 if form.is_bound else 200
    said = ""
    if request.method == "POST" and (form.is_valid() or not form.is_bound):
        try:
            _change(request, event, number, found, form)
        except DomainError as error:
            status, said = error.status, error.message
        else:
            messages.success(request, _("Saved."))
            return _back(event, number)
    now = access_event_by_id(event.pk)
    view = calcutta(now, number)
    context = {
        **calcutta_frame(request, now, view),
        "form": form,
        "lot": view.lot(lot),
        "said": said,
    }
    return render(request, f"{FOLDER}/lot.html", context, status=status)


def _change(
    request: HttpRequest, event: "Event", number: int, lot: LotView, form: SaleForm
) -> None:
    act, at = staff_act(request), lot.row.number
    if not form.is_bound:
        sale_take_back(event_id=event.pk, number=number, lot=at, act=act)
        return
    sale = form.cleaned_data["sale"]
    if not lot.is_sold:
        lot_sell(event_id=event.pk, number=number, lot=at, sale=sale, act=act)
        return
    seen = form.cleaned_data["version"]
    sale_correct(event_id=event.pk, number=number, lot=at, sale=sale, act=act, seen_version=seen)


@for_event(MANAGE)
def event_money_calcutta_print(request: HttpRequest, event: "Event", number: int) -> HttpResponse:
    """The auction sheet: lots in order, with room to write, or with what they went for."""
    view = calcutta(event, number)
    return render(request, f"{FOLDER}/print.html", calcutta_frame(request, event, view))


def calcutta_frame(request: HttpRequest, event: "Event", view: AuctionView) -> dict[str, Any]:
    labels = labels_of(entries_of(event)).values()
    buyers = dict.fromkeys([*(owner.name for owner in view.owners), *labels])
    return {**money_frame(request, event), "calcutta": view, "buyers": list(buyers)}


def _back(event: "Event", number: int) -> HttpResponse:
    return redirect("event_money_calcutta", event.tournament.slug, event.slug, number)
