"""Eight players in two groups, the best four in a knockout by cross-over, one champion."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acting import fill, follow, is_at, press, shows
from tests.browser.conftest import NAMES, Hall
from tests.builders import Stage, by_director, enter, make_rounds, make_tournament
from tests.chromium import DESKTOP, PHONE
from tournaments.models import Event
from tournaments.services.rounds import round_publish

pytestmark = pytest.mark.browser


def groups_on(page: Page) -> list[list[str]]:
    """The names in each group as the page lists them."""
    found = page.locator(".groups section")
    expect(found.first).to_be_visible()
    return [
        [re.sub(r"^\d+\s+", "", text).strip() for text in group.locator("li").all_inner_texts()]
        for group in found.all()
    ]


def swaps_the_first_two(page: Page, event: Event) -> None:
    """Those who were dealt first to group A and to group B."""
    first, second = groups_on(page)
    page.locator("summary", has_text="Change the draft by hand").click()
    numbers = {entry.name: f"{entry.number} {entry.name}" for entry in event.entries.all()}
    fill(page, {"This one": numbers[first[0]], "And this one": numbers[second[0]]})
    press(page, "Swap these two")
    shows(page, f"{first[0]} and {second[0]} swapped their groups")
    assert groups_on(page)[0][0] == second[0]


def test_two_groups_are_set_up_dealt_and_swapped_by_hand(hall: Hall) -> None:
    tournament = make_tournament()
    director = hall.director(**PHONE)
    page = director.page
    page.goto(f"/desk/{tournament.slug}/new/")
    fill(page, {"Name": "Groups", "Match length": "5"})
    expect(page.get_by_label("Number of groups")).to_be_hidden()
    page.get_by_label("Round robin", exact=True).check()
    fill(page, {"Number of groups": "2"})
    press(page, "Create the event")
    event = Event.objects.get()
    enter(event, NAMES)
    director.goes_to(event, "draw")
    director.drafts("6-3 2-1")
    assert sorted(name for group in groups_on(page) for name in group) == sorted(NAMES)
    swaps_the_first_two(page, event)
    director.publishes()
    shown = hall.public().watches(event)
    expect(shown.get_by_role("heading", name="Group A")).to_be_visible()


def test_the_best_of_two_groups_play_a_knockout_to_its_champion(hall: Hall) -> None:
    event = make_rounds(NAMES, "round_robin", name="Groups", groups=2)
    director = hall.director(**PHONE)
    page = director.page
    director.goes_to(event, "rounds")
    press(page, "Open all rounds left")
    Stage(event).play_by_name()
    table = hall.public().watches(event, "standings")
    expect(table.get_by_role("heading", name="Group A")).to_be_visible()
    expect(table.get_by_role("heading", name="Group B")).to_be_visible()

    director.goes_to(event)
    follow(page, "Next stage: the best play on")
    is_at(page, "/desk/kyiv-open/groups/next/")
    shows(page, "A1", "B1", "A2", "B2")
    fill(page, {"Name": "Final stage", "Match length": "7"})
    press(page, "Make this event")
    shows(page, "Final stage is made: make its draw.", "4 entries")
    expect(page.get_by_label("Lines by the places of the event before")).to_be_checked()
    director.drafts("1")
    director.publishes()

    final = Event.objects.get(name="Final stage")
    watching = hall.public(**DESKTOP).watches(final)
    expect(watching.locator(".fixture")).to_have_count(3)
    Stage(final).play_by_name()
    shows(watching, "Anna")
    champion = Stage(final).fixture("M2.1").winner
    assert champion is not None
    assert champion.name == "Anna"


def test_a_tie_is_settled_and_a_correction_noticed(hall: Hall) -> None:
    event = make_rounds([*NAMES, "Ines"], "round_robin", name="Groups", groups=3)
    round_publish(event_id=event.pk, act=by_director(2), everything=True)
    Stage(event).play_by_name()
    director = hall.director(**PHONE)
    page = director.page
    director.goes_to(event, "next")
    page.get_by_label("How many go on").fill("7")
    press(page, "Show")
    shows(page, "Not settled yet:")
    tied = page.locator("fieldset.tied input")
    expect(tied).to_have_count(3)
    for number, field in enumerate(tied.all(), start=1):
        field.fill(str(number))
    press(page, "Make this event")
    shows(page, "7 entries")

    after = Event.objects.get(follows=event)
    best = after.entries.filter(came_group=1, came_place__in=(1, 2)).values("came_from")
    row = event.fixtures.get(entry_1__in=best, entry_2__in=best)
    won = Stage(event).match(row.key).winner
    Stage(event).win(row.key, 2 if won == 1 else 1, act=by_director(20, "read wrongly"))
    director.goes_to(after, "entries")
    shows(page, "The table of Groups has changed since.")
    follow(page, "What to do")
    shows(page, "Enter them anew")
