"""The clock of one match at the desk: put it on, agree for the players, correct it, its links."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from config.errors import ConflictError, DomainError, InvalidError
from matches.engine.errors import EngineError
from matches.models_clock import Clock
from matches.selectors.clocks import ClockView, clock_face, clock_history, clock_view, clock_views
from matches.services.clock_games import clock_say
from matches.services.clock_links import clock_token
from matches.services.clock_running import Sent, clock_do
from matches.services.clocks import (
    clock_confirm,
    clock_correct,
    clock_renew_links,
    clock_set_up,
)
from tournaments.forms.clocks import GameForm, SetUpForm, StopForm, TimesForm
from tournaments.forms.refusals import refuse
from tournaments.qr import qr_svg
from tournaments.selectors.access import MANAGE, SCORE, may, require
from tournaments.selectors.clocks import breaks_words, claims_words, match_of
from tournaments.selectors.floor import fixture_page
from tournaments.views.desk.doors import for_event, frame
from tournaments.web import public_link, staff_act

if TYPE_CHECKING:
    from tournaments.models import Event

BOTH = (1, 2)
Step = Callable[[HttpRequest, "Event", int, Any], None]


@for_event(SCORE)
def fixture_clock(request: HttpRequest, event: "Event", key: str) -> HttpResponse:
    match_id = match_of(event, key)
    if request.method != "POST":
        return _page(request, event, key, match_id, None)
    make, step = STEPS.get(request.POST.get("step", ""), STEPS["confirm"])
    form = make(
        request.POST,
        auto_id=f"id_{request.POST.get('step', '')[:9]}_%s",
    )
    if not form.is_valid():
        return _page(request, event, key, match_id, form, 400)
    try:
        step(request, event, match_id, form)
    except EngineError as error:
        return _page(request, event, key, match_id, form, refuse(form, InvalidError.of(error)))
    except DomainError as error:
        return _page(request, event, key, match_id, form, refuse(form, error))
    messages.success(request, _("Saved."))
    return redirect(request.path)


def _set_up(request: HttpRequest, event: "Event", match_id: int, form: SetUpForm) -> None:
    clock_set_up(
        match_id=match_id,
        act=staff_act(request, form.cleaned_data["reason"]),
        settings=form.settings(),
        scores=form.scores(),
        on_turn=form.cleaned_data["on_turn"],
        by_staff=may(request.user, MANAGE, event),
    )


def _confirm(request: HttpRequest, event: "Event", match_id: int, form: forms.Form) -> None:
    clock_confirm(match_id=match_id, sides=BOTH, act=staff_act(request))


def _stop(request: HttpRequest, event: "Event", match_id: int, form: StopForm) -> None:
    _do(request, match_id, Sent("stop", reason=form.cleaned_data["stop"]))


def _grant(request: HttpRequest, event: "Event", match_id: int, form: forms.Form) -> None:
    _do(request, match_id, Sent("stop", reason=Clock.Stop.BREAK))


def _resume(request: HttpRequest, event: "Event", match_id: int, form: forms.Form) -> None:
    _do(request, match_id, Sent("resume"))


def _do(request: HttpRequest, match_id: int, sent: Sent) -> None:
    act = staff_act(request)
    answer = clock_do(match_id=match_id, sent=sent, sides=BOTH, act=act, by_staff=True)
    if not answer.accepted:
        raise ConflictError(answer.code, answer.message)


def _game(request: HttpRequest, event: "Event", match_id: int, form: GameForm) -> None:
    clock_say(match_id=match_id, sides=BOTH, said=form.game(), act=staff_act(request))


def _correct(request: HttpRequest, event: "Event", match_id: int, form: TimesForm) -> None:
    require(request.user, MANAGE, event)
    act = staff_act(request, form.cleaned_data["reason"])
    clock_correct(match_id=match_id, left=form.left(), act=act)


def _renew(request: HttpRequest, event: "Event", match_id: int, form: forms.Form) -> None:
    clock_renew_links(match_id=match_id, act=staff_act(request))


STEPS: dict[str, tuple[type[Any], Step]] = {
    "set_up": (SetUpForm, _set_up),
    "confirm": (forms.Form, _confirm),
    "stop": (StopForm, _stop),
    "break": (forms.Form, _grant),
    "resume": (forms.Form, _resume),
    "correct": (TimesForm, _correct),
    "game": (GameForm, _game),
    "renew": (forms.Form, _renew),
}


def _page(
    request: HttpRequest,
    event: "Event",
    key: str,
    match_id: int,
    form: forms.Form | None,
    status: int = 200,
) -> HttpResponse:
    """The clock as it is, with what was typed and why it was refused."""
    problems = [str(e) for errors in form.errors.values() for e in errors] if form else []
    page = fixture_page(event, key)
    set_up = form if isinstance(form, SetUpForm) else SetUpForm(auto_id="id_set_up_%s")
    times = form if isinstance(form, TimesForm) else TimesForm(auto_id="id_correct_%s")
    for each in (set_up, times):
        each.call_sides(page.names)
    context = {
        **frame(request, event.tournament, event),
        "page": page,
        "problems": problems,
        "set_up": set_up,
        "times": times,
        "stop": StopForm(),
        "opens": "times" if form is times else "set_up" if form is set_up else "",
        **_clock(request, match_id),
    }
    return render(request, "tournaments/desk/clock.html", context, status=status)


def _clock(request: HttpRequest, match_id: int) -> dict[str, object]:
    if match_id not in clock_views([match_id]):
        return {"view": None}
    view, now = clock_view(match_id), timezone.now()
    link = public_link(request, "clock", clock_token(view.clock))
    return {
        "view": view,
        "claims": claims_words(view),
        "breaks": breaks_words(view),
        "asked_by": view.names[view.clock.asked_by - 1] if view.clock.asked_by else "",
        "game": _game_form(view),
        "faces": [clock_face(view, side, now) for side in BOTH],
        "history": clock_history(view),
        "link": link,
        "qr": qr_svg(link),
    }


def _game_form(view: ClockView) -> GameForm:
    score = {"score_1": view.clock.score_1, "score_2": view.clock.score_2}
    form = GameForm(auto_id="id_game_%s", initial=score)
    form.call_sides(view.names)
    return form
