"""Private links: what opens a card, what does not, and where the secret is not seen."""

import io
import logging

import pytest
from django.test import Client

from tests.builders import by_director
from tests.pages.cast import Phone, link
from tests.pages.reading import text
from tournaments.models import Event, Pass
from tournaments.services.passes import pass_renew, pass_token

pytestmark = pytest.mark.django_db(transaction=True)


def card_of(event: Event, name: str) -> Pass:
    return Pass.objects.get(tournament=event.tournament, player__name=name)


def test_a_link_leads_to_the_card_at_an_address_without_the_secret(
    event: Event, client: Client
) -> None:
    card = card_of(event, "A")
    answer = client.get(link(card))
    assert (answer.status_code, answer["Location"]) == (303, f"/me/{card.pk}/")
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    page = client.get(answer["Location"])
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert pass_token(card).partition("-")[2] not in text(page)


def test_a_card_stays_open_for_a_month(event: Event) -> None:
    assert Phone(event, "A").session.get_expiry_age() == 30 * 24 * 3600


def test_without_the_link_the_card_is_closed(event: Event, client: Client) -> None:
    answer = client.get(f"/me/{card_of(event, 'A').pk}/")
    assert answer.status_code == 403
    assert "scan its code" in text(answer)


def test_the_card_of_another_is_closed(event: Event) -> None:
    phone = Phone(event, "A")
    assert phone.get(f"/me/{card_of(event, 'B').pk}/").status_code == 403


def test_one_phone_holds_the_cards_of_a_family(event: Event) -> None:
    phone = Phone(event, "A")
    phone.get(link(card_of(event, "B")))
    assert phone.get(phone.home).status_code == 200
    assert phone.get(f"/me/{card_of(event, 'B').pk}/").status_code == 200


def test_a_renewed_card_closes_the_phone_and_the_old_link(event: Event) -> None:
    phone, old = Phone(event, "A"), link(card_of(event, "A"))
    renewed = pass_renew(
        tournament_id=event.tournament_id, player_id=phone.card.player_id, act=by_director()
    )
    assert phone.get(phone.home).status_code == 403
    assert phone.get(phone.home + "fragment/").status_code == 403
    assert phone.get(old).status_code == 403
    assert phone.get(link(renewed)).status_code == 303
    assert phone.get(phone.home).status_code == 200


@pytest.mark.parametrize("token", ["1-wrong", "x", "1", "-", "99999999999999999999-a", "١-a"])
def test_a_guessed_link_is_refused_kindly(event: Event, client: Client, token: str) -> None:
    answer = client.get(f"/p/{token}/")
    assert answer.status_code == 403
    assert "Ask the director for a new card" in text(answer)
    assert answer["Referrer-Policy"] == "no-referrer"


def test_guessing_ends_after_twenty_tries_from_one_address(event: Event) -> None:
    guesser, neighbour = Client(REMOTE_ADDR="10.0.0.66"), Client(REMOTE_ADDR="10.0.0.7")
    tries = [guesser.get(f"/p/1-guess{number}/").status_code for number in range(22)]
    assert tries == [403] * 20 + [429] * 2
    assert "Wait 10 minutes" in text(guesser.get("/p/1-again/"))
    assert neighbour.get("/p/1-wrong/").status_code == 403


def test_a_right_link_opens_even_from_an_address_that_guessed(event: Event, client: Client) -> None:
    for number in range(25):
        client.get(f"/p/1-guess{number}/")
    assert client.get(link(card_of(event, "A"))).status_code == 303


@pytest.mark.parametrize(
    "path",
    ["/p/{}/", "/setup/{}/", "/join/{}/", "/nowhere/?next=%2Fsetup%2F{}%2F", "/nowhere/?key={}"],
)
def test_no_secret_reaches_the_log(client: Client, db: None, path: str) -> None:
    [console] = [h for h in logging.getLogger().handlers if h.name == "console"]
    assert isinstance(console, logging.StreamHandler)
    written, before = io.StringIO(), console.stream
    console.setStream(written)
    try:
        client.get(path.format("1-dont-write-this-down"))
        logging.getLogger("server").info('"GET %s" 404', path.format("1-dont-write-this-down"))
    finally:
        console.setStream(before)
    assert '"GET /' in written.getvalue()
    assert "write-this-down" not in written.getvalue()
