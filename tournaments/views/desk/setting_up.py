"""New tournaments and events, and their settings."""

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from config.errors import DomainError
from tournaments.forms.planning import ForecastForm
from tournaments.forms.refusals import refuse
from tournaments.forms.setting_up import EventForm, NewTournamentForm, TournamentForm, time_zones
from tournaments.forms.watching import WatchingForm
from tournaments.selectors.access import MANAGE, access_event_by_id, require_account
from tournaments.selectors.days import today_in
from tournaments.selectors.zones import likely_zone
from tournaments.services.setting_up import (
    event_change,
    event_create,
    tournament_change,
    tournament_create,
)
from tournaments.services.showing import event_show_forecast
from tournaments.services.watching import event_watching_set
from tournaments.views.desk.doors import for_account, for_event, for_tournament, frame
from tournaments.web import staff_act

if TYPE_CHECKING:
    from tournaments.models import Event, Tournament

TOURNAMENT = "tournaments/desk/tournament_form.html"
EVENT = "tournaments/desk/event_form.html"


@for_account
def tournament_new(request: HttpRequest) -> HttpResponse:
    zone = likely_zone(require_account(request.user))
    if zone not in time_zones():  # such as Etc/UTC, which the form does not offer
        zone = settings.TIME_ZONE
    today = today_in(zone, timezone.now())
    initial = {"starts_on": today, "ends_on": today, "time_zone": zone}
    form = NewTournamentForm(request.POST or None, initial=initial)
    status = 400 if form.is_bound else 200
    if form.is_valid():
        owner = require_account(request.user)
        try:
            made = tournament_create(spec=form.spec(), owner_id=owner.pk, act=staff_act(request))
        except DomainError as error:
            status = refuse(form, error)
        else:
            return redirect("tournament_desk", made.slug)
    return render(request, TOURNAMENT, {"form": form}, status=status)


@for_tournament(MANAGE)
def tournament_settings(request: HttpRequest, tournament: "Tournament") -> HttpResponse:
    form = TournamentForm(request.POST or None, initial=TournamentForm.initial_of(tournament))
    status = 400 if form.is_bound else 200
    if form.is_valid():
        try:
            tournament_change(tournament_id=tournament.pk, spec=form.spec(), act=staff_act(request))
        except DomainError as error:
            status = refuse(form, error)
        else:
            messages.success(request, _("Saved."))
            return redirect("tournament_desk", tournament.slug)
    return render(request, TOURNAMENT, {"form": form, **frame(request, tournament)}, status=status)


@for_tournament(MANAGE)
def event_new(request: HttpRequest, tournament: "Tournament") -> HttpResponse:
    with timezone.override(ZoneInfo(tournament.time_zone)):  # moments are typed in it
        return _event_new(request, tournament)


def _event_new(request: HttpRequest, tournament: "Tournament") -> HttpResponse:
    form = EventForm(request.POST or None, initial={"length": 7, "rule_set": "club"})
    status = 400 if form.is_bound else 200
    if form.is_valid():
        try:
            made = event_create(
                tournament_id=tournament.pk, spec=form.spec(), act=staff_act(request)
            )
        except DomainError as error:
            status = refuse(form, error)
        else:
            return redirect("event_entries_edit", tournament.slug, made.slug)
    return render(request, EVENT, {"form": form, **frame(request, tournament)}, status=status)


@for_event(MANAGE)
def event_settings(request: HttpRequest, event: "Event") -> HttpResponse:
    with timezone.override(ZoneInfo(event.tournament.time_zone)):
        return _event_settings(request, event)


def _event_settings(request: HttpRequest, event: "Event") -> HttpResponse:
    if request.POST.get("step") == "forecast":
        return _show_forecast(request, event)
    if request.POST.get("step") == "watching":
        return _set_watching(request, event)
    form = EventForm(request.POST or None, initial=EventForm.initial_of(event))
    status = 400 if form.is_bound else 200
    if form.is_valid():
        seen = form.cleaned_data["version"]
        try:
            event_change(
                event_id=event.pk, spec=form.spec(event), act=staff_act(request), seen_version=seen
            )
        except DomainError as error:
            status = refuse(form, error)
        else:
            messages.success(request, _("Saved."))
            return redirect("event_desk", event.tournament.slug, event.slug)
    return render(request, EVENT, _settings_context(request, form, event, status), status=status)


def _show_forecast(request: HttpRequest, event: "Event") -> HttpResponse:
    """A setting that is not the draw's: it may be changed at any time."""
    form = ForecastForm(request.POST)
    status = 400
    if form.is_valid():
        data = form.cleaned_data
        try:
            event_show_forecast(
                event_id=event.pk,
                shows=data["shows_forecast"],
                act=staff_act(request),
                seen_version=data["version"],
            )
        except DomainError as error:
            status = refuse(form, error)
        else:
            messages.success(request, _("Saved."))
            return redirect("event_settings", event.tournament.slug, event.slug)
    return _beside(request, event, status, forecast_form=form)


def _set_watching(request: HttpRequest, event: "Event") -> HttpResponse:
    """Another one."""
    form = WatchingForm(request.POST)
    status = 400
    if form.is_valid():
        try:
            event_watching_set(
                event_id=event.pk,
                watching=form.watching(),
                act=staff_act(request),
                seen_version=form.cleaned_data["version"],
            )
        except DomainError as error:
            status = refuse(form, error)
        else:
            messages.success(request, _("Saved."))
            return redirect("event_settings", event.tournament.slug, event.slug)
    return _beside(request, event, status, watching_form=form)


def _beside(request: HttpRequest, event: "Event", status: int, **refused: object) -> HttpResponse:
    """The settings as they are, with a form beside them that was refused."""
    now = access_event_by_id(event.pk)
    settled = EventForm(initial=EventForm.initial_of(now))
    context = {**_settings_context(request, settled, now, 200), **refused}
    return render(request, EVENT, context, status=status)


def _settings_context(
    request: HttpRequest, form: EventForm, event: "Event", status: int
) -> dict[str, object]:
    """After a conflict the page shows how it stands beside what was typed."""
    now = access_event_by_id(event.pk)
    shows = ForecastForm(initial={"shows_forecast": now.shows_forecast})
    context = {
        "form": form,
        "forecast_form": shows,
        "watching_form": WatchingForm(initial=WatchingForm.initial_of(now)),
        **frame(request, now.tournament, now),
    }
    if status == 409:
        shown = EventForm(initial=EventForm.initial_of(now))
        context["newer"] = [(field.label, field.initial) for field in shown.visible_fields()]
    return context
