"""A player is told on the phone: on the card as it happens, by mail, and by push."""

import json
import re
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from players.actors import Act
from tests.browser.acting import follow, press, shows
from tests.browser.conftest import Hall
from tests.builders import DIRECTOR
from tests.tournaments.telling import mails_are_on
from tournaments.models import Event, Fixture
from tournaments.models_notices import Contact, Notice
from tournaments.services.notices import notices_make
from tournaments.services.outbox import notices_send
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def _mails(settings: Any) -> None:
    mails_are_on(settings)
    settings.PUSHES, settings.VAPID_KEY = True, "A" * 42 + "E"


def call(event: Event, name: str, number: int) -> None:
    mine = Fixture.objects.filter(event=event, round=1)
    row = mine.filter(entry_1__name=name).first() or mine.get(entry_2__name=name)
    act = Act(DIRECTOR, timezone.now())
    table_assign(event_id=event.pk, key=row.key, number=number, act=act)


def send() -> None:
    notices_make(at=timezone.now())
    notices_send(Notice.Channel.EMAIL, timezone.now)


def test_messages_come_to_the_card_and_to_the_mailbox(hall: Hall, event: Event) -> None:
    anna = hall.phone()
    anna.scans_card("Anna")
    call(event, "Anna", 15)
    shows(anna.page, "Table 15: ")  # without a look at the page
    follow(anna.page, "All messages, and how they reach me")
    press(anna.page, "I have read them")
    expect(anna.page.get_by_text("new", exact=True)).to_have_count(0)
    anna.page.get_by_label("E-mail address").fill("anna@mail.example")
    press(anna.page, "Send messages there")
    shows(anna.page, "anna@mail.example is not confirmed yet")
    send()
    link = re.search(r"/messages/confirm/\S+", str(mail.outbox[0].body))
    assert link is not None
    mailbox = hall.public().context.new_page()
    mailbox.goto(link[0])
    press(mailbox, "Yes, send the messages here")
    shows(mailbox, "This address is confirmed")
    call(event, "Anna", 16)
    send()
    assert mail.outbox[1].subject.startswith("Table 16: ")
    stop = re.search(r"/messages/stop/\S+", str(mail.outbox[1].body))
    assert stop is not None
    mailbox.goto(stop[0])
    press(mailbox, "No more mail, please")
    shows(mailbox, "No more mail comes to this address.")
    anna.page.reload()
    shows(anna.page, "No mail goes to anna@mail.example, as you asked.")
    press(anna.page, "Forget address and devices")
    shows(anna.page, "Your address and browsers are forgotten.")
    assert not Contact.objects.exists()


def test_the_service_worker_shows_what_is_pushed(hall: Hall, event: Event) -> None:
    anna = hall.phone(permissions=["notifications"])
    anna.scans_card("Anna")
    follow(anna.page, "All messages, and how they reach me")
    shows(anna.page, "Show messages on this device")
    told = {"title": "Table 7: Anna – Bo", "body": "Please go there.", "url": "/", "tag": "n1"}
    for _again in range(2):
        deliver(anna.page.context, anna.page, told)
    expect_notifications(anna.page, ["Table 7: Anna – Bo"])


def deliver(context: BrowserContext, page: Page, told: dict[str, str]) -> None:
    """As a push service would, past the network."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.evaluate("navigator.serviceWorker.getRegistration().then(() => true)")
    origin = page.evaluate("location.origin")
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": found[0], "data": json.dumps(told)},
    )


def expect_notifications(page: Page, titles: list[str]) -> None:
    page.wait_for_function(
        """async (titles) => {
          const registration = await navigator.serviceWorker.getRegistration();
          const shown = await registration.getNotifications();
          return JSON.stringify(shown.map((one) => one.title)) === JSON.stringify(titles);
        }""",
        arg=titles,
    )
