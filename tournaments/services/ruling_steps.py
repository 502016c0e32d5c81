"""What calls, rulings and appeals share: the place of a match, its rules, a line in the log.

Players change things with their match locked, and the event follows after the commit, as it does
after a report; staff lock the event first.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from config.errors import ConflictError, NotFoundError
from matches.models import Match
from matches.models_clock import Clock
from matches.services.clock_running import Sent, clock_do
from matches.services.lateness import late_release
from matches.services.steps import lock_match, save
from matches.signals import match_changed
from players.actors import Act
from tournaments.models import Event, Fixture
from tournaments.models_rulings import Call, Ruling
from tournaments.rulesets.running import RulingRules
from tournaments.rulesets.stored import rules_or_usual
from tournaments.services.locking import lock_event
from tournaments.services.log import log

BOTH = (1, 2)


@dataclass(frozen=True, slots=True)
class Scene:
    """A match and its place in an event, both locked by staff."""

    event: Event
    row: Fixture
    match: Match

    def require_board(self) -> None:
        """Raises ConflictError `tie_by_boards`: nobody plays the match of a tie itself."""
        if self.event.of_teams and self.row.tie_id is None:
            raise ConflictError("tie_by_boards", _("A tie is played at its boards: name one."))

    def require_place(self) -> None:
        """Raises ConflictError `match_void`: others meet there by now, or nobody."""
        if self.row.match_id is None:
            raise match_void()

    def log(self, action: str, act: Act, **what: Any) -> None:
        log(
            self.event.tournament_id,
            action,
            act,
            event=self.event,
            fixture_key=self.row.key,
            match_id=self.match.pk,
            **what,
        )


def lock_scene(event_id: int, key: str, *, seen_version: int | None = None) -> Scene:
    """Event, then match. Raises `no_such_event`, `no_such_fixture`, `players_not_known`, and
    `version_conflict` if the match moved on."""
    event = lock_event(event_id)
    row = Fixture.places.filter(event=event, key=key).first()
    if row is None:
        raise NotFoundError("no_such_fixture", _("There is no fixture %(key)s.") % {"key": key})
    if row.match_id is None:
        raise ConflictError(
            "players_not_known",
            _("%(key)s has no match yet: its players are not known.") % {"key": key},
        )
    row.event = event
    return Scene(event, row, lock_match(row.match_id, seen_version=seen_version))


def lock_ruling(event_id: int, number: int) -> tuple[Scene, Ruling]:
    """The ruling, with what it is about locked. Raises NotFoundError `no_such_ruling`.

    Where others meet by now it is still about its own match.
    """
    event = lock_event(event_id)
    ruling = event.rulings.filter(number=number).first()
    if ruling is None:
        raise no_such_ruling()
    match = lock_match(ruling.match_id)
    row = Fixture.places.filter(event=event, match=match).first() or Fixture(event=event)
    row.event = event
    ruling.refresh_from_db()  # a player may have appealed while this waited
    return Scene(event, row, match), ruling


def no_such_ruling() -> NotFoundError:
    return NotFoundError("no_such_ruling", _("There is no such ruling."))


def event_of(match: Match) -> int:
    """The event of a match that is locked. Raises ConflictError `match_void`."""
    found = Fixture.places.filter(match=match).order_by().values_list("event_id", flat=True).first()
    if found is None or match.state == Match.State.VOID:
        raise match_void()
    return int(found)


def match_void() -> ConflictError:
    return ConflictError("match_void", _("This match no longer counts: the bracket changed."))


def appeal_rules(match: Match) -> RulingRules:
    """Those the match is played under; as usual where they cannot be read."""
    return rules_or_usual(match.rules).rulings


def tell_all(match: Match, action: str, act: Act, after: dict[str, Any]) -> None:
    """A player did it: a line in the log, and the pages of the event follow after the commit."""
    save(match)
    match_changed.send(sender=Match, match=match, action=action, act=act, before=None, after=after)


def open_call(match: Match) -> Call | None:
    return match.calls.filter(state__in=Call.OPEN).first()


def close_call(call: Call, match: Match, state: str, at: datetime) -> None:
    """Nobody waits any more; the minutes of who is late to the match, which is locked, go on."""
    call.state, call.closed_at = state, at
    call.save(update_fields=["state", "closed_at"])
    late_release(match, at)


def stop_clock(match: Match, sides: tuple[int, ...], act: Act) -> None:
    """Nobody's time runs while the director is on the way, if it did."""
    if Clock.objects.filter(match=match, running__isnull=False).exists():
        clock_do(match_id=match.pk, sent=Sent("stop", reason="director"), sides=sides, act=act)


def resume_clock(match: Match, act: Act) -> None:
    """The clock that the call had stopped goes on; one that was stopped otherwise stays so."""
    stopped = Clock.objects.filter(match=match, running=None, stopped_for=Clock.Stop.DIRECTOR)
    if match.state == Match.State.OPEN and stopped.exists():
        clock_do(match_id=match.pk, sent=Sent("resume"), sides=BOTH, act=act)
