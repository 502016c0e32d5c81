"""Undoing the last deed: first what it was and what else it would change, then the deed."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.errors import DomainError
from tournaments.forms.refusals import refuse
from tournaments.forms.undoing import UndoForm
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.floor import names_of
from tournaments.selectors.log import deed_words, line_words, log_lines
from tournaments.services.undoing import Undoing, event_undo, undo_preview
from tournaments.views.desk.doors import for_event, frame
from tournaments.web import staff_act

if TYPE_CHECKING:
    from tournaments.models import Event


@for_event(MANAGE)
def event_undo_page(request: HttpRequest, event: "Event") -> HttpResponse:
    if request.method != "POST":
        return _page(request, event)
    form = UndoForm(request.POST)
    if not form.is_valid():
        return _page(request, event, form, 400)
    found = undo_preview(event)
    if found is None or form.cleaned_data["cleared"] != _keys(found):
        return _page(request, event, form, 409)
    try:
        event_undo(
            event_id=event.pk,
            deed_id=form.cleaned_data["deed"],
            act=staff_act(request),
            seen_version=form.cleaned_data["version"],
            clear=bool(found.impact.cleared),
        )
    except DomainError as error:
        return _page(request, event, form, refuse(form, error))
    messages.success(request, _("Undone: %(deed)s") % {"deed": deed_words(found.deed.first)})
    return redirect("event_desk", event.tournament.slug, event.slug)


def _keys(found: Undoing) -> str:
    return " ".join(row.key for row in found.impact.cleared)


def _page(
    request: HttpRequest, event: "Event", form: UndoForm | None = None, status: int = 200
) -> HttpResponse:
    """What would be undone as it stands now, whatever was seen before."""
    now = access_event_by_id(event.pk)
    found = undo_preview(now)
    context = {
        **frame(request, now.tournament, now),
        "found": found,
        "problems": form.non_field_errors() if form is not None else [],
        "again": status == 409,
    }
    if found is not None and found.deed.is_blocking:
        context |= {"blocking": True, "words": line_words(found.deed.first)}
    elif found is not None:
        context |= {
            "of_result": found.deed.result is not None,
            "names": [line.subject for line in found.deed.lines if line.action == "entry.added"],
            "words": deed_words(found.deed.first),
            "parts": log_lines(found.deed.parts()),
            "cleared_keys": _keys(found),
            "cleared": names_of(found.impact.cleared, now),
            "refilled": names_of(found.impact.refilled, now),
            "followers": found.impact.followers,
        }
    return render(request, "tournaments/desk/undo.html", context, status=status)
