"""Calls, rulings, appeals and sanctions through the API, by players, scorers and directors."""

from typing import Any

import pytest

from matches.services.clocks import clock_confirm, clock_set_up
from tests.api.talking import Talker, director, member, player, staff, visitor
from tests.builders import (
    Stage,
    by_director,
    entry_id,
    make_running_event,
    make_user,
)
from tests.tournaments.rulings import KEY, Scene
from tournaments.models import Event
from tournaments.models_rulings import Call, Ruling
from tournaments.services.passes import pass_renew

pytestmark = pytest.mark.django_db

SAID = {"kind": "cocked_dice", "decision": "Roll again", "reason": "Touched"}


@pytest.fixture
def event() -> Event:
    event = make_running_event("ABCDEFGH")
    Scene(event).set_rules(appeals="committee", committee=3)
    return event


def at(event: Event, more: str) -> str:
    return f"/events/{event.pk}/{more}"


def mine(event: Event, more: str) -> str:
    return f"/me/matches/{Stage(event).match(KEY).pk}/{more}"


def sides(event: Event) -> tuple[Talker, Talker]:
    first, second = Stage(event).players(KEY)
    return player(first.name), player(second.name)


def rule(event: Event, talker: Talker | None = None, **more: Any) -> Any:
    return (talker or director()).post(at(event, f"fixtures/{KEY}/rulings/"), {**SAID, **more})


def refused(answer: Any, status: int, code: str) -> None:
    assert (answer.status_code, answer.data["code"]) == (status, code)


def test_a_call_from_the_phone_to_its_end(event: Event) -> None:
    one, other = sides(event)
    called = one.post(mine(event, "call/"), {"kind": "dice", "words": "Look"})
    assert called.data["call"]["voices"][0]["words"] == "Look"
    other.post(mine(event, "call/"), {})
    sam, dina = member(event.tournament, "scorer"), director()
    (call,) = sam.get(at(event, "calls/")).data["calls"]
    assert [voice["side"] for voice in call["voices"]] == [1, 2]
    taken = sam.post(at(event, f"calls/{call['id']}/take/"))
    assert taken.data["calls"][0]["taken_by"] == "Dana Director"
    refused(sam.post(at(event, f"calls/{call['id']}/close/")), 403, "not_staff")
    assert dina.post(at(event, f"calls/{call['id']}/close/")).data["calls"] == []
    refused(one.send("DELETE", mine(event, "call/")), 409, "no_call")


def test_settled_among_the_players(event: Event) -> None:
    one, other = sides(event)
    one.post(mine(event, "call/"), {})
    refused(other.send("DELETE", mine(event, "call/")), 409, "no_call")
    assert one.send("DELETE", mine(event, "call/")).data["call"] is None


def test_a_call_that_is_sent_twice_is_one(event: Event) -> None:
    one, _other = sides(event)
    for _n in range(2):
        sent = one.post(mine(event, "call/"), {"words": "Come"}, idempotency_key="k1")
        assert sent.status_code == 200
    assert Call.objects.get().voices.count() == 1


def test_a_ruling_with_time_and_points(event: Event) -> None:
    match = Stage(event).match(KEY)
    clock_set_up(match_id=match.pk, act=by_director())
    clock_confirm(match_id=match.pk, sides=(1, 2), act=by_director())
    penalty = {"side": 2, "points": 1}
    made = rule(event, credit_1=120_000, penalty=penalty, warning=2, rule="die_on_checker", side=2)
    assert made.status_code == 201, made.data
    assert made.data["effects"] == {
        "times": {"1": {"before": 840_000, "after": 960_000}},
        "penalty": penalty,
        "warning": 2,
    }
    one, _other = sides(event)
    (on_card,) = one.get("/me/").data["events"][0]["current"][0]["rulings"]
    assert (on_card["decision"], on_card["may_appeal"]) == ("Roll again", True)
    withdrawn = director().post(at(event, "rulings/1/withdraw/"), {"reason": "No"})
    assert sorted(withdrawn.data["taken_back"]) == ["penalty", "times", "warning"]
    assert Stage(event).match(KEY).start == (0, 0)


def test_a_ruling_with_a_result_is_amended(event: Event) -> None:
    result = {"winner": 1, "scores": [7, 3]}
    assert rule(event, kind="score", result=result).data["effects"]["result"]["before"] is None
    amended = director().send("PUT", at(event, "rulings/1/"), {**SAID, "decision": "It stands"})
    assert (amended.status_code, amended.data["number"]) == (200, 2)
    assert director().get(at(event, "rulings/1/")).data["replaced_by"] == 2
    listed = director().get(at(event, "rulings/")).data["rulings"]
    assert [one["state"] for one in listed] == ["stands", "amended"]


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        ({"reason": ""}, 400, "reason_missing"),
        ({"rule": "weather"}, 400, "rule_unknown"),
        ({"credit_1": 1000}, 404, "no_clock"),
        ({"penalty": {"side": 1, "points": 100}}, 400, "penalty_points"),
        ({"kind": "weather"}, 400, "invalid_input"),
        ({"decision": ""}, 400, "invalid_input"),
        ({"result": {"winner": 1, "scores": [3, 7]}}, 400, "winner_not_by_score"),
    ],
)
def test_what_cannot_be_ruled_is_refused(
    event: Event, more: dict[str, Any], status: int, code: str
) -> None:
    refused(rule(event, **more), status, code)
    assert not Ruling.objects.exists()


def test_whoever_saw_an_older_match_rules_on_nothing(event: Event) -> None:
    path, version = at(event, f"fixtures/{KEY}/rulings/"), Stage(event).match(KEY).version
    one, _other = sides(event)
    one.post(mine(event, "call/"), {})
    sent = director().send("POST", path, SAID, if_match=f'"{version}"')
    refused(sent, 409, "version_conflict")


def test_an_appeal_to_a_committee_that_overturns(event: Event) -> None:
    rule(event, warning=1)
    one, other = sides(event)
    appealed = one.post(mine(event, "rulings/1/appeal/"), {"words": "It lay flat"})
    assert appealed.data["rulings"][0]["appeal"]["state"] == "open"
    refused(other.post(mine(event, "rulings/1/appeal/")), 409, "already_appealed")
    refused(other.post(mine(event, "rulings/2/appeal/")), 404, "no_such_ruling")
    dina = director()
    path = at(event, "rulings/1/committee/")
    found = dina.get(path).data["candidates"]
    assert len(found) == 6
    assert all(one["user"] is None for one in found)
    members = [{"player": one["player"]} for one in found[:3]]
    refused(dina.send("PUT", path, {"members": members[:2]}), 400, "committee_size")
    drawn = dina.send("PUT", path, {"members": members, "minutes": 10})
    assert [seat["name"] for seat in drawn.data["appeal"]["seats"]] == [
        one["name"] for one in found[:3]
    ]
    votes = [{"seat": n, "vote": "overturn"} for n in (1, 2, 3)]
    decide = at(event, "rulings/1/decision/")
    refused(dina.post(decide, {"votes": votes[:2]}), 400, "votes_missing")
    decided = dina.post(decide, {"votes": votes, "reason": "Flat"})
    assert (decided.data["state"], decided.data["taken_back"]) == ("overturned", ["warning"])


def test_where_the_director_has_the_last_word_an_appeal_is_refused_with_why(event: Event) -> None:
    Scene(event).set_rules(appeals="director", committee=0)
    rule(event)
    one, _other = sides(event)
    refused(one.post(mine(event, "rulings/1/appeal/")), 400, "appeal_final")


def test_a_ruling_that_ends_the_match_is_final_at_once_where_the_time_is_the_match(
    event: Event,
) -> None:
    Scene(event).set_rules(appeal_minutes=0)
    open_yet = rule(event).data
    assert (open_yet["may_appeal"], open_yet["final"], open_yet["final_at"]) == (True, False, None)
    ended = rule(event, kind="score", result={"winner": 1}).data
    assert (ended["may_appeal"], ended["final"]) == (False, True)
    assert ended["final_at"] == ended["made_at"]
    one, _other = sides(event)
    refused(one.post(mine(event, "rulings/2/appeal/")), 409, "appeal_late")


def test_undo_of_a_ruling_tells_what_its_result_means_and_takes_it_back(event: Event) -> None:
    for key in ("M1.1", "M1.2", "M2.1"):
        Stage(event).win(key)
    result = {"winner": 2, "clear": True}
    assert rule(event, kind="score", result=result).status_code == 201
    dina = director()
    found = dina.get(at(event, "undo/")).data
    assert (found["action"], found["fixture"]) == ("ruling.made", KEY)
    assert list(found["impact"]["refilled"]) == ["M2.1"]
    undone = dina.post(at(event, "undo/"), {"deed": found["deed"]}, if_match="*")
    assert undone.status_code == 200
    assert (Stage(event).match(KEY).winner, Stage(event).match("M2.1").winner) == (1, 1)
    assert dina.get(at(event, "rulings/1/")).data["state"] == "withdrawn"


def test_sanctions_step_by_step(event: Event) -> None:
    name = Stage(event).players(KEY)[0].name
    path, dina = at(event, f"entries/{entry_id(event, name)}/sanctions/"), director()
    assert dina.get(path).data == {"sanctions": [], "proposed": "warning"}
    given = dina.post(path, {"kind": "warning", "reason": "Talked"}, idempotency_key="a")
    assert (given.status_code, given.data["number"]) == (201, 1)
    points = dina.post(path, {"kind": "points", "points": 2, "reason": "Again"})
    assert points.data["waits"]
    applied = dina.post(at(event, "sanctions/2/apply/"), {"fixture": KEY})
    assert (applied.data["fixture"], Stage(event).match(KEY).start) == (KEY, (0, 2))
    assert dina.get(path).data["proposed"] == "forfeit"
    refused(dina.post(at(event, "sanctions/2/withdraw/")), 400, "reason_missing")
    back = dina.post(at(event, "sanctions/2/withdraw/"), {"reason": "Not he"})
    assert (back.data["holds"], Stage(event).match(KEY).start) == (False, (0, 0))
    refused(dina.post(at(event, "sanctions/9/withdraw/"), {"reason": "x"}), 404, "no_such_sanction")


def test_strangers_other_players_scorers_and_old_cards_may_not(event: Event) -> None:
    rule(event)
    one, _other = sides(event)
    third = player(Stage(event).players("M1.2")[0].name)
    for path in (mine(event, "call/"), mine(event, "rulings/1/appeal/")):
        refused(third.post(path), 403, "not_your_match")
        assert visitor().post(path).status_code == 401
    first = Stage(event).players(KEY)[0]
    pass_renew(tournament_id=event.tournament_id, player_id=first.pk, act=by_director(9))
    assert one.post(mine(event, "call/")).status_code == 401
    otto, sam = staff(make_user("otto")), member(event.tournament, "scorer")
    deeds: list[tuple[str, str, Any]] = [
        ("POST", f"fixtures/{KEY}/rulings/", SAID),
        ("PUT", "rulings/1/", SAID),
        ("POST", "rulings/1/withdraw/", {"reason": "x"}),
        ("GET", "rulings/1/committee/", None),
        ("PUT", "rulings/1/committee/", {"members": []}),
        ("POST", "rulings/1/decision/", {"votes": []}),
        ("POST", f"entries/{entry_id(event, 'A')}/sanctions/", {"kind": "warning", "reason": "x"}),
        ("POST", "sanctions/1/withdraw/", {"reason": "x"}),
        ("POST", "sanctions/1/apply/", {"fixture": KEY}),
    ]
    for method, path, body in deeds:
        for talker in (otto, sam):
            refused(talker.send(method, at(event, path), body), 403, "not_staff")
    for path in ("calls/", "rulings/", "rulings/1/", f"entries/{entry_id(event, 'A')}/sanctions/"):
        assert sam.get(at(event, path)).status_code == 200
        refused(otto.get(at(event, path)), 403, "not_staff")
        assert visitor().get(at(event, path)).status_code == 401
    assert Ruling.objects.get().state == "stands"
