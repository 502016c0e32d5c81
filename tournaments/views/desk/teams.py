"""Entering teams and pairs: a list is read, looked at, confirmed; one by hand; who is in one."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext

from config.errors import DomainError
from tournaments.forms.entries import ListForm
from tournaments.forms.refusals import refuse
from tournaments.forms.results import VersionForm
from tournaments.forms.teams import (
    MembersForm,
    TeamForm,
    TeamPreview,
    confirmed_team_list,
    entry_said,
    flag_doubles,
    new_teams,
    read_team_list,
)
from tournaments.selectors.access import access_event_by_id
from tournaments.selectors.accounts import accounts
from tournaments.selectors.staffed import entered_names, entries_of, member_teams
from tournaments.services.entries import entries_add, entry_members_change
from tournaments.views.desk.doors import frame
from tournaments.web import staff_act, taking_now

if TYPE_CHECKING:
    from tournaments.models import Entry, Event


def team_entries(request: HttpRequest, event: "Event") -> HttpResponse:
    """The list as it is, and the ways to add to it. The caller has checked who asks."""
    if request.method != "POST":
        return _page(request, event)
    steps = {"read": _read, "confirm": _confirm, "add": _add}
    return steps.get(request.POST.get("step", ""), _read)(request, event)


def _read(request: HttpRequest, event: "Event") -> HttpResponse:
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, event, form=form, status=400)
    preview = read_team_list(form.as_text(), event, entered_names(event))
    if not preview.rows:
        form.add_error(None, _("The list holds no names to enter."))
        return _page(request, event, form=form, status=400)
    new_teams(preview, event)  # says what is wrong beside each row
    return _preview(request, event, preview)


def _confirm(request: HttpRequest, event: "Event") -> HttpResponse:
    """Enter what is ticked, all or nothing; whatever is refused leaves the page as it was typed."""
    preview = confirmed_team_list(request.POST, event, entered_names(event))
    found, seen = new_teams(preview, event), VersionForm(request.POST)
    if preview.faulty or not seen.is_valid():
        said = _("Some rows cannot be entered as they are: see what stands beside them.")
        return _preview(request, event, preview, said=said, status=400)
    version = seen.cleaned_data["version"]
    try:
        entries_add(event_id=event.pk, entries=found, act=staff_act(request), seen_version=version)
    except DomainError as error:
        return _preview(request, event, preview, said=error.message, status=error.status)
    n = len(found)
    messages.success(request, ngettext("%(n)s entry added.", "%(n)s entries added.", n) % {"n": n})
    return _back(event)


def _add(request: HttpRequest, event: "Event") -> HttpResponse:
    form = TeamForm(request.POST, event=event)
    status = 400
    if form.is_valid():
        try:
            (row,) = entries_add(
                event_id=event.pk, entries=[entry_said(form)], act=staff_act(request)
            )
        except DomainError as error:
            status = refuse(form, error)
        else:
            messages.success(request, _("%(name)s is entered.") % {"name": row.name})
            return _back(event)
    return _page(request, event, one=form, status=status)


def change_members(request: HttpRequest, event: "Event", entry: "Entry") -> MembersForm | None:
    """Returns the form with what is wrong, or None when the members are saved."""
    form = MembersForm(request.POST)
    if form.is_valid():
        try:
            entry_members_change(
                event_id=event.pk,
                entry_id=entry.pk,
                members=form.people(),
                act=staff_act(request),
                seen_version=form.cleaned_data["version"],
            )
        except DomainError as error:
            refuse(form, error)
        else:
            messages.success(request, _("Saved."))
            return None
    return form


def _back(event: "Event") -> HttpResponse:
    return redirect("event_entries_edit", event.tournament.slug, event.slug)


def _page(
    request: HttpRequest,
    event: "Event",
    *,
    form: ListForm | None = None,
    one: TeamForm | None = None,
    status: int = 200,
) -> HttpResponse:
    now = access_event_by_id(event.pk)
    context = {
        **frame(request, now.tournament, now),
        "entries": entries_of(now),
        "form": form or ListForm(),
        "one": one or TeamForm(event=now),
        "open": now.state == "entries",
        "taking": taking_now(now),
        "accounts": accounts(now),
        "teams": True,
    }
    return render(request, "tournaments/desk/entries.html", context, status=status)


def _preview(
    request: HttpRequest,
    event: "Event",
    preview: TeamPreview,
    *,
    said: str = "",
    status: int = 200,
) -> HttpResponse:
    now = access_event_by_id(event.pk)
    flag_doubles(preview, member_teams(now))
    context = {**frame(request, now.tournament, now), "preview": preview, "said": said}
    return render(request, "tournaments/desk/teams_preview.html", context, status=status)
