"""Who is there, what is due and penalties: at the desk, in the control room, on the cards."""

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.models import Match
from matches.models_late import Penalty
from matches.services.deadlines import fire_due
from tests.builders import Stage, by_director, make_running_event
from tests.matches.lateness import Called
from tests.pages.cast import Phone
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "M1.1"


@pytest.fixture
def event() -> Event:
    return make_running_event("ABCD", tournament=make_cast(), rule_set="ukbgf")


@pytest.fixture
def desk(event: Event) -> Desk:
    return Desk(event)


def names(event: Event) -> tuple[str, str]:
    first, second = Stage(event).names(KEY)
    return str(first), str(second)


def match(event: Event) -> Match:
    return Stage(event).match(KEY)


def called_ago(event: Event, minutes: float) -> None:
    at = timezone.now() - timedelta(minutes=minutes)
    Match.objects.filter(pk=match(event).pk).update(called_at=at)


def penalize(desk: Desk, **more: object) -> int:
    data = {"side": 1, "points": 2, "kind": "conduct", "reason": "Swore", **more}
    version = match(desk.event).version
    return desk.post("fixture", KEY, step="penalty", version=version, **data).status_code


def test_staff_say_who_is_there_and_that_it_has_begun(desk: Desk, event: Event) -> None:
    desk.post("fixture", KEY, step="here", sides=1)
    assert match(event).here == (True, False)
    page = words(text(desk.get("fixture", KEY)))
    assert "there since" in page
    assert f"1 point for {names(event)[0]}" in page
    desk.post("fixture", KEY, step="absent", sides=1)
    assert match(event).here == (False, False)
    desk.post("fixture", KEY, step="begun")
    assert match(event).begun_at is not None
    assert "It began at" in text(desk.get("fixture", KEY))


def test_who_has_been_there_since_the_call_gets_his_points(desk: Desk, event: Event) -> None:
    called_ago(event, 12)
    desk.post("fixture", KEY, step="here", sides=2, from_call=1)
    assert match(event).start == (0, 2)
    page = words(text(desk.get("fixture", KEY)))
    assert f"1 point for {names(event)[1]}. {names(event)[0]}: coming late" in page


def test_penalties_are_given_told_and_taken_back(desk: Desk, event: Event) -> None:
    first, second = names(event)
    assert penalize(desk) == 302
    page = words(text(desk.get("fixture", KEY)))
    assert f"2 points for {second}. {first}: conduct" in page
    assert "begins at 0–2" in words(text(desk.get("event_desk")))
    assert "penalty of 2 points against" in words(text(desk.get("event_log")))
    given = Penalty.objects.get()
    desk.post("fixture", KEY, step="unpenalize", penalty=given.pk, reason="The other one")
    page = words(text(desk.get("fixture", KEY)))
    assert "taken back by" in page
    assert "The other one" in page
    assert match(event).start == (0, 0)


def test_a_penalty_without_a_reason_is_asked_for_one_and_keeps_what_was_typed(desk: Desk) -> None:
    version = match(desk.event).version
    data = {"side": 2, "points": 3, "kind": "other", "reason": "", "version": version}
    answer = desk.post("fixture", KEY, step="penalty", **data)
    assert answer.status_code == 400
    page = text(answer)
    assert "Say why" in page
    assert 'value="3"' in page


def test_nobody_takes_back_a_penalty_of_another_match(desk: Desk, event: Event) -> None:
    penalize(desk)
    given = Penalty.objects.get()
    other = desk.post("fixture", "M1.2", step="unpenalize", penalty=given.pk, reason="Mine")
    assert other.status_code == 404
    assert match(event).start == (0, 2)


def test_coming_late_is_excused_with_a_reason(desk: Desk, event: Event) -> None:
    called_ago(event, 12)
    desk.post("fixture", KEY, step="here", sides=2, from_call=1)
    assert desk.post("fixture", KEY, step="excuse", reason="").status_code == 400
    desk.post("fixture", KEY, step="excuse", reason="The lift")
    assert match(event).start == (0, 0)
    assert "coming late is excused" in words(text(desk.get("event_log")))


def test_scorers_say_who_is_there_and_leave_penalties_to_directors(event: Event) -> None:
    sam = Desk(event, "sam")
    sam.post("fixture", KEY, step="here", sides=2)
    assert match(event).here == (False, True)
    assert "Give penalty points" not in text(sam.get("fixture", KEY))
    assert penalize(sam) == 403
    assert sam.post("fixture", KEY, step="excuse", reason="No").status_code == 403


def test_the_control_room_puts_on_top_who_is_missing_and_what_is_due() -> None:
    called = Called("ukbgf")
    called.here(1, at=2)
    called.pass_to(5)
    first, second = names(called.stage.event)
    room = words(text(Desk(called.stage.event).get("event_desk")))
    top = room[room.index("Somebody is missing") :]
    assert f"{second} is not there" in top
    assert f"12:10 : 1 point for {first}" in top
    assert "begins at 1–0" in top


def test_the_control_room_says_what_is_due_where_nobody_has_spoken() -> None:
    called = Called("ukbgf")
    room = words(text(Desk(called.stage.event).get("event_desk")))
    assert "Somebody is missing" not in room
    assert "nobody has said that he is there" in room
    assert "12:05 : the rules give a point for who is there" in room


def test_a_whole_room_has_begun_with_one_press(event: Event) -> None:
    sam = Desk(event, "sam")
    assert "All at tables have begun" in text(sam.get("event_desk"))
    assert "2 matches have begun." in text(sam.client.post(sam.url("event_desk"), follow=True))
    assert "nobody has said" not in text(sam.get("event_desk"))


def test_a_player_says_that_he_is_at_the_table_and_both_cards_tell(event: Event) -> None:
    first, second = names(event)
    phone, other = Phone(event, first), Phone(event, second)
    assert "I am at the table" in text(phone.get(phone.home))
    phone.post(phone.page(KEY, "here"), {"say": "here"})
    assert f"You are at the table and wait for {second}." in words(text(phone.get(phone.home)))
    assert f"{first} waits for you at the table." in words(text(other.get(other.home)))
    other.post(other.page(KEY, "here"), {"say": "here"})
    assert match(event).begun_at is not None
    assert "at the table" not in text(phone.get(phone.home))
    assert "Your match has begun." in text(phone.get(phone.page(KEY, "here")))


def test_who_is_there_says_that_they_have_begun(event: Event) -> None:
    phone = Phone(event, names(event)[0])
    assert "I am at the table" in text(phone.get(phone.page(KEY, "here")))
    phone.post(phone.page(KEY, "here"), {"say": "here"})
    assert "We have begun" in text(phone.get(phone.home))
    phone.post(phone.page(KEY, "here"), {"say": "begun"})
    assert match(event).begun_at is not None


def test_the_card_tells_what_one_starts_with_and_reports_with_it(desk: Desk, event: Event) -> None:
    first, second = names(event)
    penalize(desk)
    phone, other = Phone(event, first), Phone(event, second)
    page = words(text(phone.get(phone.home)))
    assert "You start 0–2." in page
    assert f"2 points for {second}. {first}: conduct (Swore)" in page
    assert "You start 2–0." in words(text(other.get(other.home)))
    assert "these points count in the score" in text(phone.get(phone.page(KEY, "report")))
    refused = phone.says(KEY, "me", 1)
    assert refused.status_code == 400
    assert f"{second} began with 2 by penalty" in text(refused)
    assert phone.says(KEY, "me", 2).status_code == 302


def test_a_match_that_is_over_is_not_begun(event: Event) -> None:
    phone = Phone(event, names(event)[0])
    Stage(event).win(KEY, act=by_director(1))
    answer = phone.post(phone.page(KEY, "here"), {"say": "here"}, follow=True)
    assert "A result is told already" in text(answer)


def test_no_one_is_at_the_table_of_others(event: Event) -> None:
    stranger = Phone(event, str(Stage(event).names("M1.2")[0]))
    page = stranger.page(KEY, "here")
    assert stranger.post(page, {"say": "here"}).status_code == 403
    assert match(event).here == (False, False)


def test_a_fixture_that_was_lost_by_lateness_tells_so() -> None:
    called = Called("online")
    called.here(1, at=1)
    fire_due(by_director(20).at)
    log = words(text(Desk(called.stage.event).get("event_log")))
    assert "did not come, walkover for" in log


def test_one_minute_is_one_minute() -> None:
    called = Called("ukbgf", late_grace=1, late_step=5)
    called.here(1, at=0.5)
    called.pass_to(1, 6)
    log = words(text(Desk(called.stage.event).get("event_log")))
    assert "is not there after 1 minute, it begins" in log
    assert "is not there after 6 minutes, it begins" in log
