"""The settings of an event as the log keeps them, and as they come back from it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from config.errors import ConflictError
from players.actors import Act
from tournaments.models import Event
from tournaments.services.event_moments import MOMENTS, moments_follow
from tournaments.services.locking import bump
from tournaments.services.log import log

EVENT_FIELDS = (
    "name",
    "length",
    "format",
    "entrants",
    "team_rules",
    "round_rules",
    "bracket_rules",
    "ladder_rules",
    "lengths_from_final",
    "even_lengths",
    "consolation_length",
    "sets",
    "rule_set",
    "rules",
    *MOMENTS,
)
# What a log from before there was the setting would have said.
MISSING: Mapping[str, Any] = {"sets": {}}


def event_facts(event: Event) -> dict[str, Any]:
    """All that is fixed by the draw, as JSON."""
    facts = {name: getattr(event, name) for name in EVENT_FIELDS}
    moments = {name: facts[name] and facts[name].isoformat() for name in MOMENTS}
    return {**facts, **moments}


def event_restore_settings(*, event: Event, facts: Mapping[str, Any], act: Act) -> None:
    """Set the settings to what the log kept of them. Needs the event locked and a transaction."""
    if event.state != Event.State.ENTRIES:
        raise ConflictError(
            "draw_exists", _("The draw was made with these settings: discard the draft first.")
        )
    before = event_facts(event)
    # What was logged before there were teams says nothing of who enters.
    facts = {"entrants": Event.Entrants.SINGLES, **facts}
    for name in EVENT_FIELDS:
        setattr(event, name, _restored(name, facts.get(name, MISSING.get(name))))
    moments_follow(event, act.at)
    after = event_facts(event)
    log(event.tournament_id, "event.changed", act, event=event, before=before, after=after)
    bump(event, *EVENT_FIELDS)


def _restored(name: str, value: Any) -> Any:
    return datetime.fromisoformat(value) if name in MOMENTS and value else value
