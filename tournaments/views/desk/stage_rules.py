"""The rules of a stage of an event, where they are not those of the event."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.errors import DomainError, NotFoundError
from tournaments.forms.rules import AllRules, StageForm
from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.parts import part_key, rules_around, rules_in_part
from tournaments.rulesets.stored import rules_of
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.stage_rules import part_view, stages_of
from tournaments.services.rules import rules_behind
from tournaments.services.stage_rules import stage_rules_change
from tournaments.views.desk.doors import for_event, frame
from tournaments.web import number_in, staff_act

if TYPE_CHECKING:
    from tournaments.models import Event


@for_event(MANAGE)
def event_stage(request: HttpRequest, event: "Event") -> HttpResponse:
    """To the page of the stage that was chosen."""
    form = StageForm(request.GET, event=event)
    place = event.tournament.slug, event.slug
    if not form.is_valid():
        messages.error(request, _("Choose a stage of this event, and a round from 1 on."))
        return redirect("event_rules_edit", *place)
    chosen = form.cleaned_data
    return redirect("event_stage_rules", *place, chosen["bracket"], chosen["from_round"])


@for_event(MANAGE)
def event_stage_rules(
    request: HttpRequest, event: "Event", bracket: str, from_round: int
) -> HttpResponse:
    """All rules as they are there; those that are as in the event are not kept."""
    key = _key(event, bracket, from_round)
    rules = rules_of(event.rules)
    here = rules_in_part(rules, event.stage_rules, key)
    form = AllRules(
        request.POST or None,
        usual=rules_around(rules, event.stage_rules, key),
        initial={**here.values(), "version": event.version},
    )
    status = 400 if form.is_bound else 200
    drop = "drop" in request.POST
    if drop or form.is_valid():
        try:
            stage_rules_change(
                event_id=event.pk,
                bracket=bracket,
                from_round=from_round,
                own={} if drop else form.own(),
                act=staff_act(request),
                seen_version=number_in(request.POST.get("version", "")),
            )
        except DomainError as error:
            status = form.refuse(error)
        else:
            messages.success(request, _("Saved."))
            return redirect(request.path)
    now = access_event_by_id(event.pk)
    context = {
        **frame(request, now.tournament, now),
        "form": form,
        "part": part_view(now, key),
        "behind": len(rules_behind(now)),
    }
    return render(request, "tournaments/desk/stage_rules.html", context, status=status)


def _key(event: "Event", bracket: str, from_round: int) -> str:
    known = {*stages_of(event), *(key.partition(":")[0] for key in event.stage_rules)}
    try:
        key = part_key(bracket, from_round)
    except RuleError as error:
        raise NotFoundError("no_such_stage", _("This event has no such stage.")) from error
    if bracket not in known:
        raise NotFoundError("no_such_stage", _("This event has no such stage."))
    return key
