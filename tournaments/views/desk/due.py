"""What is due next in an event, and what the director has to say about it.

Who is missing at the check-in, and what becomes of matches that are not played in time.
"""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from config.errors import DomainError
from tournaments.forms.due import OverdueForm
from tournaments.forms.refusals import refuse
from tournaments.selectors.access import MANAGE, SCORE, access_event_by_id, require
from tournaments.selectors.checkin import check_in, taking
from tournaments.selectors.deadlines import due
from tournaments.services.checkin import entries_leave_out, entry_check_in
from tournaments.services.overdue import overdue_set
from tournaments.views.desk.doors import for_event, frame
from tournaments.web import number_in, posted_number, staff_act

if TYPE_CHECKING:
    from tournaments.models import Event


@for_event(SCORE)
def event_due(request: HttpRequest, event: "Event") -> HttpResponse:
    """Scorers may say who is here; all else is for directors."""
    if request.method != "POST":
        return _page(request, event)
    steps = {"overdue": _overdue, "leave_out": _leave_out, "present": _say, "absent": _say}
    return steps.get(request.POST.get("step", ""), _overdue)(request, event)


def _overdue(request: HttpRequest, event: "Event") -> HttpResponse:
    require(request.user, MANAGE, event)
    form = OverdueForm(request.POST, event=event)
    if not form.is_valid():
        return _page(request, event, form=form, status=400)
    try:
        overdue_set(
            event_id=event.pk,
            rules=form.rules(),
            act=staff_act(request),
            seen_version=form.cleaned_data["version"],
        )
    except DomainError as error:
        return _page(request, event, form=form, status=refuse(form, error))
    messages.success(request, _("Saved."))
    return _back(event)


def _leave_out(request: HttpRequest, event: "Event") -> HttpResponse:
    require(request.user, MANAGE, event)
    ids = [number for text in request.POST.getlist("entry") if (number := number_in(text))]
    try:
        entries_leave_out(event_id=event.pk, entry_ids=ids, act=staff_act(request))
    except DomainError as error:
        return _page(request, event, problem=error.message, status=error.status)
    n = len(ids)
    told = ngettext("%(n)s entry is off the list.", "%(n)s entries are off the list.", n)
    messages.success(request, told % {"n": n})
    return _back(event)


def _say(request: HttpRequest, event: "Event") -> HttpResponse:
    try:
        entry_check_in(
            event_id=event.pk,
            entry_id=posted_number(request, "entry"),
            present=request.POST["step"] == "present",
            act=staff_act(request),
        )
    except DomainError as error:
        return _page(request, event, problem=error.message, status=error.status)
    return _back(event)


def _back(event: "Event") -> HttpResponse:
    return redirect("event_due", event.tournament.slug, event.slug)


def _page(
    request: HttpRequest,
    event: "Event",
    *,
    form: OverdueForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    now, at = access_event_by_id(event.pk), timezone.now()
    if form is None and now.is_by_dates:
        form = OverdueForm(event=now)
    context = {
        **frame(request, now.tournament, now),
        "due": due(now, at),
        "check_in": check_in(now, at),
        "taking": taking(now, at),
        "form": form,
        "problem": problem,
    }
    return render(request, "tournaments/desk/due.html", context, status=status)
