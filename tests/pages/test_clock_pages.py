"""The clock from a card, and the page of the clock as a form without its script."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.models_clock import Clock
from matches.services.clock_links import clock_token
from matches.services.deadlines import fire_due
from tests.builders import Stage
from tests.pages.cast import Phone
from tests.pages.reading import text, words
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "M1.1"
Phones = tuple[Phone, Phone]


def put_on(phone: Phone) -> Clock:
    assert phone.post(phone.page(KEY, "clock")).status_code == 302
    return Clock.objects.get()


def address(clock: Clock, side: int = 0) -> str:
    return f"/clock/{clock_token(clock, side)}/"


def does(clock: Clock, deed: str, side: int, *, link: int = 0, **more: Any) -> Any:
    return Client().post(address(clock, link), {"deed": deed, "side": side, **more})


def agreed(phone: Phone) -> Clock:
    clock = put_on(phone)
    for side in (1, 2):
        assert does(clock, "confirm", side).status_code == 302
    clock.refresh_from_db()
    return clock


def test_the_card_leads_to_the_clock_which_either_player_puts_on(phones: Phones) -> None:
    mine, other = phones
    assert mine.page(KEY, "clock") in text(mine.get(mine.home))
    assert "Put the clock on" in text(mine.get(mine.page(KEY, "clock")))
    clock = put_on(other)
    page = text(mine.get(mine.page(KEY, "clock")))
    assert address(clock) in page
    assert address(clock, 1) in page
    assert address(clock, 2) not in page


def test_a_card_opens_no_clock_of_others(event: Event, phones: Phones) -> None:
    assert phones[0].get(phones[0].page("M1.2", "clock")).status_code == 403
    assert phones[0].post(phones[0].page("M1.2", "clock")).status_code == 403


def test_a_press_is_a_form_with_one_button(phones: Phones) -> None:
    clock = agreed(phones[0])
    assert does(clock, "press", 2).status_code == 302
    page = words(text(Client().get(address(clock))))
    assert "Press when your move is made." in page
    clock.refresh_from_db()
    assert clock.running == 1


def test_a_form_that_is_sent_twice_presses_once(phones: Phones) -> None:
    clock = agreed(phones[0])
    for _twice in range(2):
        assert does(clock, "press", 2, id="once").status_code == 302
    assert clock.steps.filter(kind="press").count() == 1


def test_what_is_refused_is_said_on_the_page(phones: Phones) -> None:
    clock = agreed(phones[0])
    does(clock, "press", 2)
    refused = does(clock, "press", 2)
    assert refused.status_code == 409
    assert "You have pressed already" in text(refused)
    assert does(clock, "press", 2, link=1).status_code == 403
    assert does(clock, "jump", 1).status_code == 400


def test_the_page_of_one_side_has_no_button_for_the_other(phones: Phones) -> None:
    clock = put_on(phones[0])
    page = text(Client().get(address(clock, 2)))
    buttons = re.findall(r'<button class="clock-press"[^>]*>', page)
    assert ["disabled" in button for button in buttons] == [True, False]


def test_a_link_that_is_none_opens_nothing(phones: Phones) -> None:
    put_on(phones[0])
    assert Client().get("/clock/1-0-wrong/").status_code == 403


def test_a_match_that_is_over_has_a_clock_that_says_so(event: Event, phones: Phones) -> None:
    clock = agreed(phones[0])
    Stage(event).win(KEY)
    assert "The match is over." in text(Client().get(address(clock)))
    assert does(clock, "press", 1).status_code == 409


def test_the_page_asks_the_database_a_fixed_number_of_times(
    phones: Phones, django_assert_max_num_queries: Any
) -> None:
    clock = agreed(phones[0])
    for n in range(20):
        does(clock, "press", 2 - n % 2)
    with django_assert_max_num_queries(7):
        Client().get(address(clock))


def with_rules(event: Event, **rules: Any) -> None:
    match = Stage(event).match(KEY)
    match.rules = {**match.rules, **rules}
    match.save()


def test_where_there_are_no_clocks_the_card_says_so(event: Event, phones: Phones) -> None:
    with_rules(event, clock="off")
    page = text(phones[0].get(phones[0].page(KEY, "clock")))
    assert "This match is played without a clock." in page
    assert "Put the clock on" not in page
    refused = phones[0].post(phones[0].page(KEY, "clock"))
    assert refused.status_code == 409
    assert "only the director puts one on" in text(refused)


def test_where_there_must_be_one_the_card_says_so_and_whoever_looks_finds_it(
    event: Event, phones: Phones
) -> None:
    with_rules(event, clock="obligation")
    assert "This match is played with a clock." in text(phones[0].get(phones[0].home))
    page = text(phones[1].get(phones[1].page(KEY, "clock")))
    assert address(Clock.objects.get()) in page


def test_where_one_is_enough_the_card_says_so(event: Event, phones: Phones) -> None:
    with_rules(event, clock="preference")
    page = text(phones[0].get(phones[0].page(KEY, "clock")))
    assert "It is enough that one of you wants a clock." in page


def test_a_form_tells_what_stood_on_the_board(event: Event, phones: Phones) -> None:
    with_rules(event, flag="lose_game")
    clock = agreed(phones[0])
    does(clock, "press", 2)
    fire_due(timezone.now() + timedelta(hours=1))
    assert "The game is lost on time." in text(Client().get(address(clock)))
    said = {"position": "gammon", "cube": 2, "score_1": 1, "score_2": 0}
    assert does(clock, "game", 0, link=1, **said).status_code == 302
    assert "Gammon × 2, 1–0" in words(text(Client().get(address(clock))))
    assert does(clock, "game", 0, link=2, **{**said, "cube": "?"}).status_code == 400
    assert does(clock, "game", 0, link=2, **said).status_code == 302
    clock.refresh_from_db()
    assert clock.score == (1, 4)


def test_a_form_tells_the_score(phones: Phones) -> None:
    clock = agreed(phones[0])
    told = {"deed": "score", "score_1": 3, "score_2": 1}
    assert Client().post(address(clock), told).status_code == 302
    assert Client().post(address(clock), {**told, "score_2": ""}).status_code == 400
    assert Client().post(address(clock), {**told, "score_2": 7}).status_code == 409
    clock.refresh_from_db()
    assert clock.score == (3, 1)


def test_the_service_worker_keeps_what_the_page_needs(phones: Phones) -> None:
    worker = Client().get("/sw.js")
    assert worker.headers["Content-Type"].startswith("text/javascript")
    assert "no-cache" in worker.headers["Cache-Control"]
    page = text(Client().get(address(put_on(phones[0]))))
    needed = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert "/static/clock.js" in needed
    for path in needed:
        assert path in text(worker)
