"""A wrong result is corrected, and the bracket follows."""

import pytest

from config.errors import ConflictError, InvalidError
from matches.models import Match
from matches.services.steps import Verdict
from tests.builders import Stage, by_director, make_running_event
from tournaments.models import Event, LogEntry
from tournaments.services.results import result_enter, result_preview, result_swap
from tournaments.services.undoing import event_undo, undo_preview

pytestmark = pytest.mark.django_db(transaction=True)

WRONG = by_director(30, "Scores were swapped")


@pytest.fixture
def stage() -> Stage:
    return Stage(make_running_event("ABCDEFGH", consolation_length=5))


def other_wins(stage: Stage, key: str = "M1.1", **more: object) -> Match:
    return stage.win(key, 2, 3, act=WRONG, **more)


def test_the_right_player_takes_the_place_of_the_wrong_one(stage: Stage) -> None:
    first, second = stage.names("M1.1")
    stage.win("M1.1")
    stage.win("M1.2")
    stage.win("M1.3")
    other_wins(stage)
    assert stage.names("M2.1")[0] == second
    assert stage.names("C1.1")[0] == first


def test_a_match_between_the_wrong_players_is_void_and_a_new_one_made(stage: Stage) -> None:
    stage.win("M1.1")
    stage.win("M1.2")
    before = stage.match("M2.1")
    other_wins(stage)
    before.refresh_from_db()
    assert before.state == Match.State.VOID
    after = stage.match("M2.1")
    assert after.state == Match.State.OPEN
    assert after.sides.get(number=1).name == stage.names("M1.1")[1]


def test_a_correction_of_the_score_alone_changes_nobodys_path(stage: Stage) -> None:
    stage.win("M1.1")
    stage.win("M1.2")
    semi = stage.match("M2.1").pk
    match = stage.win("M1.1", 1, 6, act=WRONG)
    assert (match.score_1, match.score_2) == (7, 6)
    assert stage.match("M2.1").pk == semi


def test_results_that_would_go_are_listed_and_not_touched_unasked(stage: Stage) -> None:
    for key in ("M1.1", "M1.2", "M2.1", "C1.1"):
        stage.win(key)
    with pytest.raises(ConflictError) as caught:
        other_wins(stage)
    assert caught.value.code == "would_clear"
    assert caught.value.detail["fixtures"] == ["M2.1", "C1.1"]
    assert stage.match("M1.1").winner == 1
    assert stage.match("M2.1").state == Match.State.DECIDED


def test_cleared_results_stay_in_the_log(stage: Stage) -> None:
    for key in ("M1.1", "M1.2", "M2.1"):
        stage.win(key)
    other_wins(stage, clear=True)
    assert stage.match("M2.1").state == Match.State.OPEN
    voided = LogEntry.objects.get(action="match.voided", fixture_key="M2.1")
    assert voided.before == {"winner": 1, "outcome": "played", "scores": [7, 0]}
    corrected = LogEntry.objects.get(action="result.corrected")
    assert corrected.reason == "Scores were swapped"
    assert (corrected.before, corrected.after) == (
        {"winner": 1, "outcome": "played", "scores": [7, 0]},
        {"winner": 2, "outcome": "played", "scores": [3, 7]},
    )


def test_the_preview_tells_what_the_correction_then_does(stage: Stage) -> None:
    for key in ("M1.1", "M1.2", "M2.1"):
        stage.win(key)
    impact = result_preview(stage.event, "M1.1", Verdict(2))
    assert [row.key for row in impact.cleared] == ["M2.1"]
    assert [row.key for row in impact.refilled] == ["C1.1", "M3.1"]


def test_a_correction_needs_a_reason(stage: Stage) -> None:
    stage.win("M1.1")
    with pytest.raises(InvalidError) as caught:
        stage.win("M1.1", 2, 3)
    assert caught.value.code == "reason_missing"


def test_a_result_is_taken_back_and_the_event_opens_again(stage: Stage) -> None:
    stage.play_out()
    result_enter(
        event_id=stage.event.pk, key="M3.1", verdict=None, act=by_director(99, "Not finished")
    )
    stage.event.refresh_from_db()
    assert (stage.event.state, stage.event.finished_at) == ("running", None)
    assert stage.open_keys() == ["M3.1"]


def test_the_second_director_sees_the_newer_state(stage: Stage) -> None:
    seen = stage.match("M1.1").version
    stage.win("M1.1", 1, 3, seen_version=seen)
    with pytest.raises(ConflictError) as caught:
        stage.win("M1.1", 2, 3, seen_version=seen, act=WRONG)
    assert caught.value.code == "version_conflict"
    assert caught.value.detail["result"] == {"winner": 1, "outcome": "played", "scores": [7, 3]}


def test_a_page_that_showed_another_pair_is_out_of_date(stage: Stage) -> None:
    for key in ("M1.1", "M1.2"):
        stage.win(key)
    seen = stage.match("M2.1").version
    other_wins(stage)
    with pytest.raises(ConflictError) as caught:
        stage.win("M2.1", 1, 3, seen_version=seen)
    assert caught.value.code == "version_conflict"


def test_no_result_before_the_players_are_known(stage: Stage) -> None:
    with pytest.raises(ConflictError) as caught:
        stage.win("M3.1")
    assert caught.value.code == "players_not_known"


def test_correcting_there_and_back_restores_every_slot(stage: Stage) -> None:
    for key in ("M1.1", "M1.2", "M1.3"):
        stage.win(key)
    slots = {key: stage.names(key) for key in ("M2.1", "M2.2", "C1.1", "C1.2")}
    other_wins(stage)
    stage.win("M1.1", 1, 3, act=WRONG)
    assert {key: stage.names(key) for key in slots} == slots


def test_a_walkover_sends_the_winner_on_without_a_score(stage: Stage) -> None:
    verdict = Verdict(2, outcome="walkover")
    match = result_enter(event_id=stage.event.pk, key="M1.1", verdict=verdict, act=by_director(1))
    assert (match.outcome, match.winner, match.score_1) == ("walkover", 2, None)
    assert stage.names("M2.1")[0] == stage.names("M1.1")[1]


def test_the_winner_alone_is_enough(stage: Stage) -> None:
    match = result_enter(
        event_id=stage.event.pk, key="M1.1", verdict=Verdict(1), act=by_director(1)
    )
    assert (match.state, match.winner, match.score_1) == (Match.State.DECIDED, 1, None)


@pytest.mark.parametrize(
    ("verdict", "code"),
    [
        (Verdict(3), "winner_unknown"),
        (Verdict(1, outcome="coin"), "outcome_unknown"),
        (Verdict(1, scores=(3, 7)), "winner_not_by_score"),
        (Verdict(1, outcome="walkover", scores=(7, 0)), "walkover_scored"),
        (Verdict(1, scores=(9, 3)), "score_over_length"),
    ],
)
def test_a_contradictory_verdict_is_refused(stage: Stage, verdict: Verdict, code: str) -> None:
    with pytest.raises(InvalidError) as caught:
        result_enter(event_id=stage.event.pk, key="M1.1", verdict=verdict, act=by_director(1))
    assert caught.value.code == code
    assert stage.match("M1.1").state == Match.State.OPEN


def test_the_right_one_had_played_on_under_the_wrong_name(stage: Stage) -> None:
    """Nothing is played again: each of the two gets what the other had."""
    for key in ("M1.1", "M1.2", "M2.1", "C1.1"):
        stage.win(key, loser_score=2)
    wrong, right = stage.names("M1.1")
    verdict = Verdict(2, scores=(3, 7))
    assert result_preview(stage.event, "M1.1", verdict).swappable
    result_swap(event_id=stage.event.pk, key="M1.1", verdict=verdict, act=WRONG)
    assert (stage.names("M2.1")[0], stage.names("C1.1")[0]) == (right, wrong)
    for key in ("M2.1", "C1.1"):
        match = stage.match(key)
        assert (match.state, match.winner) == (Match.State.DECIDED, 1)
        assert match.score_2 == 2
    told = LogEntry.objects.filter(action="result.carried").values_list("fixture_key", flat=True)
    assert set(told) == {"M2.1", "C1.1"}


def test_a_swap_is_undone_at_once(stage: Stage) -> None:
    for key in ("M1.1", "M1.2", "M2.1", "C1.1"):
        stage.win(key, loser_score=2)
    first = stage.names("M2.1")[0]
    act = by_director(40, "Scores were swapped")
    result_swap(event_id=stage.event.pk, key="M1.1", verdict=Verdict(2), act=act)
    found = undo_preview(Event.objects.get(pk=stage.event.pk))
    assert found is not None
    assert found.deed.action == "result.corrected"
    event_undo(event_id=stage.event.pk, deed_id=found.deed.id, act=by_director(50), clear=True)
    assert stage.names("M2.1")[0] == first
    assert stage.match("M2.1").state == Match.State.DECIDED
    assert stage.match("C1.1").state == Match.State.DECIDED


def test_where_the_results_do_not_fit_a_swap_is_refused(stage: Stage) -> None:
    stage.win("M1.1")
    with pytest.raises(ConflictError) as caught:
        result_swap(event_id=stage.event.pk, key="M1.1", verdict=Verdict(2), act=WRONG)
    assert caught.value.code == "cannot_swap"
    assert stage.match("M1.1").winner == 1
