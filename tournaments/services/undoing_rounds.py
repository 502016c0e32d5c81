"""The inverses of what is done to an event of rounds, each worked out from the line of its log.

All need the event locked and a transaction; the event may be an older copy than its row.
"""

from collections.abc import Callable, Mapping

from players.actors import Act
from tournaments.models import Event
from tournaments.selectors.deeds import Deed
from tournaments.services.attendance import attendance_restore, late_entry_take_back
from tournaments.services.locking import bump
from tournaments.services.play_offs import play_offs_restore
from tournaments.services.refusals import logged_facts
from tournaments.services.round_drafts import draft_restore
from tournaments.services.round_lengths import round_lengths_set
from tournaments.services.round_wishes import pairs_restore
from tournaments.services.rounds import publish_again, rounds_set, unpublish_rounds


def _undo_draft(event: Event, deed: Deed, act: Act) -> None:
    """Whatever was done to the draft: it is what it was, or there is none."""
    draft_restore(event, logged_facts(deed.first.before)["draft"])
    bump(event)


def _undo_published(event: Event, deed: Deed, act: Act) -> None:
    """One round, or all that were published at once."""
    lines = [line for line in deed.lines if line.action == deed.action]
    rounds = [line.after["round"] for line in lines if line.after]
    drafted = logged_facts(deed.first.before)["drafted"]
    unpublish_rounds(event, min(rounds), act, drafted=drafted)


def _undo_taken_back(event: Event, deed: Deed, act: Act) -> None:
    publish_again(event, logged_facts(deed.first.before), act)


def _undo_planned(event: Event, deed: Deed, act: Act) -> None:
    rounds_set(event_id=event.pk, rounds=logged_facts(deed.first.before)["rounds"], act=act)


def _undo_lengths(event: Event, deed: Deed, act: Act) -> None:
    round_lengths_set(
        event_id=event.pk, lengths=logged_facts(deed.first.before)["lengths"], act=act
    )


def _undo_pairs(event: Event, deed: Deed, act: Act) -> None:
    pairs_restore(event, logged_facts(deed.first.before)["was"], act)


def _undo_late(event: Event, deed: Deed, act: Act) -> None:
    late_entry_take_back(event, logged_facts(deed.first.before)["entry"], act)


def _undo_attendance(event: Event, deed: Deed, act: Act) -> None:
    attendance_restore(event, logged_facts(deed.first.before), act)


def _undo_play_off(event: Event, deed: Deed, _act: Act) -> None:
    play_offs_restore(event, logged_facts(deed.first.before)["play_offs"])


ROUND_INVERSES: Mapping[str, Callable[[Event, Deed, Act], None]] = {
    "round.drafted": _undo_draft,
    "round.altered": _undo_draft,
    "round.discarded": _undo_draft,
    "round.published": _undo_published,
    "round.taken_back": _undo_taken_back,
    "rounds.changed": _undo_planned,
    "round_lengths.changed": _undo_lengths,
    "pairs.changed": _undo_pairs,
    "play_off.entered": _undo_play_off,
    "play_off.removed": _undo_play_off,
    "entry.added_late": _undo_late,
    "entry.withdrawn": _undo_attendance,
    "entry.reinstated": _undo_attendance,
    "entry.away": _undo_attendance,
    "entry.here": _undo_attendance,
}
