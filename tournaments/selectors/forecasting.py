"""How a forecast is made from the rows of an event (see `forecasts`, which keeps them).

It is as of the last thing that happened in the event, and its chance comes from the event and its
version. So every process makes the same one, whenever it is asked.

Nothing here is known for sure. What people read is rounded to five minutes and said with "about".
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from matches.models import Match, Outcome as HowEnded
from tournaments.formats.pace import is_plausible, learned_pace, sets_duration
from tournaments.formats.planning import Floor, Plan, Present, Running
from tournaments.models import Event, Fixture
from tournaments.selectors.boards import is_open, sets_of
from tournaments.selectors.timing import Span, timing
from tournaments.selectors.to_play import to_play

STEP = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Expected:
    """What to expect of one match that is not over.

    `priority` is 1 for the match to call next, and None for what cannot be called now; `starts_at`
    is None once it is being played, `slow_from` until then.
    """

    priority: int | None = None
    starts_at: datetime | None = None
    since: datetime | None = None
    slow_from: datetime | None = None
    slow: bool = False


@dataclass(frozen=True, slots=True)
class ExpectedRound:
    """By `median` the round is over in one in two such events that play it, by `late` in nine in
    ten."""

    number: int
    median: datetime
    late: datetime


@dataclass(frozen=True, slots=True)
class Forecast:
    """By `median` one in two such events is over, by `late` nine in ten; `as_of` is its now.

    `learned_from` is the number of finished matches behind the pace; `boards` is None where
    matches are not called to tables. `fixtures` are by key, `rounds` those that are not over, if it
    is an event of rounds.
    """

    as_of: datetime
    median: datetime
    late: datetime
    pace: float
    learned_from: int
    boards: int | None
    fixtures: Mapping[str, Expected]
    rounds: Sequence[ExpectedRound] = ()

    @property
    def round(self) -> ExpectedRound | None:
        """The one that is being played, or comes next; not the last one, which ends with all."""
        first = self.rounds[0] if self.rounds else None
        return first if first is not None and first.median < self.median else None

    @property
    def percent(self) -> int:
        """How much slower than usual this event is played; below 0 it is faster."""
        return round(100 * (self.pace - 1))

    @property
    def percent_off(self) -> int:
        return abs(self.percent)


def forecast_made(event: Event) -> Forecast | None:
    """None for teams, and where players meet on days of their own. Raises FormatError.

    At most four queries, and two more for rounds.
    """
    if event.of_teams or event.is_by_dates:
        return None  # how long a tie takes at how many tables is not reckoned
    return _Room(event).forecast()


class _Room:
    """What is going on in the rooms of one event, in minutes since its draw was published."""

    def __init__(self, event: Event) -> None:
        self.event = event
        rows = event.fixtures.select_related("match", "stage", "table", "entry_1", "entry_2")
        self.rows = {row.key: row for row in rows}
        self.left = to_play(event, self.rows)
        self.told = timing(event)
        assert event.published_at is not None
        self.began = event.published_at
        self.as_of = max(self.told.latest or self.began, self.began)

    def forecast(self) -> Forecast | None:
        if self.left.is_over:
            return None  # only reports are waited for
        tables = self._tables()
        taken = self._times_taken(has_tables=bool(tables))
        pace = learned_pace(taken)
        since = self._playing_since(has_tables=bool(tables))
        boards = self._boards(tables, len(since))
        floor = Floor(boards or self.left.width, pace=pace)
        planned = self.left.plan(floor, self._present(since))
        found = planned.plan
        return Forecast(
            as_of=self.as_of,
            median=self._about(found.median),
            late=self._about(found.late),
            pace=pace,
            learned_from=len(taken),
            boards=boards,
            fixtures=self._expected(found, self._priorities(found), since, pace),
            rounds=[
                ExpectedRound(number, self._about(end.median), self._about(end.late))
                for number, end in sorted(planned.ends.items())
            ],
        )

    def _tables(self) -> list[int | None]:
        """Which event plays at each table of the tournament; None where nobody does."""
        tables = self.event.tournament.tables.filter(closing=False)
        return list(tables.values_list("fixture__event", flat=True))

    def _boards(self, tables: Sequence[int | None], playing: int) -> int | None:
        """Those that no other event uses now, and those in use; None without tables."""
        if not tables:
            return None
        return max(sum(event in {None, self.event.pk} for event in tables), playing, 1)

    def _times_taken(self, *, has_tables: bool) -> list[tuple[float, float]]:
        """Minutes taken and expected of the matches that were played to their end."""
        taken = []
        for row in self.rows.values():
            match = row.match
            if match is None or match.outcome != HowEnded.PLAYED:
                continue
            span = self._span(match)
            ended = span.ended or match.decided_at
            if ended is None:
                continue
            started = span.started
            if started is None and not has_tables:
                earlier = (at for at in self._ends_of(row) if at < ended)
                started = max([match.created_at, *earlier])
            if started is None:
                continue
            minutes = (ended - started) / timedelta(minutes=1)
            expected = sets_duration(row.length, sets_of(row)).mean
            if is_plausible(minutes, expected):
                taken.append((minutes, expected))
        return taken

    def _playing_since(self, *, has_tables: bool) -> dict[str, datetime]:
        """The matches being played; without tables everybody who could is taken to play."""
        ready = [key for key, row in self.rows.items() if self.left.is_ready(key) and is_open(row)]
        if not has_tables:
            return self._playing_anywhere(ready)
        since = {}
        for key in ready:
            if (table := getattr(self.rows[key], "table", None)) is not None:
                since[key] = table.called_at or self.rows[key].ready_at or self.as_of
        return since

    def _playing_anywhere(self, ready: Sequence[str]) -> dict[str, datetime]:
        """Nobody plays two at once, though several rounds may be open."""
        since: dict[str, datetime] = {}
        busy: set[int] = set()
        for key in self.left.in_turn(ready):
            row = self.rows[key]
            if busy.isdisjoint(_sides(row)):
                busy.update(_sides(row))
                since[key] = max([row.ready_at or self.as_of, *self._ends_of(row)])
        return since

    def _ends_of(self, row: Fixture) -> list[datetime]:
        """When the two ended matches, this one among them."""
        return [at for entry in _sides(row) for at in self._ends[entry]]

    @cached_property
    def _ends(self) -> dict[int, list[datetime]]:
        """When each entrant's matches ended."""
        ends: dict[int, list[datetime]] = defaultdict(list)
        for key in self.left.done:
            if (at := self._ended(key)) is not None:
                for entry in _sides(self.rows[key]):
                    ends[entry].append(at)
        return ends

    def _present(self, since: Mapping[str, datetime]) -> Present:
        return Present(
            now=self._minute(self.as_of),
            running={key: Running(self._minute(at)) for key, at in since.items()},
            ended={key: self._minute(at) for key in self.left.done if (at := self._ended(key))},
        )

    def _priorities(self, found: Plan) -> dict[str, int]:
        """Those by which `services.tables` calls."""
        waiting = [key for key in found.order if is_open(self.rows[key])]
        return {key: number for number, key in enumerate(self.left.in_turn(waiting), start=1)}

    def _expected(
        self,
        found: Plan,
        priority: Mapping[str, int],
        since: Mapping[str, datetime],
        pace: float,
    ) -> dict[str, Expected]:
        expected = {
            key: Expected(priority.get(key), starts_at=self._about(minute))
            for key, minute in found.starts.items()
        }
        for key, at in since.items():
            most = sets_duration(self.rows[key].length, sets_of(self.rows[key]), pace).quantile(0.9)
            slow_from = rounded(at + timedelta(minutes=most))
            expected[key] = Expected(since=at, slow_from=slow_from, slow=slow_from <= self.as_of)
        return expected

    def _ended(self, key: str) -> datetime | None:
        match = self.rows[key].match
        return None if match is None else self._span(match).ended or match.decided_at

    def _span(self, match: Match) -> Span:
        return self.told.spans.get(match.pk) or Span()

    def _minute(self, at: datetime) -> float:
        return (at - self.began) / timedelta(minutes=1)

    def _about(self, minute: float) -> datetime:
        return rounded(self.began + timedelta(minutes=minute))


def _sides(row: Fixture) -> list[int]:
    return [entry for entry in (row.entry_1_id, row.entry_2_id) if entry is not None]


def rounded(at: datetime) -> datetime:
    """To five minutes of the hour: no forecast is as good as a minute."""
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + STEP * round((at - midnight) / STEP)
