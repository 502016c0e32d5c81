"""Undoing rulings and sanctions: they are withdrawn, with whatever they did.

A result that came with one is taken back before (`undoing_results`), so that the match is as it was
when the ruling was made, and time and points can go back. What the players had called the director
for is open again.
"""

from collections.abc import Callable, Mapping

from players.actors import Act
from tournaments.models import Event, LogEntry
from tournaments.models_rulings import Sanction
from tournaments.selectors.deeds import EVERYWHERE, Deed, deed_of
from tournaments.services.calls import calls_reopen
from tournaments.services.locking import lock_event
from tournaments.services.refusals import logged_facts
from tournaments.services.rulings import ruling_restore, ruling_undo
from tournaments.services.sanctions import (
    lock_all_events,
    sanction_lines,
    sanction_unapply,
    sanction_withdraw,
)
from tournaments.services.undoing_leaving import leaving_undo


def _undo_ruling(event: Event, deed: Deed, act: Act) -> None:
    number = logged_facts(deed.first.after)["ruling"]
    ruling_undo(event_id=event.pk, number=number, act=act)


def _undo_amended(event: Event, deed: Deed, act: Act) -> None:
    """The ruling before it stands again."""
    _undo_ruling(event, deed, act)
    ruling_restore(event_id=event.pk, was=logged_facts(deed.first.before), act=act)


def _undo_sanction(event: Event, deed: Deed, act: Act) -> None:
    number = logged_facts(deed.first.after)["number"]
    _take_back(event.pk, number, act)


def _undo_everywhere(_event: Event, deed: Deed, act: Act) -> None:
    """It was given in another event of the tournament, and goes in all of them."""
    after = logged_facts(deed.first.after)
    _take_back(after["event"], after["number"], act)


def _take_back(event_id: int, number: int, act: Act) -> None:
    """Who was excluded plays on in all events that he had to leave by it."""
    given = list(sanction_lines(event_id, number))
    sanction_withdraw(event_id=event_id, number=number, act=act)
    for line in given:
        assert line.event_id is not None
        there, deed = lock_event(line.event_id), deed_of(line)
        leaving_undo(there, deed.lines, act)
        deed_calls_reopen(there, deed, act)


def _undo_applied(event: Event, deed: Deed, act: Act) -> None:
    number = logged_facts(deed.first.after)["number"]
    sanction_unapply(event_id=event.pk, number=number, act=act)


def deed_calls_reopen(event: Event, deed: Deed, act: Act) -> None:
    """Those that the deed had ended: with a ruling, or with the match."""
    matches = {line.match_id for line in deed.lines if line.match_id is not None}
    if matches:
        calls_reopen(event, matches, {line.at for line in deed.lines}, act)


def exclusion_lock(event_id: int, deed_id: int) -> None:
    """Before the event itself is locked: an exclusion may be undone in all of the tournament."""
    given = (EVERYWHERE, "sanction.given")
    found = LogEntry.objects.filter(pk=deed_id, event=event_id, action__in=given)
    if found.filter(after__sanction=Sanction.Kind.EXCLUSION).exists():
        lock_all_events(event_id)


RULING_INVERSES: Mapping[str, Callable[[Event, Deed, Act], None]] = {
    "ruling.made": _undo_ruling,
    "ruling.amended": _undo_amended,
    "sanction.given": _undo_sanction,
    EVERYWHERE: _undo_everywhere,
    "sanction.applied": _undo_applied,
}
