"""While the director is called to a match, nobody who is late to it loses anything by that."""

import pytest

from matches.models_clock import Clock
from tests.builders import by_director, undo_last
from tests.matches.lateness import KEY, Called
from tests.matches.test_late_clocks import late_by_clock, left
from tests.pages.cast import Phone
from tests.pages.desk import Desk
from tests.pages.reading import text, words
from tournaments.models_rulings import Call
from tournaments.services.calls import call_close, call_make, call_withdraw
from tournaments.services.rulings import RulingSpec, ruling_make

pytestmark = pytest.mark.django_db(transaction=True)


def call(called: Called, at: float, side: int = 1) -> Call:
    player = called.stage.players(KEY)[side - 1]
    act = called.says(side, at)
    return call_make(match_id=called.match.pk, player_id=player.pk, act=act, words="Where is he?")


def close(called: Called, made: Call, at: float) -> None:
    act = by_director(at)
    call_close(event_id=called.stage.event.pk, call_id=made.pk, act=act)


def rule(called: Called, at: float) -> None:
    spec = RulingSpec(kind="other", decision="Wait for him")
    event_id, act = called.stage.event.pk, by_director(at, reason="He called")
    ruling_make(event_id=event_id, key=KEY, spec=spec, act=act)


def waiting() -> Called:
    called = Called("ukbgf")
    called.here(1, at=1)
    return called


def test_no_point_comes_while_a_call_is_open_and_the_rest_of_the_minutes_after_it() -> None:
    called = waiting()
    called.pass_to(5)
    made = call(called, 7)
    assert (called.due, called.match.start) == (None, (1, 0))
    called.pass_to(10, 30)
    assert called.match.start == (1, 0)
    close(called, made, 37)
    assert called.due == 40
    called.pass_to(40, 45, 50)
    assert called.result() == ("decided", 1, "walkover")
    assert called.match.start == (4, 0)


def test_what_was_due_before_the_call_is_given_though_nobody_had_looked() -> None:
    called = waiting()
    call(called, 12)
    assert called.match.start == (2, 0)


def test_a_call_that_is_settled_or_ruled_on_ends_it_as_well() -> None:
    called = waiting()
    call(called, 2)
    player = called.stage.players(KEY)[0]
    call_withdraw(match_id=called.match.pk, player_id=player.pk, act=called.says(1, 4))
    assert called.due == 7
    call(called, 6)
    rule(called, 16)
    assert called.due == 17
    undo_last(called.stage.event, 17)
    assert called.due is None  # who had called waits again


def test_a_match_that_would_be_lost_by_its_minutes_is_not_lost_meanwhile() -> None:
    called = Called("online")
    called.here(1, at=1)
    made = call(called, 19)
    called.pass_to(20, 60)
    assert called.match.state == "open"
    close(called, made, 60)
    called.pass_to(60.9)
    assert called.match.state == "open"
    called.pass_to(61)
    assert called.result() == ("decided", 1, "walkover")


def test_the_clock_of_who_is_late_stands_meanwhile() -> None:
    called = late_by_clock()
    called.here(1, at=1)
    called.pass_to(5)
    made = call(called, 8)
    assert Clock.objects.get().running is None
    called.pass_to(60)
    close(called, made, 60)
    assert Clock.objects.get().running == 2
    assert 10 < left(called, 2, 61) < 11


def test_the_desk_and_the_card_say_so() -> None:
    called = waiting()
    call(called, 2)
    desk = Desk(called.stage.event)
    assert "no minutes count while the director is called" in words(text(desk.get("event_desk")))
    page = words(text(desk.get("fixture", KEY)))
    assert "until that is over no minutes of coming late count" in page
    phone = Phone(called.stage.event, str(called.stage.names(KEY)[0]))
    assert "No minutes of coming late count" in words(text(phone.get(phone.home)))


def test_the_last_warning_says_that_the_match_is_lost_and_not_a_point() -> None:
    called = waiting()
    called.pass_to(5, 10)
    first, second = called.stage.names(KEY)
    desk, phone = Desk(called.stage.event), Phone(called.stage.event, str(first))
    assert f"1 point for {first}" in words(text(desk.get("event_desk")))
    called.pass_to(15)
    for page in (desk.get("event_desk"), desk.get("fixture", KEY), phone.get(phone.home)):
        assert f"{second} loses the match" in words(text(page))


def test_points_of_an_earlier_call_are_not_counted_for_that_warning() -> None:
    called = waiting()
    called.pass_to(5, 10, 15)
    called.move_to(None, at=16)
    called.move_to(1, at=17)
    called.here(1, at=18)
    first = called.stage.names(KEY)[0]
    assert f"1 point for {first}" in words(text(Desk(called.stage.event).get("event_desk")))


def test_what_was_given_between_a_ruling_and_its_undoing_is_not_given_again() -> None:
    called = waiting()
    called.pass_to(5)
    made = call(called, 9)
    rule(called, 9.5)
    called.pass_to(10.5)
    assert called.match.start == (2, 0)
    undo_last(called.stage.event, 11)
    close(called, made, 12)
    assert called.due == 16.5  # as many minutes as the two calls were open, and no more
    called.pass_to(16)
    assert called.match.start == (2, 0)


def test_what_was_due_before_such_an_undoing_is_given_though_nobody_had_looked() -> None:
    called = waiting()
    call(called, 2)
    rule(called, 3)
    undo_last(called.stage.event, 8)
    assert (called.match.start, called.due) == ((1, 0), None)
