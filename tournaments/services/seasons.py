"""The next season of a league: the same divisions, with those who moved where they belong."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError
from players.actors import Act
from tournaments.models import Entry, Event, LogEntry, Staff, Tournament
from tournaments.selectors.leagues import Chosen, SeasonView, season
from tournaments.services.entries import entry_facts
from tournaments.services.event_moments import MOMENTS
from tournaments.services.locking import lock_event
from tournaments.services.log import log, log_entry
from tournaments.services.members import members_copy
from tournaments.services.overdue import overdue_set
from tournaments.services.passes import give_passes
from tournaments.services.setting_up import (
    EventSpec,
    TournamentSpec,
    event_create,
    tournament_create,
)


@dataclass(frozen=True, slots=True)
class NextSeason:
    """`chosen` are those of open ties who move, with their way."""

    name: str
    starts_on: date
    chosen: Chosen = field(default_factory=dict)


@transaction.atomic
def season_next(*, tournament_id: int, spec: NextSeason, act: Act) -> Tournament:
    """A new tournament with an event for each division, its entrants entered, ready to be drawn.

    Staff, place, tables and settings are those of this season; it lasts as long. Money is set up
    anew. Raises ConflictError `no_league`, `season_not_over`, `ties_open`.
    """
    for event_id in Event.objects.filter(tournament=tournament_id).order_by("pk").values_list("pk"):
        lock_event(event_id[0])
    old = Tournament.objects.get(pk=tournament_id)
    found = season(old, spec.chosen)
    _require_ready(found)
    new = _tournament(old, spec, act)
    for division, entries in zip(found.divisions, found.ahead, strict=True):
        _division(new, division.event, entries, spec, act)
    log(old, "season.created", act, subject=new.name, after={"slug": new.slug})
    return new


def _require_ready(found: SeasonView) -> None:
    if not found.divisions:
        raise ConflictError("no_league", _("There is no league in this tournament."))
    playing = [one.event.name for one in found.divisions if not one.is_over]
    if playing:
        raise ConflictError(
            "season_not_over",
            _("Still being played: %(names)s.") % {"names": ", ".join(playing)},
            events=playing,
        )
    if found.problem:
        raise ConflictError("nobody_can_move", found.problem)
    if found.ties:
        raise ConflictError(
            "ties_open",
            _("Say who moves of those who share a place: nobody guesses it."),
            ties=[
                {"division": tie.division, "way": tie.way, "places": tie.places}
                for tie in found.ties
            ],
        )


def _tournament(old: Tournament, spec: NextSeason, act: Act) -> Tournament:
    new = tournament_create(
        spec=TournamentSpec(
            spec.name,
            spec.starts_on,
            spec.starts_on + (old.ends_on - old.starts_on),
            venue=old.venue,
            time_zone=old.time_zone,
            tables=old.tables.filter(closing=False).count(),
        ),
        owner_id=None,
        act=act,
    )
    Staff.objects.bulk_create(
        [Staff(tournament=new, user_id=one.user_id, role=one.role) for one in old.staff.all()]
    )
    return new


def _division(
    new: Tournament, old: Event, entries: Sequence[Entry], spec: NextSeason, act: Act
) -> None:
    event = event_create(tournament_id=new.pk, spec=_settings(old, spec), act=act)
    rows = Entry.objects.bulk_create(
        [
            Entry(
                event=event,
                player_id=one.player_id,
                number=n,
                created_at=act.at,
                **entry_facts(one),
            )
            for n, one in enumerate(entries, start=1)
        ]
    )
    if old.overdue_rules and event.is_by_dates:
        overdue_set(event_id=event.pk, rules=old.overdue_rules, act=act)
    if event.of_singles:
        people = Entry.objects.filter(event=event).select_related("player")
        give_passes(new.pk, [one.player for one in people])
    else:
        members_copy(event, entries)
    LogEntry.objects.bulk_create(
        [log_entry(new, "entry.added", act, event=event, subject=row.name) for row in rows]
    )


def _settings(old: Event, spec: NextSeason) -> EventSpec:
    same = EventSpec.of(old)
    rules: dict[str, Any] = dict(old.round_rules or {})
    if rules["league"]["starts_on"] is not None:
        rules["league"] = {**rules["league"], "starts_on": spec.starts_on.isoformat()}
    moments: dict[str, Any] = dict.fromkeys(MOMENTS)  # those of the old season
    return replace(same, round_rules=rules, **moments)
