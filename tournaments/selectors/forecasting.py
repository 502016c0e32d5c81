"""How a forecast is made from the rows of an event (see `forecasts`, which keeps them).

It is as of the last thing that happened in the event, and its chance comes from the event and its
version. So every process makes the same one, whenever it is asked.

Nothing here is known for sure. What people read is rounded to five minutes and said with "about".
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import chain

from matches.models import Match, Outcome as HowEnded
from tournaments.formats.pace import is_plausible, learned_pace, sets_duration
from tournaments.formats.planning import Floor, Plan, Present, Running
from tournaments.models import Event, Fixture
from tournaments.selectors.boards import is_open, sets_of
from tournaments.selectors.rests import UNPLAYED, rests_of, rests_ruled
from tournaments.selectors.ties import boards_in_tie
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
    """None where players meet on days of their own. Raises FormatError.

    At most four queries, two more for rounds, two for rests and one for the boards of teams.
    """
    if event.is_by_dates:
        return None
    return _Room(event).forecast()


class _Room:
    """What is going on in the rooms of one event, in minutes since its draw was published."""

    def __init__(self, event: Event) -> None:
        self.event = event
        rows = event.fixtures.select_related("match", "stage", "table", "entry_1", "entry_2")
        self.rows = {row.key: row for row in rows}
        self.left = to_play(event, self.rows)
        self.in_tie = boards_in_tie(event)
        self.boards = self._boards_by_tie() if event.of_teams else {}
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
        boards = self._free(tables, len(since))
        floor = self._floor(boards or self.left.width * self.in_tie, pace)
        planned = self.left.plan(floor, self._present(since))
        found = planned.plan
        return Forecast(
            as_of=self.as_of,
            median=self._about(found.median),
            late=self._about(found.late),
            pace=pace,
            learned_from=len(taken),
            boards=boards,
            fixtures=self._expected(found, self._priorities(found), since, floor)
            | self._expected_at_boards(found, floor),
            rounds=[
                ExpectedRound(number, self._about(end.median), self._about(end.late))
                for number, end in sorted(planned.ends.items())
            ],
        )

    def _floor(self, boards: int, pace: float) -> Floor:
        rests = rests_ruled(self.event)
        return Floor(boards, rests.between, pace, self.in_tie, rests.parts)

    def _tables(self) -> list[int | None]:
        """Which event plays at each table of the tournament; None where nobody does."""
        tables = self.event.tournament.tables.filter(closing=False)
        return list(tables.values_list("fixture__event", flat=True))

    def _boards_by_tie(self) -> dict[int, list[Fixture]]:
        found: dict[int, list[Fixture]] = defaultdict(list)
        rows = Fixture.places.filter(event=self.event, tie__isnull=False)
        for row in rows.select_related("match", "table"):
            found[row.tie_id or 0].append(row)
        return found

    def _free(self, tables: Sequence[int | None], playing: int) -> int | None:
        """Boards that no other event uses now, and those in use; None without tables."""
        if not tables:
            return None
        return max(sum(event in {None, self.event.pk} for event in tables), playing, 1)

    def _matches(self) -> Iterable[Fixture]:
        """What is played: the boards of ties, else the fixtures themselves."""
        return chain(*self.boards.values()) if self.event.of_teams else self.rows.values()

    def _times_taken(self, *, has_tables: bool) -> list[tuple[float, float]]:
        """Minutes taken and expected of the matches that were played to their end."""
        taken = []
        for row in self._matches():
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
            row = self.rows[key]
            begun = [self._called(one) for one in self.boards.get(row.pk, [row])]
            if called := [at for at in begun if at is not None]:
                since[key] = min(called)
        return since

    def _called(self, row: Fixture) -> datetime | None:
        """When it was sent to its table; also of a board that is over, while its tie is not."""
        if (table := getattr(row, "table", None)) is not None:
            at: datetime = table.called_at or row.ready_at or self.as_of
            return at
        return None if row.match is None or row.tie_id is None else self._span(row.match).started

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
            ended={
                key: self._minute(at) for key in self.left.done if (at := self._rests_from(key))
            },
            not_before={key: self._minute(at) for key, at in self._resting.items()},
        )

    def _rests_from(self, key: str) -> datetime | None:
        """Who is not confirmed yet is not called either; and a walkover tires nobody."""
        match = self.rows[key].match
        if match is None or match.outcome in UNPLAYED:
            return None
        return self._ended(key) if match.state == Match.State.DECIDED else self.as_of

    @cached_property
    def _resting(self) -> dict[str, datetime]:
        """Until when nobody is called there; a tie waits for all of its boards."""
        found: dict[str, datetime] = {}
        for rest in rests_of(self.event, self.as_of):
            key = rest.key.rpartition(".")[0] if self.event.of_teams else rest.key
            found[key] = max(rest.until, found.get(key, rest.until))
        return found

    def _priorities(self, found: Plan) -> dict[str, int]:
        """Those by which `services.tables` calls."""
        waiting = [key for key in found.order if is_open(self.rows[key])]
        return {key: number for number, key in enumerate(self.left.in_turn(waiting), start=1)}

    def _expected(
        self,
        found: Plan,
        priority: Mapping[str, int],
        since: Mapping[str, datetime],
        floor: Floor,
    ) -> dict[str, Expected]:
        expected = {
            key: Expected(priority.get(key), starts_at=self._starts(key, minute))
            for key, minute in found.starts.items()
        }
        for key, at in since.items():
            row = self.rows[key]
            usual = floor.duration(row.length, sets_of(row))
            expected[key] = self._playing(at, usual.quantile(0.9))
        return expected

    def _expected_at_boards(self, found: Plan, floor: Floor) -> dict[str, Expected]:
        """Boards begin with their tie; each is slow as any match of its length is."""
        expected = {}
        ties = {row.pk: key for key, row in self.rows.items()}
        for tie, rows in self.boards.items():
            starts = found.starts.get(ties[tie])
            for row in rows:
                if not is_open(row):
                    continue
                if (at := self._called(row)) is not None:
                    usual = sets_duration(row.length, sets_of(row), floor.pace)
                    expected[row.key] = self._playing(at, usual.quantile(0.9))
                elif starts is not None:
                    at = self._starts(ties[tie], starts)
                    expected[row.key] = Expected(starts_at=at)
        return expected

    def _starts(self, key: str, minute: float) -> datetime:
        """About then, and not before they have rested."""
        about, until = self._about(minute), self._resting.get(key)
        return about + STEP if until is not None and about < until else about

    def _playing(self, since: datetime, most: float) -> Expected:
        slow_from = rounded(since + timedelta(minutes=most))
        return Expected(since=since, slow_from=slow_from, slow=slow_from <= self.as_of)

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
