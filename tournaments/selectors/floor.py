"""One fixture as the director sees it: who, the reports, the tables it may go to, its history."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q

from matches.models import Match
from matches.models_late import Penalty
from tournaments.models import Event, Fixture
from tournaments.selectors.access import no_such_fixture
from tournaments.selectors.beginnings import PenaltyView, penalty_views
from tournaments.selectors.brackets import bracket_name, round_name
from tournaments.selectors.fixtures import (
    BOARD_SHOWN_WITH,
    FixtureView,
    ReportView,
    SlotView,
    fixture_view,
    live_reports,
    with_boards,
)
from tournaments.selectors.late_holds import lateness_of
from tournaments.selectors.lineups import Lineup, lineups
from tournaments.selectors.log import LogLine, fixture_log
from tournaments.selectors.result_words import result_words
from tournaments.selectors.rulings import (
    CallView,
    RulingView,
    call_of_match,
    rulings_of_matches,
)
from tournaments.selectors.sanctions import SanctionView, waiting_for
from tournaments.selectors.shapes import is_one_table
from tournaments.selectors.ties import BY_BOARDS, points_decide, rules_of


@dataclass(frozen=True, slots=True)
class Claim:
    """What one side says the result is."""

    report: ReportView
    winner: int
    winner_name: str
    score: str  # the winner's points first


@dataclass(frozen=True, slots=True)
class FixturePage:
    """`tables` are those the match may be moved to: the free ones and its own."""

    event: Event
    fixture: FixtureView
    bracket: str
    round: str
    claims: Sequence[Claim]
    tables: Sequence[int]
    history: Sequence[LogLine]
    lineups: Sequence[Lineup] = ()
    call: CallView | None = None  # the director is wanted there
    rulings: Sequence[RulingView] = ()  # latest first
    waiting: Sequence[SanctionView] = ()  # points that wait for a match of one of the two
    penalties: Sequence[PenaltyView] = ()

    @property
    def presence(self) -> list[tuple[int, SlotView, datetime | None]]:
        """Each side, and since when it is known to be at the table."""
        here = self.fixture.begins.here_at if self.fixture.begins else (None, None)
        return list(zip((1, 2), self.fixture.slots, here, strict=True))

    @property
    def has_late_points(self) -> bool:
        """Whether there is something to excuse."""
        return any(one.holds and one.kind == Penalty.Kind.LATE for one in self.penalties)

    @property
    def penalty_kinds(self) -> Sequence[tuple[str, Any]]:
        return Penalty.Kind.choices

    @property
    def needs_score(self) -> bool:
        """Whether a winner alone is no result here."""
        return self.fixture.board is not None and points_decide(rules_of(self.event))

    @property
    def is_awarded(self) -> bool:
        """Whether a tie was decided beside its boards."""
        return self.decided and self.fixture.outcome not in BY_BOARDS

    @property
    def decided(self) -> bool:
        return self.fixture.match_state == Match.State.DECIDED

    @property
    def disputed(self) -> bool:
        return self.fixture.match_state == Match.State.DISPUTED

    @property
    def names(self) -> tuple[str, str]:
        first, second = self.fixture.slots
        return first.full_label, second.full_label

    @property
    def winner(self) -> int | None:
        """The side that won; None where both lost, or nobody has yet."""
        return next((n for n, slot in enumerate(self.fixture.slots, 1) if slot.won), None)

    @property
    def result(self) -> str:
        """The result in words, or empty."""
        if not self.decided:
            return ""
        first, second = self.fixture.slots
        scores = None if first.score is None else [first.score, second.score]
        data = {"winner": self.winner, "outcome": self.fixture.outcome, "scores": scores}
        return result_words(data, self.names)

    def claim(self, report_id: int | None) -> Claim | None:
        return next((claim for claim in self.claims if claim.report.id == report_id), None)


def fixture_page(event: Event, key: str) -> FixturePage:
    """Raises NotFoundError `no_such_fixture`."""
    rows = Fixture.places.filter(event=event, key=key).select_related(*BOARD_SHOWN_WITH)
    row = next(iter(with_boards(rows)), None)
    if row is None:
        raise no_such_fixture(key)
    view = fixture_view(row, lateness_of([row]))
    here = Count("pk", filter=Q(round=row.round))
    size = row.stage.fixtures.aggregate(last=Max("round"), matches=here)
    reports = live_reports([row.match_id]) if row.match_id else {}
    return FixturePage(
        event=event,
        fixture=view,
        bracket=bracket_name(view.bracket, two_lives=is_one_table(event)),
        round=round_name(view.bracket, view.round, **size),
        claims=[claim_of(view, report) for report in reports.get(row.match_id or 0, ())],
        tables=_tables(event, row) if view.playing else (),
        history=fixture_log(event, key),
        lineups=lineups(event, view),
        penalties=_penalties(view),
        call=call_of_match(row.match_id) if row.match_id else None,
        rulings=rulings_of_matches([row.match_id])[row.match_id] if row.match_id else (),
        waiting=waiting_for(event, _entries(row)) if view.match_state == Match.State.OPEN else (),
    )


def _entries(row: Fixture) -> list[int]:
    return [pk for pk in (row.entry_1_id, row.entry_2_id) if pk is not None]


def names_of(fixtures: Iterable[Fixture], event: Event) -> list[FixtureView]:
    """The views of these fixtures, with names and results, in the same order."""
    keys = [row.key for row in fixtures]
    rows = Fixture.places.filter(event=event).select_related(*BOARD_SHOWN_WITH)
    found = {row.key: fixture_view(row) for row in rows.filter(key__in=keys)}
    return [found[key] for key in keys]


def claim_of(view: FixtureView, report: ReportView) -> Claim:
    winner = 1 if report.score_1 > report.score_2 else 2
    high, low = max(report.score_1, report.score_2), min(report.score_1, report.score_2)
    return Claim(report, winner, view.slots[winner - 1].full_label, f"{high}–{low}")


def _tables(event: Event, row: Fixture) -> list[int]:
    tables = event.tournament.tables.filter(Q(closing=False) | Q(fixture=row))
    seats = tables.values_list("number", "fixture_id")
    return [number for number, taken_by in seats if taken_by in {None, row.pk}]


def _penalties(view: FixtureView) -> Sequence[PenaltyView]:
    """Also those that were taken back."""
    if view.match_id is None:
        return ()
    names = view.slots[0].full_label, view.slots[1].full_label
    return penalty_views({view.match_id: names}).get(view.match_id, ())
