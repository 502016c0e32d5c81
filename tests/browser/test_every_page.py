"""Every page on a phone and on a large screen, in the longer languages; watch.js looks at each.

It sees that a page has one h1, a title and a language, that every field has a label, that nothing
is wider than the screen, and that a finger can hit the buttons.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints, Hall
from tests.browser.tour import (
    pages,
    pages_before_the_draw,
    pages_of_ladders,
    pages_of_leagues,
    pages_of_rounds,
)
from tests.builders import Stage, by_director, make_ladder, make_rounds, make_user
from tests.chromium import DESKTOP, PHONE
from tests.tournaments.auctions import set_auction, view
from tests.tournaments.purses import HOUSE, percent, set_pool, set_purse
from tests.tournaments.test_ladders import challenge
from tournaments.models import Event, Fixture, Pass
from tournaments.services.calcutta_lots import lots_order, lots_put
from tournaments.services.calcutta_selling import Sale, lot_sell
from tournaments.services.calcutta_setting_up import auction_publish
from tournaments.services.demo import demo_load
from tournaments.services.money_taking import pool_fill
from tournaments.services.passes import pass_token
from tournaments.services.rounds import round_publish

pytestmark = pytest.mark.browser

SCREENS: dict[str, dict[str, Any]] = {
    "phone in Ukrainian": {**PHONE, "locale": "uk"},
    "dark desktop in Russian": {**DESKTOP, "locale": "ru", "color_scheme": "dark"},
}


@pytest.fixture
def demo(transactional_db: None) -> Event:
    """In its quarter-finals, with a dispute and a report that waits; all names and states."""
    user = make_user()
    user.is_superuser = True
    user.save()
    tournament = demo_load(seed="demo", at=timezone.now(), players=16)
    event = tournament.events.get(slug="main")
    set_purse(event, deductions=[HOUSE], prizes=percent(40, 25, 5, 5, consolation=(15, 10)))
    set_pool(event)
    members = list(event.entries.values_list("pk", flat=True)[:5])
    pool_fill(event_id=event.pk, number=1, entry_ids=members, act=by_director())
    number = set_auction(event, deductions=[HOUSE])
    lots_order(event_id=event.pk, number=number, order="lots", seed="6-1", act=by_director())
    lots_put(event_id=event.pk, number=number, entry_ids=members, together=True, act=by_director())
    lot = next(lot for lot in view(event, number).lots if not lot.is_bundle)
    sale = Sale(12_345, "Maximilian Freiherr von Grün", bought_back=5000)
    lot_sell(event_id=event.pk, number=number, lot=lot.row.number, sale=sale, act=by_director())
    auction_publish(event_id=event.pk, published=True, act=by_director())
    return event


def visit(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()


def cards(event: Event, state: str) -> Iterator[str]:
    """The links of the two who play a match of this state, and the two pages of that match."""
    fixture = Fixture.objects.filter(event=event, match__state=state).first()
    assert fixture is not None
    for entry in (fixture.entry_1, fixture.entry_2):
        assert entry is not None
        one = Pass.objects.get(player=entry.player, tournament=event.tournament)
        yield f"/p/{pass_token(one)}/"
        yield f"/me/{one.pk}/match/{fixture.match_id}/report/"
        yield f"/me/{one.pk}/match/{fixture.match_id}/answer/"


@pytest.mark.parametrize("screen", SCREENS)
def test_every_page_is_whole(hall: Hall, demo: Event, screen: str) -> None:
    page = hall.director(**SCREENS[screen]).page
    playing = demo.fixtures.filter(match__state="open").first()
    assert playing is not None
    for path in pages(playing):
        visit(page, path)
    for path in pages_before_the_draw(demo.tournament.events.get(slug="blitz")):
        visit(page, path)
    for path in pages_of_rounds(demo.tournament.events.get(slug="swiss")):
        visit(page, path)
    for state in ("reported", "disputed", "decided"):
        for path in cards(demo, state):
            visit(page, path)
        key = demo.fixtures.filter(match__state=state).values_list("key", flat=True)[0]
        visit(page, f"/desk/{demo.tournament.slug}/{demo.slug}/{key}/")


@pytest.mark.parametrize("screen", SCREENS)
def test_every_page_of_ladders_and_leagues_is_whole(hall: Hall, screen: str) -> None:
    names = ["Олена Ткаченко-Мирославська", "José Núñez", "Łukasz Żółć", "Zoë Ångström"]
    ladder = make_ladder(names, name="Ladder")
    Stage(ladder).win(challenge(ladder, names[2:0:-1]))
    challenge(ladder, [names[1], names[2]], 2)
    league = {"starts_on": "2026-09-07", "division": 1}
    tournament = ladder.tournament
    one = make_rounds(names, "round_robin", tournament=tournament, tie_breaks=[], league=league)
    round_publish(event_id=one.pk, act=by_director(2), everything=True)
    Stage(one).play_out()
    page = hall.director(**SCREENS[screen]).page
    for path in [*pages_of_ladders(ladder), *pages_of_leagues(one)]:
        visit(page, path)


def test_pages_that_say_no_are_whole_too(hall: Hall, complaints: Complaints) -> None:
    complaints.expect("403 (Forbidden)")
    complaints.expect("404 (Not Found)")
    page = hall.public(**PHONE).context.new_page()
    for path in ("/t/no-such/", "/p/1-wrong/", "/me/1/", "/setup/wrong/", "/join/wrong/"):
        visit(page, path)


def test_the_api_is_browsed_without_breach_of_the_security_policy(
    hall: Hall, complaints: Complaints
) -> None:
    complaints.expect("/api/: 0 h1")  # its script writes the page a moment later
    page = hall.public().context.new_page()
    page.goto("/api/")
    expect(page.get_by_role("heading", name="Fixtures")).to_be_visible()
    expect(page.locator("h1")).to_have_count(1)
