"""What is pressed wrongly at a clock through the API: refused with a code and in words."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from matches.models_clock import Clock, ms
from matches.services.deadlines import fire_due
from tests.api.talking import Talker, player, visitor
from tests.api.test_clocks import KEY, agreed, at_table, director, fixture, mine, press
from tests.builders import Stage, make_running_event
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> Event:
    return make_running_event("ABCD")


@pytest.fixture
def phone(event: Event) -> Talker:
    """Between the two; side 1 is on turn."""
    agreed(event)
    talker = at_table(event)
    assert refusal(talker, press(2)) == ""
    return talker


def refusal(talker: Talker, *presses: dict[str, Any]) -> str:
    """The code of the last one; whatever is refused says why in words."""
    answer = talker.post("/clock/presses/", {"presses": list(presses)})
    assert answer.status_code == 200, answer.data
    last = answer.data["presses"][-1]
    assert bool(last["code"]) == bool(last["message"]) == (not last["accepted"])
    return str(last["code"])


def now() -> int:
    return ms(timezone.now())


def deeds() -> list[tuple[str, str]]:
    steps = Clock.objects.get().steps.exclude(kind__in=["set_up", "confirmed"])
    return list(steps.values_list("kind", "refused"))


def test_a_press_out_of_turn(phone: Talker) -> None:
    phone.post("/clock/presses/", {"presses": [press(1), {"deed": "stop", "reason": "dice"}]})
    phone.post("/clock/presses/", {"presses": [{"deed": "resume"}]})
    assert refusal(phone, press(1)) == "not_on_turn"
    assert Clock.objects.get().running == 2


def test_a_press_twice(phone: Talker) -> None:
    assert refusal(phone, press(1), press(1)) == "pressed_twice"
    assert deeds()[-1] == ("press", "pressed_twice")


def test_the_same_press_sent_twice_is_done_once_and_answered_alike(phone: Talker) -> None:
    assert refusal(phone, press(1, id="a")) == ""
    assert refusal(phone, press(1, id="a")) == ""
    assert deeds() == [("press", ""), ("press", "")]


@pytest.mark.parametrize(
    ("seconds", "code"), [(-3600, "press_in_past"), (-5, "press_in_past"), (60, "press_in_future")]
)
def test_a_press_in_the_past_or_the_future(phone: Talker, seconds: int, code: str) -> None:
    assert refusal(phone, press(1, at=now() + seconds * 1000)) == code
    assert Clock.objects.get().running == 1


@pytest.mark.parametrize("at", [-1, "now", 10**15, 1.5])
def test_what_is_no_instant(phone: Talker, at: Any) -> None:
    assert phone.post("/clock/presses/", {"presses": [press(1, at=at)]}).status_code == 400


def test_a_spectator_presses_nothing(event: Event, phone: Talker) -> None:
    for address in ("/clock/presses/", "/clock/confirm/", "/clock/game/", "/clock/seen/"):
        answer = visitor().post(address, {"presses": [press(1)]})
        assert answer.status_code == 401
        assert answer.data["message"]
    answer = visitor().post(fixture(event, "presses/"), {"presses": [press(1)]})
    assert answer.status_code == 401
    assert Clock.objects.get().running == 1


def test_a_press_after_the_match(event: Event, phone: Talker) -> None:
    Stage(event).win(KEY)
    assert refusal(phone, press(1)) == "match_over"
    assert phone.post("/clock/confirm/").data["code"] == "match_over"


def test_a_press_after_the_flag(phone: Talker) -> None:
    fire_due(timezone.now() + timedelta(hours=1))
    assert refusal(phone, press(1)) == "match_over"


def test_a_side_that_is_none_and_a_deed_that_is_none(phone: Talker) -> None:
    for wrong in ({"side": 3}, {"side": 0}, {"side": 1, "deed": "jump"}):
        assert phone.post("/clock/presses/", {"presses": [wrong]}).status_code == 400
    missing = phone.post("/clock/presses/", {"presses": [{"deed": "press"}]})
    assert (missing.status_code, missing.data["code"]) == (400, "side_missing")
    score = phone.post("/clock/presses/", {"presses": [{"deed": "score"}]})
    assert (score.status_code, score.data["code"]) == (400, "score_missing")


def test_a_set_where_there_are_none_and_a_score_that_cannot_be(phone: Talker) -> None:
    assert refusal(phone, {"deed": "stop", "reason": "set"}) == "no_sets"
    assert refusal(phone, {"deed": "score", "scores": [7, 0]}) == "score_impossible"
    assert refusal(phone, {"deed": "score", "scores": [3, 1]}) == ""
    assert Clock.objects.get().score == (3, 1)


def with_rules(event: Event, **own: Any) -> None:
    match = Stage(event).match(KEY)
    match.rules = {**match.rules, **own}
    match.save()


def test_a_game_lost_on_time_is_said_by_both_or_by_the_director(event: Event) -> None:
    with_rules(event, flag="lose_game")
    dana = agreed(event)
    refusal(at_table(event), press(2))
    said = {"position": "gammon", "cube": 2, "scores": [1, 0]}
    early = at_table(event).post("/clock/game/", said)
    assert (early.status_code, early.data["code"]) == (409, "nothing_asked")
    fire_due(timezone.now() + timedelta(hours=1))
    asked = at_table(event, 1).post("/clock/game/", said)
    assert (asked.data["asks"], asked.data["claims"]) == ("game", ["gammon:2:1:0", ""])
    odd = at_table(event, 2).post("/clock/game/", {**said, "cube": 3})
    assert (odd.status_code, odd.data["code"]) == (400, "cube_unknown")
    done = dana.post(fixture(event, "game/"), {**said, "position": "single"})
    assert (done.data["score"], done.data["asks"]) == ([1, 2], "")


def test_where_there_are_no_clocks_a_player_puts_none_on(event: Event) -> None:

    with_rules(event, clock="off")
    first = player(Stage(event).players(KEY)[0].name)
    refused = first.send("PUT", mine(event), {})
    assert (refused.status_code, refused.data["code"]) == (409, "clocks_off")
    assert director(event).send("PUT", fixture(event), {}).status_code == 200
