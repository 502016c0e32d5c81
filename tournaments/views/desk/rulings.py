"""Rulings at the desk: who calls at a match, what is ruled there, and appeals against it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from config.errors import DomainError, InvalidError
from matches.engine.errors import EngineError
from matches.models import Match
from matches.selectors.clocks import clock_face, clock_view, clock_views
from tournaments.forms.refusals import refuse
from tournaments.forms.rulings import CommitteeForm, RulingForm, VotesForm, WhyForm
from tournaments.selectors.access import MANAGE, SCORE, require
from tournaments.selectors.clocks import match_of
from tournaments.selectors.floor import fixture_page
from tournaments.selectors.judges import judges_for, may_judge
from tournaments.selectors.ruling_words import OF_CALLS, rules_to_rest_on
from tournaments.selectors.rulings import (
    CallView,
    RulingView,
    call_of_match,
    ruling_view,
    rulings_of_matches,
)
from tournaments.services.appeals import appeal_decide, committee_draw_up
from tournaments.services.calls import call_close, call_take
from tournaments.services.rulings import ruling_amend, ruling_make, ruling_withdraw
from tournaments.views.desk.doors import for_event, frame
from tournaments.web import posted_number, staff_act

if TYPE_CHECKING:
    from tournaments.models import Event


@for_event(SCORE)
def fixture_rulings(request: HttpRequest, event: "Event", key: str) -> HttpResponse:
    """The call that waits at a match, a form to rule, and what was ruled there."""
    match = Match.objects.get(pk=match_of(event, key))
    call = call_of_match(match.pk)
    step = request.POST.get("step", "")
    form = _form(None if step in CALLS else request.POST or None, match, call)
    if request.method != "POST":
        return _page(request, event, key, match, form)
    if step not in CALLS and not form.is_valid():
        return _page(request, event, key, match, form, 400)
    try:
        CALLS.get(step, _rule)(request, event, key, form)
    except EngineError as error:
        return _page(request, event, key, match, form, refuse(form, InvalidError.of(error)))
    except DomainError as error:
        if not form.is_bound:
            return _page(request, event, key, match, form, error.status, problem=error.message)
        return _page(request, event, key, match, form, refuse(form, error))
    messages.success(request, _("Saved."))
    return redirect(request.path)


def _form(data: Any, match: Match, call: CallView | None) -> RulingForm:
    names = [side.name for side in match.sides.order_by("number")]
    initial: dict[str, Any] = {"version": match.version}
    rules = rules_to_rest_on(match)
    if call is not None and call.latest is not None:
        initial["kind"], initial["rule"] = OF_CALLS.get(call.latest.kind, ("", ""))
    return RulingForm(data, names=names, rules=rules, initial=initial, auto_id="id_ruling_%s")


def _take(request: HttpRequest, event: "Event", key: str, form: RulingForm) -> None:
    call_take(event_id=event.pk, call_id=posted_number(request, "call"), act=staff_act(request))


def _close(request: HttpRequest, event: "Event", key: str, form: RulingForm) -> None:
    require(request.user, MANAGE, event)
    call_close(event_id=event.pk, call_id=posted_number(request, "call"), act=staff_act(request))


def _rule(request: HttpRequest, event: "Event", key: str, form: RulingForm) -> None:
    require(request.user, MANAGE, event)
    ruling_make(
        event_id=event.pk,
        key=key,
        spec=form.spec(),
        act=staff_act(request, form.cleaned_data["reason"]),
        seen_version=form.cleaned_data["version"],
    )


CALLS: dict[str, Callable[..., None]] = {"take": _take, "close": _close}


def _page(  # noqa: PLR0913 - what the page shows
    request: HttpRequest,
    event: "Event",
    key: str,
    match: Match,
    form: RulingForm,
    status: int = 200,
    *,
    problem: str = "",
) -> HttpResponse:
    context = {
        **frame(request, event.tournament, event),
        "page": fixture_page(event, key),
        "call": call_of_match(match.pk),
        "rulings": rulings_of_matches([match.pk])[match.pk],
        "rules": rules_to_rest_on(match),
        "form": form,
        "problem": problem,
        "opens": form.is_bound and bool(form.errors),
        **_clock(match),
    }
    return render(request, "tournaments/desk/rulings.html", context, status=status)


def _clock(match: Match) -> dict[str, object]:
    if match.pk not in clock_views([match.pk]):
        return {"view": None}
    view, now = clock_view(match.pk), timezone.now()
    return {"view": view, "faces": [clock_face(view, side, now) for side in (1, 2)]}


# --- One ruling ----------------------------------------------------------------------------------
@for_event(MANAGE)
def ruling(request: HttpRequest, event: "Event", key: str, number: int) -> HttpResponse:
    """Amend or withdraw it; the committee on an appeal, and how it voted."""
    view = ruling_view(event, number)
    shown = _forms(request, event, view)
    if request.method != "POST":
        return _ruling_page(request, event, view, shown)
    name = request.POST.get("step", "")
    form = shown.get(name) or shown["withdraw"]
    if not form.is_valid():
        return _ruling_page(request, event, view, shown, 400)
    try:
        _STEPS.get(name, _withdraw)(request, event, number, form)
    except EngineError as error:
        status = refuse(form, InvalidError.of(error))
        return _ruling_page(request, event, view, shown, status)
    except DomainError as error:
        return _ruling_page(request, event, view, shown, refuse(form, error))
    messages.success(request, _("Saved."))
    if name == "amend":
        return redirect("fixture_rulings", event.tournament.slug, event.slug, key)
    return redirect(request.path)


def _forms(request: HttpRequest, event: "Event", view: RulingView) -> dict[str, Any]:
    """Only the one that was sent is bound."""
    name = request.POST.get("step", "") if request.method == "POST" else None
    sent = {name: request.POST}
    row = view.row
    was = {each: getattr(row, each) for each in ("kind", "side", "decision", "reason", "rule")}
    judges = may_judge(
        judges_for(event, row) if view.appeal and view.appeal.is_open else (),
        without_directors=view.policy == "committee",
    )
    return {
        "amend": RulingForm(
            sent.get("amend"),
            names=view.names,
            rules=rules_to_rest_on(row.match),
            initial=was,
            auto_id="id_ruling_%s",
        ),
        "withdraw": WhyForm(sent.get("withdraw"), auto_id="id_withdraw_%s"),
        "committee": CommitteeForm(sent.get("committee"), judges=judges, auto_id="id_jury_%s"),
        "decide": VotesForm(
            sent.get("decide"),
            seats=view.appeal.seats if view.appeal else (),
            auto_id="id_votes_%s",
        ),
    }


def _amend(request: HttpRequest, event: "Event", number: int, form: RulingForm) -> None:
    act = staff_act(request, form.cleaned_data["reason"])
    ruling_amend(event_id=event.pk, number=number, spec=form.spec(), act=act)


def _withdraw(request: HttpRequest, event: "Event", number: int, form: WhyForm) -> None:
    act = staff_act(request, form.cleaned_data["reason"])
    ruling_withdraw(event_id=event.pk, number=number, act=act)


def _committee(request: HttpRequest, event: "Event", number: int, form: CommitteeForm) -> None:
    committee_draw_up(
        event_id=event.pk,
        number=number,
        members=form.candidates(),
        minutes=form.cleaned_data["minutes"],
        act=staff_act(request),
    )


def _decide(request: HttpRequest, event: "Event", number: int, form: VotesForm) -> None:
    act = staff_act(request, form.cleaned_data["reason"])
    appeal_decide(event_id=event.pk, number=number, votes=form.votes(), act=act)


_STEPS: dict[str, Callable[..., None]] = {
    "amend": _amend,
    "withdraw": _withdraw,
    "committee": _committee,
    "decide": _decide,
}


def _ruling_page(
    request: HttpRequest,
    event: "Event",
    view: RulingView,
    shown: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    context = {
        **frame(request, event.tournament, event),
        "ruling": view,
        "form": shown["amend"],
        "shown": shown,
        "rules": rules_to_rest_on(view.row.match),
        "clock_view": clock_views([view.row.match_id]).get(view.row.match_id),
    }
    return render(request, "tournaments/desk/ruling.html", context, status=status)
