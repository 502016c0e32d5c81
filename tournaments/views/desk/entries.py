"""Entries: read a list, look at it, confirm it; one by hand; change and remove."""

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext

from config.errors import DomainError, InvalidError, in_words
from tournaments.forms.entries import AddForm, EntryForm, ListForm
from tournaments.forms.previews import (
    Preview,
    confirmed_list,
    flag_known,
    new_entries,
    read_list,
)
from tournaments.forms.refusals import refuse
from tournaments.forms.results import VersionForm
from tournaments.forms.teams import MembersForm
from tournaments.selectors.access import MANAGE, access_entry, access_event_by_id
from tournaments.selectors.accounts import accounts
from tournaments.selectors.qualifying import origin_view
from tournaments.selectors.staffed import entered_names, entries_of
from tournaments.services.entries import entries_add, entry_change, entry_remove
from tournaments.views.desk.doors import for_event, frame
from tournaments.views.desk.teams import change_members, team_entries
from tournaments.web import staff_act, taking_now

if TYPE_CHECKING:
    from tournaments.models import Entry, Event


@for_event(MANAGE)
def event_entries_edit(request: HttpRequest, event: "Event") -> HttpResponse:
    """The list as it is, and the ways to add to it."""
    if not event.of_singles:
        return team_entries(request, event)
    if request.method != "POST":
        return _page(request, event)
    steps = {"read": _read, "confirm": _confirm, "add": _add}
    return steps.get(request.POST.get("step", ""), _read)(request, event)


def _read(request: HttpRequest, event: "Event") -> HttpResponse:
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, event, form=form, status=400)
    try:
        preview = read_list(form.source(), entered_names(event))
    except InvalidError as error:
        return _page(request, event, form=form, status=refuse(form, error))
    if not preview.rows:
        for one in preview.findings:
            form.add_error(None, in_words(one))
        return _page(request, event, form=form, status=400)
    return _preview(request, event, preview)


def _confirm(request: HttpRequest, event: "Event") -> HttpResponse:
    """Enter what is ticked, all or nothing; whatever is refused leaves the page as it was typed."""
    preview = confirmed_list(request.POST, entered_names(event))
    found, seen = new_entries(preview), VersionForm(request.POST)
    if preview.faulty or not seen.is_valid():
        said = _("Some rows cannot be entered as they are: see what stands beside them.")
        return _preview(request, event, preview, said=said, status=400)
    version = seen.cleaned_data["version"]
    try:
        entries_add(event_id=event.pk, entries=found, act=staff_act(request), seen_version=version)
    except DomainError as error:
        if error.code == "version_conflict":
            flag_known(preview, entered_names(event))
        return _preview(request, event, preview, said=error.message, status=error.status)
    n = len(found)
    messages.success(request, ngettext("%(n)s entry added.", "%(n)s entries added.", n) % {"n": n})
    return _back(event)


def _add(request: HttpRequest, event: "Event") -> HttpResponse:
    form = AddForm(request.POST, entered_names(event))
    status = 400
    if form.is_valid():
        one = form.entry()
        try:
            entries_add(event_id=event.pk, entries=[one], act=staff_act(request))
        except DomainError as error:
            status = refuse(form, error)
        else:
            messages.success(request, _("%(name)s is entered.") % {"name": one.person.name})
            return _back(event)
    return _page(request, event, one=form, status=status)


@for_event(MANAGE)
def entry_edit(request: HttpRequest, event: "Event", entry: int) -> HttpResponse:
    """Correct what the list said about one entrant, or take him off the list."""
    found = access_entry(event, entry)
    if request.POST.get("step") == "members":
        squad = change_members(request, event, found)
        if squad is None:
            return redirect(request.path)
        return _entry_page(request, event, found, squad=squad, answer=(400, ""))
    removing = request.POST.get("step") == "remove"
    form = EntryForm(None if removing else request.POST or None, initial=_initial(found))
    if removing or form.is_valid():
        try:
            _remove_or_change(request, event, found, None if removing else form)
        except DomainError as error:
            refused = error.status, error.message
            return _entry_page(request, event, found, form=form, answer=refused)
        return _back(event)
    return _entry_page(request, event, found, form=form, answer=(400 if form.is_bound else 200, ""))


def _remove_or_change(
    request: HttpRequest, event: "Event", entry: "Entry", form: EntryForm | None
) -> None:
    if form is None:
        entry_remove(event_id=event.pk, entry_id=entry.pk, act=staff_act(request))
        messages.success(request, _("%(name)s is off the list.") % {"name": entry.name})
        return
    said = form.entry()
    entry_change(
        event_id=event.pk,
        entry_id=entry.pk,
        facts=said.person,
        note=said.note,
        act=staff_act(request),
    )
    messages.success(request, _("Saved."))


def _entry_page(
    request: HttpRequest,
    event: "Event",
    entry: "Entry",
    *,
    form: EntryForm | None = None,
    squad: MembersForm | None = None,
    answer: tuple[int, str] = (200, ""),
) -> HttpResponse:
    """`answer` is the status, and what to say at the top of the page."""
    status, said = answer
    now = access_event_by_id(event.pk)
    members = "" if now.of_singles else "\n".join(entry.members.values_list("name", flat=True))
    context = {
        **frame(request, now.tournament, now),
        "form": form or EntryForm(initial=_initial(entry)),
        "squad": squad or MembersForm(initial={"members": members, "version": now.version}),
        "entry": entry,
        "said": said,
        "has_members": not now.of_singles,
    }
    return render(request, "tournaments/desk/entry.html", context, status=status)


def _initial(entry: "Entry") -> dict[str, Any]:
    return {name: getattr(entry, name) for name in EntryForm.base_fields}


def _back(event: "Event") -> HttpResponse:
    return redirect("event_entries_edit", event.tournament.slug, event.slug)


def _page(
    request: HttpRequest,
    event: "Event",
    *,
    form: ListForm | None = None,
    one: AddForm | None = None,
    status: int = 200,
) -> HttpResponse:
    now = access_event_by_id(event.pk)
    context = {
        **frame(request, now.tournament, now),
        "origin": origin_view(now),
        "entries": entries_of(now),
        "form": form or ListForm(),
        "one": one or AddForm(),
        "open": now.state == "entries",
        "taking": taking_now(now),
        "accounts": accounts(now),
    }
    return render(request, "tournaments/desk/entries.html", context, status=status)


def _preview(
    request: HttpRequest, event: "Event", preview: Preview, *, said: str = "", status: int = 200
) -> HttpResponse:
    now = access_event_by_id(event.pk)
    context = {
        **frame(request, now.tournament, now),
        "preview": preview,
        "said": said,
    }
    return render(request, "tournaments/desk/entries_preview.html", context, status=status)
