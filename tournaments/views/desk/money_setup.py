"""Setting up an event's prizes and side pools, and making deals."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.errors import DomainError
from tournaments.formats.currency import bare
from tournaments.forms.money import DealForm, MembersForm, PurseForm
from tournaments.forms.refusals import refuse
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.money import PRIZES, HeapView, MoneyView, PurseView, money
from tournaments.selectors.staffed import entries_of
from tournaments.services.money_paying_out import deal_remove, deal_set
from tournaments.services.money_setting_up import PurseSpec, pool_remove, pool_set, purse_set
from tournaments.services.money_taking import pool_fill
from tournaments.views.desk.doors import for_event
from tournaments.views.desk.money import money_frame
from tournaments.web import staff_act

if TYPE_CHECKING:
    from tournaments.models import Event

NEW = PurseSpec(split="preset", preset="by_entrants", unit=1)
POOL = "tournaments/desk/money/pool.html"


@for_event(MANAGE)
def event_money_setup(request: HttpRequest, event: "Event") -> HttpResponse:
    """The prizes of the event."""
    purse = event.purses.filter(number=PRIZES).first()
    currency = event.tournament.currency or "EUR"
    spec = PurseSpec.of(purse) if purse else NEW
    form = PurseForm(
        request.POST or None,
        currency=currency,
        consolation=event.consolation_length is not None,
        initial=PurseForm.initial_of(spec, currency),
    )
    status = 400 if form.is_bound else 200
    if form.is_valid():
        try:
            purse_set(
                event_id=event.pk,
                spec=form.spec(),
                currency=form.cleaned_data["currency"],
                act=staff_act(request),
                seen_version=form.cleaned_data["version"],
            )
        except DomainError as error:
            status = refuse(form, error)
        else:
            messages.success(request, _("Saved."))
            return _back(event)
    now = access_event_by_id(event.pk)
    context = {**money_frame(request, now), "form": form, "fresh": purse is None}
    return render(request, "tournaments/desk/money/setup.html", context, status=status)


@for_event(MANAGE)
def event_pool_new(request: HttpRequest, event: "Event") -> HttpResponse:
    return _pool(request, event, None)


@for_event(MANAGE)
def event_pool(request: HttpRequest, event: "Event", number: int) -> HttpResponse:
    """A side pool: its terms, and who is in it."""
    purse = money(event).purse(number)
    if request.POST.get("step") == "remove":
        return _remove(request, event, purse)
    if request.POST.get("step") == "members":
        return _fill(request, event, purse)
    return _pool(request, event, purse)


def _pool(request: HttpRequest, event: "Event", purse: PurseView | None) -> HttpResponse:
    currency = event.tournament.currency or "EUR"
    spec = PurseSpec.of(purse.row) if purse else PurseSpec()
    form = PurseForm(
        request.POST or None,
        currency=currency,
        side=True,
        initial=PurseForm.initial_of(spec, currency),
    )
    status = 400 if form.is_bound else 200
    if form.is_valid():
        try:
            made = pool_set(
                event_id=event.pk,
                spec=form.spec(),
                act=staff_act(request),
                number=purse.row.number if purse else None,
                seen_version=form.cleaned_data["version"],
            )
        except DomainError as error:
            status = refuse(form, error)
        else:
            messages.success(request, _("Saved."))
            return redirect("event_pool", event.tournament.slug, event.slug, made.number)
    return _pool_page(request, event, purse, form=form, status=status)


def _pool_page(
    request: HttpRequest,
    event: "Event",
    purse: PurseView | None,
    *,
    form: PurseForm | None = None,
    said: str = "",
    status: int = 200,
) -> HttpResponse:
    now = access_event_by_id(event.pk)
    context = {**money_frame(request, now), "purse": purse, "said": said}
    if purse is not None:
        initial = {"members": [member.entry_id for member in purse.row.members.all()]}
        context["members"] = MembersForm(entries=entries_of(now), initial=initial)
        currency = now.tournament.currency
        form = form or PurseForm(
            currency=currency,
            side=True,
            initial=PurseForm.initial_of(PurseSpec.of(purse.row), currency),
        )
    return render(request, POOL, {**context, "form": form}, status=status)


def _fill(request: HttpRequest, event: "Event", purse: PurseView) -> HttpResponse:
    form = MembersForm(request.POST, entries=entries_of(event))
    if not form.is_valid():
        said = _("Somebody in this list is no longer entered: look again.")
        return _pool_page(request, event, purse, said=said, status=400)
    number = purse.row.number
    try:
        pool_fill(
            event_id=event.pk,
            number=number,
            entry_ids=form.cleaned_data["members"],
            act=staff_act(request),
        )
    except DomainError as error:
        return _pool_page(request, event, purse, said=error.message, status=error.status)
    messages.success(request, _("Saved."))
    return redirect("event_pool", event.tournament.slug, event.slug, number)


def _remove(request: HttpRequest, event: "Event", purse: PurseView) -> HttpResponse:
    try:
        pool_remove(event_id=event.pk, number=purse.row.number, act=staff_act(request))
    except DomainError as error:
        return _pool_page(request, event, purse, said=error.message, status=error.status)
    messages.success(request, _("The side pool %(name)s is removed.") % {"name": purse.name})
    return _back(event)


@for_event(MANAGE)
def event_deal(request: HttpRequest, event: "Event", number: int, bracket: str) -> HttpResponse:
    """What those who are owed by one bracket agreed to get instead."""
    view = money(event)
    heap = view.purse(number).heap(bracket)
    removing = request.POST.get("step") == "remove"
    form = DealForm(
        None if removing else request.POST or None,
        currency=view.currency,
        parties=_parties(event, heap),
        initial=_agreed(heap, view),
    )
    status = 400 if form.is_bound else 200
    said = ""
    if removing or form.is_valid():
        try:
            _deal(request, event, number, heap, None if removing else form)
        except DomainError as error:
            status, said = error.status, error.message
        else:
            messages.success(request, _("Saved."))
            return _back(event)
    context = {
        **money_frame(request, event),
        "purse": view.purse(number),
        "heap": heap,
        "rows": [
            (name, heap.scheduled.get(pk, 0), form[f"share_{pk}"])
            for pk, name in form.parties.items()
        ],
        "places": sorted(heap.by_place.items())[: len(form.parties)],
        "form": form,
        "said": said,
    }
    return render(request, "tournaments/desk/money/deal.html", context, status=status)


def _deal(
    request: HttpRequest, event: "Event", number: int, heap: HeapView, form: DealForm | None
) -> None:
    if form is None:
        deal_remove(event_id=event.pk, number=number, bracket=heap.bracket, act=staff_act(request))
        return
    deal_set(
        event_id=event.pk,
        number=number,
        bracket=heap.bracket,
        shares=form.cleaned_data["shares"],
        act=staff_act(request, form.cleaned_data["reason"]),
    )


def _parties(event: "Event", heap: HeapView) -> dict[int, str]:
    """Who may take part: before the end those still in, after it those who are owed something."""
    names = dict(event.entries.values_list("pk", "name"))
    able = list(heap.scheduled) if heap.standing.finished else list(heap.standing.still_in)
    return {pk: names[pk] for pk in able}


def _agreed(heap: HeapView, view: MoneyView) -> dict[str, str]:
    if heap.deal is None:
        return {}
    shares = {
        f"share_{share.entry_id}": bare(share.amount, view.currency)
        for share in heap.deal.shares.all()
    }
    return {**shares, "reason": heap.deal.reason}


def _back(event: "Event") -> HttpResponse:
    return redirect("event_money", event.tournament.slug, event.slug)
