"""The bracket follows the results.

One pure function says who stands where (`tournaments.formats.progress`); this service makes the
rows agree with it: fills slots, makes matches for pairs that are complete, voids those whose pair
changed, sends matches to tables, closes the event after the last result. It is idempotent, so it
may run after every commit and again in every sweep.

It looks at what new results reach only (`selectors.reach`), a handful of fixtures however large the
event is; a draw, and whoever does not trust the rows, walks the whole event.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet

from matches.models import Match
from matches.services.making import MatchSpec, SideSpec, matches_create
from matches.services.ruling import match_give, match_void
from matches.services.watching import Watching
from players.actors import SYSTEM, Act
from tournaments.formats import NodeState, entrant_in
from tournaments.models import Event, Fixture
from tournaments.selectors.boards import load_board
from tournaments.selectors.reach import reached
from tournaments.selectors.rounds import load_rounds
from tournaments.selectors.stage_rules import StageRules
from tournaments.services.bringing_back import records_bring_back
from tournaments.services.ladder_steps import steps_follow
from tournaments.services.locking import bump, lock_event, lock_event_if_free
from tournaments.services.log import log
from tournaments.services.play_by import play_by_follow
from tournaments.services.tables import needs_table, tables_follow
from tournaments.services.ties import boards_drop, boards_follow, ties_note

logger = logging.getLogger(__name__)

Rows = Mapping[str, Fixture]

FEW = 8
PLAYABLE = {Fixture.Status.READY, Fixture.Status.DECIDED}  # two stand there, so it has a match
FILLED = (
    *("entry_1", "entry_2", "status", "winner", "match", "match_version", "ready_at"),
    *("boards_1", "boards_2"),
)

_in_hand: ContextVar[Fixture | None] = ContextVar("in_hand", default=None)


@contextmanager
def advancing(row: Fixture, act: Act) -> Iterator[None]:
    """The result of this fixture changes in this block, and its event advances at the end of it.

    Needs the event locked and a transaction. What happens in the block to matches of the event
    needs no following after the commit.
    """
    token = _in_hand.set(row)
    try:
        yield
        advance(row.event, act, key=row.key)
    finally:
        _in_hand.reset(token)


def in_hand() -> Fixture | None:
    """The fixture of the `advancing` block that runs here, if one does."""
    return _in_hand.get()


def event_follow(event_id: int, at: datetime, key: str = "") -> None:
    """Advance the event after results that it has not taken note of; `key`: that of one fixture."""
    event_advance(event_id=event_id, act=Act(SYSTEM, at), key=key)


@transaction.atomic
def event_catch_up(event_id: int, at: datetime) -> bool:
    """Advance the event after all results that it has not taken note of, if it has missed any.

    Returns False where somebody else is at the event just now: to be tried again, or left to the
    next sweep.
    """
    if not behind().filter(event=event_id).exists():
        return True
    event = lock_event_if_free(event_id)
    if event is not None:
        advance(event, Act(SYSTEM, at))
    return event is not None


def events_follow(at: datetime) -> None:
    """Mend what a crash left between the commit of a result and the bracket."""
    for event_id in set(behind().values_list("event_id", flat=True)):
        try:
            event_follow(event_id, at)
        except Exception:
            logger.exception("event %s could not be advanced", event_id)


def behind() -> QuerySet[Fixture]:
    """Fixtures whose match has moved on from what the event took note of."""
    return Fixture.places.filter(match__version__gt=F("match_version"))


@transaction.atomic
def event_advance(*, event_id: int, act: Act, whole: bool = False, key: str = "") -> None:
    advance(lock_event(event_id), act, whole=whole, key=key)


def advance(event: Event, act: Act, *, whole: bool = False, key: str = "") -> None:
    """Make the rows agree with the results. Needs the event locked and a transaction.

    Looks at what the results reach that the event has not taken note of yet, at the one result of
    the fixture `key` (others are followed by whoever enters them), or at the `whole` event,
    whatever it took note of.
    """
    key = ties_note(event, act, key=key, whole=whole)
    rows, states = _whole(event) if whole else _reached(event, key)
    changed, stale = _fill(rows, states)
    if event.published_at is not None:
        changed |= _make_matches(event, rows, stale, act)
        changed |= _take_note(rows)
    _ready_since(rows, changed, act.at)
    if changed:
        _write([rows[one] for one in sorted(changed)])
    if event.published_at is not None:
        _give_walkovers(rows, act)
        if event.is_ladder:
            steps_follow(event, rows.values())
        if event.is_by_dates:
            play_by_follow(event, rows.values(), act.at)
        boards_follow(event, rows.values(), act)
        moved, left_over = tables_follow(event, act)
        fields = _finish(event, rows, act)
        if changed or moved or fields:
            bump(event, *fields)
        if left_over:
            transaction.on_commit(partial(offer_tables, event.tournament_id, act.at, but=event.pk))


def _reached(event: Event, key: str) -> tuple[Rows, Mapping[str, NodeState]]:
    late = behind().filter(event=event, tie=None)
    keys = [key] if key else list(late.values_list("key", flat=True))
    return reached(event, keys)


def _whole(event: Event) -> tuple[Rows, Mapping[str, NodeState]]:
    board = load_board(event)
    return board.rows, board.states()


def _fill(rows: Rows, states: Mapping[str, NodeState]) -> tuple[set[str], list[Fixture]]:
    """Write the computed slots, status and winner into the rows.

    Returns the keys that changed, and the rows whose match is between others than the new pair.
    """
    changed, stale = set(), []
    for key, row in rows.items():
        node = states[key]
        pair = (entrant_in(node.first), entrant_in(node.second))
        if (*pair, node.status.value, entrant_in(node.winner)) == (
            *_pair(row),
            row.status,
            row.winner_id,
        ):
            continue
        changed.add(key)
        if row.match is not None and pair != _pair(row):
            stale.append(row)
        row.entry_1_id, row.entry_2_id = pair
        row.status, row.winner_id = node.status.value, entrant_in(node.winner)
    return changed, stale


def _pair(row: Fixture) -> tuple[int | None, int | None]:
    return row.entry_1_id, row.entry_2_id


def _make_matches(event: Event, rows: Rows, stale: Sequence[Fixture], act: Act) -> set[str]:
    """Matches for complete pairs that have none; those of changed pairs are voided first.

    Voiding names the version that was read: a result that came in since then is a conflict for the
    whole transaction, never lost without anybody having seen it.
    """
    boards_drop(stale, act)
    for row in stale:
        assert row.match is not None
        voided = match_void(match_id=row.match.pk, act=act, seen_version=row.match.version)
        row.match, row.match_version = None, max(voided.version, row.match_version)
    ready = [row for row in rows.values() if row.status in PLAYABLE and not row.match]
    if ready:
        sides = _sides(event, ready)
        stages = StageRules(event)
        specs = [_spec(row, sides, stages.kept(row)) for row in ready]
        made = matches_create(specs, rules=event.rules, at=act.at, watching=Watching.of(event))
        for row, match in zip(ready, made, strict=True):
            row.match = match
        again = {row.key: row.match for row in ready if row.match_version and row.match}
        records_bring_back(event, again, act)
    return {row.key for row in [*stale, *ready]}


def _give_walkovers(rows: Rows, act: Act) -> None:
    """Decide the matches of those who have left: their fixtures are decided without a result."""
    given = []
    for row in rows.values():
        match = row.match
        if row.status != Fixture.Status.DECIDED or match is None:
            continue
        if match.state != Match.State.DECIDED:
            winner = 1 if row.winner_id == row.entry_1_id else 2
            row.match = match_give(match_id=match.pk, winner=winner, act=act)
            row.match_version = row.match.version
            given.append(row)
    if given:
        _write(given)


def _sides(event: Event, rows: Sequence[Fixture]) -> dict[int, SideSpec]:
    """Those who meet there, or simply all when that is most of them.

    A pair plays together. Nobody plays the match of a tie: what its boards bring is its result.
    """
    entries = event.entries.only("event", "name", "player")
    if len(rows) <= FEW:
        entries = entries.filter(pk__in=[pk for row in rows for pk in _pair(row)])
    if event.of_singles:
        return {entry.pk: SideSpec(entry.name, [entry.player_id]) for entry in entries}
    sides: dict[int, SideSpec] = {entry.pk: SideSpec(entry.name, []) for entry in entries}
    if event.entrants == Event.Entrants.PAIRS:
        for member in event.members.filter(entry__in=sides):
            side = sides[member.entry_id]
            sides[member.entry_id] = SideSpec(side.name, [*side.player_ids, member.player_id])
    return sides


def _spec(row: Fixture, sides: Mapping[int, SideSpec], rules: Mapping[str, Any]) -> MatchSpec:
    """Versions go on where a voided match ended: who saw that one has not seen this one."""
    first, second = (sides[pk] for pk in _pair(row) if pk is not None)
    return MatchSpec(
        row.length,
        first,
        second,
        version=row.match_version + 1,
        sets_to_win=row.sets_to_win,
        decider=row.decider,
        rules=rules,
    )


def _take_note(rows: Rows) -> set[str]:
    noted = set()
    for key, row in rows.items():
        if row.match is not None and row.match_version != row.match.version:
            row.match_version = row.match.version
            noted.add(key)
    return noted


def _ready_since(rows: Rows, changed: set[str], at: datetime) -> None:
    for key in changed:
        row = rows[key]
        if not needs_table(row):
            row.ready_at = None
        elif row.ready_at is None:
            row.ready_at = at


def _write(rows: Sequence[Fixture]) -> None:
    """One statement for many rows. They all exist, so this updates; `bulk_update` costs far more:
    it would write a CASE for each column and row."""
    Fixture.objects.bulk_create(
        rows, 500, update_conflicts=True, unique_fields=["pk"], update_fields=FILLED
    )


def _finish(event: Event, rows: Rows, act: Act) -> Sequence[str]:
    """Close the event after its last result, or open it again when one was taken back."""
    closed = event.state == Event.State.FINISHED
    if event.is_ladder:
        return ()  # its director closes it
    if _is_finished(event, rows) == closed:
        return ()
    event.state = Event.State.RUNNING if closed else Event.State.FINISHED
    event.finished_at = None if closed else act.at
    log(event.tournament_id, "event.resumed" if closed else "event.finished", act, event=event)
    return ("state", "finished_at")


def _is_finished(event: Event, rows: Rows) -> bool:
    """Asks the database only when none of these rows is left to play.

    An event of rounds may have further ones to come; whether it has is for its format to say.
    """
    to_play = {Fixture.Status.WAITING, Fixture.Status.READY}
    if any(row.status in to_play for row in rows.values()):
        return False
    if Fixture.places.filter(event=event, status__in=to_play).exists():
        return False
    return not event.in_rounds or load_rounds(event).pure.is_over


def offer_tables(tournament_id: int, at: datetime, *, but: int = 0) -> None:
    """Free tables go to the running events of the tournament, `but` the one that needs none."""
    running = Event.objects.filter(tournament_id=tournament_id, state=Event.State.RUNNING)
    waiting = running.exclude(pk=but).filter(
        Q(team_rules__isnull=True) | Q(fixtures__tie__isnull=False),
        fixtures__status=Fixture.Status.READY,
        fixtures__match__state=Match.State.OPEN,
        fixtures__table=None,
        fixtures__play_by=None,
    )
    for pk in waiting.values_list("pk", flat=True).distinct():
        event_advance(event_id=pk, act=Act(SYSTEM, at))
