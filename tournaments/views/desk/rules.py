"""The rules of an event: a rule set, rules of the director's own, and matches that get them."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext

from config.errors import DomainError
from tournaments.forms.rules import PresetForm, RulesForm, StageForm
from tournaments.rulesets.presets import PRESETS
from tournaments.rulesets.stored import between
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.floor import names_of
from tournaments.selectors.rule_words import rule_label, rule_value
from tournaments.selectors.stage_rules import part_views
from tournaments.services.rules import Behind, rules_apply, rules_behind, rules_change
from tournaments.views.desk.doors import for_event, frame
from tournaments.web import number_in, staff_act

if TYPE_CHECKING:
    from tournaments.models import Event


@for_event(MANAGE)
def event_rules_edit(request: HttpRequest, event: "Event") -> HttpResponse:
    """`?preset=` fills the form with another rule set; nothing is saved by that."""
    asked = request.POST.get("preset") or request.GET.get("preset", "")
    preset = PRESETS.get(asked) or PRESETS[event.rule_set]
    form = RulesForm(
        request.POST or None, preset=preset, initial=RulesForm.initial_of(event, preset)
    )
    status = 400 if form.is_bound else 200
    if form.is_valid():
        try:
            rules_change(
                event_id=event.pk,
                preset=form.cleaned_data["preset"],
                own=form.own(),
                act=staff_act(request),
                seen_version=form.cleaned_data["version"],
            )
        except DomainError as error:
            status = form.refuse(error)
        else:
            messages.success(request, _("Saved."))
            return redirect("event_rules_edit", event.tournament.slug, event.slug)
    now = access_event_by_id(event.pk)
    context = {
        **frame(request, now.tournament, now),
        "form": form,
        "presets": PresetForm(initial={"preset": preset.code}),
        "about": _(preset.about),
        "preset_name": _(preset.name),
        "is_other": preset.code != now.rule_set and not form.is_bound,
        "behind": len(rules_behind(now)),
        "stage": StageForm(event=now),
        "parts": part_views(now),
    }
    return render(request, "tournaments/desk/rules.html", context, status=status)


@for_event(MANAGE)
def event_rules_apply(request: HttpRequest, event: "Event") -> HttpResponse:
    """Which matches would get the rules, and what changes for each."""
    problem, status = "", 200
    if request.method == "POST":
        keys = request.POST.getlist("key")
        seen = number_in(request.POST.get("version", ""))
        try:
            rules_apply(event_id=event.pk, keys=keys, act=staff_act(request), seen_version=seen)
        except DomainError as error:
            problem, status = error.message, error.status
        else:
            told = ngettext(
                "%(n)s match has the rules of the event now.",
                "%(n)s matches have the rules of the event now.",
                len(keys),
            )
            messages.success(request, told % {"n": len(keys)})
            return redirect("event_rules_edit", event.tournament.slug, event.slug)
    now = access_event_by_id(event.pk)
    context = {
        **frame(request, now.tournament, now),
        "problem": problem,
        "behind": _shown(now, rules_behind(now)),
    }
    return render(request, "tournaments/desk/rules_apply.html", context, status=status)


def _shown(event: "Event", behind: list[Behind]) -> list[tuple[object, list[tuple[str, str, str]]]]:
    """Each match with the rules that would change: what, before, after."""
    views = names_of([each.row for each in behind], event)
    return [(view, _changes(each)) for view, each in zip(views, behind, strict=True)]


def _changes(each: Behind) -> list[tuple[str, str, str]]:
    before, after = between(each.rules, each.due)
    return [
        (rule_label(name), rule_value(name, before[name]), rule_value(name, after[name]))
        for name in after
    ]
