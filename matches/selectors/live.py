"""A match that is played on the site at one moment: its board, by rows and by replay.

What pages and programs are told of it is in `live_data`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from django.db.models import Count, Max, Q

from matches.engine.clock import ClockState
from matches.engine.game import GameState
from matches.engine.match import MatchState
from matches.models import Match, Side
from matches.models_clock import Clock
from matches.models_pairs import Suggestion
from matches.models_record import Record
from matches.selectors.clock_seen import clock_seen, last_steps
from matches.selectors.live_pairs import suggestions
from matches.selectors.live_sets import (
    SetPlayed,
    another_set,
    sets_played,
    sets_until,
)
from matches.selectors.records import Played, SideRow, live_record, played
from matches.selectors.replay import begun, course
from matches.selectors.watching import ALL, Sight
from players.models import Player


@dataclass(frozen=True, slots=True)
class Board:
    """A match at one moment: `at` is the number of the last action, of `last` in all."""

    match: Match
    record: Record
    sides: tuple[Side, Side]
    state: MatchState
    rows: Sequence[SideRow]  # of the current game
    at: int
    last: int
    ended: GameState | None = None  # the game that the last action ended, where it is looked at
    ends: Sequence[int] = ()  # the last action of each game, where all are looked at
    clock: Clock | None = None
    sets: Sequence[SetPlayed] = ()  # all that were begun, of a match of sets
    asked: Sequence[Suggestion] = ()  # what partners suggest to each other, where it is played on

    @property
    def names(self) -> tuple[str, str]:
        return self.sides[0].name, self.sides[1].name

    @property
    def is_open(self) -> bool:
        """Whether it is played on; a set that is over is not."""
        live = self.record.source == Record.Source.LIVE and self.record.closed_at is None
        return live and self.match.state == Match.State.OPEN

    def players(self, side: int) -> list[Player]:
        """Those of a side, of whom several consult."""
        return list(self.sides[side - 1].players.all())

    @property
    def is_between_sets(self) -> bool:
        """Whether the board of another set is to be set up."""
        last = bool(self.sets) and self.sets[-1].record_id == self.record.pk
        return last and self.match.state == Match.State.OPEN and another_set(self.match, self.sets)

    @property
    def sets_so_far(self) -> list[SetPlayed]:
        """At this moment; none of a match without sets, nor of what was not played on the site."""
        if self.record.source != Record.Source.LIVE:
            return []
        return sets_until(self.sets, self.record.set_number, is_over=self.state.is_over)

    @property
    def is_latest(self) -> bool:
        return self.at == self.last

    @property
    def time_up(self) -> int:
        """The side whose time has run out, while that is to be ruled on; or 0."""
        clock = self.clock
        if clock is None or not (self.is_open and self.is_latest and all(clock.confirmed)):
            return 0
        return ClockState.from_data(clock.state).lost or 0

    @property
    def game(self) -> GameState:
        return self.ended or self.state.game

    @property
    def thrown(self) -> tuple[int, int] | None:
        """The dice that lie on the board, in the order thrown."""
        dice = self.game.turn.dice
        if dice is None:
            return None
        so_far = [row for row in self.rows if row.number <= self.at]
        for row in reversed([] if self.game.turn.named else so_far):
            if row.data["do"] == "roll":
                return row.data["dice"][0], row.data["dice"][1]
            if row.data["do"] == "opening":
                return row.data["first"], row.data["second"]
        return dice.high, dice.low


def live_board(match_id: int, now: Played | None = None) -> Board:
    """As it is now; who has done something knows how it stands. Four queries, two of them for that;
    one more each for sets, and for what partners suggest.

    Raises NotFoundError `not_played_here`.
    """
    now = now or played(live_record(match_id))
    match, sides = _match(match_id)
    clock, at = getattr(match, "clock", None), now.length
    board = Board(match, now.record, sides, now.state, now.rows, at, at, ends=now.ends, clock=clock)
    asked = suggestions(now.record) if board.is_open else ()
    return replace(board, sets=sets_played(match), asked=asked)


def board_at(
    match_id: int, at: int | None = None, record: Record | None = None, *, sight: Sight = ALL
) -> Board:
    """As it was after so many actions; None, or more than there are, is the last. Queries as of
    `live_board`.

    After the action that ends a game it is that game still, as it stood, with all its rows.
    `record` is another one than that of the site. Of what `sight` does not see there is nothing.
    """
    record = live_record(match_id, sight=sight) if record is None else sight.record(record)
    if at is None and sight.is_whole and record.source == Record.Source.LIVE:
        kept = played(record)
        if not kept.state.is_over and (kept.rows or not kept.ends):
            return live_board(match_id, kept)
    steps = list(islice(course(record), sight.last_of(record)))
    at = len(steps) if at is None else max(0, min(at, len(steps)))
    ends = [0, *(step.row.number for step in steps if step.ended is not None)]
    before_at = max((end for end in ends if end < at), default=0)
    until = min((end for end in ends if end >= max(at, 1)), default=len(steps))
    now = steps[at - 1] if at else None
    state, ended = (begun(record), None) if now is None else (now.state, now.ended)
    match, sides = _match(match_id)
    own = [step.row for step in steps[before_at:until]]
    clock = getattr(match, "clock", None)
    if clock is not None:
        step = last_steps({match_id: sight}).get(clock.pk)
        clock = clock_seen(clock, sight, step)
    played_sets, seen = sets_played(match, sight), sight.match(match)
    board = Board(seen, record, sides, state, own, at, len(steps), ended, tuple(ends[1:]), clock)
    return replace(board, sets=played_sets)


def _match(match_id: int) -> tuple[Match, tuple[Side, Side]]:
    found = Side.objects.filter(match_id=match_id).select_related("match__clock")
    first, second = found.prefetch_related("players").order_by("number")
    return first.match, (first, second)


def live_versions(match_ids: Collection[int], side: int | None = None) -> dict[int, str]:
    """With the state of the match, which ends it, who has won, which may be corrected, and the
    version of its clock; for a side also with what its own partners suggest, and nothing of the
    other's. One query."""
    live = Record.objects.filter(match_id__in=match_ids, source=Record.Source.LIVE)
    own = Q(suggestions__side=side)
    asked = live.annotate(
        many=Count("suggestions", filter=own), newest=Max("suggestions__at", filter=own)
    )
    # Versions go on from set to set: the newest of each match is the last.
    rows = asked.order_by("set_number").values_list(
        "match_id",
        "version",
        "match__state",
        "match__winner",
        "match__clock__version",
        "many",
        "newest",
    )
    return {
        pk: f"{version}-{state}{winner or ''}-{clock or 0}-{_asked_version(many, newest)}"
        for pk, version, state, winner, clock, many, newest in rows
    }


def _asked_version(many: int, newest: datetime | None) -> str:
    """Each partner suggests one thing at a time: another one is newer."""
    return "0" if newest is None else f"{many}.{newest.timestamp():.6f}"
