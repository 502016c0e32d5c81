"""What the director's desk shows: what needs a decision, what is played where, what waits."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Self

from matches.models import Deadline, Match
from matches.selectors.clocks import clock_needs
from matches.services.steps import DISPUTE
from tournaments.models import Event
from tournaments.selectors.beginnings import Late
from tournaments.selectors.fixtures import (
    FixtureView,
    ReportView,
    fixture_rows,
    fixture_views,
    live_reports,
)
from tournaments.selectors.floor import Claim, claim_of
from tournaments.selectors.forecasting import Expected, Forecast
from tournaments.selectors.late_holds import lateness_of
from tournaments.selectors.rests import rests_until


@dataclass(frozen=True, slots=True)
class DeskLine:
    fixture: FixtureView
    reports: Sequence[ReportView]
    expected: Expected | None = None
    unanswered: bool = False  # a dispute that was called to mind, as nobody has ruled on it
    rests_until: datetime | None = None  # one of the two, before which nobody is called
    wants_clock: bool = False  # one of the two, where that is enough, and it is not agreed on yet

    @property
    def claims(self) -> list[Claim]:
        return [claim_of(self.fixture, report) for report in self.reports]

    @property
    def late(self) -> Late | None:
        """While the players of the match are awaited."""
        return self.fixture.begins.late if self.fixture.begins else None


@dataclass(frozen=True, slots=True)
class DeskView:
    """All fixtures of a published event that are not over, by what they need; then those that are.

    disputed: the director must settle; reported: wait for the opponent; playing: on a table;
    queued: ready but without a table, the next to call first; coming: players not known;
    done: latest first; overdue: queued past the day to play by, the longest first; flagged: time
    is up at their clocks, and what that costs is to be ruled; missing: one of the two is at the
    table and waits for the other.
    """

    disputed: Sequence[DeskLine]
    reported: Sequence[DeskLine]
    playing: Sequence[DeskLine]
    queued: Sequence[DeskLine]
    coming: Sequence[DeskLine]
    done: Sequence[DeskLine]
    overdue: Sequence[DeskLine] = ()
    flagged: Sequence[DeskLine] = ()
    missing: Sequence[DeskLine] = ()
    ties: Sequence[FixtureView] = ()  # those between teams that are being played

    @property
    def open_count(self) -> int:
        waiting = (self.queued, self.coming, self.overdue, self.flagged, self.missing)
        return sum(map(len, (self.disputed, self.reported, self.playing, *waiting)))

    def on(self, today: date) -> Self:
        """With what was to be played by an earlier day, and is not being played, put apart."""
        late = [
            (line.fixture.play_by, line)
            for line in self.queued
            if line.fixture.play_by is not None and line.fixture.play_by < today
        ]
        overdue = [line for _day, line in sorted(late, key=lambda pair: pair[0])]
        queued = [line for line in self.queued if line not in overdue]
        return replace(self, queued=queued, overdue=overdue)


def with_flags(view: DeskView) -> DeskView:
    """With what waits for a ruling on time put apart. One query where something can be played."""
    lines = [*view.playing, *view.queued, *view.overdue]
    ids = [line.fixture.match_id for line in lines if line.fixture.match_id is not None]
    waiting, wanted = clock_needs(ids) if ids else (set(), set())
    if not waiting and not wanted:
        return view

    def others(listed: Sequence[DeskLine]) -> list[DeskLine]:
        return [
            replace(line, wants_clock=line.fixture.match_id in wanted)
            for line in listed
            if line.fixture.match_id not in waiting
        ]

    return replace(
        view,
        flagged=[line for line in lines if line.fixture.match_id in waiting],
        playing=others(view.playing),
        queued=others(view.queued),
        overdue=others(view.overdue),
    )


def with_rests(view: DeskView) -> DeskView:
    """With until when somebody rests. One query where somebody waits."""
    rests = rests_until(line.fixture.match_id for line in view.queued)
    if not rests:
        return view
    queued = [
        replace(line, rests_until=rests.get(line.fixture.match_id or 0)) for line in view.queued
    ]
    return replace(view, queued=queued)


def with_missing(view: DeskView) -> DeskView:
    """With the matches in which one waits for the other put apart, the longest first."""
    late = [(line.late.since, line) for line in view.playing if line.late and line.late.waits_for]
    missing = [line for _since, line in sorted(late, key=lambda pair: pair[0])]
    playing = [line for line in view.playing if line not in missing]
    return replace(view, missing=missing, playing=playing)


def desk(event: Event, forecast: Forecast | None = None) -> DeskView:
    """With a forecast the lines say what to expect of them."""
    expected = forecast.fixtures if forecast else {}
    rows = fixture_rows(event)
    ties = [view for view in fixture_views(rows, lateness_of(rows)) if view.is_match]
    views = [view for tie in ties for view in _lines(tie)]
    unsettled = {Match.State.REPORTED, Match.State.DISPUTED}
    reports = live_reports(
        v.match_id for v in views if v.match_id is not None and v.match_state in unsettled
    )
    lines = [
        DeskLine(view, reports.get(view.match_id or 0, ()), expected.get(view.key))
        for view in views
    ]

    def having(state: str) -> list[DeskLine]:
        return [line for line in lines if line.fixture.match_state == state]

    open_lines = having(Match.State.OPEN)
    disputed = having(Match.State.DISPUTED)
    done = having(Match.State.DECIDED)
    return DeskView(
        disputed=_unanswered_first(disputed) if disputed else (),
        reported=having(Match.State.REPORTED),
        playing=sorted(
            (line for line in open_lines if line.fixture.table is not None),
            key=lambda line: line.fixture.table or 0,
        ),
        queued=sorted((line for line in open_lines if line.fixture.table is None), key=_priority),
        coming=having(""),
        done=sorted(done, key=lambda line: str(line.fixture.decided_at), reverse=True),
        ties=[tie for tie in ties if tie.is_tie and tie.playing],
    )


def _unanswered_first(disputed: Sequence[DeskLine]) -> list[DeskLine]:
    """One query."""
    ids = [line.fixture.match_id for line in disputed if line.fixture.match_id is not None]
    told = Deadline.objects.filter(kind=DISPUTE, subject_id__in=ids, done_at__isnull=False)
    known = set(told.values_list("subject_id", flat=True))
    lines = [replace(line, unanswered=line.fixture.match_id in known) for line in disputed]
    return sorted(lines, key=lambda line: not line.unanswered)


def _lines(view: FixtureView) -> list[FixtureView]:
    """What there is to do about a fixture: of a tie it is its boards, until it is over."""
    if not view.is_tie:
        return [view]
    boards = [board for board in view.boards if board.match_id is not None]
    if view.match_state == Match.State.DECIDED:
        return [view, *(board for board in boards if board.match_state != Match.State.DECIDED)]
    return boards


def _priority(line: DeskLine) -> float:
    """Without one, matches stay in the order of the bracket, after those that have one."""
    priority = line.expected.priority if line.expected else None
    return math.inf if priority is None else priority
