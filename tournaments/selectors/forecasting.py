"""How a forecast is made from the rows of an event (see `forecasts`, which keeps them).

It is as of the last thing that happened in the event, and its chance comes from the event and its
version. So every process makes the same one, whenever it is asked.

Nothing here is known for sure. What people read is rounded to five minutes and said with "about".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from matches.models import Match, Outcome as HowEnded
from tournaments.formats import EntrantId, Outcome, State, Status
from tournaments.formats.outlook import samples_for
from tournaments.formats.pace import is_plausible, learned_pace, sets_duration
from tournaments.formats.planning import Floor, Plan, Present, Running, plan
from tournaments.models import Event, Fixture
from tournaments.selectors.boards import (
    Board,
    graph_of,
    outcome_for,
    outcome_of,
    sets_of,
    withdrawn_of,
)
from tournaments.selectors.fixtures import ReportView, live_reports
from tournaments.selectors.timing import Span, timing
from tournaments.selectors.urgency import are_brackets, in_start_order

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
class Forecast:
    """By `median` one in two such events is over, by `late` nine in ten; `as_of` is its now.

    `learned_from` is the number of finished matches behind the pace; `boards` is None where
    matches are not called to tables. `fixtures` are by key.
    """

    as_of: datetime
    median: datetime
    late: datetime
    pace: float
    learned_from: int
    boards: int | None
    fixtures: Mapping[str, Expected]

    @property
    def percent(self) -> int:
        """How much slower than usual this event is played; below 0 it is faster."""
        return round(100 * (self.pace - 1))

    @property
    def percent_off(self) -> int:
        return abs(self.percent)


def forecast_made(event: Event) -> Forecast | None:
    """None unless brackets are being played. At most four queries. Raises FormatError."""
    return _Room(event).forecast()


class _Room:
    """What is going on in the rooms of one event, in minutes since its draw was published."""

    def __init__(self, event: Event) -> None:
        self.event = event
        rows = event.fixtures.select_related("match", "stage", "table", "entry_1", "entry_2")
        self.rows = {row.key: row for row in rows}
        self.told = timing(event)
        assert event.published_at is not None
        self.began = event.published_at
        self.as_of = max(self.told.latest or self.began, self.began)

    def forecast(self) -> Forecast | None:
        if not are_brackets(self.rows.values()) or self.event.of_teams:
            return None  # how long a tie takes at how many tables is not reckoned
        board = self._board()
        state = board.state()
        if state.finished:
            return None  # only reports are waited for
        tables = self._tables()
        taken = self._times_taken(has_tables=bool(tables))
        pace = learned_pace(taken)
        since = self._playing_since(state, has_tables=bool(tables))
        boards = self._boards(tables, len(since))
        found = self._plan(board, state, Floor(boards or len(self.rows), pace=pace), since)
        priority = self._priorities(board, state, found)
        return Forecast(
            as_of=self.as_of,
            median=self._about(found.median),
            late=self._about(found.late),
            pace=pace,
            learned_from=len(taken),
            boards=boards,
            fixtures=self._expected(found, priority, since, pace),
        )

    def _board(self) -> Board:
        """As if what is reported, or disputed, had been decided: it is no longer played."""
        unsettled = {Match.State.REPORTED, Match.State.DISPUTED}
        matches = [row.match for row in self.rows.values() if row.match is not None]
        reported = live_reports(one.pk for one in matches if one.state in unsettled)
        outcomes = {}
        for key, row in self.rows.items():
            outcome = outcome_of(row)
            if outcome is None and (reports := reported.get(row.match_id or 0)):
                outcome = _reported(row, reports[0])
            if outcome is not None:
                outcomes[key] = outcome
        left = withdrawn_of(self.rows.values())
        return Board(self.event, self.rows, graph_of(self.rows.values()), outcomes, left)

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
            started = span.started or (None if has_tables else match.created_at)
            ended = span.ended or match.decided_at
            if started is None or ended is None:
                continue
            minutes = (ended - started) / timedelta(minutes=1)
            expected = sets_duration(row.length, sets_of(row)).mean
            if is_plausible(minutes, expected):
                taken.append((minutes, expected))
        return taken

    def _playing_since(self, state: State, *, has_tables: bool) -> dict[str, datetime]:
        """The matches being played; without tables everybody who could is taken to play."""
        since = {}
        for key, row in self.rows.items():
            if state[key].status is not Status.READY or not _is_open(row):
                continue
            table = getattr(row, "table", None)
            if table is not None or not has_tables:
                called = table.called_at if table else None
                since[key] = called or row.ready_at or self.as_of
        return since

    def _plan(
        self, board: Board, state: State, floor: Floor, since: Mapping[str, datetime]
    ) -> Plan:
        present = Present(
            now=self._minute(self.as_of),
            running={key: Running(self._minute(at)) for key, at in since.items()},
            ended={key: self._minute(at) for key in board.outcomes if (at := self._ended(key))},
        )
        left = sum(now.status in {Status.WAITING, Status.READY} for now in state.values())
        seed = f"{self.event.pk}:{self.event.version}"
        return plan(board.graph, state, floor, present, seed=seed, samples=samples_for(left))

    def _priorities(self, board: Board, state: State, found: Plan) -> dict[str, int]:
        """Those by which `services.tables` calls."""
        waiting = [key for key in found.order if _is_open(self.rows[key])]
        in_order = in_start_order(board, state, waiting)
        return {key: number for number, key in enumerate(in_order, start=1)}

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


def _reported(row: Fixture, report: ReportView) -> Outcome:
    assert row.entry_1_id is not None
    assert row.entry_2_id is not None
    pair = (EntrantId(row.entry_1_id), EntrantId(row.entry_2_id))
    return outcome_for(pair, winner=1 if report.score_1 > report.score_2 else 2)


def _is_open(row: Fixture) -> bool:
    return row.match is not None and row.match.state == Match.State.OPEN


def rounded(at: datetime) -> datetime:
    """To five minutes of the hour: no forecast is as good as a minute."""
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + STEP * round((at - midnight) / STEP)
