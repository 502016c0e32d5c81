"""What an event can be expected to take before its draw, and what if there were more boards.

From its format and lengths, the number of entries and the tables; the chance comes from the event
and its version. Kept in the cache for that version, for nothing here depends on when it begins.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache
from django.utils.translation import gettext as _
from redis import RedisError

from config.errors import ConflictError, InvalidError
from tournaments.formats import DrawConfig, FormatError
from tournaments.formats.outlook import Outlook, outlook
from tournaments.formats.planning import Floor
from tournaments.formats.round_outlook import round_outlook
from tournaments.formats.round_planning import MatchPlan
from tournaments.formats.sets import SetPlan
from tournaments.models import Event
from tournaments.selectors.forecasting import STEP, rounded
from tournaments.selectors.rests import rests_ruled
from tournaments.selectors.rounds import plan_of
from tournaments.selectors.ties import boards_in_tie

logger = logging.getLogger(__name__)

KEPT = 24 * 3600
MAX_ENTRIES = 1024  # for which the answer comes while one waits for it
MAX_BOARDS = 500


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A question: as it is, except for what is given. `starts_at`: when the first match begins."""

    entries: int | None = None
    boards: int | None = None
    starts_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """On so many boards the event is over after so long, rounded; at which time if it is known.

    `median` for one in two such events, `late` for nine in ten.
    """

    boards: int
    median: timedelta
    late: timedelta
    starts_at: datetime | None
    is_asked: bool

    @property
    def median_at(self) -> datetime | None:
        return self._at(self.median)

    @property
    def late_at(self) -> datetime | None:
        return self._at(self.late)

    @property
    def median_text(self) -> str:
        return hours_text(self.median)

    @property
    def late_text(self) -> str:
        return hours_text(self.late)

    def _at(self, after: timedelta) -> datetime | None:
        try:
            return None if self.starts_at is None else rounded(self.starts_at + after)
        except OverflowError:
            return None  # after the last day that a calendar has


@dataclass(frozen=True, slots=True)
class OutlookView:
    """`least`, `mean` and `most` are matches per player; `ways` are by boards, fewest first.

    `rounds` are the fewest and the most of an event of rounds. Where they differ, as in lives, it
    is luck how many there are, and so are all these numbers.
    """

    entries: int
    matches: int
    least: int
    mean: float
    most: int
    ways: Sequence[Way]
    rounds: tuple[int, int] | None = None

    @property
    def is_luck(self) -> bool:
        return self.rounds is not None and self.rounds[0] != self.rounds[1]

    @property
    def asked(self) -> Way:
        return next(way for way in self.ways if way.is_asked)


def event_outlook(
    event: Event, config: DrawConfig, asked: WhatIf, *, compare: bool = False
) -> OutlookView:
    """The answer, for draws with this configuration; with `compare` also for fewer and more boards.

    At most two queries.

    Raises ConflictError `no_outlook` for what is played by dates, and InvalidError as
    the draw would, such as `field_too_small`, and `entries_too_many`, `boards_missing`,
    `boards_too_many`.
    """
    if event.is_by_dates:
        raise ConflictError("no_outlook", _("What is played by dates takes as long as these say."))
    entries = event.entries.count() if asked.entries is None else asked.entries
    boards = _boards(event, entries) if asked.boards is None else asked.boards
    _check(entries, boards)
    numbers = _compared(_useful(event, entries), boards) if compare else [boards]
    found = {number: _kept(event, config, entries, number) for number in numbers}
    at = asked.starts_at
    one = found[boards]
    return OutlookView(
        entries=entries,
        matches=one.matches,
        least=one.least,
        mean=one.mean,
        most=one.most,
        ways=[
            Way(number, _about(each.median), _about(each.late), at, number == boards)
            for number, each in sorted(found.items())
        ],
        rounds=one.rounds,
    )


def hours_text(duration: timedelta) -> str:
    hours, minutes = divmod(round(duration / timedelta(minutes=1)), 60)
    return _("%(hours)s h %(minutes)02d min") % {"hours": hours, "minutes": minutes}


def _boards(event: Event, entries: int) -> int:
    """The tournament's tables; without tables, a board for every pair."""
    return event.tournament.tables.filter(closing=False).count() or _useful(event, entries)


def _useful(event: Event, entries: int) -> int:
    """As many as can be used at once at all."""
    return max(entries // 2, 1) * boards_in_tie(event)


def _check(entries: int, boards: int) -> None:
    if entries > MAX_ENTRIES:
        raise InvalidError(
            "entries_too_many",
            _("An outlook is made for at most %(max)s entries.") % {"max": MAX_ENTRIES},
        )
    if boards > MAX_BOARDS:
        raise InvalidError(
            "boards_too_many", _("There are at most %(max)s boards.") % {"max": MAX_BOARDS}
        )


def _compared(useful: int, boards: int) -> list[int]:
    """Half as many, as asked, and as many as can be used at once at all."""
    few = max(min(boards, useful) // 2, 1)
    between = max(3 * useful // 4, 1)
    return sorted({few, boards, useful, between})


def _kept(event: Event, config: DrawConfig, entries: int, boards: int) -> Outlook:
    """While the cache is away it is worked out each time."""
    name = f"outlook:4:{event.pk}:{event.version}:{entries}:{boards}"
    try:
        if isinstance(found := cache.get(name), Outlook):
            return found
    except RedisError as error:
        logger.warning("the cache is away; outlooks are not kept: %s", error)
        return _made(event, config, entries, boards)
    made = _made(event, config, entries, boards)
    with suppress(RedisError):
        cache.set(name, made, KEPT)
    return made


def _made(event: Event, config: DrawConfig, entries: int, boards: int) -> Outlook:
    rests = rests_ruled(event)
    floor = Floor(boards, rests.between, in_tie=boards_in_tie(event), rests=rests.parts)
    seed = f"{event.pk}:{event.version}"
    try:
        if event.in_rounds:
            matches = MatchPlan(event.length, SetPlan.of(event.sets).sets)
            return round_outlook(entries, plan_of(event), matches, floor, seed=seed)
        return outlook(entries, config, floor, seed=seed)
    except FormatError as error:
        raise InvalidError.of(error) from error


def _about(minutes: float) -> timedelta:
    return STEP * max(round(minutes / 5), 1)
