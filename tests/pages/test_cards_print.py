"""Cards on paper: whose are printed, what is on them, and renewing a lost one."""

import re

import pytest
import segno
from django.test import Client
from django.test.utils import override_settings

from tests.builders import enter, make_event, make_running_event, make_user
from tests.pages.cast import link
from tests.pages.reading import text
from tournaments.models import Event, LogEntry, Pass, Staff

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(event: Event) -> Client:
    desk = Client()
    desk.force_login(Staff.objects.get(tournament=event.tournament).user)
    return desk


def sheet(event: Event) -> str:
    return f"/desk/{event.tournament.slug}/cards/"


def names(page: str) -> list[str]:
    return re.findall(r'<p class="paper-name"><a href="[^"]+">([^<]+)</a>', page)


def test_everybody_who_is_entered_gets_one_card_in_order_of_names(
    event: Event, desk: Client
) -> None:
    enter(make_event(event.tournament, name="Jackpot"), "XA")
    page = text(desk.get(sheet(event)))
    assert names(page) == ["A", "B", "C", "D", "X"]
    assert page.count('class="qr"') == 5
    assert "Main · Jackpot" in page


def test_the_sheet_of_one_event_has_its_players_only(event: Event, desk: Client) -> None:
    enter(make_event(event.tournament, name="Jackpot"), "XA")
    assert names(text(desk.get(sheet(event), {"event": "jackpot"}))) == ["A", "X"]


def test_the_code_is_the_absolute_link(event: Event, desk: Client) -> None:
    card = Pass.objects.get(tournament=event.tournament, player__name="A")
    page = text(desk.get(f"{sheet(event)}{card.pk}/"))
    address = f"http://testserver{link(card)}"
    assert f"<code>{address}</code>" in page
    drawn = re.search(r'<path [^>]*\bd="([^"]+)"', segno.make_qr(address, error="m").svg_inline())
    assert drawn
    assert drawn[1] in page


@override_settings(PUBLIC_URL="https://nardy.example.org")
def test_the_address_that_the_site_is_known_by_goes_on_the_cards(
    event: Event, desk: Client
) -> None:
    card = Pass.objects.get(tournament=event.tournament, player__name="A")
    page = text(desk.get(f"{sheet(event)}{card.pk}/"))
    assert f"<code>https://nardy.example.org{link(card)}</code>" in page


def test_renewing_makes_a_new_link_and_is_logged(event: Event, desk: Client) -> None:
    card = Pass.objects.get(tournament=event.tournament, player__name="A")
    old = link(card)
    page = text(desk.post(f"{sheet(event)}{card.pk}/renew/", follow=True))
    card.refresh_from_db()
    assert "The old card no longer works" in page
    assert link(card) != old
    assert link(card) in page
    assert old not in page
    assert LogEntry.objects.get(action="pass.renewed").subject == "A"


def test_only_those_who_manage_the_tournament_see_cards(event: Event, client: Client) -> None:
    assert client.get(sheet(event))["Location"] == f"/login/?next={sheet(event)}"
    scorer = make_user("sam")
    Staff.objects.create(tournament=event.tournament, user=scorer, role=Staff.Role.SCORER)
    client.force_login(scorer)
    card = Pass.objects.filter(tournament=event.tournament).first()
    assert card
    assert client.get(sheet(event)).status_code == 403
    assert client.get(f"{sheet(event)}{card.pk}/").status_code == 403
    assert client.post(f"{sheet(event)}{card.pk}/renew/").status_code == 403


def test_the_card_of_another_tournament_is_not_found(event: Event, desk: Client) -> None:
    other = make_running_event("YZ")
    foreign = Pass.objects.get(tournament=other.tournament, player__name="Y")
    assert desk.get(f"{sheet(event)}{foreign.pk}/").status_code == 404
    assert desk.post(f"{sheet(event)}{foreign.pk}/renew/").status_code == 404


def test_codes_that_no_phone_could_open_are_warned_of(event: Event, desk: Client) -> None:
    warning = "lead to this computer only"
    with override_settings(ALLOWED_HOSTS=["127.0.0.1", "192.168.1.7"]):
        assert warning in text(desk.get(sheet(event), headers={"host": "127.0.0.1:8000"}))
        assert warning not in text(desk.get(sheet(event), headers={"host": "192.168.1.7:8000"}))
    with override_settings(PUBLIC_URL="https://nardy.example.org"):
        assert warning not in text(desk.get(sheet(event)))
