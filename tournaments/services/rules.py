"""The rules of an event: changed at any time, and given to matches only when a director says so.

Every match keeps the rules it was made with, those of its stage (see `stage_rules`). What is
edited holds for matches that are made from then on; `rules_apply` gives it to those that are not
over, one line of the log for each.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.models import Match
from matches.services.lateness import late_catch_up
from matches.services.rules import match_rules_set
from matches.services.steps import lock_match
from players.actors import Act
from tournaments.models import Event, Fixture, LogEntry
from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.ruleset import RuleSet
from tournaments.rulesets.stored import as_data, between, preset_of, restored, rules_of
from tournaments.selectors.stage_rules import StageRules
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.stage_rules import check_stages

CHANGED = "rules.changed"
APPLIED = "rules.applied"
MATCH_CHANGED = "match.rules.changed"


@dataclass(frozen=True, slots=True)
class Behind:
    """A match that is not over and is played under other rules than its stage has."""

    row: Fixture
    match: Match
    rules: RuleSet  # its own
    due: RuleSet  # those of its stage


@transaction.atomic
def rules_change(
    *,
    event_id: int,
    preset: str,
    own: Mapping[str, Any],
    act: Act,
    seen_version: int | None = None,
) -> Event:
    """Take a rule set with some rules of the director's own; what is not named is the preset's.

    Matches that exist keep their rules. Raises InvalidError `rule_set_unknown`, `rule_...` and as
    `rulesets.checks`, ConflictError `event_finished`.
    """
    try:
        rules = preset_of(preset).rules.changed(own)
    except RuleError as error:
        raise InvalidError.of(error) from error
    event = lock_event(event_id, seen_version=seen_version)
    if event.state == Event.State.FINISHED:
        raise ConflictError(
            "event_finished", _("The event is over: its rules are those it was played under.")
        )
    check_stages(event, rules)
    _set(event, rules, act)
    return event


def rules_restore(event: Event, before: Mapping[str, Any], act: Act) -> None:
    """The rules as they were before a change. Needs the event locked and a transaction."""
    rules = restored(rules_of(event.rules), before)
    check_stages(event, rules)
    _set(event, rules, act)


def _set(event: Event, rules: RuleSet, act: Act) -> None:
    before, after = between(rules_of(event.rules), rules)
    if not after:
        return
    event.rule_set, event.rules = rules.code, as_data(rules)
    log(event.tournament_id, CHANGED, act, event=event, before=before, after=after)
    bump(event, "rule_set", "rules")


def rules_behind(event: Event) -> list[Behind]:
    """The matches to which `rules_apply` would give other rules. One query, two with stages."""
    found = Fixture.places.filter(event=event, match__isnull=False)
    rows = found.exclude(match__state__in=Match.OVER).select_related(
        "match", "entry_1", "entry_2", "member_1", "member_2"
    )
    return list(_behind(rows.order_by("match_id"), StageRules(event)))


def _behind(rows: Iterable[Fixture], stages: StageRules) -> Iterator[Behind]:
    for row in rows:
        if row.match is not None and row.match.rules != stages.kept(row):
            yield Behind(row, row.match, rules_of(row.match.rules), stages.of(row))


@transaction.atomic
def rules_apply(
    *, event_id: int, keys: Sequence[str], act: Act, seen_version: int | None = None
) -> Event:
    """Give the rules of the event, and of their stages, to the matches that are not over.

    `keys` are the fixtures that the director saw in the preview: if others would be touched by now
    it is a ConflictError `other_matches`, with them in `detail`. `nothing_to_apply` is one, too.
    """
    event = lock_event(event_id, seen_version=seen_version)
    behind = rules_behind(event)
    if not behind:
        raise ConflictError(
            "nothing_to_apply", _("All matches that are not over have these rules already.")
        )
    if {each.row.key for each in behind} != set(keys):
        raise ConflictError(
            "other_matches",
            _("These are not the matches any more that would get the rules. Look again."),
            fixtures=[each.row.key for each in behind],
        )
    for each in behind:  # before, so that it is no part of this deed and not undone with it
        late_catch_up(lock_match(each.match.pk), act.at)
    log(event.tournament_id, APPLIED, act, event=event, after={"count": len(behind)})
    for each in behind:
        _give(event, each.row, each.match.pk, each.rules, each.due, act)
    bump(event)
    return event


def rules_unapply(event: Event, lines: Sequence[LogEntry], act: Act) -> None:
    """Give the matches their rules back. Needs the event locked and a transaction."""
    given = [line for line in lines if line.action == MATCH_CHANGED and line.match_id is not None]
    matches = Match.objects.in_bulk([line.match_id for line in given])
    rows = Fixture.places.filter(event=event, match__in=matches).in_bulk(field_name="match_id")
    for line in sorted(given, key=lambda line: line.match_id or 0):
        match = matches.get(line.match_id or 0)
        if match is not None and match.pk in rows:
            now = rules_of(match.rules)
            was = restored(now, line.before or {})
            _give(event, rows[match.pk], match.pk, now, was, act)
    bump(event)


def _give(
    event: Event, row: Fixture, match_id: int, was: RuleSet, rules: RuleSet, act: Act
) -> None:
    if not match_rules_set(match_id=match_id, rules=as_data(rules), act=act):
        return
    before, after = between(was, rules)
    log(
        event.tournament_id,
        MATCH_CHANGED,
        act,
        event=event,
        fixture_key=row.key,
        match_id=match_id,
        before=before,
        after=after,
    )
