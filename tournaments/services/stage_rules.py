"""The rules of a stage, where they are not those of the event.

A consolation with another clock, a final with longer breaks: a stage keeps only what differs.
Matches that exist keep their rules until they are given these (see `services.rules`).
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotFoundError, in_words
from players.actors import Act
from tournaments.models import Event
from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.parts import check_parts, part_changed, part_key
from tournaments.rulesets.ruleset import RuleSet
from tournaments.rulesets.stored import rules_of
from tournaments.selectors.stage_rules import part_name, stages_of
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log

STAGE_CHANGED = "stage.rules.changed"


@transaction.atomic
def stage_rules_change(
    *,
    event_id: int,
    bracket: str,
    own: Mapping[str, Any],
    act: Act,
    from_round: int = 1,
    seen_version: int | None = None,
) -> Event:
    """Give a stage, or its rounds from one on, rules of its own; with none it has the event's.

    What is as in the event is not kept. Raises NotFoundError `no_such_stage`, InvalidError
    `rule_...`, `part_unknown` and what contradicts itself as `rules_change`, ConflictError
    `event_finished`.
    """
    event = lock_event(event_id, seen_version=seen_version)
    if event.state == Event.State.FINISHED:
        raise ConflictError(
            "event_finished", _("The event is over: its rules are those it was played under.")
        )
    if bracket not in stages_of(event) and bracket not in _kept(event):
        raise NotFoundError("no_such_stage", _("This event has no such stage."))
    try:
        key = part_key(bracket, from_round)
        parts = part_changed(rules_of(event.rules), event.stage_rules, key, own)
    except RuleError as error:
        raise told(event, error) from error
    _set(event, key, parts, act)
    return event


def stage_rules_restore(event: Event, key: str, before: Mapping[str, Any], act: Act) -> None:
    """The own rules of a part as they were. Needs the event locked and a transaction."""
    others = {name: own for name, own in event.stage_rules.items() if name != key}
    parts = {**others, key: dict(before)} if before else others
    check_stages(event, rules_of(event.rules), parts)
    _set(event, key, parts, act)


def _set(event: Event, key: str, parts: Mapping[str, Any], act: Act) -> None:
    before, after = event.stage_rules.get(key, {}), parts.get(key, {})
    if before == after:
        return
    event.stage_rules = dict(parts)
    log(
        event.tournament_id,
        STAGE_CHANGED,
        act,
        event=event,
        subject=key,
        before=before,
        after=after,
    )
    bump(event, "stage_rules")


def _kept(event: Event) -> set[str]:
    """Stages of a draw that was otherwise once: their rules can still be taken away."""
    return {key.partition(":")[0] for key in event.stage_rules}


def check_stages(event: Event, rules: RuleSet, parts: Mapping[str, Any] | None = None) -> None:
    """Refuse rules of the event which one of its stages contradicts. Raises InvalidError."""
    try:
        check_parts(rules, event.stage_rules if parts is None else parts)
    except RuleError as error:
        raise told(event, error) from error


def told(event: Event, error: RuleError) -> InvalidError:
    """With the stage that it is about, where it is about one."""
    part = error.detail.get("part")
    if not isinstance(part, str) or error.code == "part_unknown":
        return InvalidError.of(error)
    words = _("%(stage)s: %(problem)s") % {
        "stage": part_name(event, part),
        "problem": in_words(error),
    }
    return InvalidError(error.code, words, **error.detail)
