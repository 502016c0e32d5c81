"""Somebody else of the tournament watches a match and talks; the two who play see it in the end."""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from matches.models import Match
from matches.models_comments import Comment
from matches.services.live_acting import Deed, live_act
from matches.services.watching import Watching
from players.actors import Act
from tests.browser.acting import Phone, follow, press, shows
from tests.browser.conftest import Hall
from tests.browser.test_live_match import KEY, do, match_id, seated
from tests.builders import Stage, by_director, by_player, make_running_event
from tests.waiting import until
from tournaments.models import Event
from tournaments.services.watching import event_watching_set

pytestmark = pytest.mark.browser

WORDS = "<b>What</b> a shot!"


@pytest.fixture
def event(transactional_db: None) -> Event:
    event = make_running_event("ABCD", length=1)
    talk = Watching(0, comments=True)
    event_watching_set(event_id=event.pk, watching=talk, act=by_director())
    seated(event)
    return event


def watches(page: Page, event: Event) -> Page:
    page.goto(f"/matches/{match_id(event)}/")
    expect(page.locator("#watch[data-state=live]")).to_be_attached()
    return page


def holder(hall: Hall, event: Event, key: str) -> Page:
    phone: Phone = hall.phone()
    phone.scans_card(Stage(event).players(key)[0].name)
    return phone.page


def does_now(event: Event, what: dict[str, Any]) -> None:
    """The first side, by the clock on the wall, to which the delay of the page is counted."""
    act = Act(by_player(Stage(event).players(KEY)[0]).by, timezone.now())
    live_act(match_id=match_id(event), deed=Deed(1, what), act=act)


def test_a_third_player_talks_and_those_who_play_read_it_in_the_end(
    hall: Hall, event: Event
) -> None:
    do(event, 1, "roll", dice=[3, 1])
    playing = holder(hall, event, KEY)
    playing.goto(f"/matches/{match_id(event)}/play/")
    shows(playing, "Your turn: play 3-1.")
    own = watches(playing.context.new_page(), event)
    third = watches(holder(hall, event, "M1.2"), event)
    public = watches(hall.public().context.new_page(), event)
    third.get_by_label("Say something about the match").fill(WORDS)
    press(third, "Say it")
    for page in (third, public):
        expect(page.locator(".comment-text")).to_have_text(WORDS)
    until(lambda: Comment.objects.get().number == 1, seconds=10, what="it stands at the throw")
    do(event, 1, "play", play="8/5 6/5")
    for page in (playing, own):
        shows(page, "31: 8/5 6/5")
        assert "a shot!" not in page.content()
    shows(own, "shown here when it is over")
    do(event, 1, "resign", kind=1)
    do(event, 2, "accept")
    assert Match.objects.get(pk=match_id(event)).state == Match.State.DECIDED
    for page in (own, public):
        shows(page, "has won the match", WORDS)


def test_what_is_behind_comes_by_itself_when_its_moment_is_reached(
    hall: Hall, event: Event
) -> None:
    event_watching_set(event_id=event.pk, watching=Watching(2), act=by_director())
    public = watches(hall.public().context.new_page(), event)
    does_now(event, {"do": "roll", "dice": [3, 1]})
    shows(public, "31")


def test_the_director_sets_a_delay_and_spectators_are_behind(hall: Hall, event: Event) -> None:
    director = hall.director()
    director.goes_to(event, KEY, "board")
    director.page.get_by_label("Spectators are behind, minutes").fill("10")
    press(director.page, "Save this")
    shows(director.page, "Saved.")
    does_now(event, {"do": "roll", "dice": [3, 1]})
    does_now(event, {"do": "play", "play": "8/5 6/5"})
    public = watches(hall.public().context.new_page(), event)
    shows(public, "You see this match 10 min later than it is played.")
    assert "8/5 6/5" not in public.content()
    director.page.goto(f"/matches/{match_id(event)}/")
    shows(director.page, "31: 8/5 6/5")
    follow(director.page, "What spectators see: delay and comments")
    shows(director.page, "Spectators")
