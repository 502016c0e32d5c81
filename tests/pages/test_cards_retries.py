"""Forms that come too late or twice: the phone shows where things stand and enters nothing."""

import re

import pytest

from tests.builders import Stage
from tests.pages.cast import Phone
from tests.pages.reading import text
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_form_filled_in_before_the_opponent_spoke_shows_what_he_said(
    event: Event, phones: tuple[Phone, Phone]
) -> None:
    mine, other = phones
    before = Stage(event).match("M1.1").version
    other.says("M1.1", "me", 5)
    late = mine.says("M1.1", "me", 3, seen=before)
    assert late.status_code == 409
    page = text(late)
    assert "A result was reported meanwhile" in page
    assert 'won <b class="score">7–5</b>' in page
    assert re.search(r'name="loser_score" value="3"[^>]* checked', page)
    match = Stage(event).match("M1.1")
    assert (match.state, match.reports.count()) == ("reported", 1)
    assert f'name="seen" value="{match.version}"' in page
    mine.says("M1.1", "me", 3)  # meant as it is
    assert Stage(event).match("M1.1").state == "disputed"


def test_a_phone_that_sends_twice_enters_once(event: Event, phones: tuple[Phone, Phone]) -> None:
    mine, other = phones
    seen = Stage(event).match("M1.1").version
    for _ in range(2):
        assert mine.says("M1.1", "me", 3, seen=seen).status_code == 302
    report_id = Stage(event).match("M1.1").reports.get().pk
    for _ in range(2):
        assert other.answers("M1.1", "confirm", report_id).status_code == 302
    assert mine.says("M1.1", "me", 3, seen=seen).status_code == 302
    assert Stage(event).match("M1.1").reports.count() == 1


def test_a_retry_that_arrives_after_a_correction_does_not_undo_it(
    event: Event, phones: tuple[Phone, Phone]
) -> None:
    mine = phones[0]
    first = Stage(event).match("M1.1").version
    mine.says("M1.1", "me", 3)
    mine.says("M1.1", "me", 4)
    assert mine.says("M1.1", "me", 3, seen=first).status_code == 409
    live = Stage(event).match("M1.1").reports.get(state="pending")
    assert (live.score_1, live.score_2) == (7, 4)


def test_confirming_a_report_that_was_replaced_shows_the_new_one(
    event: Event, phones: tuple[Phone, Phone]
) -> None:
    mine, other = phones
    mine.says("M1.1", "me", 3)
    old = Stage(event).match("M1.1").reports.get().pk
    mine.says("M1.1", "me", 4)
    answer = other.answers("M1.1", "confirm", old)
    assert answer.status_code == 409
    assert "This report was replaced meanwhile" in text(answer)
    assert "7–4" in text(answer)
    assert Stage(event).match("M1.1").state == "reported"


def test_after_the_director_has_decided_a_report_says_how(
    event: Event, phones: tuple[Phone, Phone]
) -> None:
    mine = phones[0]
    before = Stage(event).match("M1.1").version
    Stage(event).win("M1.1", 2, 6)
    answer = mine.says("M1.1", "me", 3, seen=before)
    assert answer.status_code == 409
    assert "already has another result" in text(answer)
    assert '<span class="score">6–7</span>' in text(answer)
