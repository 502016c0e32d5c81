"""Rule sets: those to start from, the rules of an event, and giving them to its matches."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.auth import staff_act
from tournaments.api.base import ApiView
from tournaments.api.events import EventOutput, answer_change, event_body
from tournaments.api.parsing import LineField, parse
from tournaments.api.schema import STAFF, operation
from tournaments.api.versions import Body, answer, answer_if_changed, seen_version, showing_newer
from tournaments.models import Event
from tournaments.rulesets.presets import PRESETS, Preset
from tournaments.rulesets.ruleset import GROUPS, MEANINGS, rules_in
from tournaments.rulesets.sources import SOURCES
from tournaments.rulesets.stored import Variance, between, difference, preset_of, rules_of
from tournaments.selectors.access import MANAGE, access_event_by_id
from tournaments.selectors.rule_words import rule_label, rule_value
from tournaments.selectors.stage_rules import PartView, part_views
from tournaments.services.rules import Behind, rules_apply, rules_behind, rules_change
from tournaments.services.stage_rules import stage_rules_change

TAG = "Rules"
REFUSED = (
    "`rule_set_unknown`, `rule_unknown`, `rule_not_whole`, `rule_out_of_range`,"
    " `rule_unknown_choice`, `rule_not_a_flag`, and what contradicts itself, such as"
    " `penalties_without_grace`: `detail.rules` names the rules of which one is to be changed"
)


class MeaningOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    group = serializers.CharField()
    title = serializers.CharField(help_text="In the language asked for, as are the other words.")
    help = serializers.CharField()
    kind = serializers.ChoiceField(choices=["whole", "choice", "flag"])
    unit = serializers.CharField(help_text="`seconds`, `minutes`, `points`, `percent` or empty.")
    low = serializers.IntegerField(help_text="For `whole`.")
    high = serializers.IntegerField(help_text="For `whole`.")
    options = serializers.DictField(
        child=serializers.CharField(), help_text="For `choice`: each code with its words."
    )


class PresetOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    usual_length = serializers.IntegerField()
    rules = serializers.DictField(help_text="Every rule with its value.")
    sources = serializers.DictField(
        child=serializers.CharField(), help_text="Where a value was read, by rule."
    )


class RuleSetsOutput(serializers.Serializer[Any]):
    rules = MeaningOutput(many=True)
    rule_sets = PresetOutput(many=True)


class VarianceOutput(serializers.Serializer[Any]):
    rule = serializers.CharField(source="name")
    title = serializers.CharField()
    usual = serializers.JSONField(help_text="What the rule set says.")
    here = serializers.JSONField(help_text="What holds in this event.")
    usual_words = serializers.CharField()
    here_words = serializers.CharField()


class StageRulesOutput(serializers.Serializer[Any]):
    bracket = serializers.CharField()
    from_round = serializers.IntegerField(help_text="1: all of the stage.")
    name = serializers.CharField()
    rules = serializers.DictField(help_text="Those of its own.")
    variances = VarianceOutput(many=True, help_text="`usual` is what holds around it.")


class RulesOutput(serializers.Serializer[Any]):
    rule_set = serializers.CharField()
    rules = serializers.DictField(help_text="Every rule with its value.")
    variances = VarianceOutput(many=True, help_text="What is not as the rule set has it.")
    stages = StageRulesOutput(many=True, help_text="What is otherwise in a stage.")
    version = serializers.IntegerField()


class RulesInput(serializers.Serializer[Any]):
    rule_set = LineField(max_length=20, help_text="The one to start from.")
    rules = serializers.DictField(
        default=dict, help_text="Those of your own; what is not named is as in the rule set."
    )


class StageRulesInput(serializers.Serializer[Any]):
    rules = serializers.DictField(
        default=dict, help_text="Those of its own; what is not named is as in the event."
    )


class BehindOutput(serializers.Serializer[Any]):
    fixture = serializers.CharField()
    match = serializers.IntegerField()
    before = serializers.DictField(help_text="The rules that would change, as they are.")
    after = serializers.DictField(help_text="As they would be.")


class BehindsOutput(serializers.Serializer[Any]):
    matches = BehindOutput(many=True)


class ApplyInput(serializers.Serializer[Any]):
    fixtures = serializers.ListField(
        child=serializers.CharField(max_length=20),
        max_length=5000,
        help_text="Those that GET shows: if others would be touched by now, nothing is.",
    )


def rule_sets_body() -> Body:
    rules = [
        {"name": name, "group": group, "title": rule_label(name), **_meaning(name)}
        for group in GROUPS
        for name in rules_in(group)
    ]
    body = {"rules": rules, "rule_sets": [_preset(each) for each in PRESETS.values()]}
    return RuleSetsOutput(body).data


def _meaning(name: str) -> Mapping[str, Any]:
    own = MEANINGS[name]
    return {
        "help": gettext(own.help),
        "kind": own.kind,
        "unit": own.unit,
        "low": own.low,
        "high": own.high,
        "options": {code: gettext(words) for code, words in own.options.items()},
    }


def _preset(preset: Preset) -> Mapping[str, Any]:
    return {
        "code": preset.code,
        "name": gettext(preset.name),
        "about": gettext(preset.about),
        "usual_length": preset.usual_length,
        "rules": preset.rules.values(),
        "sources": {name: SOURCES[key] for name, key in preset.cited.items() if key},
    }


def rules_body(event: Event) -> Body:
    rules = rules_of(event.rules)
    found = difference(preset_of(rules.code), rules)
    return RulesOutput(
        {
            "rule_set": rules.code,
            "rules": rules.values(),
            "variances": [_variance(each) for each in found],
            "stages": [_stage(event, each) for each in part_views(event)],
            "version": event.version,
        }
    ).data


def _stage(event: Event, part: PartView) -> Mapping[str, Any]:
    return {
        "bracket": part.bracket,
        "from_round": part.from_round,
        "name": part.name,
        "rules": event.stage_rules[part.key],
        "variances": [_variance(each) for each in part.variances],
    }


def _variance(each: Variance) -> Mapping[str, Any]:
    return {
        "name": each.name,
        "title": rule_label(each.name),
        "usual": each.usual,
        "here": each.here,
        "usual_words": rule_value(each.name, each.usual),
        "here_words": rule_value(each.name, each.here),
    }


def _behinds_body(found: Sequence[Behind]) -> Body:
    matches = []
    for each in found:
        before, after = between(each.rules, each.due)
        matches.append(
            {
                "fixture": each.row.key,
                "match": each.match.pk,
                "before": before,
                "after": after,
            }
        )
    return BehindsOutput({"matches": matches}).data


class RuleSetsView(ApiView):
    @operation(
        "List the rule sets, and explain their rules",
        TAG,
        answer=RuleSetsOutput,
    )
    def get(self, _request: Request) -> Response:
        return answer(rule_sets_body())


class RulesView(ApiView):
    @operation(
        "Show the rules of an event, and what differs from its rule set",
        TAG,
        answer=RulesOutput,
        conditional=True,
        etag=True,
        errors={404: "`no_such_event`"},
    )
    def get(self, request: Request, event_id: int) -> Response:
        return answer_if_changed(request, rules_body(access_event_by_id(event_id)))

    @operation(
        "Change the rules of an event",
        TAG,
        answer=RulesOutput,
        auth=STAFF,
        request=RulesInput,
        versioned="must",
        etag=True,
        errors={400: REFUSED, 404: "`no_such_event`", 409: "`event_finished`"},
        description="Before and after its draw. Matches that exist keep the rules they have until"
        " the rules are applied.",
    )
    def put(self, request: Request, event_id: int) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        seen = seen_version(request)
        data = parse(RulesInput, request)
        with showing_newer(lambda: event_body(event_id)):
            rules_change(
                event_id=event_id,
                preset=data["rule_set"],
                own=data["rules"],
                act=act,
                seen_version=seen,
            )
        return answer(rules_body(access_event_by_id(event_id)))


class StageRulesView(ApiView):
    @operation(
        "Give a stage rules of its own, or its rounds from one on",
        TAG,
        answer=RulesOutput,
        auth=STAFF,
        request=StageRulesInput,
        versioned="must",
        etag=True,
        errors={
            400: f"{REFUSED}; with `detail.part`, such as `C` or `S:6`",
            404: "`no_such_event`, `no_such_stage`",
            409: "`event_finished`",
        },
        description="What is as in the event is not kept, and without any the stage has the rules"
        " of the event. Matches that exist keep the rules they have until the rules are applied.",
    )
    def put(self, request: Request, event_id: int, bracket: str, from_round: int) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        seen = seen_version(request)
        own = parse(StageRulesInput, request)["rules"]
        with showing_newer(lambda: event_body(event_id)):
            stage_rules_change(
                event_id=event_id,
                bracket=bracket,
                from_round=from_round,
                own=own,
                act=act,
                seen_version=seen,
            )
        return answer(rules_body(access_event_by_id(event_id)))


class RulesApplyView(ApiView):
    @operation(
        "Tell which matches would get the rules of their event",
        TAG,
        answer=BehindsOutput,
        auth=STAFF,
        errors={404: "`no_such_event`"},
        description="Those that are not over and have other rules. Changes nothing.",
    )
    def get(self, request: Request, event_id: int) -> Response:
        event = access_event_by_id(event_id)
        staff_act(request, MANAGE, event)
        return answer(_behinds_body(rules_behind(event)))

    @operation(
        "Give the rules of an event to its matches that are not over",
        TAG,
        answer=EventOutput,
        auth=STAFF,
        request=ApplyInput,
        versioned="must",
        idempotent=True,
        etag=True,
        errors={
            404: "`no_such_event`",
            409: "`nothing_to_apply`, `other_matches` with `detail.fixtures`",
        },
        description="Where a report waits, the time that silence takes begins anew if it changes.",
    )
    def post(self, request: Request, event_id: int) -> Response:
        act = staff_act(request, MANAGE, access_event_by_id(event_id))
        seen = seen_version(request)
        keys = parse(ApplyInput, request)["fixtures"]

        def change() -> Event:
            return rules_apply(event_id=event_id, keys=keys, act=act, seen_version=seen)

        return answer_change(request, act, event_id, change)
