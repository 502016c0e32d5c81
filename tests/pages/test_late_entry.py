"""Letting somebody in late at the desk: what it costs by the rules stands there, and is waived."""

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.models import Match
from tests.builders import Stage, entry_id, make_running_event, make_ties
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


def desk_of(minutes: float, rule_set: str = "usbgf") -> Desk:
    """A, B and C; the first match was called so many minutes ago."""
    event = make_running_event("ABC", tournament=make_cast(), rule_set=rule_set)
    called = timezone.now() - timedelta(minutes=minutes)
    Match.objects.filter(fixture__event=event).update(called_at=called)
    return Desk(event)


def let_in(desk: Desk, **more: object) -> Event:
    row = desk.event.fixtures.get(status="bye", round=1)
    entry = row.entry_1 or row.entry_2
    assert entry is not None
    beside = entry_id(desk.event, entry.name)
    data = {"name": "Late", "way": "fill_bye", "beside": beside, "version": desk.version()}
    desk.post("entry_late", **{**data, **more})
    return desk.event


def starts(event: Event) -> list[int]:
    stage = Stage(event)
    key = next(key for key in stage.open_keys() if "Late" in stage.names(key))
    return sorted(stage.match(key).start)


def test_the_page_says_what_it_costs_and_who_waits_gets_it() -> None:
    desk = desk_of(12)
    page = words(text(desk.get("entry_late")))
    assert (
        "By the rules whoever waits for him gets 2 points: he enters 12 minutes after the start."
        in page
    )
    assert starts(let_in(desk)) == [0, 2]


def test_of_a_team_it_says_that_it_costs_that_at_each_board() -> None:
    event = make_ties(("Kyiv", "Lviv", "Odesa"), tournament=make_cast(), rule_set="usbgf")
    called = timezone.now() - timedelta(minutes=12)
    Match.objects.filter(fixture__event=event).update(called_at=called)
    page = words(text(Desk(event).get("entry_late")))
    assert "By the rules the team that waits gets 2 points at each board" in page
    assert "this one enters 12 minutes after the start." in page


def test_the_director_may_waive_it() -> None:
    assert starts(let_in(desk_of(12), without_points="on")) == [0, 0]


def test_so_late_that_the_match_were_lost_it_says_what_to_tick() -> None:
    desk = desk_of(30)
    page = words(text(desk.get("entry_late")))
    assert "has lost the match: tick this, or it is refused" in page
    let_in(desk)
    assert not desk.event.entries.filter(name="Late").exists()


def test_where_the_rules_give_nothing_nothing_is_asked() -> None:
    assert "without_points" not in text(desk_of(12, "club").get("entry_late"))
