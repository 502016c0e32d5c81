"""Whatever players and directors do, in whatever order: the event is what its results say.

Reports, answers, silence, rulings, corrections, results taken back and tables moved come in any
order, with pages that are stale, and with the bracket lagging behind the results as after a crash.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import QuerySet
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from config.errors import ConflictError, DomainError
from matches.models import BOTH_LOST, Deadline, Match, Report
from matches.services import deadlines
from matches.services.reporting import match_confirm, match_dispute, match_report
from matches.services.steps import CONFIRM, DISPUTE, LATE, Verdict
from players.actors import Act, Actor
from players.services.people import PersonFacts
from tests.builders import DIRECTOR, NOON, Stage, make_running_event, make_tournament
from tournaments.formats import BYE, Slot
from tournaments.models import Event, Fixture, LogEntry, Table
from tournaments.selectors.boards import load_board
from tournaments.services.advancing import behind, event_advance, events_follow
from tournaments.services.archive_check import archive_differences
from tournaments.services.archive_facts import archive_read
from tournaments.services.archive_out import archive_text, event_export
from tournaments.services.attendance import entry_reinstate, entry_withdraw
from tournaments.services.entries import NewEntry
from tournaments.services.redrawing import LateWay, entry_add_to_bracket
from tournaments.services.results import result_enter
from tournaments.services.tables import table_assign
from tournaments.services.undoing import event_undo, undo_preview

pytestmark = pytest.mark.django_db

LIVE = [Report.State.PENDING, Report.State.CLAIMED]
UNPLAYED = ["walkover", "forfeit", *BOTH_LOST]
picks = st.integers(0, 99)
sides = st.sampled_from([1, 2])
losers = st.sampled_from([0, 2])
stale = st.sampled_from([None, 0, 0, -1])  # how far the version of the page is behind, if it says


class Evening(RuleBasedStateMachine):
    """An event of six with a consolation and two tables; every example is rolled back."""

    event_id: int

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.minutes = 0
        self.versions: dict[str, int] = {}

    def teardown(self) -> None:
        events_follow(self.at())
        archive = event_export(event_id=self.event_id, at=self.at())
        assert archive_differences(archive_read(archive_text(archive).encode())) == []
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    # --- What is there ---------------------------------------------------------------------------
    def at(self) -> datetime:
        self.minutes += 1
        return NOON + timedelta(minutes=self.minutes)

    def fixtures(self) -> Sequence[Fixture]:
        found = Fixture.objects.filter(event=self.event_id, match__isnull=False)
        return list(found.select_related("match").order_by("pk"))

    def pick(self, number: int) -> tuple[Fixture, Match]:
        rows = self.fixtures()
        row = rows[number % len(rows)]
        assert row.match is not None
        return row, row.match

    def player(self, match: Match, side: int) -> tuple[int, Act]:
        one = match.sides.get(number=side).players.get()
        return one.pk, Act(Actor("player", one.pk, one.name), self.at())

    def try_out(self, deed: Callable[[], object]) -> DomainError | None:
        """Refused or done, a deed of a player or director is logged once or not at all."""
        told = LogEntry.objects.filter(action__startswith="result.")
        before = told.count()
        try:
            with transaction.atomic():
                deed()
        except DomainError as error:
            assert told.count() == before
            return error
        assert told.count() - before in {0, 1}
        return None

    # --- Players ---------------------------------------------------------------------------------
    @rule(number=picks, side=sides, winner=sides, loser=losers)
    def report(self, number: int, side: int, winner: int, loser: int) -> None:
        _row, match = self.pick(number)
        player_id, act = self.player(match, side)
        scores = _scores(match, winner, loser)
        self.try_out(
            lambda: match_report(match_id=match.pk, player_id=player_id, scores=scores, act=act)
        )

    @rule(number=picks, side=sides, answer=st.sampled_from([match_confirm, match_dispute]))
    def answer(self, number: int, side: int, answer: Callable[..., object]) -> None:
        """To any report there ever was, also of a match that is void by now."""
        reports = Report.objects.order_by("pk")
        if (count := reports.count()) == 0:
            return
        report = reports[number % count]
        player_id, act = self.player(report.match, side)
        match_id = report.match_id
        self.try_out(
            lambda: answer(match_id=match_id, player_id=player_id, report_id=report.pk, act=act)
        )

    @rule()
    def keep_silent(self) -> None:
        deadlines.fire_due(NOON + timedelta(days=1, minutes=self.minutes))

    # --- The director ----------------------------------------------------------------------------
    @rule(
        number=picks,
        winner=sides,
        how=st.sampled_from([0, 2, None, *UNPLAYED]),
        behind_by=stale,
        clear=st.booleans(),
    )
    def rule_on(
        self, *, number: int, winner: int, how: Any, behind_by: int | None, clear: bool
    ) -> None:
        row, match = self.pick(number)
        if how in UNPLAYED:
            verdict = Verdict(None if how in BOTH_LOST else winner, outcome=how)
        else:
            scores = None if how is None else _scores(match, winner, how)
            verdict = Verdict(winner, scores=scores)
        self.enter(row, match, verdict, behind_by, clear=clear)

    @rule(number=picks, behind_by=stale, clear=st.booleans())
    def take_back(self, *, number: int, behind_by: int | None, clear: bool) -> None:
        row, match = self.pick(number)
        self.enter(row, match, None, behind_by, clear=clear)

    def enter(
        self,
        row: Fixture,
        match: Match,
        verdict: Verdict | None,
        behind_by: int | None,
        *,
        clear: bool,
    ) -> None:
        seen = None if behind_by is None else match.version + behind_by
        refused = self.try_out(
            lambda: result_enter(
                event_id=self.event_id,
                key=row.key,
                verdict=verdict,
                act=Act(DIRECTOR, self.at(), "Read upside down"),
                seen_version=seen,
                clear=clear,
            )
        )
        if behind_by:
            assert isinstance(refused, ConflictError)

    @rule(number=picks, table=st.sampled_from([None, 1, 2]))
    def move(self, number: int, table: int | None) -> None:
        row, _match = self.pick(number)
        act = Act(DIRECTOR, self.at())
        self.try_out(
            lambda: table_assign(event_id=self.event_id, key=row.key, number=table, act=act)
        )

    @rule(number=picks, deed=st.sampled_from([entry_withdraw, entry_reinstate, entry_reinstate]))
    def leave_or_come_back(self, number: int, deed: Callable[..., object]) -> None:
        entries = Event.objects.get(pk=self.event_id).entries
        pk = entries.all()[number % entries.count()].pk
        act = Act(DIRECTOR, self.at())
        self.try_out(lambda: deed(event_id=self.event_id, entry_id=pk, act=act))

    @rule(number=picks, beside=picks, way=st.sampled_from(["fill_bye", "preliminary"]))
    def come_late(self, number: int, beside: int, way: str) -> None:
        entries = Event.objects.get(pk=self.event_id).entries
        beside_id = entries.all()[beside % entries.count()].pk
        self.try_out(
            lambda: entry_add_to_bracket(
                event_id=self.event_id,
                entry=NewEntry(PersonFacts(f"Late {number}")),
                late=LateWay(way, beside_id),
                act=Act(DIRECTOR, self.at()),
            )
        )

    @rule(clear=st.booleans())
    def undo(self, *, clear: bool) -> None:
        found = undo_preview(Event.objects.get(pk=self.event_id))
        if found is None:
            return
        deed_id, act = found.deed.id, Act(DIRECTOR, self.at())
        if not found.deed.action.startswith("entry."):
            return  # results are undone in a test of their own, and take others with them
        self.try_out(
            lambda: event_undo(event_id=self.event_id, deed_id=deed_id, act=act, clear=clear)
        )

    @rule()
    def play_out(self) -> None:
        """To the end of the event, so that what follows opens it again."""
        events_follow(self.at())
        Stage(Event.objects.get(pk=self.event_id)).play_out()

    # --- The bracket -----------------------------------------------------------------------------
    @rule()
    def follow(self) -> None:
        events_follow(self.at())

    @rule()
    def walk_the_whole_event(self) -> None:
        """What looking at the reach of the results has left out would change something here."""
        events_follow(self.at())
        before = self.rows()
        event_advance(event_id=self.event_id, act=Act(DIRECTOR, self.at()), whole=True)
        assert self.rows() == before

    def rows(self) -> list[Any]:
        fields = "key", "status", "entry_1", "entry_2", "winner", "match", "match_version"
        return list(Fixture.objects.filter(event=self.event_id).order_by("pk").values_list(*fields))

    # --- What always holds -----------------------------------------------------------------------
    @invariant()
    def reports_and_deadlines_belong_to_the_state_of_their_match(self) -> None:
        for match in Match.objects.prefetch_related("reports"):
            live = [each.state for each in match.reports.all() if each.state in LIVE]
            expected = {"reported": [["pending"]], "disputed": [["claimed"], ["claimed"] * 2]}
            assert live in expected.get(match.state, [[]]), match.state
        waiting = Deadline.objects.filter(done_at=None)
        assert subjects(waiting.filter(kind=CONFIRM)) == matches_in(Match.State.REPORTED)
        disputed = matches_in(Match.State.DISPUTED)
        assert subjects(waiting.filter(kind=DISPUTE)) <= disputed
        assert disputed <= subjects(Deadline.objects.filter(kind=DISPUTE))
        seated = Match.objects.filter(state=Match.State.OPEN, begun_at=None)
        seated = seated.filter(fixture__table__isnull=False)
        assert subjects(waiting.filter(kind=LATE)) <= set(seated.values_list("pk", flat=True))
        assert set(waiting.values_list("kind", flat=True)) <= {CONFIRM, DISPUTE, LATE}

    @invariant()
    def no_version_comes_back(self) -> None:
        """Whoever saw a version of what is played in a fixture has not seen what comes later."""
        for row in self.fixtures():
            assert row.match is not None
            assert row.match.version >= self.versions.get(row.key, 0)
            self.versions[row.key] = row.match.version

    @invariant()
    def the_event_is_what_its_results_say(self) -> None:
        if behind().exists():
            return  # until the next sweep
        event = Event.objects.get(pk=self.event_id)
        board = load_board(event)
        state = board.state()
        assert (event.state == Event.State.FINISHED) == state.finished
        assert not state.orphans
        for key, node in state.items():
            row = board.rows[key]
            assert row.status == node.status.value
            slots = row.entry_1_id, row.entry_2_id, row.winner_id
            assert slots == (_pk(node.first), _pk(node.second), _pk(node.winner))
            assert (row.match is not None) == (row.status in {"ready", "decided"})
            if row.match is not None:
                assert (row.match.state == Match.State.DECIDED) == (row.status == "decided")
                assert row.match.state != Match.State.VOID
                sides = row.match.sides.values_list("players__entries", flat=True)
                assert list(sides) == [row.entry_1_id, row.entry_2_id]
        for table in Table.objects.exclude(fixture=None).select_related("fixture__match"):
            assert table.fixture is not None
            assert table.fixture.status == "ready"
            assert table.fixture.match is not None
            assert table.fixture.match.state == Match.State.OPEN


def _scores(match: Match, winner: int, loser: int) -> tuple[int, int]:
    return (match.length, loser) if winner == 1 else (loser, match.length)


def subjects(found: QuerySet[Deadline]) -> set[int]:
    return set(found.values_list("subject_id", flat=True))


def matches_in(state: str) -> set[int]:
    return set(Match.objects.filter(state=state).values_list("pk", flat=True))


def _pk(slot: Slot) -> int | None:
    return None if slot is None or slot is BYE else slot


def test_an_evening_in_any_order_leaves_the_event_as_its_results_say() -> None:
    tournament = make_tournament(tables=2)
    event = make_running_event("ABCDEF", tournament=tournament, length=3, consolation_length=3)
    stage = Stage(event)  # past the first round, where a correction reaches most
    for key in stage.open_keys():
        stage.win(key)
    bounds = settings(
        max_examples=14,
        stateful_step_count=25,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(type("Evening", (Evening,), {"event_id": event.pk}), settings=bounds)
