"""Undoing what was done to a ladder: the step is taken away, and what it did with it.

It is the last deed of the event, so no later step rests on it. All here need the event locked and
a transaction.
"""

from collections.abc import Callable

from django.utils.translation import gettext as _

from config.errors import ConflictError
from players.actors import Act
from tournaments.models import Event, LogEntry
from tournaments.models_ladders import LadderStep
from tournaments.selectors.boards import is_open
from tournaments.selectors.ladders import challenge_key
from tournaments.services.advancing import advance
from tournaments.services.entries import entry_take_out
from tournaments.services.ladders import (
    fixture_for,
    fixture_remove,
    ladder_close,
    ladder_reopen,
    mark_left,
)
from tournaments.services.locking import bump
from tournaments.services.refusals import (
    logged_facts,
    match_begun,
    require_no_payouts,
)

Kind = LadderStep.Kind
Undo = Callable[[Event, LogEntry, Act], None]


def ladder_undo(event: Event, line: LogEntry, act: Act) -> None:
    """`line` is that of the deed in the log."""
    _UNDO[line.action](event, line, act)


def _opened(event: Event, line: LogEntry, act: Act) -> None:
    """Entries can be taken again; nobody has done anything on the ladder yet."""
    if event.ladder_steps.exists():
        raise ConflictError("play_has_begun", _("There are challenges already."))
    require_no_payouts(event)
    event.stages.all().delete()
    event.state, event.draw, event.published_at = Event.State.ENTRIES, None, None
    bump(event, "state", "draw", "published_at")


def _challenged(event: Event, line: LogEntry, act: Act) -> None:
    row = event.fixtures.select_related("match").filter(key=line.fixture_key).first()
    if row is None or not is_open(row):
        raise match_begun(line.fixture_key)
    fixture_remove(event, row, act)
    event.ladder_steps.get(challenge=row.number, kind=Kind.CHALLENGED).delete()
    bump(event)
    advance(event, act)


def _ended(event: Event, line: LogEntry, act: Act) -> None:
    """The challenge is open again, with the last day it had."""
    number = logged_facts(line.after)["challenge"]
    event.ladder_steps.filter(challenge=number, kind__in=LadderStep.CLOSING).delete()
    made = event.ladder_steps.select_related("entry", "opponent").get(
        challenge=number, kind=Kind.CHALLENGED
    )
    assert made.opponent is not None
    fixture_for(event, number, (made.entry, made.opponent), made.play_by)
    bump(event)
    advance(event, act, key=challenge_key(number))


def _joined(event: Event, line: LogEntry, act: Act) -> None:
    """Somebody new is off the list again, somebody back is gone again."""
    entry = event.entries.get(number=logged_facts(line.after)["number"])
    event.ladder_steps.filter(entry=entry, kind=Kind.JOINED).latest("number").delete()
    mark_left(entry, has_left=True)
    if line.action == "ladder.joined":
        entry_take_out(event, entry, act)
    bump(event)


def _left(event: Event, line: LogEntry, act: Act) -> None:
    """He stands where he stood. His challenges were called off before, in deeds of their own."""
    entry = event.entries.get(number=logged_facts(line.after)["number"])
    event.ladder_steps.filter(entry=entry, kind=Kind.LEFT).latest("number").delete()
    mark_left(entry, has_left=False)
    bump(event)


def _closed(event: Event, line: LogEntry, act: Act) -> None:
    ladder_reopen(event_id=event.pk, act=act)


def _reopened(event: Event, line: LogEntry, act: Act) -> None:
    ladder_close(event_id=event.pk, act=act)


_UNDO: dict[str, Undo] = {
    "ladder.opened": _opened,
    "ladder.challenged": _challenged,
    "ladder.unplayed": _ended,
    "ladder.called_off": _ended,
    "ladder.joined": _joined,
    "ladder.returned": _joined,
    "ladder.left": _left,
    "ladder.closed": _closed,
    "ladder.reopened": _reopened,
}
LADDER_DEEDS = tuple(_UNDO)
