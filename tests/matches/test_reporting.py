"""Two players report how their match ended."""

from typing import Any

import pytest

from config.errors import ConflictError, DomainError, InvalidError, NotAllowedError
from matches.models import Deadline, Match, Report
from matches.services.reporting import match_confirm, match_dispute, match_report
from tests.builders import NOON, Stage, by_player, make_running_event
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def stage() -> Stage:
    return Stage(make_running_event(["Anna", "Boris", "Clara", "David"]))


def report(stage: Stage, side: int, scores: tuple[int, int], *, minutes: float = 5) -> Match:
    player = stage.players("M1.1")[side - 1]
    return match_report(
        match_id=stage.match("M1.1").pk,
        player_id=player.pk,
        scores=scores,
        act=by_player(player, minutes),
    )


def refused(code: str, error: type[DomainError]) -> pytest.RaisesExc[DomainError]:
    return pytest.raises(error, check=lambda raised: raised.code == code)


def answer(stage: Stage, side: int) -> dict[str, Any]:
    """The arguments with which that side answers the one report of the match."""
    player = stage.players("M1.1")[side - 1]
    last = Report.objects.filter(match=stage.match("M1.1")).latest("pk")
    return {
        "match_id": last.match_id,
        "player_id": player.pk,
        "report_id": last.pk,
        "act": by_player(player, 6),
    }


def test_a_report_waits_for_the_opponent(stage: Stage) -> None:
    match = report(stage, 1, (7, 3))
    assert match.state == Match.State.REPORTED
    assert match.winner is None
    assert stage.names("M2.1") == (None, None)


def test_the_same_score_from_the_opponent_decides(stage: Stage) -> None:
    report(stage, 1, (7, 3))
    match = report(stage, 2, (7, 3))
    assert (match.state, match.winner, match.score_1, match.score_2) == ("decided", 1, 7, 3)
    assert stage.names("M2.1")[0] == stage.names("M1.1")[0]
    states = Report.objects.filter(match=match).values_list("state", flat=True)
    assert set(states) == {Report.State.CONFIRMED}


def test_the_opponent_confirms(stage: Stage) -> None:
    report(stage, 2, (2, 7))
    match = match_confirm(**answer(stage, 1))
    assert (match.state, match.winner) == ("decided", 2)


def test_confirming_twice_changes_nothing(stage: Stage) -> None:
    report(stage, 2, (2, 7))
    first = match_confirm(**answer(stage, 1))
    assert match_confirm(**answer(stage, 1)).version == first.version


def test_nobody_confirms_an_own_report(stage: Stage) -> None:
    report(stage, 1, (7, 3))
    with refused("own_report", NotAllowedError):
        match_confirm(**answer(stage, 1))
    with refused("own_report", NotAllowedError):
        match_dispute(**answer(stage, 1))


def test_two_different_reports_are_a_dispute_with_both_claims_kept(stage: Stage) -> None:
    report(stage, 1, (7, 3))
    match = report(stage, 2, (5, 7))
    assert match.state == Match.State.DISPUTED
    claims = Report.objects.filter(match=match, state=Report.State.CLAIMED)
    assert set(claims.values_list("side", "score_1", "score_2")) == {(1, 7, 3), (2, 5, 7)}
    assert not Deadline.objects.filter(kind="confirm_report", done_at=None).exists()


def test_a_disputed_match_is_decided_when_one_comes_round(stage: Stage) -> None:
    report(stage, 1, (7, 3))
    report(stage, 2, (7, 5))
    match = report(stage, 1, (7, 5))
    assert (match.state, match.score_2) == (Match.State.DECIDED, 5)


def test_a_dispute_without_a_score_stops_the_clock_of_silence(stage: Stage) -> None:
    report(stage, 1, (7, 3))
    match = match_dispute(**answer(stage, 2))
    assert match.state == Match.State.DISPUTED
    assert not Deadline.objects.filter(kind="confirm_report", done_at=None).exists()


def test_a_player_replaces_an_own_slip(stage: Stage) -> None:
    report(stage, 1, (7, 3))
    match = report(stage, 1, (7, 4), minutes=8)
    assert match.state == Match.State.REPORTED
    live = Report.objects.get(match=match, state=Report.State.PENDING)
    assert (live.score_1, live.score_2) == (7, 4)
    assert Report.objects.get(match=match, state=Report.State.REPLACED).score_2 == 3


def test_a_replaced_report_cannot_be_confirmed(stage: Stage) -> None:
    report(stage, 1, (7, 3))
    old = answer(stage, 2)
    report(stage, 1, (7, 4))
    with refused("report_replaced", ConflictError):
        match_confirm(**old)


def test_a_retry_of_the_same_report_enters_nothing_twice(stage: Stage) -> None:
    first = report(stage, 1, (7, 3))
    again = report(stage, 1, (7, 3), minutes=6)
    assert again.version == first.version
    assert Report.objects.count() == 1
    assert LogEntry.objects.filter(action="result.reported").count() == 1


def test_a_stranger_cannot_report(stage: Stage) -> None:
    stranger = stage.players("M1.2")[0]
    with refused("not_your_match", NotAllowedError):
        match_report(
            match_id=stage.match("M1.1").pk,
            player_id=stranger.pk,
            scores=(7, 3),
            act=by_player(stranger),
        )


@pytest.mark.parametrize(
    ("scores", "code"),
    [
        ((6, 3), "score_no_winner"),
        ((7, 7), "score_two_winners"),
        ((-1, 7), "score_negative"),
        ((9, 3), "score_over_length"),
    ],
)
def test_an_impossible_score_is_refused_and_nothing_is_stored(
    stage: Stage, scores: tuple[int, int], code: str
) -> None:
    with refused(code, InvalidError):
        report(stage, 1, scores)
    assert stage.match("M1.1").state == Match.State.OPEN
    assert not Report.objects.exists()


def test_a_decided_match_takes_no_other_report(stage: Stage) -> None:
    stage.win("M1.1", 1, 3)
    with refused("already_decided", ConflictError):
        report(stage, 2, (5, 7))


def test_a_report_sets_the_deadline_of_the_event(stage: Stage) -> None:
    match = report(stage, 1, (7, 3), minutes=5)
    deadline = Deadline.objects.get(kind="confirm_report", subject_id=match.pk)
    assert (deadline.due_at - NOON).total_seconds() == (5 + 10) * 60


def test_reports_are_in_the_log_with_who_said_what(stage: Stage) -> None:
    report(stage, 1, (7, 3))
    report(stage, 2, (7, 3))
    entries = LogEntry.objects.filter(action__startswith="result.").order_by("pk")
    first, second = stage.names("M1.1")
    assert [(e.action, e.actor_name, e.fixture_key) for e in entries] == [
        ("result.reported", first, "M1.1"),
        ("result.confirmed", second, "M1.1"),
    ]
    assert entries[1].after == {"winner": 1, "outcome": "played", "scores": [7, 3]}
