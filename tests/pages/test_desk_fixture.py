"""Results at the desk: two taps, scores, walkovers, reports, disputes, tables."""

from typing import Any

import pytest
from django.http import HttpResponse

from matches.services.reporting import match_report
from tests.builders import Stage, by_player, make_running_event
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text
from tournaments.models import Event, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return Stage(make_running_event("ABCDEFGH", tournament=make_cast()))


def _post(stage: Stage, key: str = "M1.1", name: str = "sam", **data: Any) -> HttpResponse:
    data.setdefault("version", stage.match(key).version if "1." in key else 1)
    return Desk(stage.event, name).post("fixture", key, **data)


def _result(stage: Stage, key: str = "M1.1") -> tuple[object, ...]:
    match = stage.match(key)
    return match.state, match.outcome, match.winner, match.score_1, match.score_2


def _report(stage: Stage, side: int, scores: tuple[int, int]) -> None:
    player = stage.players("M1.1")[side - 1]
    match_report(
        match_id=stage.match("M1.1").pk, player_id=player.pk, scores=scores, act=by_player(player)
    )


def test_a_result_is_two_taps_from_the_control_room(stage: Stage) -> None:
    desk = Desk(stage.event, "sam")
    assert f'href="{desk.url("fixture", "M1.1")}"' in text(desk.get("event_desk"))
    assert 'name="winner" value="2"' in text(desk.get("fixture", "M1.1"))
    response = _post(stage, winner=2)
    assert response.headers["Location"] == desk.url("event_desk")
    assert _result(stage) == ("decided", "played", 2, None, None)


def test_a_score_tells_who_won(stage: Stage) -> None:
    _post(stage, score_1=3, score_2=7)
    assert _result(stage) == ("decided", "played", 2, 3, 7)


def test_a_walkover_has_a_winner_and_no_score(stage: Stage) -> None:
    _post(stage, winner=1, outcome="walkover")
    assert _result(stage) == ("decided", "walkover", 1, None, None)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"score_1": 5, "score_2": 3}, "Nobody has won by this score"),
        ({"score_1": 7, "score_2": 7}, "Both sides cannot win"),
        ({"score_1": 7, "score_2": -1}, "less than 0 points"),
        ({"score_1": 9, "score_2": 3}, "points beyond 7 do not count: write 7-3"),
        ({"score_1": 7, "score_2": ""}, "points of both sides"),
        ({"score_1": "x", "score_2": 3}, "Enter a whole number"),
        ({"score_1": "9" * 5000, "score_2": 3}, "Enter a whole number"),
        ({"winner": 2, "score_1": 7, "score_2": 3}, "the other side has won"),
        ({"winner": 1, "score_1": 7, "score_2": 3, "outcome": "walkover"}, "has no score"),
        ({"winner": 3}, "not one of the available choices"),
        ({}, "Say who won"),
        ({"winner": 1, "version": ""}, "This field is required"),
    ],
)
def test_a_result_that_cannot_be_is_refused_with_the_reason(
    stage: Stage, typed: dict[str, Any], said: str
) -> None:
    response = _post(stage, **typed)
    assert response.status_code == 400
    assert said in text(response)
    assert stage.match("M1.1").state == "open"


def test_what_was_typed_stays(stage: Stage) -> None:
    assert 'name="score_1" value="9"' in text(_post(stage, score_1=9, score_2=3))


def test_a_match_whose_players_are_not_known_takes_no_result(stage: Stage) -> None:
    response = _post(stage, "M2.1", winner=1)
    assert response.status_code == 409
    assert "players are not known" in text(response)


def test_a_button_tapped_twice_enters_once_and_is_no_error(stage: Stage) -> None:
    version = stage.match("M1.1").version
    for _tap in range(2):
        assert _post(stage, winner=1, version=version).status_code == 302
    assert stage.match("M1.1").version == version + 1


def test_the_slower_of_two_directors_sees_what_the_faster_did(stage: Stage) -> None:
    version = stage.match("M1.1").version
    _post(stage, name="dana", winner=1, version=version)
    response = _post(stage, winner=2, version=version)
    assert response.status_code == 409
    assert "result entered" in text(response)
    assert stage.match("M1.1").winner == 1


def test_a_report_meanwhile_is_a_conflict_that_is_shown(stage: Stage) -> None:
    version = stage.match("M1.1").version
    _report(stage, 1, (7, 4))
    response = _post(stage, winner=2, version=version)
    assert response.status_code == 409
    assert "Confirm now" in text(response)


def test_staff_confirm_a_report_without_waiting_for_the_opponent(stage: Stage) -> None:
    _report(stage, 1, (7, 4))
    report = stage.match("M1.1").reports.get()
    assert _post(stage, step="accept", report=report.pk).status_code == 302
    assert _result(stage) == ("decided", "played", 1, 7, 4)


def test_a_dispute_is_settled_for_one_of_the_claims(stage: Stage) -> None:
    _report(stage, 1, (7, 4))
    _report(stage, 2, (5, 7))
    page = text(Desk(stage.event, "sam").get("fixture", "M1.1"))
    assert page.count("Accept this") == 2
    second = stage.match("M1.1").reports.get(side=2)
    _post(stage, step="accept", report=second.pk)
    assert _result(stage) == ("decided", "played", 2, 5, 7)


def test_a_dispute_may_be_settled_otherwise(stage: Stage) -> None:
    _report(stage, 1, (7, 4))
    _report(stage, 2, (5, 7))
    _post(stage, score_1=7, score_2=6)
    assert _result(stage) == ("decided", "played", 1, 7, 6)


@pytest.mark.parametrize("report", ["", "0", "x", "9" * 40])
def test_a_report_that_is_gone_cannot_be_accepted(stage: Stage, report: str) -> None:
    assert _post(stage, step="accept", report=report).status_code == 409


def test_a_match_moves_to_a_free_table_or_to_none(stage: Stage) -> None:
    _post(stage, step="table", number=9)
    assert Table.objects.get(number=9).fixture == stage.fixture("M1.1")
    _post(stage, step="table", number="")
    assert not Table.objects.filter(fixture=stage.fixture("M1.1")).exists()
    assert _post(stage, step="table", number=2).status_code == 409
    assert _post(stage, step="table", number=99).status_code == 404


def test_a_bye_takes_no_result() -> None:
    stage = Stage(make_running_event("ABC", tournament=make_cast()))
    key = Event.objects.get().fixtures.get(status="bye").key
    assert Desk(stage.event).post("fixture", key, winner=1, version=1).status_code == 409
