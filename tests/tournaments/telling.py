"""Whoever wants to be told: addresses given and confirmed, and what was sent to them."""

from datetime import datetime, timedelta
from typing import Any

from django.core import mail

from players.models import User
from tests.builders import NOON, by_director
from tournaments.models import LogEntry, Pass
from tournaments.models_notices import Contact, Notice
from tournaments.services.contacts import Holder, contact_confirm, contact_give
from tournaments.services.notices import notices_make
from tournaments.services.outbox import notices_send

SITE = "https://club.example"


def mails_are_on(settings: Any) -> None:
    settings.MAILS, settings.PUBLIC_URL = True, SITE


def card(name: str) -> Pass:
    return Pass.objects.select_related("player", "tournament").get(player__name=name)


def give(holder: Holder, email: str, language: str = "en") -> Contact:
    """Given, and not confirmed."""
    return contact_give(holder=holder, email=email, language=language, act=by_director())


def reach(name: str, language: str = "en") -> Contact:
    """The player has an address that is confirmed; nothing waits to be sent."""
    one = card(name)
    return confirmed(give(one, _address(name), language))


def reach_staff(username: str = "dana") -> Contact:
    user = User.objects.get(username=username)
    return confirmed(give(user, f"{username}@staff.example"))


def confirmed(contact: Contact) -> Contact:
    contact_confirm(contact_id=contact.pk, email=contact.email, act=by_director())
    nothing_untold()
    return contact


def nothing_untold() -> None:
    """What happened so far is not what the test is about."""
    LogEntry.objects.update(untold=False)
    Notice.objects.all().delete()


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def tell(minutes: float = 1) -> list[str]:
    """Make and send what is due so many minutes after noon; the subjects, with the addresses."""
    before = len(mail.outbox)
    while notices_make(at=at(minutes)):
        pass
    notices_send(Notice.Channel.EMAIL, lambda: at(minutes))
    return [f"{one.to[0]}: {one.subject}" for one in mail.outbox[before:]]


def _address(name: str) -> str:
    return f"{name.lower().replace(' ', '')}@mail.example"
