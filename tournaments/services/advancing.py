"""The bracket follows the results.

One pure function says who stands where (`tournaments.formats.progress`); this service makes the
rows agree with it: fills slots, makes matches for pairs that are complete, voids those whose pair
changed, sends matches to tables, closes the event after the last result. It is idempotent, so it
may run after every commit and again in every sweep.
"""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import F, QuerySet

from matches.models import Match
from matches.services.making import SideSpec, matches_create
from matches.services.ruling import match_void
from players.actors import SYSTEM, Act
from tournaments.formats import BYE, Slot, State
from tournaments.models import Entry, Event, Fixture
from tournaments.selectors.boards import Board, load_board
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.tables import needs_table, tables_follow

logger = logging.getLogger(__name__)

FILLED = ("entry_1", "entry_2", "status", "winner", "match", "match_version", "ready_at")


def event_follow(event_id: int, at: datetime) -> None:
    """Advance the event if a match of it has moved on from what the event took note of."""
    if behind().filter(event_id=event_id).exists():
        event_advance(event_id=event_id, act=Act(SYSTEM, at))


def events_follow(at: datetime) -> None:
    """Mend what a crash left between the commit of a result and the bracket."""
    for event_id in set(behind().values_list("event_id", flat=True)):
        try:
            event_follow(event_id, at)
        except Exception:
            logger.exception("event %s could not be advanced", event_id)


def behind() -> QuerySet[Fixture]:
    """Fixtures whose match has moved on from what the event took note of."""
    return Fixture.objects.filter(match__version__gt=F("match_version"))


@transaction.atomic
def event_advance(*, event_id: int, act: Act) -> None:
    advance(lock_event(event_id), act)


def advance(event: Event, act: Act) -> None:
    """Make the rows agree with the results. Needs the event locked and a transaction."""
    board = load_board(event)
    state = board.state()
    changed, stale = _fill(board, state)
    if event.published_at is not None:
        changed |= _make_matches(board, stale, act)
        changed |= _take_note(board)
    _ready_since(board, changed, act.at)
    Fixture.objects.bulk_update([board.rows[key] for key in sorted(changed)], FILLED, 200)
    if event.published_at is not None:
        moved, left_over = tables_follow(event, board.rows.values(), act)
        fields = _finish(event, state, act)
        if changed or moved or fields:
            bump(event, *fields)
        if left_over:
            transaction.on_commit(partial(_offer_tables, event.pk, event.tournament_id, act.at))


def _fill(board: Board, state: State) -> tuple[set[str], list[Fixture]]:
    """Write the computed slots, status and winner into the rows.

    Returns the keys that changed, and the rows whose match is between others than the new pair.
    """
    changed, stale = set(), []
    for key, row in board.rows.items():
        node = state[key]
        pair = (_entry(node.first), _entry(node.second))
        if (*pair, node.status.value, _entry(node.winner)) == (
            *_pair(row),
            row.status,
            row.winner_id,
        ):
            continue
        changed.add(key)
        if row.match is not None and pair != _pair(row):
            stale.append(row)
        row.entry_1_id, row.entry_2_id = pair
        row.status, row.winner_id = node.status.value, _entry(node.winner)
    return changed, stale


def _pair(row: Fixture) -> tuple[int | None, int | None]:
    return row.entry_1_id, row.entry_2_id


def _entry(slot: Slot) -> int | None:
    return None if slot is None or slot is BYE else slot


def _make_matches(board: Board, stale: Sequence[Fixture], act: Act) -> set[str]:
    """Matches for complete pairs that have none; those of changed pairs are voided first.

    Voiding names the version that was read: a result that came in since then is a conflict for the
    whole transaction, never lost without anybody having seen it.
    """
    for row in stale:
        assert row.match is not None
        match_void(match_id=row.match.pk, act=act, seen_version=row.match.version)
        row.match, row.match_version = None, 0
    ready = [r for r in board.rows.values() if r.status == Fixture.Status.READY and not r.match]
    if ready:
        entries = {entry.pk: entry for entry in board.event.entries.all()}
        specs = [
            (r.length, _side(entries, r.entry_1_id), _side(entries, r.entry_2_id)) for r in ready
        ]
        made = matches_create(specs, rules=board.event.rules, at=act.at)
        for row, match in zip(ready, made, strict=True):
            row.match = match
    return {row.key for row in [*stale, *ready]}


def _side(entries: Mapping[int, Entry], entry_id: int | None) -> SideSpec:
    assert entry_id is not None
    return SideSpec(entries[entry_id].name, [entries[entry_id].player_id])


def _take_note(board: Board) -> set[str]:
    noted = set()
    for key, row in board.rows.items():
        if row.match is not None and row.match_version != row.match.version:
            row.match_version = row.match.version
            noted.add(key)
    return noted


def _ready_since(board: Board, changed: set[str], at: datetime) -> None:
    for key in changed:
        row = board.rows[key]
        if not needs_table(row):
            row.ready_at = None
        elif row.ready_at is None:
            row.ready_at = at


def _finish(event: Event, state: State, act: Act) -> Sequence[str]:
    """Close the event after its last result, or open it again when one was taken back."""
    closed = event.state == Event.State.FINISHED
    if state.finished == closed:
        return ()
    event.state = Event.State.RUNNING if closed else Event.State.FINISHED
    event.finished_at = None if closed else act.at
    log(event.tournament_id, "event.resumed" if closed else "event.finished", act, event=event)
    return ("state", "finished_at")


def _offer_tables(event_id: int, tournament_id: int, at: datetime) -> None:
    """Tables that this event does not need go to the other running events of the tournament."""
    others = Event.objects.filter(tournament_id=tournament_id, state=Event.State.RUNNING)
    waiting = others.exclude(pk=event_id).filter(
        fixtures__status=Fixture.Status.READY,
        fixtures__match__state=Match.State.OPEN,
        fixtures__table=None,
    )
    for pk in waiting.values_list("pk", flat=True).distinct():
        event_advance(event_id=pk, act=Act(SYSTEM, at))
