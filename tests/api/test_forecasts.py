"""The outlook before the draw and the forecast of a running event, through the API."""

from datetime import datetime, timedelta

import pytest

from tests.api.talking import member, visitor
from tests.builders import (
    Stage,
    by_director,
    enter,
    make_event,
    make_ladder,
    make_rounds,
    make_running_event,
    make_tournament,
)

pytestmark = pytest.mark.django_db


def test_a_forecast_tells_the_end_the_pace_and_what_is_next() -> None:
    event = make_running_event("ABCDEFGH", tournament=make_tournament(tables=2))
    Stage(event).win("M1.1", act=by_director(50))
    scorer = member(event.tournament, "scorer")
    told = scorer.get(f"/events/{event.pk}/forecast/")
    found = told.data
    assert (found["as_of"], found["boards"]) == ("2026-12-05T12:50:00Z", 2)
    assert (found["learned_from"], found["pace"]) == (1, 0.991)  # 50 minutes instead of 54.4
    assert found["as_of"] < found["median"] < found["late"]
    by_key = {one["key"]: one for one in found["fixtures"]}
    assert by_key["M1.4"]["priority"] == 1
    assert by_key["M1.4"]["starts_at"] < by_key["M3.1"]["starts_at"]
    assert by_key["M1.3"]["since"] == "2026-12-05T12:50:00Z"
    assert by_key["M1.3"]["starts_at"] is None
    assert "M1.1" not in by_key
    unchanged = scorer.get(f"/events/{event.pk}/forecast/", if_none_match=told["ETag"])
    assert unchanged.status_code == 304


def test_visitors_see_the_forecast_when_the_director_shows_it() -> None:
    event = make_running_event("ABCD")
    path = f"/events/{event.pk}/forecast/"
    assert visitor().get(path).data["code"] == "no_forecast"
    director = member(event.tournament, "director")
    seen = director.get(f"/events/{event.pk}/")["ETag"]
    shown = director.send("PUT", path, {"shows_forecast": True}, if_match=seen)
    assert shown.data["shows_forecast"] is True
    assert visitor().get(path).status_code == 200
    stale = director.send("PUT", path, {"shows_forecast": False}, if_match=seen)
    assert (stale.status_code, stale.data["code"]) == (409, "version_conflict")
    assert stale.data["detail"]["current"]["shows_forecast"] is True


def test_before_the_draw_and_after_the_end_there_is_no_forecast() -> None:
    event = make_event()
    enter(event, "AB")
    scorer = member(event.tournament, "scorer")
    assert scorer.get(f"/events/{event.pk}/forecast/").data["code"] == "no_forecast"
    over = make_running_event("AB", tournament=event.tournament, name="Over")
    Stage(over).win("M1.1")
    assert scorer.get(f"/events/{over.pk}/forecast/").data["code"] == "no_forecast"


def test_an_outlook_is_of_the_entries_and_tables_there_are_or_of_others() -> None:
    event = make_event(make_tournament(tables=3), consolation_length=5)
    enter(event, "ABCDEFGH")
    scorer = member(event.tournament, "scorer")
    path = f"/events/{event.pk}/outlook/"
    as_it_is = scorer.get(path).data
    assert (as_it_is["entries"], as_it_is["boards"], as_it_is["matches"]) == (8, 3, 10)
    players = [as_it_is[f"matches_{name}"] for name in ("least", "mean", "most")]
    assert players == [2, 2.5, 3]
    assert (as_it_is["median"], as_it_is["late"]) == (None, None)
    assert as_it_is["median_minutes"] < as_it_is["late_minutes"]
    assert as_it_is["median_minutes"] % 5 == 0
    assert scorer.get(f"{path}?boards=1").data["median_minutes"] > as_it_is["median_minutes"]
    assert scorer.get(f"{path}?entries=16").data["matches"] == 22


def test_with_a_start_an_outlook_tells_times_of_day() -> None:
    event = make_event()
    enter(event, "AB")
    path = f"/events/{event.pk}/outlook/"
    found = member(event.tournament, "scorer").get(f"{path}?starts_at=2026-12-05T19:00:00Z").data
    start = datetime.fromisoformat("2026-12-05T19:00:00+00:00")
    for name in ("median", "late"):
        taken = timedelta(minutes=found[f"{name}_minutes"])
        assert datetime.fromisoformat(found[name]) == start + taken


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("", "field_too_small"),
        ("?entries=2000", "entries_too_many"),
        ("?entries=8&boards=501", "boards_too_many"),
        ("?entries=8&boards=0", "invalid_input"),
        ("?starts_at=tonight", "invalid_input"),
    ],
)
def test_an_outlook_of_nonsense_is_refused(query: str, code: str) -> None:
    event = make_event()
    answered = member(event.tournament, "scorer").get(f"/events/{event.pk}/outlook/{query}")
    assert (answered.status_code, answered.data["code"]) == (400, code)


def test_a_forecast_of_rounds_tells_the_end_of_each() -> None:
    event = make_rounds("ABCDEFGH", rounds=3, tournament=make_tournament(tables=3))
    Stage(event).win("S1.1", act=by_director(50))
    found = member(event.tournament, "scorer").get(f"/events/{event.pk}/forecast/").data
    assert [one["number"] for one in found["rounds"]] == [1, 2, 3]
    assert all(one["median"] < one["late"] for one in found["rounds"])
    assert found["rounds"][2] == {
        "number": 3,
        "median": found["median"],
        "late": found["late"],
    }
    by_key = {one["key"]: one for one in found["fixtures"]}
    assert by_key["S1.4"]["since"] == "2026-12-05T12:50:00Z"
    assert set(by_key) == {"S1.2", "S1.3", "S1.4"}
    bracket = make_running_event("AB", tournament=event.tournament, name="Duel")
    of_bracket = member(event.tournament, "director").get(f"/events/{bracket.pk}/forecast/").data
    assert of_bracket["rounds"] == []


def test_an_outlook_of_rounds_tells_how_many_there_are() -> None:
    swiss = make_event(
        make_tournament(tables=3), format="swiss", round_rules={"rounds": 3, "lengths": {"3": 9}}
    )
    enter(swiss, "ABCDEFGHI")
    scorer = member(swiss.tournament, "scorer")
    found = scorer.get(f"/events/{swiss.pk}/outlook/").data
    assert (found["entries"], found["boards"], found["matches"]) == (9, 3, 12)
    assert (found["rounds_least"], found["rounds_most"]) == (3, 3)
    assert (found["matches_least"], found["matches_most"]) == (2, 3)
    longer = scorer.get(f"/events/{swiss.pk}/outlook/?boards=1").data
    assert longer["median_minutes"] > found["median_minutes"]
    lives = make_event(
        swiss.tournament, name="Lives", format="lives", round_rules={"lives": 2}, length=5
    )
    of_lives = scorer.get(f"/events/{lives.pk}/outlook/?entries=2").data
    assert (of_lives["rounds_least"], of_lives["rounds_most"]) == (2, 3)


@pytest.mark.parametrize(
    ("format_", "rules", "entries", "code"),
    [
        ("swiss", {"rounds": 5}, 4, "play_round_robin"),
        ("round_robin", {"groups": 3}, 4, "group_of_one"),
        ("round_robin", {}, 200, "field_too_large"),
    ],
)
def test_an_outlook_of_rounds_is_refused_as_the_draw_would_be(
    format_: str, rules: dict[str, int], entries: int, code: str
) -> None:
    event = make_event(format=format_, round_rules=rules)
    path = f"/events/{event.pk}/outlook/?entries={entries}"
    answered = member(event.tournament, "scorer").get(path)
    assert (answered.status_code, answered.data["code"]) == (400, code)


def test_what_is_played_by_dates_has_no_outlook() -> None:
    ladder = make_ladder("ABC")
    league = make_event(
        ladder.tournament,
        name="League",
        format="round_robin",
        round_rules={"league": {"starts_on": "2026-12-05"}},
    )
    scorer = member(ladder.tournament, "scorer")
    for event in (ladder, league):
        answered = scorer.get(f"/events/{event.pk}/outlook/?entries=8")
        assert (answered.status_code, answered.data["code"]) == (409, "no_outlook")
