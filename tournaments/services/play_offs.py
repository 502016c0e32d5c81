"""Play-offs between those whom all other tie-breaks leave tied: results the director enters.

They are no matches of the event: often one point on any free board.
"""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, NotFoundError
from players.actors import Act
from tournaments.formats import EntrantId
from tournaments.models import Entry, Event
from tournaments.selectors.access import access_entry
from tournaments.selectors.rounds import load_rounds
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log


@transaction.atomic
def play_off_add(
    *, event_id: int, winner_id: int, loser_id: int, act: Act, seen_version: int | None = None
) -> Event:
    """The first has won a play-off against the second. Once the last round is played.

    Raises ConflictError `not_finished`, `no_play_off` (nothing is tied between the two, or the
    event has no such tie-break).
    """
    event = lock_event(event_id, seen_version=seen_version)
    winner, loser = access_entry(event, winner_id), access_entry(event, loser_id)
    _require_tied(event, winner, loser)
    _set(event, [*event.play_offs, [winner.number, loser.number]], "play_off.entered", act, winner)
    return event


@transaction.atomic
def play_off_remove(
    *, event_id: int, winner_id: int, loser_id: int, act: Act, seen_version: int | None = None
) -> Event:
    """Take the result of a play-off back."""
    event = lock_event(event_id, seen_version=seen_version)
    winner, loser = access_entry(event, winner_id), access_entry(event, loser_id)
    left = list(event.play_offs)
    try:
        left.remove([winner.number, loser.number])
    except ValueError:
        raise NotFoundError("no_such_play_off", _("There is no such play-off.")) from None
    _set(event, left, "play_off.removed", act, winner)
    return event


def play_offs_restore(event: Event, was: Sequence[Sequence[int]]) -> None:
    """As the log kept them. Needs the event locked and a transaction."""
    event.play_offs = [list(pair) for pair in was]
    bump(event, "play_offs")


def _require_tied(event: Event, winner: Entry, loser: Entry) -> None:
    if event.state != Event.State.FINISHED or not event.in_rounds:
        raise ConflictError("not_finished", _("A play-off is for the end: first play all rounds."))
    tables = load_rounds(event).tables
    pair = EntrantId(winner.number), EntrantId(loser.number)
    if not any(table.may_play_off(*pair) for table in tables):
        raise ConflictError(
            "no_play_off",
            _("%(one)s and %(other)s are not tied where a play-off decides.")
            % {"one": winner.name, "other": loser.name},
        )


def _set(
    event: Event, found: Sequence[Sequence[int]], action: str, act: Act, winner: Entry
) -> None:
    before, event.play_offs = event.play_offs, found
    log(
        event.tournament_id,
        action,
        act,
        event=event,
        subject=winner.name,
        before={"play_offs": before},
        after={"play_offs": found},
    )
    bump(event, "play_offs")
