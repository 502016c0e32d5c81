"""Who may open which page of the desk."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import Stage, by_director, make_running_event
from tests.pages.desk import login, make_cast
from tests.tournaments.auctions import set_auction
from tests.tournaments.purses import set_pool, set_purse
from tournaments.models import Event
from tournaments.models_auction import Bidder
from tournaments.services.calcutta_lots import lots_order
from tournaments.services.calcutta_selling import Sale, lot_sell

pytestmark = pytest.mark.django_db

# The page, how many more arguments, and the least role that may open it.
TOURNAMENT_PAGES = {
    "tournament_desk": "scorer",
    "tournament_log": "scorer",
    "tournament_settings": "director",
    "event_new": "director",
    "tournament_staff": "owner",
}
EVENT_PAGES = {
    "event_desk": "scorer",
    "event_desk_fragment": "scorer",
    "event_log": "scorer",
    "fixture": "scorer",
    "event_settings": "director",
    "event_entries_edit": "director",
    "entry_edit": "director",
    "event_draft": "director",
    "event_money": "director",
    "event_money_setup": "director",
    "event_money_print": "director",
    "event_money_ledger": "director",
    "event_money_entries": "director",
    "event_money_entry": "director",
    "event_pool_new": "director",
    "event_pool": "director",
    "event_deal": "director",
    "event_money_calcutta_new": "director",
    "event_money_calcutta": "director",
    "event_money_calcutta_terms": "director",
    "event_money_calcutta_print": "director",
    "event_money_calcutta_lots": "director",
    "event_money_calcutta_lot": "director",
    "event_money_calcutta_owners": "director",
    "event_money_calcutta_owner": "director",
}
MAY = {
    "dana": {"scorer", "director", "owner"},
    "dina": {"scorer", "director"},
    "sam": {"scorer"},
    "otto": set(),
}


@pytest.fixture
def event() -> Event:
    event = make_running_event("ABCD", tournament=make_cast())
    set_purse(event)
    set_pool(event)
    number = set_auction(event)
    lots_order(event_id=event.pk, number=number, order="entry", act=by_director())
    lot_sell(event_id=event.pk, number=number, lot=1, sale=Sale(100, "Max"), act=by_director())
    return event


def _address(event: Event, page: str) -> str:
    args: list[object] = [event.tournament.slug]
    if page in EVENT_PAGES:
        args.append(event.slug)
    if page == "fixture":
        args.append("M1.1")
    more: dict[str, list[object]] = {"event_pool": [1], "event_deal": [0, "M"]}
    args += more.get(page, [])
    if page.startswith("event_money_calcutta") and page != "event_money_calcutta_new":
        args.append(2)
    if page == "event_money_calcutta_lot":
        args.append(1)
    if page == "event_money_calcutta_owner":
        args.append(Bidder.objects.get().pk)
    if page in {"entry_edit", "event_money_entry"}:
        entry = Stage(event).fixture("M1.1").entry_1
        assert entry is not None
        args.append(entry.pk)
    return reverse(page, args=args)


@pytest.mark.parametrize("page", [*TOURNAMENT_PAGES, *EVENT_PAGES])
def test_each_page_opens_for_those_who_may_and_for_nobody_else(event: Event, page: str) -> None:
    needed = {**TOURNAMENT_PAGES, **EVENT_PAGES}[page]
    for name, roles in MAY.items():
        expected = 200 if needed in roles else 403
        assert login(name).get(_address(event, page)).status_code == expected, name


@pytest.mark.parametrize("page", [*TOURNAMENT_PAGES, *EVENT_PAGES])
def test_whoever_is_not_logged_in_logs_in_and_comes_back(event: Event, page: str) -> None:
    address = _address(event, page)
    for response in (Client().get(address), Client().post(address)):
        assert response.status_code == 302
        assert response.headers["Location"] == f"{reverse('login')}?next={address}"


@pytest.mark.parametrize("page", [*TOURNAMENT_PAGES, *EVENT_PAGES])
def test_a_stranger_can_post_nothing(event: Event, page: str) -> None:
    assert login("otto").post(_address(event, page), {"winner": 1}).status_code == 403


def test_everybody_with_an_account_may_start_a_tournament(event: Event) -> None:
    client = login("otto")
    assert client.get(reverse("desk")).status_code == 200
    assert client.get(reverse("tournament_new")).status_code == 200
    assert Client().get(reverse("desk")).status_code == 302


def test_the_desk_is_never_cached(event: Event) -> None:
    response = login("sam").get(_address(event, "event_desk"))
    assert "no-store" in response.headers["Cache-Control"]


def test_pages_of_what_does_not_exist_are_not_found(event: Event) -> None:
    client = login("dana")
    slug = event.tournament.slug
    assert client.get(reverse("tournament_desk", args=["nowhere"])).status_code == 404
    assert client.get(reverse("event_desk", args=[slug, "nothing"])).status_code == 404
    assert client.get(reverse("fixture", args=[slug, event.slug, "M9.9"])).status_code == 404
    assert client.get(reverse("entry_edit", args=[slug, event.slug, 999_999])).status_code == 404
