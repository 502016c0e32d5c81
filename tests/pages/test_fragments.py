"""The fragments that a page without a stream polls for, and the draw that anybody can repeat."""

import contextlib
import io
import re
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from tests.builders import Stage, make_running_event
from tests.pages.reading import text
from tournaments.models import Event

pytestmark = pytest.mark.django_db

EVENT = "/t/kyiv-open/main/"
POLL = EVENT + "fragment/bracket/"


def test_a_page_says_where_its_fragment_streams_and_polls(client: Client) -> None:
    event = make_running_event(["Ann", "Bob"])
    event.refresh_from_db()
    html = text(client.get(EVENT))
    stream = f"/events/event/{event.pk}/bracket?lang=en&amp;v={event.version}"
    assert f'data-live="{stream}" data-poll="{POLL}"' in html


@pytest.mark.parametrize("tab", ["bracket", "entries", "results", "standings", "draw"])
def test_the_fragment_is_what_the_page_shows(client: Client, tab: str) -> None:
    make_running_event(["Ann", "Bob"])
    fragment = text(client.get(f"{EVENT}fragment/{tab}/"))
    assert fragment in text(client.get(EVENT + ("" if tab == "bracket" else f"{tab}/")))


def test_an_unchanged_fragment_is_not_sent_again(
    client: Client, django_assert_num_queries: Any
) -> None:
    event = make_running_event(["Ann", "Bob"])
    etag = client.get(POLL)["ETag"]
    with django_assert_num_queries(1):
        assert client.get(POLL, headers={"if-none-match": etag}).status_code == 304
    Stage(event).win("M1.1")
    assert client.get(POLL, headers={"if-none-match": etag}).status_code == 200


def test_a_fragment_in_another_language_is_another_fragment(client: Client) -> None:
    make_running_event(["Ann", "Bob"])
    etag = client.get(POLL)["ETag"]
    headers = {"if-none-match": etag, "accept-language": "uk"}
    assert client.get(POLL, headers=headers).status_code == 200


@pytest.mark.parametrize("fragment", ["desk", "nope"])
def test_what_is_not_public_cannot_be_polled(client: Client, fragment: str) -> None:
    make_running_event(["Ann", "Bob"])
    assert client.get(f"{EVENT}fragment/{fragment}/").status_code == 404


def lines_of(event: Event) -> list[int | str]:
    openings = event.fixtures.filter(stage__bracket="M", round=1).order_by("number")
    pairs = openings.values_list("entry_1__number", "entry_2__number")
    return [number or "bye" for pair in pairs for number in pair]


@pytest.mark.parametrize(("entrants", "seed"), [(2, "s"), (13, 'quo"te'), (40, "зерно ' \\")])
def test_the_program_on_the_draw_page_repeats_the_draw(
    client: Client, entrants: int, seed: str
) -> None:
    event = make_running_event([f"P{n}" for n in range(entrants)], seed=seed)
    found = re.search(
        r'<pre id="program"><code>(.*?)</code>', text(client.get(EVENT + "draw/")), re.DOTALL
    )
    assert found
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(unescape(found[1]), {})
    assert printed.getvalue().strip() == repr(lines_of(event))


@pytest.mark.parametrize("name", ["desk", "card", "\n", "nothing"])
def test_what_is_no_public_fragment_is_never_unchanged(client: Client, name: str) -> None:
    make_running_event(["Ann", "Bob"])
    asked = client.get(f"{EVENT}fragment/{quote(name)}/", headers={"if-none-match": "*"})
    assert asked.status_code == 404
