"""Corrections: the consequences are shown first, and nothing is cleared unseen."""

from typing import Any

import pytest
from django.http import HttpResponse

from tests.builders import Stage, make_running_event
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    stage = Stage(make_running_event("ABCDEFGH", tournament=make_cast()))
    for key in ("M1.1", "M1.2", "M2.1"):
        stage.win(key)
    return stage


def _post(stage: Stage, name: str = "dina", **data: Any) -> HttpResponse:
    defaults = {"step": "correct", "version": stage.match("M1.1").version, "reason": "wrong slip"}
    return Desk(stage.event, name).post("fixture", "M1.1", **{**defaults, **data})


def test_the_results_that_would_go_are_listed_before_anything_changes(stage: Stage) -> None:
    first, second = stage.names("M2.1")
    page = text(_post(stage, winner=2))
    assert "These results are taken back" in page
    assert f"{first} – {second}" in page
    assert "7–0" in page
    assert stage.match("M1.1").winner == 1


def test_confirming_clears_them_and_the_bracket_follows(stage: Stage) -> None:
    loser = stage.names("M1.1")[1]
    assert _post(stage, winner=2, cleared="M2.1").status_code == 302
    assert stage.names("M2.1")[0] == loser
    assert stage.match("M2.1").state == "open"


def test_a_list_that_grew_meanwhile_is_shown_again(stage: Stage) -> None:
    response = _post(stage, winner=2, cleared="")
    assert response.status_code == 409
    assert "Something changed meanwhile" in text(response)
    assert stage.match("M1.1").winner == 1


def test_a_corrected_score_changes_nothing_else(stage: Stage) -> None:
    page = text(_post(stage, score_1=7, score_2=5))
    assert "Nothing else changes" in page
    _post(stage, score_1=7, score_2=5, cleared="")
    assert stage.match("M1.1").score_2 == 5
    assert stage.match("M2.1").state == "decided"


@pytest.mark.parametrize(
    ("step", "field"), [("correct", "id_reason"), ("reopen", "id_reason_back")]
)
def test_a_missing_reason_is_named_and_its_field_is_marked(
    stage: Stage, step: str, field: str
) -> None:
    page = text(_post(stage, step=step, winner=2, reason=""))
    assert "Say why: the reason is part of the log." in page
    assert page.count('aria-invalid="true"') == 1
    assert f'<input id="{field}" name="reason" maxlength="300" aria-invalid="true"' in page


def test_a_correction_needs_a_reason_which_the_log_keeps(stage: Stage) -> None:
    assert _post(stage, winner=2, reason=" ").status_code == 400
    _post(stage, winner=2, cleared="M2.1", reason="slips were swapped")
    log = text(Desk(stage.event).get("event_log"))
    assert "slips were swapped" in log
    assert "result corrected" in log


def test_a_result_is_taken_back_likewise(stage: Stage) -> None:
    page = text(_post(stage, step="reopen"))
    assert "These results are taken back" in page
    _post(stage, step="reopen", cleared="M2.1")
    assert stage.match("M1.1").state == "open"
    assert stage.names("M2.1")[0] is None


def test_a_stale_correction_shows_what_the_other_director_did(stage: Stage) -> None:
    old = stage.match("M1.1").version
    _post(stage, name="dana", score_1=7, score_2=6, cleared="")
    response = _post(stage, winner=2, version=old, reason="my reason")
    assert response.status_code == 409
    assert "result corrected" in text(response)
    assert "my reason" in text(response)


@pytest.mark.parametrize("step", ["correct", "reopen"])
def test_scorers_enter_results_but_do_not_correct_them(stage: Stage, step: str) -> None:
    assert _post(stage, name="sam", step=step, winner=2, cleared="M2.1").status_code == 403
    assert _post(stage, name="sam", step="", winner=2).status_code == 409
    assert stage.match("M1.1").winner == 1


def test_who_had_each_others_name_keep_their_results(stage: Stage) -> None:
    right = stage.names("M1.1")[1]
    assert "they had each other’s name since" in text(_post(stage, winner=2))
    assert _post(stage, winner=2, cleared="M2.1", swap="yes").status_code == 302
    assert stage.names("M2.1")[0] == right
    assert stage.match("M2.1").state == "decided"
