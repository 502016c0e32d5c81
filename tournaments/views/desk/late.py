"""Who comes late into a bracket, who leaves it, and who comes back."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from config.errors import DomainError
from tournaments.formats.alterations import Altering
from tournaments.forms.drawing import LateForm
from tournaments.forms.late import add_reason
from tournaments.forms.refusals import refuse
from tournaments.forms.teams import add_members, entry_said
from tournaments.selectors.access import MANAGE, access_entry, access_event_by_id
from tournaments.selectors.late_entries import late_entry_bar, late_entry_words
from tournaments.selectors.staffed import entries_of
from tournaments.services.attendance import entry_reinstate, entry_withdraw
from tournaments.services.disqualifying import entry_disqualify, entry_requalify
from tournaments.services.redrawing import LateWay, entry_add_to_bracket
from tournaments.views.desk.doors import for_event, frame
from tournaments.web import number_in, staff_act

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

    from tournaments.models import Event


@for_event(MANAGE)
def entry_late(request: HttpRequest, event: "Event") -> HttpResponse:
    """Let somebody in after the draw is published."""
    now = timezone.now()
    costs = late_entry_words(event, now)
    form = LateForm(entries_of(event), request.POST or None, costs=costs)
    add_members(form, event)
    always = bool(late_entry_bar(event, now))
    add_reason(form, late_entry_bar(event, now, Altering.GROW), required=always)
    status = 400 if form.is_bound else 200
    if form.is_valid():
        data = form.cleaned_data
        try:
            row = entry_add_to_bracket(
                event_id=event.pk,
                entry=entry_said(form),
                late=LateWay(data["way"], data["beside"], not data.get("without_points")),
                act=staff_act(request, reason=data.get("reason", "")),
                seen_version=data["version"],
            )
        except DomainError as error:
            status = refuse(form, error)
        else:
            messages.success(request, _("%(name)s is in the bracket.") % {"name": row.name})
            return redirect("event_desk", event.tournament.slug, event.slug)
    shown = access_event_by_id(event.pk)
    context = {"form": form, **frame(request, shown.tournament, shown)}
    return render(request, "tournaments/desk/late.html", context, status=status)


STEPS: "Mapping[str, tuple[Callable[..., object], StrPromise]]" = {
    "leave": (entry_withdraw, gettext_lazy("%(name)s has left.")),
    "return": (entry_reinstate, gettext_lazy("%(name)s is back.")),
    "disqualify": (entry_disqualify, gettext_lazy("%(name)s is disqualified.")),
    "requalify": (entry_requalify, gettext_lazy("%(name)s is not disqualified any more.")),
}


@for_event(MANAGE)
def entry_leave(request: HttpRequest, event: "Event", entry: int) -> HttpResponse:
    """Ask once, saying what it does; then the entrant has left, is back, or is disqualified."""
    found = access_entry(event, entry)
    said, status = "", 200
    step = STEPS.get(request.POST.get("step", ""))
    if step is not None:
        deed, told = step
        try:
            deed(
                event_id=event.pk,
                entry_id=found.pk,
                act=staff_act(request, reason=request.POST.get("reason", "")[:300]),
                seen_version=number_in(request.POST.get("version", "")),
            )
        except DomainError as error:
            said, status = error.message, error.status
        else:
            messages.success(request, str(told) % {"name": found.name})
            return redirect("event_entries_edit", event.tournament.slug, event.slug)
    now = access_event_by_id(event.pk)
    context = {
        "entry": access_entry(now, entry),
        "said": said,
        "typed": request.POST,
        **frame(request, now.tournament, now),
    }
    return render(request, "tournaments/desk/leave.html", context, status=status)
