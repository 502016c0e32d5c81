"""What can be watched of matches: their clocks, as data, and the boards of those played here."""

import json
import re
from collections.abc import Collection, Mapping
from datetime import datetime

from django.template.loader import render_to_string
from django.utils import timezone

from config.errors import NotFoundError
from matches.board_pages import Seen, play_context, watch_context
from matches.chouette_pages import seat_context, table_context
from matches.live import register
from matches.models_chouette import Chouette
from matches.selectors.chouette_course import watched_view
from matches.selectors.chouettes import chouette_versions, chouette_view
from matches.selectors.clocks import clock_versions, clock_versions_seen, clock_views
from matches.selectors.comments import are_for_players
from matches.selectors.live import Board, board_at, live_board, live_versions
from matches.selectors.watched import staff_versions, watch_versions
from matches.selectors.watching import ALL, sight

CLOCK, CLOCK_HAND, STATE = "clock", "clock_hand", "state"
LIVE, WATCH, WATCH_STAFF, CHOUETTE = "match", "watch", "watch_staff", "chouette"
PLAYER, BOARD, SILENT = "player", "board", "silent"
WATCHED = (BOARD, SILENT)
_OF_SIDE = {1: "match_first", 2: "match_second"}
_SEAT = re.compile(r"seat([1-9][0-9]?)(-mirrored)?")
_SIDE = re.compile(r"side([12])(-mirrored)?(?:-(\d+))?", re.ASCII)


class ClockSource:
    """Topics are matches that have a clock. Everybody may look at it, with the delay that there may
    be; as it is it is told to the phones of those who play."""

    def __init__(self, *, for_spectators: bool) -> None:
        self._for_spectators = for_spectators

    def versions(self, pks: Collection[int]) -> Mapping[int, str]:
        return (
            clock_versions_seen(pks, timezone.now())
            if self._for_spectators
            else clock_versions(pks)
        )

    def render(self, pk: int, fragment: str, language: str) -> str | None:
        at = timezone.now() if self._for_spectators else None
        view = clock_views([pk], seen_at=at).get(pk)
        if view is None or fragment != STATE:
            return None
        return json.dumps(view.data())

    def is_public(self, fragment: str) -> bool:
        return fragment == STATE and self._for_spectators


class BoardSource:
    """Topics are matches that are played on the site, for those who play: the page for spectators
    as players see it, or what one of the sides may do. Each side is a kind of its own, so that
    nobody is told when the partners of the other one consult."""

    def __init__(self, side: int | None = None) -> None:
        self._side = side

    def versions(self, pks: Collection[int]) -> Mapping[int, str]:
        return live_versions(pks, self._side)

    def render(self, pk: int, fragment: str, language: str) -> str | None:
        try:
            if self._side is None:
                return _for_players(pk) if fragment == PLAYER else None
            return _to_play(pk, self._side, fragment)
        except NotFoundError:
            return None

    def is_public(self, fragment: str) -> bool:
        return False


class WatchSource:
    """The same matches for everybody else: staff see all at once, spectators with the delay that
    there may be. Its moments need no ring: versions are asked for all the time. The `SILENT` board
    is for whoever plays and sees no more than they do: what they say comes when it is over."""

    def __init__(self, *, for_spectators: bool) -> None:
        self._for_spectators = for_spectators

    def versions(self, pks: Collection[int]) -> Mapping[int, str]:
        return watch_versions(pks, timezone.now()) if self._for_spectators else staff_versions(pks)

    def render(self, pk: int, fragment: str, language: str) -> str | None:
        if fragment not in WATCHED:
            return None
        now = timezone.now()
        seen = sight(pk, now) if self._for_spectators else ALL
        try:
            board = board_at(pk, sight=seen)
        except NotFoundError:
            return None
        reads = fragment == BOARD or are_for_players(board.match)
        return _watched(board, now, Seen(seen, reads))

    def is_public(self, fragment: str) -> bool:
        return fragment in WATCHED and self._for_spectators


def _for_players(pk: int) -> str:
    board = board_at(pk)
    return _watched(board, timezone.now(), Seen(reads=are_for_players(board.match)))


def _to_play(pk: int, side: int, fragment: str) -> str | None:
    found = _SIDE.fullmatch(fragment)
    if found is None or int(found[1]) != side:
        return None
    player_id = int(found[3]) if found[3] else None
    board, now = live_board(pk), timezone.now()
    context = play_context(board, side, now, mirrored=bool(found[2]), player_id=player_id)
    return render_to_string("matches/_play.html", context)


def _watched(board: Board, at: datetime, seen: Seen) -> str:
    return render_to_string("matches/_watch.html", watch_context(board, at, seen))


class ChouetteSource:
    """Topics are chouettes. Everybody may watch the table; what a seat may do is for its player."""

    def versions(self, pks: Collection[int]) -> Mapping[int, str]:
        return chouette_versions(pks)

    def render(self, pk: int, fragment: str, language: str) -> str | None:
        row = Chouette.objects.filter(pk=pk).first()
        if row is None:
            return None
        if fragment == BOARD:
            context = table_context(watched_view(row))
            return render_to_string("matches/chouette/_table.html", context)
        view = chouette_view(row)
        found = _SEAT.fullmatch(fragment)
        if found is None or int(found[1]) not in view.seats:
            return None
        context = seat_context(view, int(found[1]), mirrored=bool(found[2]))
        return render_to_string("matches/chouette/_seat.html", context)

    def is_public(self, fragment: str) -> bool:
        return fragment == BOARD


def seat_fragment(seat: int, *, mirrored: bool) -> str:
    """What the player of a seat watches."""
    return f"seat{seat}-mirrored" if mirrored else f"seat{seat}"


def side_kind(side: int) -> str:
    """The kind of topic that a side watches."""
    return _OF_SIDE[side]


def side_fragment(side: int, *, mirrored: bool, player_id: int) -> str:
    """What a player of a side watches."""
    return f"side{side}{'-mirrored' if mirrored else ''}-{player_id}"


def register_sources() -> None:
    register(CLOCK, ClockSource(for_spectators=True))
    register(CLOCK_HAND, ClockSource(for_spectators=False))
    register(LIVE, BoardSource())
    for side, kind in _OF_SIDE.items():
        register(kind, BoardSource(side))
    register(WATCH, WatchSource(for_spectators=True))
    register(WATCH_STAFF, WatchSource(for_spectators=False))
    register(CHOUETTE, ChouetteSource())
