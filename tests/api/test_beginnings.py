"""Who is at the table, penalties and excuses through the API."""

from typing import Any

import pytest

from tests.api.talking import Talker, member, player, visitor
from tests.builders import Stage, make_running_event
from tournaments.models import Event

pytestmark = pytest.mark.django_db

KEY = "M1.1"
PENALTY = {"side": 1, "points": 2, "kind": "conduct", "reason": "Swore"}


@pytest.fixture
def event() -> Event:
    return make_running_event("ABCD", rule_set="ukbgf")


@pytest.fixture
def dana(event: Event) -> Talker:
    return member(event.tournament, "director")


def at(event: Event, more: str, key: str = KEY) -> str:
    return f"/events/{event.pk}/fixtures/{key}/{more}"


def mine(event: Event, more: str) -> str:
    return f"/me/matches/{Stage(event).match(KEY).pk}/{more}"


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.data["code"]


def test_a_beginning_tells_who_is_awaited_and_what_is_due(event: Event, dana: Talker) -> None:
    shown = dana.get(at(event, "beginning/")).data
    assert shown["called_at"] == "2026-12-05T12:00:00Z"
    assert (shown["here"], shown["begun_at"], shown["start"]) == ([None, None], None, [0, 0])
    assert (shown["next"]["minute"], shown["next"]["deed"]) == (5, "point")
    assert shown["penalties"] == []


def test_staff_say_who_is_there_take_it_back_and_that_it_has_begun(
    event: Event, dana: Talker
) -> None:
    here = dana.post(at(event, "here/"), {"sides": [2]}).data["here"]
    assert (here[0], here[1] is None) == (None, False)
    assert dana.send("DELETE", at(event, "here/?side=2")).data["here"] == [None, None]
    assert dana.post(at(event, "begun/")).data["begun_at"] is not None
    assert dana.get(at(event, "")).data["begun_at"] is not None


def test_two_players_say_that_they_are_there(event: Event) -> None:
    first, second = (player(one.name) for one in Stage(event).players(KEY))
    said = first.post(mine(event, "here/")).data
    assert (said["am_here"], said["other_is_here"], said["begun_at"]) == (True, False, None)
    assert second.post(mine(event, "here/")).data["begun_at"] is not None


def test_one_player_says_that_they_have_begun(event: Event) -> None:
    first = player(Stage(event).players(KEY)[0].name)
    assert first.post(mine(event, "begun/")).data["begun_at"] is not None


def test_penalties_are_given_once_shown_and_taken_back(event: Event, dana: Talker) -> None:
    dana.post(at(event, "penalties/"), PENALTY, idempotency_key="a")
    given = dana.post(at(event, "penalties/"), PENALTY, idempotency_key="a").data
    assert given["start"] == [0, 2]
    assert dana.get(at(event, "")).data["start"] == [0, 2]
    (told,) = given["penalties"]
    assert (told["number"], told["kind"], told["removed_at"]) == (1, "conduct", None)
    assert told["words"].startswith("2 points for ")
    me = player(Stage(event).players(KEY)[0].name).get("/me/").data
    assert me["events"][0]["current"][0]["start"] == [0, 2]
    gone = dana.send("DELETE", at(event, "penalties/1/?reason=Not+he")).data
    assert (gone["start"], gone["penalties"][0]["removed_why"]) == ([0, 0], "Not he")
    assert refusal(dana.send("DELETE", at(event, "penalties/7/?reason=x"))) == (
        404,
        "no_such_penalty",
    )


def test_an_excuse_ends_what_is_due(event: Event, dana: Talker) -> None:
    assert dana.post(at(event, "excuse/"), {}).status_code == 400
    excused = dana.post(at(event, "excuse/"), {"reason": "The bus"}).data
    assert (excused["next"], excused["excused_at"] is None) == (None, False)


def test_a_version_that_moved_on_is_shown_with_the_newer_state(event: Event, dana: Talker) -> None:
    refused = dana.post(at(event, "penalties/"), PENALTY, if_match='"99"')
    assert refusal(refused) == (409, "version_conflict")
    assert refused.data["detail"]["current"]["start"] == [0, 0]


def test_scorers_see_and_say_who_is_there_and_give_no_penalties(event: Event) -> None:
    sam = member(event.tournament, "scorer")
    assert sam.get(at(event, "beginning/")).status_code == 200
    assert sam.post(at(event, "here/"), {"sides": [1, 2]}).status_code == 200
    assert sam.post(at(event, "penalties/"), PENALTY).status_code == 403
    assert sam.post(at(event, "excuse/"), {"reason": "x"}).status_code == 403
    assert sam.send("DELETE", at(event, "penalties/1/?reason=x")).status_code == 403


def test_visitors_see_the_start_and_nothing_that_is_for_the_staff(event: Event) -> None:
    assert visitor().get(at(event, "")).data["start"] == [0, 0]
    assert visitor().get(at(event, "beginning/")).status_code == 401
    assert visitor().post(at(event, "here/"), {"sides": [1]}).status_code == 401


def test_a_whole_room_has_begun_but_where_one_waits_for_the_other(
    event: Event, dana: Talker
) -> None:
    dana.post(at(event, "here/"), {"sides": [1]})
    assert dana.post(f"/events/{event.pk}/begun/").data == {"begun": 1}
    begun = {key: dana.get(at(event, "", key)).data["begun_at"] for key in (KEY, "M1.2")}
    assert (begun[KEY], begun["M1.2"] is None) == (None, False)
    assert dana.post(f"/events/{event.pk}/begun/").data == {"begun": 0}
    assert visitor().post(f"/events/{event.pk}/begun/").status_code == 401


def test_nobody_begins_what_is_over_or_has_no_players(event: Event, dana: Talker) -> None:
    Stage(event).win(KEY)
    assert refusal(dana.post(at(event, "begun/"))) == (409, "match_over")
    assert refusal(dana.get(at(event, "beginning/", "M2.1"))) == (409, "players_not_known")
    assert refusal(dana.post(at(event, "here/", "M9.9"), {"sides": [1]})) == (
        404,
        "no_such_fixture",
    )
