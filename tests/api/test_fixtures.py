"""Fixtures through the API: filters, where slots come from, corrections told before, tables."""

from typing import Any

import pytest

from tests.api.talking import member, visitor
from tests.builders import Stage, make_running_event

pytestmark = pytest.mark.django_db


def test_fixtures_are_filtered_by_bracket_and_status() -> None:
    event = make_running_event("ABCDE", consolation_length=5)
    path = f"/events/{event.pk}/fixtures/"

    def keys(query: str) -> list[str]:
        return [fixture["key"] for fixture in visitor().get(path + query).data["fixtures"]]

    assert keys("?bracket=M&status=ready") == Stage(event).open_keys()
    assert all(key.startswith("C") for key in keys("?bracket=C"))
    assert len(keys("?bracket=M")) == 7
    assert len(keys("?bracket=M")) + len(keys("?bracket=C")) == len(keys(""))
    assert visitor().get(path + "?status=lost").data["code"] == "invalid_input"


def test_a_slot_says_who_comes_there_until_it_is_known() -> None:
    event = make_running_event("ABCD")
    final = visitor().get(f"/events/{event.pk}/fixtures/M2.1/").data
    assert [(slot["kind"], slot["fed_by"], slot["name"]) for slot in final["slots"]] == [
        ("open", "winner:M1.1", ""),
        ("open", "winner:M1.2", ""),
    ]
    assert (final["match"], final["match_state"], final["version"]) == (None, "", 0)


def test_a_correction_is_told_before_and_done_only_when_said_so() -> None:
    event = make_running_event("ABCD")
    stage = Stage(event)
    for key in ("M1.1", "M1.2", "M2.1"):
        stage.win(key)
    director = member(event.tournament, "director")
    path = f"/events/{event.pk}/fixtures/M1.1/result/"
    told = director.post(f"{path}preview/", {"winner": 2}).data
    nothing: dict[str, Any] = {"refilled": [], "kept_rounds": [], "followers": []}
    assert told == {"cleared": ["M2.1"], "swappable": True, **nothing}
    verdict = {"winner": 2, "reason": "upside down"}
    refused = director.post(path, verdict, if_match="*")
    assert (refused.status_code, refused.data["code"]) == (409, "would_clear")
    assert refused.data["detail"]["fixtures"] == ["M2.1"]
    done = director.post(path, {**verdict, "clear": True}, if_match="*")
    assert done.status_code == 200
    assert visitor().get(f"/events/{event.pk}/fixtures/M2.1/").data["match_state"] == "open"
    assert director.post(f"{path}preview/", {"winner": None}).data["refilled"] == ["M2.1"]


def test_a_result_that_cannot_be_is_refused_by_the_rule_it_breaks() -> None:
    event = make_running_event("AB", length=7)
    director = member(event.tournament, "director")
    path = f"/events/{event.pk}/fixtures/M1.1/result/"
    for body, code in [
        ({"winner": 1, "scores": [6, 3]}, "score_no_winner"),
        ({"winner": 2, "scores": [7, 3]}, "winner_not_by_score"),
        ({"winner": 1, "scores": [7, 0], "outcome": "walkover"}, "walkover_scored"),
        ({"winner": 3}, "invalid_input"),
        ({"winner": 1, "scores": [7]}, "invalid_input"),
    ]:
        sent = director.post(path, body, if_match="*")
        assert (sent.status_code, sent.data["code"]) == (400, code)
    walkover = director.post(path, {"winner": 2, "outcome": "walkover"}, if_match="*")
    assert walkover.data["outcome"] == "walkover"


def test_a_match_is_sent_to_a_table_that_is_free() -> None:
    event = make_running_event("ABCD")
    scorer = member(event.tournament, "scorer")
    path = f"/events/{event.pk}/fixtures/M1.1/table/"
    assert scorer.send("PUT", path, {"table": 7}).data["table"] == 7
    taken = scorer.send("PUT", path, {"table": 2})
    assert (taken.status_code, taken.data["code"]) == (409, "table_taken")
    assert scorer.send("PUT", path, {"table": 99}).data["code"] == "no_such_table"
    assert scorer.send("PUT", path, {"table": None}).data["table"] is None
