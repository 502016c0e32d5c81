"""What a player sees behind the private link: the matches of one person in one tournament."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from matches.models import Match
from tournaments.models import Event, Fixture, Pass
from tournaments.selectors.fixtures import (
    FixtureView,
    ReportView,
    bracket_name,
    fixture_view,
    live_reports,
    round_name,
)
from tournaments.selectors.standings import standings


@dataclass(frozen=True, slots=True)
class Claim:
    """A report in the player's own words: whether he won by it, and `7–3`, the winner first."""

    report_id: int
    by_name: str
    i_won: bool
    score: str
    scores: tuple[int, int]  # in side order


@dataclass(frozen=True, slots=True)
class CardMatch:
    """One match of the player: `side` is his own (1 or 2)."""

    event: Event
    fixture: FixtureView
    bracket: str
    round: str
    side: int
    own_report: ReportView | None
    other_report: ReportView | None
    confirms_at: datetime | None  # when silence confirms the pending report

    @property
    def own_claim(self) -> Claim | None:
        return self._claim(self.own_report)

    @property
    def other_claim(self) -> Claim | None:
        return self._claim(self.other_report)

    def _claim(self, report: ReportView | None) -> Claim | None:
        if report is None:
            return None
        scores = (report.score_1, report.score_2)
        high, low = max(scores), min(scores)
        i_won = scores[self.side - 1] == high
        return Claim(report.id, report.by_name, i_won, f"{high}–{low}", scores)

    @property
    def opponent(self) -> str:
        return self.fixture.slots[2 - self.side].label

    @property
    def own_score(self) -> int | None:
        return self.fixture.slots[self.side - 1].score

    @property
    def other_score(self) -> int | None:
        return self.fixture.slots[2 - self.side].score

    @property
    def won(self) -> bool:
        return self.fixture.slots[self.side - 1].won

    @property
    def open(self) -> bool:
        return self.fixture.match_state in {
            Match.State.OPEN,
            Match.State.REPORTED,
            Match.State.DISPUTED,
        }


@dataclass(frozen=True, slots=True)
class CardEvent:
    """The player in one event: matches to play now, those played, and what comes next if known.

    `waiting_in`: the fixture in which the player stands without an opponent yet. `places`: where
    the player has come in each bracket that is over for him, as (bracket, "3–4").
    """

    event: Event
    current: Sequence[CardMatch]
    played: Sequence[CardMatch]
    waiting_in: FixtureView | None
    places: Sequence[tuple[str, str]] = ()

    @property
    def drawn(self) -> bool:
        return self.event.published_at is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play: the player is out, has won, or all is finished."""
        return self.drawn and not self.current and self.waiting_in is None

    @property
    def has_won(self) -> bool:
        """Whether the player is first in the main draw, which is the first of the brackets."""
        return bool(self.places) and self.places[0] == (bracket_name("M"), "1")


def card(one: Pass) -> list[CardEvent]:
    """The player's events in the tournament of the pass, in order of creation."""
    events = Event.objects.filter(
        tournament_id=one.tournament_id, entries__player_id=one.player_id
    ).select_related("tournament")
    return [_card_event(event, one.player_id) for event in events]


def _card_event(event: Event, player_id: int) -> CardEvent:
    if event.published_at is None:
        return CardEvent(event, (), (), None)
    mine = Q(entry_1__player_id=player_id) | Q(entry_2__player_id=player_id)
    rows = list(
        event.fixtures.filter(mine)
        .select_related("stage", "match", "entry_1", "entry_2", "table")
        .order_by("stage_id", "round")
    )
    last = _last_rounds(event)
    reports = live_reports(row.match_id for row in rows if row.match_id is not None)
    matches = [
        _card_match(event, row, player_id, last, reports.get(row.match_id or 0, ()))
        for row in rows
        if row.match_id is not None
    ]
    waiting = [row for row in rows if row.status == Fixture.Status.WAITING]
    current = [match for match in matches if match.open]
    return CardEvent(
        event,
        current=current,
        played=[match for match in matches if not match.open][::-1],
        waiting_in=fixture_view(waiting[0]) if waiting else None,
        places=() if current or waiting else _places(event, player_id),
    )


def _places(event: Event, player_id: int) -> list[tuple[str, str]]:
    own = event.entries.get(player_id=player_id).pk
    return [
        (table.name, place.place)
        for table in standings(event)
        for place in table.places
        if place.entry_id == own and place.final
    ]


def _last_rounds(event: Event) -> dict[str, int]:
    pairs = event.fixtures.order_by().values_list("stage__bracket", "round").distinct()
    last: dict[str, int] = {}
    for bracket, number in pairs:
        last[bracket] = max(number, last.get(bracket, 0))
    return last


def _card_match(
    event: Event,
    row: Fixture,
    player_id: int,
    last: dict[str, int],
    reports: Sequence[ReportView],
) -> CardMatch:
    view = fixture_view(row)
    side = 1 if view.slots[0].player_id == player_id else 2
    own = next((report for report in reports if report.side == side), None)
    other = next((report for report in reports if report.side != side), None)
    pending = other or own
    minutes = event.rules.get("confirm_minutes")
    due = None
    if pending and minutes and view.match_state == Match.State.REPORTED:
        due = pending.created_at + timedelta(minutes=minutes)
    return CardMatch(
        event=event,
        fixture=view,
        bracket=bracket_name(view.bracket),
        round=round_name(view.round, last[view.bracket]),
        side=side,
        own_report=own,
        other_report=other,
        confirms_at=due,
    )
