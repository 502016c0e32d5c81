"""Messages on the card, the choices of a player and of staff, the links in mails, the outbox."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.builders import Stage, by_director
from tests.pages.cast import Phone
from tests.pages.desk import login
from tests.pages.reading import text, words
from tests.tournaments.telling import at, card, give, mails_are_on, reach, tell
from tournaments.models import Event, LogEntry, Pass
from tournaments.models_notices import Contact, Notice
from tournaments.services.contact_links import confirm_token, stop_token
from tournaments.services.notices import notices_make
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db

Phones = tuple[Phone, Phone]


@pytest.fixture(autouse=True)
def _mails(settings: Any) -> None:
    mails_are_on(settings)


def call(event: Event, number: int = 9) -> None:
    table_assign(event_id=event.pk, key="M1.1", number=number, act=by_director(1))


def shown(phone: Client, path: str) -> str:
    return words(text(phone.get(path)))


def test_the_card_tells_the_latest_of_what_concerns_the_player(
    phones: Phones, event: Event
) -> None:
    call(event)
    pair = " – ".join(str(name) for name in Stage(event).names("M1.1"))
    for phone in phones:
        assert f"Table 9: {pair}, Main" in shown(phone, phone.home)
    stranger = Phone(event, str(Stage(event).names("M1.2")[0]))
    assert f"Table 9: {pair}" not in shown(stranger, stranger.home)


def test_a_message_is_new_until_it_is_read(phones: Phones, event: Event) -> None:
    phone, _other = phones
    call(event)
    page = text(phone.get(f"{phone.home}messages/"))
    assert "new Table 9" in words(page)
    newest = LogEntry.objects.order_by("-pk").values_list("pk", flat=True)[0]
    assert f'value="{newest}"' in page
    phone.post(f"{phone.home}seen/", {"up_to": newest})
    assert "new Table 9" not in shown(phone, phone.home)
    call(event, 10)
    assert "new Table 10" in shown(phone, phone.home)


def test_old_news_does_not_become_new_again(phones: Phones, event: Event) -> None:
    phone, _other = phones
    call(event)
    for up_to in ("999999999", "1", "x"):
        phone.post(f"{phone.home}seen/", {"up_to": up_to})
    assert Pass.objects.get(pk=phone.card.pk).read_to == 999999999


def test_an_address_is_given_asked_and_confirmed(phones: Phones, event: Event) -> None:
    phone, _other = phones
    page = f"{phone.home}messages/"
    name = phone.card.player.name
    assert phone.post(page, {"do": "give", "email": " me@mail.example "}).status_code == 302
    assert "me@mail.example is not confirmed yet" in shown(phone, page)
    Notice.objects.update(due_at=at(0))
    assert tell() == ["me@mail.example: Do you want messages from Kyiv Open?"]
    link = next(line for line in str(mail.outbox[0].body).splitlines() if "/confirm/" in line)
    path = link.removeprefix("https://club.example")
    mailbox = Client()
    assert name in shown(mailbox, path)
    assert Contact.objects.get().confirmed_at is None  # looked at, and not pressed
    assert "is confirmed" in words(text(mailbox.post(path)))
    assert "Messages go to me@mail.example" in shown(phone, page)


def test_what_is_no_address_is_said_at_the_field(phones: Phones) -> None:
    phone, _other = phones
    response = phone.post(f"{phone.home}messages/", {"do": "give", "email": "nobody"})
    assert response.status_code == 400
    assert "This is no e-mail address." in text(response)


def test_kinds_are_chosen(phones: Phones) -> None:
    phone, _other = phones
    page = f"{phone.home}messages/"
    phone.post(page, {"do": "choose", "kind": ["call", "news"], "by_email": "on"})
    contact = Contact.objects.get()
    assert "call" not in contact.muted
    assert "round" in contact.muted
    assert "desk" not in contact.muted  # not on this page, so not given up by it
    checked = [line for line in text(phone.get(page)).splitlines() if "checked" in line]
    assert len(checked) == 3


def test_forgetting_is_one_button(phones: Phones) -> None:
    phone, _other = phones
    reach(phone.card.player.name)
    page = f"{phone.home}messages/"
    assert "Forget" in text(phone.get(page))
    phone.post(page, {"do": "remove"})
    assert not Contact.objects.exists()
    assert "Forget" not in text(phone.get(page))


def test_a_button_that_is_none_is_refused(phones: Phones) -> None:
    phone, _other = phones
    assert phone.post(f"{phone.home}messages/", {"do": "x"}).status_code == 400


def test_the_card_of_somebody_else_is_closed(phones: Phones) -> None:
    phone, other = phones
    for page in ("messages/", "seen/"):
        assert phone.post(f"{other.home}{page}", {"do": "remove"}).status_code == 403


def test_the_mail_program_ends_the_mails_with_one_click(event: Event) -> None:
    contact = reach("A")
    outside = Client(enforce_csrf_checks=True)
    path = reverse("contact_stop", args=[stop_token(contact)])
    assert "No more mail, please" in shown(outside, path)
    assert Contact.objects.get().by_email
    response = outside.post(path, {"List-Unsubscribe": "One-Click"})
    assert response.status_code == 200
    assert not Contact.objects.get().by_email
    assert outside.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200


@pytest.mark.parametrize("page", ["contact_stop", "contact_confirm"])
def test_a_link_that_was_made_up_opens_nothing(event: Event, page: str) -> None:
    contact = give(card("A"), "a@mail.example")
    wrong = confirm_token(contact) if page == "contact_stop" else stop_token(contact)
    for token in (wrong, "x"):
        response = Client().post(reverse(page, args=[token]))
        assert response.status_code == 403
        assert "not valid" in text(response)
    contact.refresh_from_db()
    assert contact.by_email
    assert contact.confirmed_at is None


def test_where_no_mail_is_set_up_the_page_says_so(phones: Phones, settings: Any) -> None:
    settings.MAILS = False
    phone, _other = phones
    page = f"{phone.home}messages/"
    assert "This site sends no mail." in shown(phone, page)
    response = phone.post(page, {"do": "give", "email": "a@mail.example"})
    assert response.status_code == 409


def test_staff_choose_on_their_account(event: Event) -> None:
    client = login("dana")
    page = reverse("account_messages")
    client.post(page, {"do": "give", "email": "dana@staff.example"})
    assert "dana@staff.example is not confirmed yet" in shown(client, page)
    assert "Somebody needs a director" in shown(client, page)
    assert "I am called to a table" not in shown(client, page)


def test_the_desk_gives_an_address_that_the_player_confirms(event: Event) -> None:
    client, one = login("dana"), card("A")
    address = reverse("card_address", args=[one.tournament.slug, one.pk])
    client.post(address, {"email": "told@mail.example"})
    contact = Contact.objects.get()
    assert (contact.card, contact.confirmed_at) == (one, None)
    page = reverse("tournament_card", args=[one.tournament.slug, one.pk])
    assert "that the player has not confirmed yet" in shown(client, page)
    assert "told@mail.example" not in text(client.get(page))


def test_the_outbox_shows_what_failed_and_sends_it_again(event: Event) -> None:
    first = str(Stage(event).names("M1.1")[0])
    reach(first)
    call(event)
    notices_make(at=at(1))
    Notice.objects.update(state="given_up", attempts=5, last_error="nobody there")
    client, page = login("dana"), reverse("tournament_outbox", args=[event.tournament.slug])
    html = shown(client, page)
    assert f"{first} Table 9" in html
    assert "given up nobody there" in html
    client.post(page, {"resend": Notice.objects.get().pk})
    assert Notice.objects.get().state == "waiting"


def test_the_outbox_is_for_directors(event: Event) -> None:
    page = reverse("tournament_outbox", args=[event.tournament.slug])
    assert Client().get(page).status_code == 302


def test_the_service_worker_is_at_the_root_and_fresh(client: Client) -> None:
    response = client.get("/sw.js")
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Cache-Control"] == "no-cache"
    assert '"push"' in text(response)
    assert "notificationclick" in text(response)


def test_more_messages_cost_the_card_no_more_queries(
    phones: Phones, event: Event, django_assert_max_num_queries: Any
) -> None:
    phone, _other = phones
    with django_assert_max_num_queries(30) as before:
        phone.get(phone.home)
    for number in (9, 10, 11, 12):
        call(event, number)
    with django_assert_max_num_queries(len(before)):
        phone.get(phone.home)
