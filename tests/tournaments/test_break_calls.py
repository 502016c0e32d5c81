"""A call for a break is answered where it stands: granted with its minutes, or refused."""

from datetime import timedelta
from typing import Any

import pytest

from config.errors import DomainError
from tests.api.talking import member
from tests.builders import NOON, by_director, make_running_event
from tests.matches.clocking import KEY, Table, by_staff, second
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words
from tests.tournaments.rulings import Scene
from tournaments.models import LogEntry
from tournaments.models_rulings import Call
from tournaments.selectors.log import fixture_log
from tournaments.selectors.notices import card_notices
from tournaments.services.break_calls import break_grant, break_refuse

pytestmark = pytest.mark.django_db(transaction=True)


def asked(scene: Scene | None = None, **rules: Any) -> tuple[Scene, Call]:
    scene = (scene or Scene()).set_rules(breaks="director", **rules)
    return scene, scene.call(1, kind="break", words="Smoke")


def refused(deed: Any, scene: Scene, call: Call, **more: Any) -> str:
    with pytest.raises(DomainError) as caught:
        deed(event_id=scene.event.pk, call_id=call.pk, act=by_director(3), **more)
    return caught.value.code


def grant(scene: Scene, call: Call, **more: Any) -> Call:
    return break_grant(event_id=scene.event.pk, call_id=call.pk, act=by_director(3), **more)


def told(scene: Scene) -> list[str]:
    card = scene.event.tournament.passes.get(player=scene.players[0])
    return [notice.title for notice in card_notices(card, [scene.event.pk])]


def test_without_a_clock_both_are_told_until_when_they_have_their_break() -> None:
    scene, call = asked(break_minutes=7)
    assert grant(scene, call).state == "closed"
    line = LogEntry.objects.get(action="break.granted")
    assert line.after == {"minutes": 7, "ends": (NOON + timedelta(minutes=10)).isoformat()}
    assert fixture_log(scene.event, KEY)[0].what.endswith("a break of 7 minutes, until 12:10")
    assert "a break of 7 minutes, until 12:10" in told(scene)[0]


def test_a_clock_that_is_agreed_on_stands_until_the_break_is_over() -> None:
    table = Table(rules={"breaks": "director", "break_minutes": 10})
    table.press(2, 0)
    scene = Scene(table=table)
    scene.event = table.stage.event
    call = scene.call(1, 0.5, kind="break")
    break_grant(event_id=scene.event.pk, call_id=call.pk, act=by_staff(60))
    clock = table.clock
    assert (clock.running, clock.stopped_for) == (None, "break")
    assert clock.break_until == second(60 + 600)
    call.refresh_from_db()
    assert call.state == "closed"


def test_where_the_rules_leave_it_to_the_director_he_says_how_long() -> None:
    scene, call = asked(break_minutes=0)
    field = text(Desk(scene.event).get("event_desk")).partition('name="minutes_')[2]
    assert 'max="240" value="5"' in field.partition(">")[0]
    assert refused(break_grant, scene, call, minutes=241) == "break_minutes"
    grant(scene, call, minutes=15)
    assert "a break of 15 min" in told(scene)[0]


def test_at_the_clock_such_a_break_is_over_when_the_director_says() -> None:
    table = Table(rules={"breaks": "director", "break_minutes": 0})
    table.press(2, 0)
    scene = Scene(table=table)
    call = scene.call(1, 0.5, kind="break")
    break_grant(event_id=scene.event.pk, call_id=call.pk, act=by_staff(60), minutes=3)
    assert table.clock.break_until == second(60 + 180)


def test_what_the_rules_say_is_not_what_somebody_else_says() -> None:
    scene, call = asked(break_minutes=5)
    grant(scene, call, minutes=60)
    assert "a break of 5 min" in told(scene)[0]


def test_a_break_that_is_refused_ends_the_call_and_they_read_why() -> None:
    scene, call = asked()
    act = by_director(3, "After this game")
    assert break_refuse(event_id=scene.event.pk, call_id=call.pk, act=act).state == "closed"
    assert "no break now" in told(scene)[0]
    assert fixture_log(scene.event, KEY)[0].reason == "After this game"


@pytest.mark.parametrize("deed", [break_grant, break_refuse])
def test_who_waits_for_something_else_waits_on_and_the_break_is_answered(deed: Any) -> None:
    scene, call = asked()
    scene.call(2, kind="score")
    deed(event_id=scene.event.pk, call_id=call.pk, act=by_director(3))
    call.refresh_from_db()
    assert call.is_open
    open_voices = call.voices.filter(withdrawn_at=None)
    assert list(open_voices.values_list("kind", flat=True)) == ["score"]
    assert refused(deed, scene, call) == "no_break_asked"


@pytest.mark.parametrize("deed", [break_grant, break_refuse])
def test_a_break_is_answered_once_and_only_where_one_is_asked_for(deed: Any) -> None:
    scene, call = asked()
    deed(event_id=scene.event.pk, call_id=call.pk, act=by_director(3))
    assert refused(deed, scene, call) == "call_closed"
    other = Scene()
    assert refused(deed, other, other.call(kind="dice")) == "no_break_asked"
    assert refused(deed, other, call) == "no_such_call"


def test_there_is_no_break_in_a_match_that_is_over() -> None:
    scene = Scene()
    scene.set_rules(breaks="director")
    scene.stage.win(KEY)
    call = scene.call(1, kind="break")
    assert refused(break_grant, scene, call) == "match_over"


def test_the_control_room_the_queue_and_the_pages_of_the_match_grant_it_with_one_press() -> None:
    scene, call = asked(Scene(make_running_event("ABCD", tournament=make_cast())))
    sam = Desk(scene.event, "sam")
    deed = sam.url("call_deed", call.pk)
    sam.post("call_deed", call.pk, step="wave")
    assert Call.objects.get().is_open
    for page, more in (("event_desk", []), ("fixture", [KEY]), ("fixture_rulings", [KEY])):
        html = text(sam.get(page, *more))
        assert "Grant a break of 5 minutes" in words(html)
        assert f'formaction="{deed}"' in html
    assert sam.post("call_deed", call.pk, step="grant").status_code == 302
    assert "They have the break." in words(text(sam.get("event_desk")))
    sam.post("call_deed", call.pk, step="grant")
    assert "This call is over" in words(text(sam.get("event_desk")))
    assert Desk(scene.event, "otto").post("call_deed", call.pk, step="grant").status_code == 403


def test_a_word_goes_with_a_refusal_from_the_queue_and_back_to_it_leads_the_press() -> None:
    scene, call = asked(Scene(make_running_event("ABCD", tournament=make_cast())))
    sam, said = Desk(scene.event, "sam"), {f"reason_{call.pk}": "Not now"}
    answer = sam.post("call_deed", call.pk, step="refuse", to="queue", **said)
    assert answer.headers["Location"].endswith("/calls/")
    assert fixture_log(scene.event, KEY)[0].reason == "Not now"


def test_programs_grant_and_refuse_it_as_well() -> None:
    scene, call = asked()
    sam = member(scene.event.tournament, "scorer")
    at = f"/events/{scene.event.pk}/calls/{call.pk}"
    answer = sam.post(f"{at}/refuse/", {"reason": "Later"})
    assert (answer.status_code, answer.data["calls"]) == (200, [])
    again = sam.post(f"{at}/grant/", {})
    assert (again.status_code, again.data["code"]) == (409, "call_closed")
    second_call = scene.call(1, 6, kind="break")
    granted = sam.post(f"/events/{scene.event.pk}/calls/{second_call.pk}/grant/", {})
    assert (granted.status_code, granted.data["calls"]) == (200, [])
