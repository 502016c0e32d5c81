"""One is at the table and the other is not: two phones and the control room, as time goes by."""

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.models import Match
from matches.services.deadlines import fire_due
from tests.browser.acting import Phone, follow, is_at, press, shows
from tests.browser.conftest import Hall
from tests.builders import Stage
from tournaments.models import Event

pytestmark = pytest.mark.browser

KEY = "M1.1"


def says_he_is_there(phone: Phone) -> None:
    follow(phone.page, "I am at the table")
    press(phone.page, "Yes, I am at the table")
    is_at(phone.page, r"/me/\d+/")


def test_who_is_there_gets_a_point_the_other_comes_and_the_director_excuses_him(
    hall: Hall, event: Event
) -> None:
    stage = Stage(event)
    first, second = (one.name for one in stage.players(KEY))
    called = timezone.now() - timedelta(minutes=3)
    Match.objects.filter(fixture__event=event).update(called_at=called)
    phone, other = hall.phone(), hall.phone()
    phone.scans_card(first)
    other.scans_card(second)
    dana = hall.director()
    dana.goes_to(event)
    says_he_is_there(phone)
    shows(phone.page, f"You are at the table and wait for {second}.", f"1 point for {first}")
    shows(other.page, f"{first} waits for you at the table.")
    shows(dana.page, "Somebody is missing", f"{second} is not there", f"1 point for {first}")
    fire_due(timezone.now() + timedelta(minutes=3))
    shows(phone.page, "You start 1–0.")
    shows(other.page, "You start 0–1.")
    shows(dana.page, "begins at 1–0")
    says_he_is_there(other)
    shows(dana.page, "Playing")
    assert stage.match(KEY).begun_at is not None
    dana.goes_to(event, KEY)
    shows(dana.page, "it has begun", f"1 point for {first}. {second}: coming late")
    dana.unfolds("The beginning")
    dana.page.locator("summary", has_text="Excuse who came late").click()
    dana.page.locator("#id_reason_excuse").fill("The lift")
    press(dana.page, "Excuse")
    shows(dana.page, "taken back by")
    assert stage.match(KEY).start == (0, 0)
