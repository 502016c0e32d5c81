"""Tournaments and events: making them and changing what may still be changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from typing import Any, Self
from zoneinfo import available_timezones

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.engine.errors import ScoreError
from matches.engine.score import check_length
from players.actors import Act
from tournaments.formats import FormatError
from tournaments.formats.bracket_plan import BracketPlan
from tournaments.formats.ladder_rules import LadderRules
from tournaments.formats.round_plan import RoundPlan
from tournaments.formats.sets import SetPlan
from tournaments.formats.settings import round_from_final
from tournaments.models import Event, Staff, Tournament
from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.ruleset import RuleSet
from tournaments.rulesets.running import MAX_CONFIRM_MINUTES
from tournaments.rulesets.stored import as_data, preset_of, rules_of
from tournaments.selectors.boards import ROUND_KINDS
from tournaments.selectors.days import today_in
from tournaments.services.advancing import offer_tables
from tournaments.services.event_facts import EVENT_FIELDS, event_facts
from tournaments.services.event_moments import MOMENTS, check_moments, moments_follow
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.members import team_rules_of
from tournaments.services.play_by import days_follow
from tournaments.services.stage_rules import check_stages
from tournaments.services.tables import tables_set


@dataclass(frozen=True, slots=True)
class TournamentSpec:
    name: str
    starts_on: date
    ends_on: date
    venue: str = ""
    time_zone: str = "UTC"
    tables: int = 0
    for_the_record: bool = False  # it is over already, and is entered all the same


@dataclass(frozen=True, slots=True)
class EventSpec:
    """Lengths in points; `lengths_from_final` counts rounds from the final (1)."""

    name: str
    length: int
    format: str = Event.Format.ELIMINATION
    entrants: str = Event.Entrants.SINGLES
    team_rules: Mapping[str, Any] | None = None  # as `formats.teams` reads it
    round_rules: Mapping[str, Any] | None = None  # as `formats.round_plan` reads it
    bracket_rules: Mapping[str, Any] | None = None  # as `formats.bracket_plan` reads it
    ladder_rules: Mapping[str, Any] | None = None  # as `formats.ladder_rules` reads it
    lengths_from_final: Mapping[int, int] = field(default_factory=dict)
    consolation_length: int | None = None
    sets: Mapping[str, Any] = field(default_factory=dict)  # as `formats.sets` reads it
    even_lengths: bool = False
    rule_set: str = "club"
    confirm_minutes: int | None = None  # None: as the rule set says
    rules: Mapping[str, Any] | None = None  # what it has by now, while it keeps its rule set
    entries_open_at: datetime | None = None
    entries_close_at: datetime | None = None
    checkin_close_at: datetime | None = None  # until when players say that they are here

    @classmethod
    def of(cls, event: Event) -> Self:
        """What the event was made from: the inverse of making it."""
        return cls(
            name=event.name,
            length=event.length,
            format=event.format,
            entrants=event.entrants,
            team_rules=event.team_rules,
            round_rules=event.round_rules,
            bracket_rules=event.bracket_rules,
            ladder_rules=event.ladder_rules,
            lengths_from_final={int(n): length for n, length in event.lengths_from_final.items()},
            consolation_length=event.consolation_length,
            sets=event.sets,
            even_lengths=event.even_lengths,
            rule_set=event.rule_set,
            confirm_minutes=event.rules.get("confirm_minutes"),
            rules=event.rules,
            **{name: getattr(event, name) for name in MOMENTS},
        )


# Words that stand where a slug stands in the addresses of the desk.
RESERVED = frozenset(
    {"new", "settings", "staff", "cards", "log", "messages", "season", "calls", "chouettes"}
)
TOURNAMENT_FIELDS = ("name", "starts_on", "ends_on", "venue", "time_zone")


@transaction.atomic
def tournament_create(
    *, spec: TournamentSpec, owner_id: int | None, act: Act, slug: str = ""
) -> Tournament:
    """A new tournament; without an owner only superusers may run it.

    `slug` is an address that the caller found free; without one the name makes it.
    """
    _check_tournament(spec)
    _check_not_over(spec, act.at)
    tournament = Tournament(slug=slug or _free_slug(spec.name), created_at=act.at)
    _assign(tournament, spec)
    try:
        with transaction.atomic():
            tournament.save()
    except IntegrityError:
        # Somebody took the address at this very moment: by now it can be seen.
        tournament.slug = _free_slug(spec.name)
        tournament.save()
    if owner_id is not None:
        Staff.objects.create(tournament=tournament, user_id=owner_id, role=Staff.Role.OWNER)
    tables_set(tournament, spec.tables)
    log(tournament, "tournament.created", act, subject=spec.name)
    return tournament


@transaction.atomic
def tournament_change(*, tournament_id: int, spec: TournamentSpec, act: Act) -> Tournament:
    """Change name, dates, venue, time zone, number of tables. The address stays as it is."""
    _check_tournament(spec)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    before = _facts(tournament)
    _assign(tournament, spec)
    tournament.save(update_fields=TOURNAMENT_FIELDS)
    if before["time_zone"] != spec.time_zone:
        days_follow(tournament.pk, act.at)
    tables_set(tournament, spec.tables)
    log(tournament, "tournament.changed", act, before=before, after=_facts(tournament))
    transaction.on_commit(partial(offer_tables, tournament.pk, act.at))
    return tournament


@transaction.atomic
def event_create(*, tournament_id: int, spec: EventSpec, act: Act) -> Event:
    rules = _check_event(spec)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    taken = set(tournament.events.values_list("slug", flat=True))
    event = Event(tournament=tournament, slug=_unlike(taken, spec.name, "event"), created_at=act.at)
    _assign_event(event, spec, rules)
    event.save()
    moments_follow(event, act.at)
    log(tournament, "event.created", act, event=event, subject=spec.name, after=event_facts(event))
    return event


@transaction.atomic
def event_change(
    *, event_id: int, spec: EventSpec, act: Act, seen_version: int | None = None
) -> Event:
    """Change an event before its draw."""
    rules = _check_event(spec)
    event = lock_event(event_id, seen_version=seen_version)
    if event.state != Event.State.ENTRIES:
        raise ConflictError(
            "draw_exists", _("The draw was made with these settings: discard the draft first.")
        )
    if spec.entrants != event.entrants and event.entries.exists():
        raise ConflictError(
            "entries_exist", _("There are entries: remove them first, then change who enters.")
        )
    check_stages(event, rules)
    before = event_facts(event)
    _assign_event(event, spec, rules)
    moments_follow(event, act.at)
    log(
        event.tournament_id,
        "event.changed",
        act,
        event=event,
        before=before,
        after=event_facts(event),
    )
    bump(event, *EVENT_FIELDS)
    return event


def _assign(tournament: Tournament, spec: TournamentSpec) -> None:
    for name in TOURNAMENT_FIELDS:
        setattr(tournament, name, getattr(spec, name))


def _assign_event(event: Event, spec: EventSpec, rules: RuleSet) -> None:
    event.name = spec.name
    event.length = spec.length
    event.format, event.round_rules = spec.format, _round_rules(spec)
    event.ladder_rules = _ladder_rules(spec)
    event.entrants = spec.entrants
    event.team_rules = _team_rules(spec)
    event.bracket_rules = _bracket_plan(spec).as_data() or None
    event.lengths_from_final = {str(n): length for n, length in spec.lengths_from_final.items()}
    event.even_lengths = spec.even_lengths
    event.consolation_length = spec.consolation_length
    event.sets = _sets(spec).as_data()
    event.rule_set, event.rules = rules.code, as_data(rules)
    for name in MOMENTS:
        setattr(event, name, getattr(spec, name))


def _check_tournament(spec: TournamentSpec) -> None:
    if not spec.name.strip():
        raise InvalidError("name_missing", _("Give the tournament a name."))
    if spec.ends_on < spec.starts_on:
        raise InvalidError("ends_before_start", _("The last day is before the first."))
    if spec.time_zone not in available_timezones():
        raise InvalidError(
            "time_zone_unknown",
            _("%(zone)s is no time zone: write it like Europe/Kyiv.") % {"zone": spec.time_zone},
        )


def _check_not_over(spec: TournamentSpec, at: datetime) -> None:
    if spec.ends_on < today_in(spec.time_zone, at) and not spec.for_the_record:
        raise InvalidError(
            "ends_in_past",
            _("The last day is in the past: check the dates, or say that it is for the record."),
        )


def _check_event(spec: EventSpec) -> RuleSet:
    """The rule set, after everything in the spec was found possible."""
    if not spec.name.strip():
        raise InvalidError("name_missing", _("Give the event a name."))
    _check_format(spec)
    check_moments(spec.entries_open_at, spec.entries_close_at)
    _team_rules(spec)
    rounds = (_round_rules(spec) or {}).get("lengths", {})
    lengths = [spec.length, *spec.lengths_from_final.values(), *rounds.values()]
    lengths += _bracket_plan(spec).lengths()
    lengths += [n for n in (spec.consolation_length, _sets(spec).decider) if n is not None]
    try:
        for rounds in spec.lengths_from_final:
            round_from_final(rounds)
        for length in lengths:
            check_length(length, even_allowed=spec.even_lengths)
    except (FormatError, ScoreError) as error:
        raise InvalidError.of(error) from error
    return _rules(spec)


def _check_format(spec: EventSpec) -> None:
    """Refuse a format that does not exist, and settings that it has no use for."""
    if spec.format not in Event.Format.values:
        raise InvalidError(
            "format_unknown",
            _("There is no such format. There are: %(names)s.")
            % {"names": ", ".join(Event.Format.values)},
        )
    of_brackets = bool(spec.lengths_from_final or spec.bracket_rules)
    of_brackets |= spec.consolation_length is not None
    if spec.format in ROUND_KINDS and of_brackets:
        raise InvalidError(
            "not_in_rounds",
            _(
                "An event of rounds has no final rounds with lengths of their own, and no"
                " consolation. Lengths by round are a setting of its rounds."
            ),
        )
    if spec.format == Event.Format.LADDER and of_brackets:
        raise InvalidError("setting_unknown", _("A ladder has one match length, and no brackets."))
    if spec.format not in ROUND_KINDS and spec.round_rules:
        raise InvalidError("setting_unknown", _("A bracket has no settings for rounds."))
    if spec.format != Event.Format.LADDER and spec.ladder_rules:
        raise InvalidError("setting_unknown", _("Only a ladder has settings for challenges."))
    _round_rules(spec)
    _ladder_rules(spec)


def _bracket_plan(spec: EventSpec) -> BracketPlan:
    try:
        plan = BracketPlan.of(spec.bracket_rules or {})
        plan.check_consolation(spec.consolation_length)
    except FormatError as error:
        raise InvalidError.of(error) from error
    return plan


def _sets(spec: EventSpec) -> SetPlan:
    try:
        plan = SetPlan.of(spec.sets)
    except FormatError as error:
        raise InvalidError.of(error) from error
    if spec.format in ROUND_KINDS and plan.from_final:
        raise InvalidError("not_in_rounds", _("An event of rounds has no final."))
    if spec.format == Event.Format.LADDER and plan.from_final:
        raise InvalidError("setting_unknown", _("A ladder has no final."))
    return plan


def _round_rules(spec: EventSpec) -> dict[str, Any] | None:
    if spec.format not in ROUND_KINDS:
        return None
    try:
        return RoundPlan.of(spec.format, spec.round_rules or {}).as_data()
    except FormatError as error:
        raise InvalidError.of(error) from error


def _team_rules(spec: EventSpec) -> dict[str, Any] | None:
    return team_rules_of(spec.entrants, spec.team_rules, spec.format, spec.round_rules)


def _ladder_rules(spec: EventSpec) -> dict[str, Any] | None:
    if spec.format != Event.Format.LADDER:
        return None
    try:
        return LadderRules.of(spec.ladder_rules or {}).as_data()
    except FormatError as error:
        raise InvalidError.of(error) from error


def _rules(spec: EventSpec) -> RuleSet:
    """As they are by now, or as the rule set has them when it is another one."""
    minutes = spec.confirm_minutes
    if minutes is not None and not 0 <= minutes <= MAX_CONFIRM_MINUTES:
        raise InvalidError(
            "confirm_minutes",
            _("Silence confirms after 0 (never) to %(max)s minutes.")
            % {"max": MAX_CONFIRM_MINUTES},
        )
    try:
        preset = preset_of(spec.rule_set).rules
        kept = rules_of(spec.rules or {"code": spec.rule_set})
        if minutes is None:
            minutes = preset.reports.confirm_minutes
        rules = kept if kept.code == preset.code else preset
        return rules.changed({"confirm_minutes": minutes})
    except RuleError as error:
        raise InvalidError.of(error) from error


def _free_slug(name: str) -> str:
    base = _slug(name, "tournament")
    taken = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return _unlike(taken, name, "tournament")


def _unlike(taken: set[str], name: str, default: str) -> str:
    taken = taken | RESERVED
    base = _slug(name, default)
    numbered = (f"{base}-{n}" for n in range(2, len(taken) + 3))
    return next(slug for slug in (base, *numbered) if slug not in taken)


def _slug(name: str, default: str) -> str:
    # Names without a Latin letter leave nothing: they get the word for what they are.
    return slugify(name)[:50].strip("-") or default


def _facts(tournament: Tournament) -> dict[str, Any]:
    facts = {name: getattr(tournament, name) for name in TOURNAMENT_FIELDS}
    return {name: str(value) for name, value in facts.items()}
