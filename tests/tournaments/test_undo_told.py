"""What the two had said of a match counts again when the result over it is undone."""

import pytest

from matches.models import Deadline, Report
from matches.services.reporting import match_dispute
from tests.builders import by_director, by_player, undo_last
from tests.tournaments.rulings import KEY, Scene
from tests.tournaments.whole import NOW, WON, facts, reported
from tournaments.models import LogEntry
from tournaments.selectors.deeds import told_before

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("by_ruling", [False, True])
def test_a_dispute_comes_back_with_both_claims_when_its_result_is_undone(by_ruling: bool) -> None:
    scene = reported(Scene(), disputed=True)
    before = facts(scene.event)
    assert [state for _pk, state, *_rest in before["reports"]] == ["claimed", "claimed"]
    if by_ruling:
        scene.rule(kind="score", decision="As he says", verdict=WON)
    else:
        scene.stage.win(KEY, 1, 3, act=by_director(5))
    assert facts(scene.event)["reports"] == []
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before
    due = Deadline.objects.get(kind="dispute_unanswered", subject_id=scene.match_id)
    assert due.due_at == by_director(NOW + 10).at


def test_a_dispute_with_one_claim_is_one_again_and_not_confirmed_by_silence() -> None:
    scene = reported(Scene())
    report = Report.objects.get()
    player = scene.players[1]
    match_dispute(
        match_id=scene.match_id, player_id=player.pk, report_id=report.pk, act=by_player(player, 3)
    )
    before = facts(scene.event)
    scene.stage.win(KEY, 2, act=by_director(5))
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before
    assert scene.match.state == "disputed"


def test_a_report_waits_again_with_all_its_minutes_when_the_result_over_it_is_undone() -> None:
    scene = reported(Scene())
    before = facts(scene.event)
    scene.stage.win(KEY, 2, act=by_director(5))
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before
    due = Deadline.objects.get(kind="confirm_report", subject_id=scene.match_id)
    minutes = scene.match.rules["confirm_minutes"]
    assert due.due_at == by_director(NOW + minutes).at
    assert scene.match.begun_at == by_director(2).at


def test_a_correction_that_is_undone_leaves_what_was_reported_settled() -> None:
    scene = reported(Scene())
    scene.stage.win(KEY, 2, act=by_director(5))
    before = facts(scene.event)
    scene.stage.win(KEY, 1, act=by_director(6, "The other way"))
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before
    undo_last(scene.event, NOW + 1)
    assert scene.match.state == "reported"


@pytest.mark.parametrize("after", [None, [1], {"was": ["reported"]}, {"was": "open"}])
def test_a_log_that_came_from_elsewhere_is_not_believed_whatever_it_says(after: object) -> None:
    assert told_before(LogEntry(after=after)) is None
