"""The page of a ladder at the desk: opened and closed, challenges, who comes and who goes."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from config.errors import DomainError, NotFoundError
from tournaments.forms.entries import AddForm
from tournaments.forms.ladder import ChallengeForm, EndForm
from tournaments.forms.refusals import refuse
from tournaments.forms.results import VersionForm
from tournaments.forms.rounds import EntrantForm
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.ladder_pages import ladder_view, rules_words
from tournaments.selectors.staffed import entered_names, entries_of
from tournaments.services import attendance, ladders
from tournaments.views.desk.doors import for_event, frame
from tournaments.web import staff_act, today_at

if TYPE_CHECKING:
    from tournaments.models import Event

Step = Callable[..., object]


@for_event(MANAGE)
def event_ladder(request: HttpRequest, event: "Event") -> HttpResponse:
    if not event.is_ladder:
        raise NotFoundError("not_a_ladder", _("This event is no ladder."))
    if request.method != "POST":
        return _page(request, event)
    step = request.POST.get("step", "")
    own = {"challenge": _challenge, "join": _join}.get(step)
    if own is not None:
        return own(request, event)
    found = STEPS.get(step)
    if found is None:
        return _page(request, event, status=400)
    form_class, do, told = found
    form = form_class(request.POST)

    def act() -> str:
        data = form.cleaned_data
        do(event, data, act=staff_act(request), seen_version=data["version"])
        return str(told)

    return _try(request, event, form, act)


def _open(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return ladders.ladder_open(event_id=event.pk, **more)


def _close(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return ladders.ladder_close(event_id=event.pk, **more)


def _reopen(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return ladders.ladder_reopen(event_id=event.pk, **more)


def _unplayed(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return ladders.challenge_unplayed(event_id=event.pk, key=data["key"], **more)


def _call_off(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return ladders.challenge_call_off(event_id=event.pk, key=data["key"], **more)


def _leave(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return attendance.entry_withdraw(event_id=event.pk, entry_id=data["entry"], **more)


def _return(event: "Event", data: Mapping[str, Any], **more: Any) -> object:
    return attendance.entry_reinstate(event_id=event.pk, entry_id=data["entry"], **more)


# Each step of the page: its form, what it does, and what is said when it is done.
STEPS: dict[str, tuple[type[forms.Form], Step, Any]] = {
    "open": (VersionForm, _open, gettext_lazy("The ladder is open: challenges can be made.")),
    "close": (VersionForm, _close, gettext_lazy("The ladder is closed.")),
    "reopen": (VersionForm, _reopen, gettext_lazy("The ladder is open again.")),
    "unplayed": (EndForm, _unplayed, gettext_lazy("Ended by the rules of the ladder.")),
    "call_off": (EndForm, _call_off, gettext_lazy("The challenge is called off.")),
    "leave": (EntrantForm, _leave, gettext_lazy("Saved.")),
    "return": (EntrantForm, _return, gettext_lazy("Saved.")),
}


def _challenge(request: HttpRequest, event: "Event") -> HttpResponse:
    rungs = ladder_view(event).rungs if event.published_at else ()
    form = ChallengeForm(rungs, request.POST)

    def make() -> str:
        data = form.cleaned_data
        row = ladders.challenge_make(
            event_id=event.pk,
            challenger_id=data["challenger"],
            challenged_id=data["challenged"],
            act=staff_act(request),
        )
        return _("%(key)s: the challenge is entered.") % {"key": row.key}

    return _try(request, event, form, make)


def _join(request: HttpRequest, event: "Event") -> HttpResponse:
    form = AddForm(request.POST, entered_names(event))

    def join() -> str:
        one = form.entry()
        ladders.ladder_join(event_id=event.pk, entry=one, act=staff_act(request))
        return _("%(name)s is on the ladder.") % {"name": one.person.name}

    return _try(request, event, form, join)


def _try(
    request: HttpRequest, event: "Event", form: forms.Form, do: Callable[[], str]
) -> HttpResponse:
    status = 400
    if form.is_valid():
        try:
            told = do()
        except DomainError as error:
            status = refuse(form, error)
        else:
            messages.success(request, told)
            return redirect("event_ladder", event.tournament.slug, event.slug)
    return _page(request, event, form, status=status)


def _page(
    request: HttpRequest, event: "Event", form: forms.Form | None = None, *, status: int = 200
) -> HttpResponse:
    """The newest state, with why something was refused; two forms show their faults themselves."""
    now = access_event_by_id(event.pk)
    shown = ladder_view(now) if now.published_at else None
    rungs = shown.rungs if shown else ()
    own = isinstance(form, AddForm)
    problems = (
        [] if form is None or own else [str(e) for each in form.errors.values() for e in each]
    )
    context = {
        **frame(request, now.tournament, now),
        "ladder": shown,
        "entries": entries_of(now),
        "format": rules_words(now),
        "today": today_at(now.tournament),
        "problems": problems,
        "challenge_form": form if isinstance(form, ChallengeForm) else ChallengeForm(rungs),
        "join_form": form if isinstance(form, AddForm) else AddForm(),
    }
    return render(request, "tournaments/desk/ladder.html", context, status=status)
