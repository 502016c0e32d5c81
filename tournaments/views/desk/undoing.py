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
from tournaments.services.undoing import Undoing, event_undo, undo_offers, undo_preview
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
    found = undo_preview(event, form.cleaned_data["deed"])
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
    offers = undo_offers(event=now, act=staff_act(request))
    refusals = [found.refusal for found in (offers.last, offers.by_site) if found is not None]
    told = [refusal.message for refusal in refusals if refusal is not None]
    problems = form.non_field_errors() if form is not None else []
    context = {
        **frame(request, now.tournament, now),
        "last": _told(offers.last, now),
        "by_site": _told(offers.by_site, now),
        "problems": [problem for problem in problems if problem not in told],
        "again": status == 409,
    }
    return render(request, "tournaments/desk/undo.html", context, status=status)


def _told(found: Undoing | None, event: "Event") -> dict[str, object] | None:
    """One of the two in words."""
    if found is None:
        return None
    deed = found.deed
    if deed.is_blocking:
        return {"found": found, "words": line_words(deed.first)}
    return {
        "found": found,
        "of_result": deed.result is not None,
        "names": [line.subject for line in deed.lines if line.action == "entry.added"],
        "words": deed_words(deed.first),
        "parts": log_lines(deed.parts()),
        "cleared_keys": _keys(found),
        "cleared": names_of(found.impact.cleared, event),
        "refilled": names_of(found.impact.refilled, event),
        "followers": found.impact.followers,
    }
