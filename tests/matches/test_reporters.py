"""Who reports a result, by the rules of the match: either, the winner, the loser, or both."""

import pytest

from config.errors import DomainError
from matches.models import Deadline, Match, Report
from matches.services.deadlines import fire_due
from matches.services.reporting import match_confirm, match_dispute, match_report
from matches.services.steps import Verdict
from players.models import Player
from tests.builders import Stage, by_director, by_player, make_running_event
from tournaments.models import LogEntry
from tournaments.services.results import result_enter
from tournaments.services.rules import rules_apply, rules_change

pytestmark = pytest.mark.django_db(transaction=True)

WON, LOST = (7, 3), (3, 7)  # by the first side


class Table:
    """Two players at a match that is reported by such rules."""

    def __init__(self, reporter: str, **own: int) -> None:
        self.stage = Stage(make_running_event(["Ann", "Bo"]))
        rules = {"reporter": reporter, **own}
        if reporter == "both":
            rules["confirm_minutes"] = 0
        event = self.stage.event
        rules_change(event_id=event.pk, preset="club", own=rules, act=by_director())
        rules_apply(event_id=event.pk, keys=["M1.1"], act=by_director())

    def player(self, side: int) -> Player:
        return self.stage.players("M1.1")[side - 1]

    def report(self, side: int, scores: tuple[int, int], minutes: float = 0) -> Match:
        act = by_player(self.player(side), minutes)
        match_id = self.stage.match("M1.1").pk
        player_id = self.player(side).pk
        return match_report(match_id=match_id, player_id=player_id, scores=scores, act=act)

    def confirm(self, side: int) -> Match:
        report = Report.objects.filter(state__in=Report.LIVE).exclude(side=side).get()
        player = self.player(side)
        return match_confirm(
            match_id=report.match_id,
            player_id=player.pk,
            report_id=report.pk,
            act=by_player(player, 1),
        )

    def refused(self, side: int, scores: tuple[int, int]) -> str:
        with pytest.raises(DomainError) as error:
            self.report(side, scores)
        assert self.stage.match("M1.1").state == Match.State.OPEN
        return error.value.code


def test_the_loser_is_told_that_the_winner_reports() -> None:
    table = Table("winner")
    assert table.refused(2, WON) == "winner_reports"
    assert table.refused(1, LOST) == "winner_reports"
    assert table.report(1, WON).state == Match.State.REPORTED


def test_the_winner_is_told_that_the_loser_reports() -> None:
    table = Table("loser")
    assert table.refused(1, WON) == "loser_reports"
    assert table.report(2, WON).state == Match.State.REPORTED


@pytest.mark.parametrize("reporter", ["winner", "loser"])
def test_the_other_one_confirms_or_says_the_same(reporter: str) -> None:
    table = Table(reporter)
    one, other = (1, 2) if reporter == "winner" else (2, 1)
    table.report(one, WON)
    assert table.report(other, WON).state == Match.State.DECIDED


def test_a_loser_who_does_not_agree_disputes_it() -> None:
    table = Table("winner")
    table.report(1, WON)
    player, report = table.player(2), Report.objects.get()
    match = match_dispute(
        match_id=report.match_id, player_id=player.pk, report_id=report.pk, act=by_player(player)
    )
    assert match.state == Match.State.DISPUTED


def test_both_may_say_that_they_have_won() -> None:
    table = Table("winner")
    table.report(1, WON)
    assert table.report(2, LOST).state == Match.State.DISPUTED


def test_where_both_report_nobody_confirms_and_silence_says_nothing() -> None:
    table = Table("both")
    table.report(1, WON)
    assert not Deadline.objects.filter(kind="confirm_report").exists()
    with pytest.raises(DomainError) as error:
        table.confirm(2)
    assert error.value.code == "both_report"
    assert table.report(2, WON).state == Match.State.DECIDED


@pytest.mark.parametrize("reporter", ["winner", "loser", "both"])
def test_staff_may_always_enter_it(reporter: str) -> None:
    stage = Table(reporter).stage
    verdict = Verdict(1, scores=WON)
    result_enter(event_id=stage.event.pk, key="M1.1", verdict=verdict, act=by_director())
    assert stage.match("M1.1").winner == 1


def test_a_dispute_that_nobody_rules_on_is_called_to_mind_once() -> None:
    table = Table("either", dispute_minutes=15)
    table.report(1, WON)
    table.report(2, LOST, minutes=2)
    assert fire_due(by_director(16).at) == 0
    version = table.stage.match("M1.1").version
    assert [fire_due(by_director(minute).at) for minute in (17, 18, 60)] == [1, 0, 0]
    assert LogEntry.objects.filter(action="dispute.unanswered").count() == 1
    assert table.stage.match("M1.1").version == version + 1


@pytest.mark.parametrize("settled", ["agreed", "ruled"])
def test_a_dispute_that_is_settled_is_not(settled: str) -> None:
    table = Table("either", dispute_minutes=15)
    table.report(1, WON)
    table.report(2, LOST)
    if settled == "agreed":
        table.report(2, WON)
    else:
        table.stage.win("M1.1")
    assert not Deadline.objects.filter(done_at=None).exists()


def test_rules_may_say_that_no_dispute_is_called_to_mind() -> None:
    table = Table("either", dispute_minutes=0)
    table.report(1, WON)
    table.report(2, LOST)
    assert not Deadline.objects.exists()
