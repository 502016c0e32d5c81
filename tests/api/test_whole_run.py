"""A tournament from its name to its standings, through the API alone."""

from typing import Any

import pytest

from tests.api.talking import Talker, player, staff, visitor
from tests.builders import make_user

pytestmark = pytest.mark.django_db(transaction=True)

DAYS = {"starts_on": "2099-12-05", "ends_on": "2099-12-06", "time_zone": "Europe/Kyiv", "tables": 4}


def make_running_event(director: Talker, text: str) -> str:
    """The address of an event with the entries of the text, drawn and published."""
    made = director.post("/tournaments/", {"name": "Lviv Open", **DAYS})
    assert made.status_code == 201, made.data
    event = director.post("/tournaments/lviv-open/events/", {"name": "Main", "length": 5}).data
    path = f"/events/{event['id']}"
    rows = director.post(f"{path}/entries/preview/", {"text": text}).data["rows"]
    added = director.post(f"{path}/entries/", {"rows": rows}, if_match=f'"{event["version"]}"')
    assert added.status_code == 201, added.data
    drafted = director.post(f"{path}/draft/", {"seed": "snow"}, if_match=added["ETag"])
    assert drafted.status_code == 200, drafted.data
    published = director.post(f"{path}/publish/", if_match=drafted["ETag"])
    assert published.data["state"] == "running", published.data
    return path


def fixture_of(talker: Talker, path: str, key: str) -> Any:
    return talker.get(f"{path}/fixtures/{key}/").data


def test_an_event_is_run_from_a_list_to_the_standings() -> None:
    director = staff(make_user())
    path = make_running_event(director, "Ada Lovelace\nBoris Petrenko\nCleo Marsh\nDan Brown\n")

    first = fixture_of(visitor(), path, "M1.1")
    one, two = (player(slot["name"]) for slot in first["slots"])
    match = f"/me/matches/{first['match']}"
    reported = one.post(f"{match}/report/", {"own": 5, "other": 2})
    assert (reported.data["state"], reported.data["own_score"]) == ("reported", None)
    card = two.get("/me/").data["events"][0]["current"][0]
    confirmed = two.post(f"{match}/confirm/", {"report": card["other_report"]["id"]})
    assert (confirmed.data["state"], confirmed.data["won"]) == ("decided", False)
    assert fixture_of(visitor(), path, "M2.1")["slots"][0]["name"] == first["slots"][0]["name"]

    now = director.get(f"{path}/fixtures/M1.1/")
    verdict = {"winner": 2, "scores": [3, 5], "reason": "Entered upside down"}
    corrected = director.post(f"{path}/fixtures/M1.1/result/", verdict, if_match=now["ETag"])
    assert [slot["won"] for slot in corrected.data["slots"]] == [False, True]
    assert fixture_of(visitor(), path, "M2.1")["slots"][0]["name"] == first["slots"][1]["name"]

    for key, winner in (("M1.2", 1), ("M2.1", 1)):
        result = director.post(f"{path}/fixtures/{key}/result/", {"winner": winner}, if_match="*")
        assert result.status_code == 200, result.data
    assert visitor().get(f"{path}/").data["state"] == "finished"
    places = visitor().get(f"{path}/standings/").data["standings"][0]["places"]
    assert [place["place"] for place in places] == ["1", "2", "3–4", "3–4"]
    assert places[0]["name"] == first["slots"][1]["name"]
    mine = two.get("/me/").data["events"][0]
    assert (mine["is_over"], [place["place"] for place in mine["places"]]) == (True, ["1"])
    results = visitor().get(f"{path}/results/").data["fixtures"]
    assert [fixture["key"] for fixture in results] == ["M2.1", "M1.2", "M1.1"]


def test_the_log_tells_the_run_latest_first_and_page_by_page() -> None:
    director = staff(make_user())
    path = make_running_event(director, "Ada Lovelace\nBoris Petrenko\n")
    page = director.get(f"{path}/log/?limit=2").data
    actions = [entry["action"] for entry in page["entries"]]
    older = director.get(f"{path}/log/?before={page['next']}").data
    actions += [entry["action"] for entry in older["entries"]]
    assert actions[:3] == ["match.called", "draw.published", "draw.drafted"]
    assert actions[-1] == "event.created"
    assert len(actions) == len(set(actions)) + 1  # entry.added twice
    assert older["next"] is None


def test_a_player_who_disagrees_calls_the_director_who_sees_both_claims() -> None:
    director = staff(make_user())
    path = make_running_event(director, "Ada Lovelace\nBoris Petrenko\n")
    fixture = fixture_of(visitor(), path, "M1.1")
    match = f"/me/matches/{fixture['match']}"
    for slot in fixture["slots"]:
        claimed = player(slot["name"]).post(f"{match}/report/", {"own": 5, "other": 4})
        assert claimed.status_code == 200, claimed.data
    assert fixture_of(visitor(), path, "M1.1")["match_state"] == "disputed"
    (listed,) = director.get(f"{path}/reports/").data["fixtures"]
    claims = [(report["score_1"], report["score_2"]) for report in listed["reports"]]
    assert (listed["fixture"], claims) == ("M1.1", [(5, 4), (4, 5)])
    settled = director.post(
        f"{path}/fixtures/M1.1/result/", {"winner": 1, "scores": [5, 4]}, if_match="*"
    )
    assert settled.data["match_state"] == "decided"
