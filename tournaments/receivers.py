"""What an event does when one of its matches changes: log it, and follow after the commit."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from matches.models import Match
from matches.models_clock import Clock
from matches.signals import match_changed, swept
from players.actors import SYSTEM, Act
from tournaments.models import Event, Fixture, Stage
from tournaments.models_rulings import Call
from tournaments.services.advancing import event_follow, events_follow, in_hand
from tournaments.services.calls import call_by_clock, call_drop, call_grant, call_over
from tournaments.services.forgetting import event_forget, fixtures_forget
from tournaments.services.log import log
from tournaments.services.outbox import notices_prune
from tournaments.services.sanctioning import points_lapse
from tournaments.tasks import follow_soon


class _Place(NamedTuple):
    """Where a match is played."""

    key: str
    event_id: int
    tournament_id: int


@receiver(match_changed)
def log_and_follow(match: Match, action: str, act: Act, **change: Any) -> None:
    """In the transaction of the match: an entry in the log. After it: the bracket follows."""
    row = in_hand()
    place = _place(match, row)
    if place is None:
        return
    _log_at(place, match, action, act, before=change["before"], after=change["after"])
    if row is None or row.event_id != place.event_id:
        # Robust: the result stands whatever happens to the bracket, which the next sweep mends.
        transaction.on_commit(_follow(place, act), robust=True)


def _log_at(place: _Place | None, match: Match, action: str, act: Act, **sides: Any) -> None:
    if place is not None:
        what = {"fixture_key": place.key, "match_id": match.pk, **sides}
        log(place.tournament_id, action, act, event=place.event_id, **what)


def _follow(place: _Place, act: Act) -> Callable[[], None]:
    """At once for whoever waits for it; what a ring did makes way for the other rings."""
    if act.by == SYSTEM and settings.RINGS:
        return partial(follow_soon, place.event_id)
    return partial(event_follow, place.event_id, act.at, place.key)


def _place(match: Match, in_hand: Fixture | None) -> _Place | None:
    if in_hand is not None and in_hand.match_id == match.pk:
        return _Place(in_hand.key, in_hand.event_id, in_hand.event.tournament_id)
    found = Fixture.places.filter(match=match).order_by()
    places = found.values_list("key", "event_id", "event__tournament_id")
    return next((_Place(*place) for place in places), None)


@receiver(match_changed)
def hear_calls(match: Match, action: str, act: Act, **change: Any) -> None:
    """Who stops the clocks for the director has called, as has who asks for a break, until it is
    granted; where the match is decided, or others meet, nobody waits for him any more, and in the
    latter points wait for another match."""
    stop = change["after"]["stop"] if action == "clock.stopped" else ""
    by_player = act.by.kind == "player"
    if stop == Clock.Stop.DIRECTOR and by_player:
        call_by_clock(match, act)
    elif action == "break.asked" and by_player:
        call_by_clock(match, act, Call.Kind.BREAK)
    elif (stop == Clock.Stop.BREAK or action == "break.begun") and not by_player:
        call_grant(match, act.at)
    elif action == "match.voided":
        call_drop(match, act.at)
        points_lapse(match)
    elif _is_decided_now(match, action, act) and call_over(match, act.at):
        _log_at(_place(match, in_hand()), match, "director.over", act)


def _is_decided_now(match: Match, action: str, act: Act) -> bool:
    """Whether that is what happened: players also call when there is a result already."""
    is_new = match.state == Match.State.DECIDED and match.decided_at == act.at
    return is_new and not action.startswith("director.")


@receiver(pre_delete, sender=Stage)
def forget_a_stage(instance: Stage, **_: Any) -> None:
    fixtures_forget(Fixture.places.filter(stage=instance))


@receiver(pre_delete, sender=Event)
def forget_an_event(instance: Event, **_: Any) -> None:
    event_forget(instance)


@receiver(swept)
def forget_old_messages(at: datetime, **_: Any) -> None:
    # Sweeps come every few seconds; the first minute of each hour is often enough.
    if at.minute == 0:
        notices_prune(at)


@receiver(swept)
def follow_the_rest(**change: Any) -> None:
    events_follow(change["at"])
