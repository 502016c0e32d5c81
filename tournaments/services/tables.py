"""Sending matches to tables: next is what has the longest way to the end of the event before it.

Everything else can wait without holding anybody up (`formats.planning`). Between equals main comes
before consolation, then whoever has waited longest. By some rules nobody is called before he has
rested from his last match; the director may send him all the same.

A table is taken while its match is to be played; a report frees it, since the players have left.
All functions expect the event locked; tables are shared by the events of a tournament, so each is
taken by compare-and-swap.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotFoundError
from matches.models import Match
from matches.services.clock_rules import OBLIGATION
from matches.services.clocks import clocks_call
from matches.services.lateness import match_uncalled, matches_called, matches_uncalled
from players.actors import Act
from players.models import Player
from tournaments.models import Event, Fixture, LogEntry, Table, Tournament
from tournaments.rulesets.stored import preset_of
from tournaments.selectors.boards import is_open, load_board
from tournaments.selectors.rests import places_to_call
from tournaments.selectors.urgency import in_start_order
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log, log_entry
from tournaments.services.resting import rests_follow

MAX_TABLES = 500
# One of the people at a fixture: the same in every event of a tournament, as entries are not.
PLAYER = "match__sides__players"
# Who waits longest, then from the top of the draw.
QUEUE = ("ready_at", "stage_id", "round", "number", "board")


def needs_table(row: Fixture) -> bool:
    """Whether the fixture is being played or could be. A tie is not, its boards are."""
    return (
        row.status == Fixture.Status.READY
        and is_open(row)
        and not (row.event.of_teams and row.tie_id is None)
    )


def tables_follow(event: Event, act: Act) -> tuple[bool, bool]:
    """Free tables whose match is over and send waiting matches to free ones, by the rows.

    Returns whether anything changed here, and whether tables are left that another event may use.
    """
    found = _tables_to_see_to(event)
    free = [table for table in found if not table.begins_anew]
    anew = [table for table in found if table.begins_anew]
    tables = [table for table in free if not table.closing]
    if len(tables) < len(free):
        Table.objects.filter(pk__in=[table.pk for table in free if table.closing]).delete()
    waiting = _waiting(event, len(tables), rests_follow(event, act.at))
    seats = [*zip(waiting, tables, strict=False), *_newcomers(anew)]
    called = [(row, table) for row, table in seats if _take(table, row, act.at)]
    freed = [table for table in free if table.fixture_id is not None]
    left = [table.pk for table in tables[len(waiting) :] if table.fixture_id is not None]
    if left:
        Table.objects.filter(pk__in=left).update(fixture=None)
    if called:
        LogEntry.objects.bulk_create([_call(event, row, table, act) for row, table in called])
        _put_clocks_on(event, [row.match_id for row, _table in called], act)
        matches_called([row.match for row, _table in called if row.match], act.at)
    return bool(freed or called), bool(freed) and len(tables) > len(called)


def _put_clocks_on(event: Event, match_ids: Sequence[int | None], act: Act) -> None:
    """Who is called to a match that must be played with a clock finds one there."""
    said = [event.rules, preset_of(event.rule_set).rules.values(), *event.stage_rules.values()]
    if any(rules.get("clock") == OBLIGATION for rules in said):
        clocks_call(match_ids=[pk for pk in match_ids if pk is not None], act=act)


def _tables_to_see_to(event: Event) -> list[Any]:
    """Those where nobody plays, those of the event's own matches that are over, and, marked with
    `begins_anew`, those to which others were called: the pair changed, or is to play again."""
    ready = {"fixture__status": Fixture.Status.READY, "fixture__match__state": Match.State.OPEN}
    over = Q(fixture__event=event) & ~Q(**ready)
    anew = Q(
        fixture__event=event,
        fixture__match__called_at=None,
        fixture__match__begun_at=None,
        **ready,
    )
    found = event.tournament.tables.filter(Q(fixture=None) | over | anew)
    marked = found.annotate(begins_anew=ExpressionWrapper(anew, output_field=BooleanField()))
    return list(marked.order_by("number"))


def _newcomers(tables: Sequence[Table]) -> list[tuple[Fixture, Table]]:
    rows = _to_call(Fixture.places.all()).in_bulk(
        [table.fixture_id for table in tables if table.fixture_id is not None]
    )
    seats = [(rows.get(table.fixture_id or 0), table) for table in tables]
    return [(row, table) for row, table in seats if row is not None]


def _to_call(rows: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """With what is asked of a match that is called."""
    named = rows.select_related("match")
    return named.only("event", "key", "match", "match__rules", "match__length")


def _waiting(event: Event, count: int, resting: Collection[str]) -> Sequence[Fixture]:
    """The first in the queue for a table, without those who are at one in another event, or
    rest."""
    if not count:
        return ()
    to_play = places_to_call(event)
    waiting: dict[str, list[int]] = {}
    for key, player in to_play.order_by(*QUEUE).values_list("key", PLAYER):
        if key not in resting:
            waiting.setdefault(key, []).append(player)
    if not waiting:
        return ()
    free = _first_free(waiting, _busy_players(event))
    if len(free) <= count or event.in_rounds or event.of_teams:
        rows = _to_call(to_play.filter(key__in=free[:count]))
        return list(rows.order_by(*QUEUE))
    # Only now does it matter who comes first, and only now the whole event is read.
    board = load_board(event)
    first = in_start_order(board, board.state(), free)[:count]
    return [board.rows[key] for key in first]


def _first_free(waiting: Mapping[str, Sequence[int]], busy: set[int]) -> list[str]:
    """In the order of the queue, nobody twice: rounds of a round robin may be open together."""
    free = []
    for key, players in waiting.items():
        if busy.isdisjoint(players):
            free.append(key)
            busy.update(players)
    return free


def _busy_players(event: Event) -> set[int]:
    """Who is at a table of the tournament in a match that is to be played."""
    seated = Fixture.places.filter(
        table__tournament=event.tournament_id, match__state=Match.State.OPEN
    )
    return set(seated.values_list(PLAYER, flat=True))


def _take(table: Table, row: Fixture, at: datetime) -> bool:
    """Unless somebody else did so after the table was looked at."""
    seen = Table.objects.filter(pk=table.pk, fixture=table.fixture_id)
    return bool(seen.update(fixture=row, called_at=at))


def _call(event: Event, row: Fixture, table: Table, act: Act) -> LogEntry:
    """Why something was done before, by which they can play now, is no reason of this."""
    return log_entry(
        event.tournament_id,
        "match.called",
        replace(act, reason=""),
        event=event,
        fixture_key=row.key,
        match_id=row.match_id,
        after={"table": table.number},
    )


@transaction.atomic
def table_assign(
    *, event_id: int, key: str, number: int | None, act: Act, seen_version: int | None = None
) -> None:
    """Put a match on a table of the director's choice, or (None) take it off its table.

    Raises ConflictError: `match_not_open`, `table_taken`, `player_at_table` (one of the two plays
    at another table, in this event or another); NotFoundError `no_such_table`.
    """
    event = lock_event(event_id, seen_version=seen_version)
    row = Fixture.places.filter(event=event, key=key).select_related("match", "event").first()
    if row is None or not needs_table(row):
        raise ConflictError("match_not_open", _("Only a match that is to be played has a table."))
    before = Table.objects.filter(fixture=row).first()
    if before is not None:
        _clear(before)
    if number is not None:
        # Who moves from one table to another has been playing since the first.
        since = before.called_at if before and before.called_at else act.at
        table = event.tournament.tables.filter(number=number, closing=False).first()
        if table is None:
            raise NotFoundError("no_such_table", _("There is no table %(n)s.") % {"n": number})
        _require_both_free(event, row)
        if table.fixture_id is not None or not _take(table, row, since):
            raise ConflictError("table_taken", _("Table %(n)s is taken.") % {"n": number})
    _call_or_not(row.match, before, number, act)
    log(
        event.tournament_id,
        "match.moved",
        act,
        event=event,
        fixture_key=key,
        match_id=row.match_id,
        before={"table": before.number if before else None},
        after={"table": number},
    )
    _put_clocks_on(event, [row.match_id] if number is not None else [], act)
    bump(event)


def _call_or_not(match: Match | None, before: Table | None, number: int | None, act: Act) -> None:
    """Whoever only changes tables has been awaited, or has played, since the first call."""
    if match is None:
        return
    if number is None:
        match_uncalled(match.pk, act)
    elif before is None:
        matches_called([match], act.at)


def _require_both_free(event: Event, row: Fixture) -> None:
    """Nobody plays at two tables: either of the two may be at one in another event."""
    players = Player.objects.filter(sides__match=row.match_id)
    names = dict(players.values_list("pk", "name"))
    seated = event.tournament.tables.filter(fixture__match__state=Match.State.OPEN)
    for number, player in seated.values_list("number", f"fixture__{PLAYER}"):
        if player in names:
            raise ConflictError(
                "player_at_table",
                _("%(name)s is still playing at table %(n)s.")
                % {"name": names[player], "n": number},
            )


def _clear(table: Table) -> None:
    row = Table.objects.filter(pk=table.pk)
    if table.closing:
        row.delete()
    else:
        row.update(fixture=None)


def tables_leave(fixtures: QuerySet[Fixture]) -> None:
    """Nobody plays at the tables of these fixtures any more; those being closed are gone."""
    seated = Table.objects.filter(fixture__in=fixtures)
    matches_uncalled(
        seated.filter(fixture__match__isnull=False).values_list("fixture__match", flat=True)
    )
    seated.filter(closing=True).delete()
    seated.update(fixture=None, called_at=None)


def tables_set(tournament: Tournament, count: int) -> None:
    """Number the tables 1 to `count`. Tables in use stay until their match is over."""
    if not 0 <= count <= MAX_TABLES:
        raise InvalidError(
            "table_count", _("The number of tables is 0 to %(max)s.") % {"max": MAX_TABLES}
        )
    have = set(tournament.tables.values_list("number", flat=True))
    tournament.tables.filter(number__gt=count, fixture=None).delete()
    tournament.tables.filter(number__gt=count).update(closing=True)
    tournament.tables.filter(number__lte=count, closing=True).update(closing=False)
    Table.objects.bulk_create(
        [Table(tournament=tournament, number=n) for n in range(1, count + 1) if n not in have]
    )
