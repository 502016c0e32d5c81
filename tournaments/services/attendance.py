"""Who plays in which rounds: late entries, withdrawals, and those who come back.

All of it is for events of rounds that are running, and counts from the next round on: a round that
is published stays as it is, and whoever leaves in it loses by walkover. History is kept.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from players.actors import Act
from tournaments.formats.pairing import Missed
from tournaments.formats.round_plan import RoundKind
from tournaments.models import Entry, Event
from tournaments.selectors.access import access_entry
from tournaments.selectors.rounds import RoundBoard, load_rounds
from tournaments.services.advancing import advance
from tournaments.services.entries import NewEntry, entries_store, entry_take_out
from tournaments.services.ladders import ladder_leave, ladder_return
from tournaments.services.late_entries import late_entry_check
from tournaments.services.leaving import leave_brackets, return_to_brackets
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.refusals import left_already, not_left, schedule_fixed
from tournaments.services.rounds import require_no_draft, require_running


@transaction.atomic
def entry_add_late(
    *,
    event_id: int,
    entry: NewEntry,
    late: str = Entry.Late.LOSS,
    act: Act,
    seen_version: int | None = None,
) -> Entry:
    """Enter somebody into the next round; `late` is what each round missed so far counts.

    Where the rules are against it `act` says why, else ConflictError `late_entry_barred`.
    """
    board = _board(event_id, seen_version)
    event = board.event
    check_late(board, late)
    late_entry_check(event, act)
    first = len(board.published) + 1
    (row,) = entries_store(event, [entry], act, first_round=first, late=late)
    log(
        event.tournament_id,
        "entry.added_late",
        act,
        event=event,
        subject=row.name,
        before={"entry": row.pk},
        after={"round": first, "late": late},
    )
    bump(event)
    return row


def late_entry_take_back(event: Event, entry_id: int, act: Act) -> None:
    """Somebody who was entered late was not. Needs the event locked and a transaction.

    Raises ConflictError when he was paired since, has paid, or is in a wish of the director.
    """
    board = load_rounds(event)
    require_no_draft(board)
    row = access_entry(event, entry_id)
    if row.first_round <= len(board.published):
        raise ConflictError(
            "paired_already", _("%(name)s is in a round already.") % {"name": row.name}
        )
    entry_take_out(event, row, act)
    bump(event)


@transaction.atomic
def entry_withdraw(
    *, event_id: int, entry_id: int, act: Act, seen_version: int | None = None
) -> Entry:
    """Pair the entrant no more, from the next round on. What was played stays.

    In brackets he loses the match he still has, and those he would get, by walkover; on a ladder
    all below him come up.
    """
    event = lock_event(event_id, seen_version=seen_version)
    if event.is_ladder:
        return ladder_leave(event_id=event_id, entry_id=entry_id, act=act)
    if not event.in_rounds:
        return leave_brackets(event, entry_id, act)
    board = _running_board(event)
    row = access_entry(event, entry_id)
    if row.last_round is not None:
        raise left_already(row)
    before = _attendance(row)
    row.last_round = len(board.published)
    _save(board, "entry.withdrawn", row, before, act)
    return row


@transaction.atomic
def entry_reinstate(
    *, event_id: int, entry_id: int, act: Act, seen_version: int | None = None
) -> Entry:
    """Pair the entrant again, from the next round on; each round missed between is a loss.

    In brackets he plays the matches again that he lost by leaving, unless a result depends on one;
    on a ladder he is at the bottom.
    """
    event = lock_event(event_id, seen_version=seen_version)
    row = access_entry(event, entry_id)
    if row.disqualified:
        raise ConflictError(
            "disqualified",
            _("%(name)s is disqualified: take that back first.") % {"name": row.name},
        )
    if event.is_ladder:
        return ladder_return(event_id=event_id, entry_id=entry_id, act=act)
    if not event.in_rounds:
        return return_to_brackets(event, entry_id, act)
    board = _running_board(event)
    if row.last_round is None:
        raise not_left(row)
    before = _attendance(row)
    missed = range(row.last_round + 1, len(board.published) + 1)
    row.away = sorted({*row.away, *missed})
    row.last_round = None
    _save(board, "entry.reinstated", row, before, act)
    return row


@transaction.atomic
def entry_miss_round(
    *, event_id: int, entry_id: int, act: Act, seen_version: int | None = None
) -> Entry:
    """The entrant is away in the next round, and in that one alone."""
    board = _board(event_id, seen_version)
    row, number = access_entry(board.event, entry_id), _next_round(board)
    if number in row.away or row.last_round is not None or row.first_round > number:
        raise ConflictError(
            "not_expected",
            _("%(name)s is not expected in round %(round)s anyway.")
            % {"name": row.name, "round": number},
        )
    before = _attendance(row)
    row.away = sorted({*row.away, number})
    _save(board, "entry.away", row, before, act)
    return row


@transaction.atomic
def entry_play_round(
    *, event_id: int, entry_id: int, act: Act, seen_version: int | None = None
) -> Entry:
    """The entrant is here in the next round after all."""
    board = _board(event_id, seen_version)
    row, number = access_entry(board.event, entry_id), _next_round(board)
    if number not in row.away:
        raise ConflictError(
            "not_away",
            _("%(name)s is not away in round %(round)s.") % {"name": row.name, "round": number},
        )
    before = _attendance(row)
    row.away = [missed for missed in row.away if missed != number]
    _save(board, "entry.here", row, before, act)
    return row


def attendance_restore(event: Event, was: Mapping[str, Any], act: Act) -> None:
    """Who plays in which rounds as the log kept it. Needs the event locked and a transaction."""
    require_no_draft(load_rounds(event))
    row = access_entry(event, was["entry"])
    row.last_round, row.away = was["last_round"], was["away"]
    row.save(update_fields=["away", "last_round"])
    bump(event)
    advance(event, act)


def _board(event_id: int, seen_version: int | None) -> RoundBoard:
    """The event, locked, as `_running_board` has it."""
    return _running_board(lock_event(event_id, seen_version=seen_version))


def _running_board(event: Event) -> RoundBoard:
    """Of an event that runs, without a draft that would be wrong after the change."""
    require_running(event)
    board = load_rounds(event)
    require_no_draft(board)
    return board


def _next_round(board: RoundBoard) -> int:
    number = len(board.published) + 1
    last = board.pure.last_round
    if board.event.state != Event.State.RUNNING or (last is not None and number > last):
        raise ConflictError("no_next_round", _("There is no round left to play."))
    return number


def _attendance(row: Entry) -> dict[str, Any]:
    return {"entry": row.pk, "last_round": row.last_round, "away": list(row.away)}


def _save(board: RoundBoard, action: str, row: Entry, before: dict[str, Any], act: Act) -> None:
    """Store and tell it, and see whether the event is over (or not over any more) by it."""
    event = board.event
    row.save(update_fields=["away", "last_round"])
    log(
        event.tournament_id,
        action,
        act,
        event=event,
        subject=row.name,
        before=before,
        after={"round": len(board.published) + 1},
    )
    bump(event)
    advance(event, act)


def check_late(board: RoundBoard, late: str) -> None:
    """Whether somebody can enter the next round with this for each round missed so far."""
    event = board.event
    if event.format == RoundKind.ROUND_ROBIN:
        raise schedule_fixed()
    if event.state != Event.State.RUNNING or board.pure.last_round == len(board.published):
        raise ConflictError("no_round_left", _("There is no round left to enter into."))
    lives = board.pure.plan.lives
    if lives is not None and late == Missed.LOSS and len(board.published) >= lives:
        raise InvalidError(
            "no_life_left",
            _("The rounds missed so far would cost all %(lives)s lives: count them as byes.")
            % {"lives": lives},
        )
    if late not in Entry.Late.values:
        raise InvalidError("late_unknown", _("Say what the rounds missed so far count."))
    if event.format == RoundKind.LIVES and late == Missed.HALF:
        raise InvalidError(
            "half_a_life", _("A missed round costs a life or is a bye: there is no half of one.")
        )
