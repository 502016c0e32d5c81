"""Celery's part of events: their brackets follow what deadlines did, people are told.

Telling and sending do whatever there is to do, so a task that comes twice or late changes nothing
but latency; a sweep sends them for what nobody heard of.
"""

import logging
from typing import Any

from celery import shared_task
from django.conf import settings
from django.dispatch import receiver
from django.utils import timezone
from kombu.exceptions import OperationalError

from matches.signals import swept
from tournaments.selectors.outbox import has_untold
from tournaments.services import outbox
from tournaments.services.advancing import event_catch_up
from tournaments.services.notices import notices_make
from tournaments.signals import notices_due

AGAIN_SECONDS = 0.5
TRIES = 10

logger = logging.getLogger(__name__)


@shared_task(name="tournaments.tasks.follow", soft_time_limit=20)
def follow(event_id: int, tries: int = TRIES) -> None:
    """Let the event catch up with its results: one of these does it for all that came before.

    It does not wait for somebody who has the event in hand, as rings would then wait for it.
    """
    if not event_catch_up(event_id, timezone.now()) and tries > 1:
        follow.apply_async((event_id, tries - 1), countdown=AGAIN_SECONDS)


def follow_soon(event_id: int) -> None:
    """After the rings that are waiting; if the broker is away the next sweep does it."""
    try:
        follow.apply_async((event_id,), retry=False)
    except OperationalError as error:
        logger.warning("the broker is away; a sweep will follow instead: %s", error)


@shared_task(name="tournaments.tasks.tell")
def tell() -> None:
    """Make the messages of what has happened, and let them be sent."""
    while notices_make(at=timezone.now()):
        pass
    for channel in outbox.channels_due(timezone.now()):
        send.apply_async((channel,))


@shared_task(name="tournaments.tasks.send")
def send(channel: str) -> None:
    outbox.notices_send(channel, timezone.now)


@receiver(notices_due)
def tell_at_once(**_: Any) -> None:
    """Called after the commit, within the request: without a broker the next sweep tells.

    Where nothing can be sent there is no hurry.
    """
    if not (settings.RINGS and (settings.MAILS or settings.PUSHES)):
        return
    try:
        tell.apply_async(retry=False)
    except OperationalError as error:
        logger.warning("the broker is away; a sweep will tell instead: %s", error)


@receiver(swept)
def tell_the_rest(**change: Any) -> None:
    """What a crash left, and what is to be tried again by now."""
    if settings.RINGS and (has_untold() or outbox.channels_due(change["at"])):
        tell.apply_async()
