"""What the director decides of pairings: who meets, who does not, and the draft altered by hand.

The forms stand on the page of the draw and on that of the rounds; what is refused is shown on a
page of its own, with the draft and all that was decided.
"""

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.errors import DomainError, InvalidError, NotFoundError
from tournaments.forms.refusals import refuse
from tournaments.forms.round_pairs import LiftForm, PairForm
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.fixtures import fixture_rows
from tournaments.selectors.round_choices import Choices, choices
from tournaments.selectors.round_pages import rounds_view
from tournaments.services import round_wishes
from tournaments.views.desk.doors import for_event, frame
from tournaments.web import staff_act

if TYPE_CHECKING:
    from tournaments.models import Event

KINDS = {"force": "forced", "forbid": "forbidden", "apart": "apart"}


def pairs_context(event: "Event") -> dict[str, Any]:
    """For the pages that have these forms."""
    found = choices(event)
    return {"choices": found, "pair_form": PairForm(found.entries) if found else None}


@for_event(MANAGE)
def event_pairs(request: HttpRequest, event: "Event") -> HttpResponse:
    found = choices(event)
    if found is None:
        raise NotFoundError("no_choice", _("Nobody chooses the pairings of this event."))
    if request.method != "POST":
        return _page(request, event, PairForm(found.entries))
    if request.POST.get("step") == "lift":
        return _lift(request, event)
    return _decide(request, event, found)


def _decide(request: HttpRequest, event: "Event", found: Choices) -> HttpResponse:
    form = PairForm(found.entries, request.POST)
    if not form.is_valid():
        return _page(request, event, form, 400)
    try:
        _do(request, event, form)
    except DomainError as error:
        return _page(request, event, form, refuse(form, error))
    messages.success(request, _("Saved."))
    return _back(event)


def _do(request: HttpRequest, event: "Event", form: PairForm) -> None:
    step, (one, other) = request.POST.get("step", ""), form.pair()
    more: dict[str, Any] = {
        "event_id": event.pk,
        "act": staff_act(request),
        "seen_version": form.cleaned_data["version"],
    }
    if step == "swap":
        if other is None:
            round_wishes.round_bye(entrant=one, **more)
        else:
            round_wishes.round_swap(first=one, second=other, **more)
    elif step in KINDS and (other is not None or step == "force"):
        round_wishes.pair_add(kind=KINDS[step], pair=(one, other), **more)
    else:
        raise InvalidError("bye_not_possible", _("Choose another entrant, not the bye."))


def _lift(request: HttpRequest, event: "Event") -> HttpResponse:
    form = LiftForm(request.POST)
    if not form.is_valid():
        return _page(request, event, form, 400)
    try:
        round_wishes.pair_lift(
            event_id=event.pk,
            kind=form.cleaned_data["kind"],
            pair=form.pair(),
            act=staff_act(request),
            seen_version=form.cleaned_data["version"],
        )
    except DomainError as error:
        return _page(request, event, form, refuse(form, error))
    messages.success(request, _("Saved."))
    return _back(event)


def _back(event: "Event") -> HttpResponse:
    page = "event_draft" if event.published_at is None else "event_rounds"
    return redirect(page, event.tournament.slug, event.slug)


def _page(
    request: HttpRequest, event: "Event", form: PairForm | LiftForm, status: int = 200
) -> HttpResponse:
    """The newest state, with what was typed and why it was refused."""
    now = access_event_by_id(event.pk)
    errors = [str(error) for error in form.non_field_errors()]
    if isinstance(form, LiftForm) and not errors:
        errors = [_("That pair is not in the list any more.")]
    context = {
        **frame(request, now.tournament, now),
        **pairs_context(now),
        "problems": errors if form.is_bound else [],
        "rounds": rounds_view(now, fixture_rows(now)) if now.draw else None,
    }
    if isinstance(form, PairForm):
        context["pair_form"] = form
    return render(request, "tournaments/desk/pairs.html", context, status=status)
