"""Match clocks through the API: at the table, with a card, by staff, and to look at."""

from typing import Any

import pytest
from django.utils import timezone

from matches.models_clock import Clock, ms
from matches.services.clock_links import clock_token
from tests.api.talking import Talker, member, player, staff, visitor
from tests.builders import Stage, make_running_event, make_user
from tournaments.models import Event

pytestmark = pytest.mark.django_db

KEY = "M1.1"


@pytest.fixture
def event() -> Event:
    return make_running_event("ABCD")


def at_table(event: Event, side: int = 0) -> Talker:
    clock = Clock.objects.get(match=Stage(event).match(KEY))
    return Talker(f"Clock {clock_token(clock, side)}")


def director(event: Event) -> Talker:
    return member(event.tournament, "director")


def fixture(event: Event, more: str = "") -> str:
    return f"/events/{event.pk}/fixtures/{KEY}/clock/{more}"


def mine(event: Event, more: str = "") -> str:
    return f"/me/matches/{Stage(event).match(KEY).pk}/clock/{more}"


def agreed(event: Event) -> Talker:
    """A clock is on and both have confirmed; returns the director."""
    dana = director(event)
    assert dana.send("PUT", fixture(event), {}).status_code == 200
    assert dana.post(fixture(event, "confirm/")).data["confirmed"] == [True, True]
    return dana


def told(answer: Any) -> list[tuple[bool, str]]:
    assert answer.status_code == 200, answer.data
    return [(one["accepted"], one["code"]) for one in answer.data["presses"]]


def press(side: int, **more: Any) -> dict[str, Any]:
    return {"side": side, **more}


def test_two_players_put_a_clock_on_confirm_and_play(event: Event) -> None:
    first, second = (player(one.name) for one in Stage(event).players(KEY))
    put = first.send("PUT", mine(event), {})
    assert (put.data["reserves"], put.data["confirmed"]) == ([840_000, 840_000], [False, False])
    assert first.post(mine(event, "confirm/")).data["confirmed"] == [True, False]
    assert second.post(mine(event, "confirm/")).data["confirmed"] == [True, True]
    opened = first.post(mine(event, "presses/"), {"presses": [press(1)]})
    assert told(opened) == [(True, "")]
    assert opened.data["clock"]["running"] == 2
    answered = second.post(mine(event, "presses/"), {"presses": [press(2)]})
    assert answered.data["clock"]["running"] == 1


def test_a_player_presses_for_nobody_else_and_a_stranger_for_nobody(event: Event) -> None:
    agreed(event)
    first, _second = Stage(event).players(KEY)
    other = player(first.name).post(mine(event, "presses/"), {"presses": [press(2)]})
    assert (other.status_code, other.data["code"]) == (403, "not_your_side")
    third = Stage(event).players("M1.2")[0]
    stranger = player(third.name).post(mine(event, "presses/"), {"presses": [press(1)]})
    assert (stranger.status_code, stranger.data["code"]) == (403, "not_your_match")
    assert visitor().post("/clock/presses/", {"presses": [press(1)]}).status_code == 401
    assert Talker("Clock 1-0-wrong").get("/clock/").status_code == 401


def test_a_phone_at_the_table_presses_for_both_and_one_of_a_side_for_that_side(
    event: Event,
) -> None:
    agreed(event)
    both = at_table(event).post("/clock/presses/", {"presses": [press(2), press(1)]})
    assert told(both) == [(True, ""), (True, "")]
    own = at_table(event, 2).post("/clock/presses/", {"presses": [press(1)]})
    assert own.data["code"] == "not_your_side"


def test_what_was_done_without_network_is_answered_one_by_one_and_done_once(event: Event) -> None:
    agreed(event)
    now = ms(timezone.now())
    queue = [
        press(2, id="a", at=now - 90_000),
        press(1, id="b", at=now - 60_000),
        press(1, id="c", at=now - 50_000),
        {"deed": "stop", "reason": "dice", "id": "d", "at": now - 40_000},
        {"deed": "resume", "id": "e", "at": now - 20_000},
        press(2, id="f", at=now + 60_000),
    ]
    phone = at_table(event)
    expected = [
        (True, ""),
        (True, ""),
        (False, "pressed_twice"),
        (True, ""),
        (True, ""),
        (False, "press_in_future"),
    ]
    answered, again = (phone.post("/clock/presses/", {"presses": queue}) for _ in range(2))
    assert told(answered) == told(again) == expected
    assert again.data["clock"]["reserves"] == answered.data["clock"]["reserves"]
    assert again.data["clock"]["reserves"][0] == 840_000 - 18_000
    assert all(one["message"] for one in answered.data["presses"] if not one["accepted"])


def test_everybody_may_look_at_a_clock(event: Event) -> None:
    assert visitor().get(fixture(event)).data["code"] == "no_clock"
    agreed(event)
    seen = visitor().get(fixture(event))
    assert (seen.data["names"], seen.data["running"]) == (list(Stage(event).names(KEY)), None)
    assert abs(seen.data["now"] - ms(timezone.now())) < 60_000
    assert visitor().get("/time/").data["now"] >= seen.data["now"]


def test_a_clock_is_set_as_the_director_says(event: Event) -> None:
    dana = director(event)
    preset = dana.send("PUT", fixture(event), {"preset": "fnr_blitz_short"})
    assert preset.data["reserves"] == [120_000, 120_000]
    own = {"settings": {"kind": "increment", "fixed": 60_000, "delay": 5_000}}
    assert dana.send("PUT", fixture(event), own).data["settings"]["kind"] == "increment"
    late = dana.send("PUT", fixture(event), {"scores": [6, 3]})
    assert late.data["reserves"] == [300_000, 300_000]
    wrong = dana.send("PUT", fixture(event), {"settings": {"delay": 5_000}})
    assert (wrong.status_code, wrong.data["code"]) == (400, "clock_without_reserve")


def test_only_a_director_corrects_times_and_says_why(event: Event) -> None:
    dana = agreed(event)
    times = {"left_1": 300_000, "reason": "It had not been pressed"}
    scorer = member(event.tournament, "scorer")
    assert scorer.send("PUT", fixture(event, "times/"), times).status_code == 403
    assert dana.send("PUT", fixture(event, "times/"), {"left_1": 1}).status_code == 400
    version = dana.get(fixture(event))["ETag"]
    changed = dana.send("PUT", fixture(event, "times/"), times, if_match=version)
    assert changed.data["reserves"] == [300_000, 840_000]
    stale = dana.send("PUT", fixture(event, "times/"), times, if_match=version)
    assert (stale.status_code, stale.data["code"]) == (409, "version_conflict")


def test_links_are_for_those_who_play_and_for_staff_and_end_when_renewed(event: Event) -> None:
    dana = agreed(event)
    first, _second = Stage(event).players(KEY)
    links = player(first.name).get(mine(event, "links/")).data
    assert links["side_2"] is None
    assert Talker(f"Clock {links['side_1']}").get("/clock/").status_code == 200
    assert staff(make_user("stranger")).get(fixture(event, "links/")).status_code == 403
    new = dana.post(fixture(event, "links/")).data
    assert Talker(f"Clock {links['shared']}").get("/clock/").status_code == 401
    assert Talker(f"Clock {new['shared']}").get("/clock/").status_code == 200


def test_the_history_has_what_was_refused_too(event: Event) -> None:
    dana = agreed(event)
    dana.post(fixture(event, "presses/"), {"presses": [press(2), press(2)]})
    steps = dana.get(fixture(event, "history/")).data["steps"]
    assert [step["kind"] for step in steps[-2:]] == ["press", "press"]
    assert [step["refused"] for step in steps[-2:]] == ["", "pressed_twice"]
    assert visitor().get(fixture(event, "history/")).status_code == 401


def test_a_phone_says_that_it_is_there(event: Event) -> None:
    agreed(event)
    phone = at_table(event, 2)
    assert phone.post("/clock/seen/").data["open"]
    clock = Clock.objects.get()
    assert clock.seen_1_at is None
    assert clock.seen_2_at is not None


def test_players_ask_for_a_break_and_staff_grant_it(event: Event) -> None:
    dana = agreed(event)
    match = Stage(event).match(KEY)
    match.rules = {**match.rules, "breaks": "director"}
    match.save()
    break_ = {"deed": "stop", "reason": "break"}
    phone = at_table(event)
    asked = phone.post("/clock/presses/", {"presses": [break_, {"deed": "ask_break"}]})
    assert told(asked) == [(False, "break_by_director"), (True, "")]
    calls = dana.get(f"/events/{event.pk}/calls/").data["calls"]
    assert [voice["kind"] for call in calls for voice in call["voices"]] == ["break"]
    granted = dana.post(fixture(event, "presses/"), {"presses": [break_]})
    assert told(granted) == [(True, "")]
    assert granted.data["clock"]["stopped_for"] == "break"
    assert dana.get(f"/events/{event.pk}/calls/").data["calls"] == []
