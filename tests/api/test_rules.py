"""The rules of an event through the API: read, changed, given to matches, undone."""

from typing import Any

import pytest

from tests.api.talking import Talker, member, visitor
from tests.builders import Stage, make_running_event
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_running_event("ABCD")


@pytest.fixture
def director(event: Event) -> Talker:
    return member(event.tournament, "director")


def at(event: Event, more: str = "") -> str:
    return f"/events/{event.pk}/rules/{more}"


def put(director: Talker, event: Event, rule_set: str = "club", **rules: Any) -> Any:
    body = {"rule_set": rule_set, "rules": rules}
    return director.send("PUT", at(event), body, if_match="*")


def test_everybody_reads_the_rule_sets_and_what_their_rules_mean() -> None:
    body = visitor().get("/rule-sets/").data
    assert [one["code"] for one in body["rule_sets"]] == [
        "club",
        "usbgf",
        "wbgf",
        "ukbgf",
        "online",
        "fnr",
    ]
    names = [rule["name"] for rule in body["rules"]]
    for one in body["rule_sets"]:
        assert list(one["rules"]) == names
    (flag,) = [rule for rule in body["rules"] if rule["name"] == "flag"]
    assert set(flag["options"]) == {"lose_match", "overtime", "lose_game", "penalty"}
    usbgf = body["rule_sets"][1]
    assert (usbgf["rules"]["delay"], usbgf["usual_length"]) == (12, 9)
    assert usbgf["sources"]["delay"].endswith("US-Backgammon-Clock-2013.html")


def test_rules_are_changed_and_everybody_reads_what_differs(event: Event, director: Talker) -> None:
    assert put(director, event, "usbgf", delay=15).status_code == 200
    shown = visitor().get(at(event)).data
    assert (shown["rule_set"], shown["rules"]["delay"]) == ("usbgf", 15)
    assert shown["rules"]["baffle_box"] == "each"
    assert shown["variances"] == [
        {
            "rule": "delay",
            "title": "Delay or increment",
            "usual": 12,
            "here": 15,
            "usual_words": "12 s",
            "here_words": "15 s",
        }
    ]


def test_the_answer_can_be_sent_back_as_it_is(event: Event, director: Talker) -> None:
    shown = put(director, event, "ukbgf", late_grace=10).data
    again = put(director, event, shown["rule_set"], **shown["rules"])
    assert again.data == shown


@pytest.mark.parametrize(
    ("rule_set", "rules", "code", "about"),
    [
        ("house", {}, "rule_set_unknown", []),
        ("club", {"pace": 1}, "rule_unknown", []),
        ("club", {"delay": "12"}, "rule_not_whole", ["delay"]),
        ("club", {"delay": 999}, "rule_out_of_range", ["delay"]),
        ("club", {"flag": "argue"}, "rule_unknown_choice", ["flag"]),
        ("club", {"crawford": 1}, "rule_not_a_flag", ["crawford"]),
        ("club", {"late_grace": 0}, "penalties_without_grace", ["late_grace", "late"]),
        ("usbgf", {"reporter": "both", "confirm_minutes": 5}, "silence_of_both", None),
    ],
)
def test_what_cannot_be_is_refused_with_the_rules_it_is_about(
    event: Event, director: Talker, rule_set: str, rules: Any, code: str, about: Any
) -> None:
    refused = put(director, event, rule_set, **rules)
    assert (refused.status_code, refused.data["code"]) == (400, code)
    assert refused.data["detail"]["rules"] == (about or refused.data["detail"]["rules"])
    assert visitor().get(at(event)).data["variances"] == []


def test_a_change_needs_the_version_that_was_seen(event: Event, director: Talker) -> None:
    body = {"rule_set": "club", "rules": {"delay": 15}}
    assert director.send("PUT", at(event), body).status_code == 428
    seen = director.get(at(event))["ETag"]
    assert director.send("PUT", at(event), body, if_match=seen).status_code == 200
    late = director.send("PUT", at(event), body, if_match=seen)
    assert (late.status_code, late.data["code"]) == (409, "version_conflict")
    assert late.data["detail"]["current"]["version"] == event.version + 1


def test_nothing_is_sent_again_that_did_not_change(event: Event) -> None:
    seen = visitor().get(at(event))["ETag"]
    assert visitor().get(at(event), if_none_match=seen).status_code == 304


def test_matches_get_the_rules_that_were_seen_and_lose_them_again(
    event: Event, director: Talker
) -> None:
    stage = Stage(event)
    stage.win("M1.1")
    put(director, event, delay=15)
    (match,) = director.get(at(event, "apply/")).data["matches"]
    assert (match["fixture"], match["before"], match["after"]) == (
        "M1.2",
        {"delay": 12},
        {"delay": 15},
    )
    others = director.post(at(event, "apply/"), {"fixtures": ["M1.1"]}, if_match="*")
    assert (others.status_code, others.data["code"]) == (409, "other_matches")
    assert others.data["detail"]["fixtures"] == ["M1.2"]
    done = director.post(at(event, "apply/"), {"fixtures": ["M1.2"]}, if_match="*")
    assert done.status_code == 200
    assert stage.match("M1.2").rules["delay"] == 15
    nothing = director.post(at(event, "apply/"), {"fixtures": []}, if_match="*")
    assert (nothing.status_code, nothing.data["code"]) == (409, "nothing_to_apply")

    deed = director.get(f"/events/{event.pk}/undo/").data
    assert deed["action"] == "rules.applied"
    director.post(f"/events/{event.pk}/undo/", {"deed": deed["deed"]}, if_match="*")
    assert "delay" not in stage.match("M1.2").rules


def test_giving_rules_twice_by_one_key_gives_them_once(event: Event, director: Talker) -> None:
    put(director, event, delay=15)
    body = {"fixtures": ["M1.1", "M1.2"]}
    first = director.post(at(event, "apply/"), body, if_match="*", idempotency_key="k1")
    again = director.post(at(event, "apply/"), body, if_match="*", idempotency_key="k1")
    assert (first.status_code, again.status_code, again.data) == (200, 200, first.data)
    assert event.log.filter(action="rules.applied").count() == 1


def test_an_event_that_is_over_keeps_its_rules(event: Event, director: Talker) -> None:
    Stage(event).play_out()
    refused = put(director, event, delay=15)
    assert (refused.status_code, refused.data["code"]) == (409, "event_finished")


def test_other_settings_leave_the_rules_alone(director: Talker, event: Event) -> None:
    made = director.post(
        f"/tournaments/{event.tournament.slug}/events/",
        {"name": "Side", "length": 5, "rule_set": "usbgf"},
    ).data
    assert made["confirm_minutes"] == 0
    side = f"/events/{made['id']}/"
    director.send(
        "PUT", f"{side}rules/", {"rule_set": "usbgf", "rules": {"delay": 9}}, if_match="*"
    )
    changed = director.send("PATCH", side, {"length": 7}, if_match="*")
    assert changed.status_code == 200
    assert visitor().get(f"{side}rules/").data["rules"]["delay"] == 9
    director.send("PATCH", side, {"rule_set": "club", "confirm_minutes": None}, if_match="*")
    assert visitor().get(f"{side}rules/").data["rules"]["delay"] == 12


def test_a_stage_is_given_rules_of_its_own_and_everybody_reads_them(
    event: Event, director: Talker
) -> None:
    body = {"rules": {"delay": 8}}
    put_there = director.send("PUT", at(event, "stages/M/2/"), body, if_match="*")
    assert put_there.status_code == 200
    (stage,) = visitor().get(at(event)).data["stages"]
    assert (stage["bracket"], stage["from_round"], stage["rules"]) == ("M", 2, {"delay": 8})
    assert stage["variances"][0]["usual_words"] == "12 s"
    director.send("PUT", at(event, "stages/M/2/"), {"rules": {}}, if_match="*")
    assert visitor().get(at(event)).data["stages"] == []


@pytest.mark.parametrize(
    ("place", "rules", "code", "status"),
    [
        ("C/1/", {}, "no_such_stage", 404),
        ("M/100/", {}, "part_unknown", 400),
        ("M/1/", {"late_grace": 0}, "penalties_without_grace", 400),
        ("M/1/", {"pace": 1}, "rule_unknown", 400),
    ],
)
def test_what_a_stage_cannot_have_is_refused(
    event: Event, director: Talker, place: str, rules: dict[str, Any], code: str, status: int
) -> None:
    answer = director.send("PUT", at(event, f"stages/{place}"), {"rules": rules}, if_match="*")
    assert (answer.status_code, answer.data["code"]) == (status, code)
