"""Celery's part of events: their brackets follow what deadlines did to matches."""

import logging

from celery import shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError

from tournaments.services.advancing import event_catch_up

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
