"""Setting a calcutta up: its terms, the order of its lots, and who is sold together."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.errors import DomainError
from tournaments.forms.calcutta import AuctionForm, BundleForm, OrderForm, bundle_choices
from tournaments.forms.refusals import refuse
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.calcutta import calcutta, labels_of
from tournaments.selectors.calcutta_views import AuctionView
from tournaments.selectors.staffed import entries_of
from tournaments.services.calcutta_lots import lots_order, lots_put
from tournaments.services.calcutta_setting_up import auction_remove, auction_set
from tournaments.services.money_setting_up import PurseSpec
from tournaments.views.desk.calcutta import FOLDER, calcutta_frame
from tournaments.views.desk.doors import for_event
from tournaments.views.desk.money import money_frame
from tournaments.web import staff_act

if TYPE_CHECKING:
    from tournaments.models import Event


@for_event(MANAGE)
def event_money_calcutta_new(request: HttpRequest, event: "Event") -> HttpResponse:
    return _terms(request, event, None)


@for_event(MANAGE)
def event_money_calcutta_terms(request: HttpRequest, event: "Event", number: int) -> HttpResponse:
    view = calcutta(event, number)
    if request.POST.get("step") == "remove":
        try:
            auction_remove(event_id=event.pk, number=number, act=staff_act(request))
        except DomainError as error:
            return _terms(request, event, view, said=error.message, status=error.status)
        messages.success(request, _("The calcutta %(name)s is removed.") % {"name": view.name})
        return redirect("event_money", event.tournament.slug, event.slug)
    return _terms(request, event, view)


def _new() -> PurseSpec:
    """What the form offers at first can be saved as it is."""
    return PurseSpec(name=_("Calcutta"), split="preset", preset="by_entrants")


def _terms(
    request: HttpRequest,
    event: "Event",
    view: AuctionView | None,
    *,
    said: str = "",
    status: int = 200,
) -> HttpResponse:
    currency = event.tournament.currency or "EUR"
    spec = PurseSpec.of(view.row) if view else _new()
    form = AuctionForm(
        None if said else request.POST or None,
        currency=currency,
        initial={
            **AuctionForm.initial_of(spec, currency),
            "ranking": view.auction.ranking if view else "main",
        },
    )
    status = 400 if form.is_bound else status
    if form.is_valid():
        try:
            made = auction_set(
                event_id=event.pk,
                spec=form.spec(),
                ranking=form.cleaned_data["ranking"],
                act=staff_act(request),
                number=view.row.number if view else None,
                seen_version=form.cleaned_data["version"],
            )
        except DomainError as error:
            status = refuse(form, error)
        else:
            messages.success(request, _("Saved."))
            page = "event_money_calcutta" if view else "event_money_calcutta_lots"
            return redirect(page, event.tournament.slug, event.slug, made.number)
    context = {**money_frame(request, access_event_by_id(event.pk)), "form": form, "said": said}
    return render(request, f"{FOLDER}/terms.html", {**context, "calcutta": view}, status=status)


@for_event(MANAGE)
def event_money_calcutta_lots(request: HttpRequest, event: "Event", number: int) -> HttpResponse:
    """The order before the first sale; bundles at any time."""
    said, status = "", 200
    step = request.POST.get("step")
    view = calcutta(event, number)
    initial = {"order": view.auction.order, "seed": view.auction.seed}
    order = OrderForm(request.POST if step == "order" else None, initial=initial)
    if request.method == "POST":
        try:
            if _arrange(request, event, view, order):
                messages.success(request, _("Saved."))
                return redirect(
                    "event_money_calcutta_lots", event.tournament.slug, event.slug, number
                )
            status = 400
        except DomainError as error:
            status = error.status
            if step == "order":
                refuse(order, error)
            else:
                said = error.message
    now = access_event_by_id(event.pk)
    view = calcutta(now, number)
    context = {
        **calcutta_frame(request, now, view),
        "order": order,
        "bundles": _bundle_form(None, now, view),
        "said": said,
    }
    return render(request, f"{FOLDER}/lots.html", context, status=status)


def _bundle_form(data: object, event: "Event", view: AuctionView) -> BundleForm:
    labels = labels_of(entries_of(event))
    return BundleForm(data, choices=bundle_choices(view.lots, view.outside, labels))


def _arrange(request: HttpRequest, event: "Event", view: AuctionView, order: OrderForm) -> bool:
    """Whether the form that was sent could be read, and what it says is done."""
    number, act = view.row.number, staff_act(request)
    if order.is_bound:
        if not order.is_valid():
            return False
        lots_order(
            event_id=event.pk,
            number=number,
            order=order.cleaned_data["order"],
            seed=order.cleaned_data["seed"],
            act=act,
            seen_version=order.cleaned_data["version"],
        )
        return True
    form = _bundle_form(request.POST, event, view)
    chosen = form.cleaned_data["entries"] if form.is_valid() else []
    lots_put(
        event_id=event.pk,
        number=number,
        entry_ids=chosen,
        together=request.POST.get("step") == "together",
        act=act,
    )
    return True
