"""Celery's part: ring in time, sweep up what nobody heard, analyse what waits. No rules here.

Whether a deadline is due is judged by one clock, that of the database, however wrong those of the
workers are: a worker whose clock is ahead would let silence confirm before its time.
"""

import logging
from datetime import datetime
from typing import Any

from celery import shared_task
from django.conf import settings
from django.db import connection
from django.dispatch import receiver
from django.utils import timezone
from kombu.exceptions import OperationalError

from matches.services import analysing, deadlines
from matches.signals import analysis_due, deadline_set, swept

logger = logging.getLogger(__name__)


def database_now() -> datetime:
    """SQLite has no clock but that of its process."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


@shared_task(name="matches.tasks.ring", soft_time_limit=20)
def ring(*deadline_ids: int) -> None:
    """One after the other; one that is early by a little is rung again."""
    for deadline_id in deadline_ids:
        at = database_now()
        if not deadlines.ring_safely(deadline_id, at):
            _ring_again(deadline_id, at)


def _ring_again(deadline_id: int, at: datetime) -> None:
    wait = deadlines.rung_early(deadline_id, at)
    if wait is not None:
        ring.apply_async((deadline_id,), countdown=wait.total_seconds())


@shared_task(name="matches.tasks.sweep", soft_time_limit=60)
def sweep() -> None:
    """Ring what is overdue, arm what is due soon, and let the apps mend what a crash left."""
    _sweep(again=False)


@shared_task(name="matches.tasks.rearm", soft_time_limit=60)
def rearm() -> None:
    """The first sweep of a worker that hears again: what was sent before may be gone."""
    _sweep(again=True)


def _sweep(*, again: bool) -> None:
    at = database_now()
    # By messages, so that all workers do it, and nothing waits for a slow one.
    with ring.app.producer_or_acquire() as producer:
        for overdue in deadlines.overdue(at):
            ring.apply_async(tuple(overdue), producer=producer)
        for deadline_id, due_at in deadlines.arm_due(at, again=again):
            wait = (due_at - at).total_seconds()
            ring.apply_async((deadline_id,), countdown=wait, producer=producer)
    swept.send(sender=None, at=at)
    deadlines.note_sweep(at)


@receiver(deadline_set)
def arm_at_once(deadline_id: int, due_at: datetime, **_: Any) -> None:
    """A deadline nearer than the next sweep gets its ring now."""
    if settings.RINGS and due_at - timezone.now() <= deadlines.HORIZON:
        try:
            ring.apply_async((deadline_id,), eta=due_at, retry=False)
        except OperationalError as error:
            # Called within the request that reports: its row is stored, and a sweep finds it.
            logger.warning("the broker is away; a sweep will ring instead: %s", error)


@shared_task(name="matches.tasks.analyse")
def analyse() -> None:
    """Have what waits analysed, beside the threads in which rings are heard."""
    analysing.analyses_begin(database_now)


@receiver(analysis_due)
def analyse_at_once(**_: Any) -> None:
    if settings.RINGS:
        try:
            analyse.apply_async(retry=False)
        except OperationalError as error:
            logger.warning("the broker is away; a sweep will analyse instead: %s", error)


@receiver(swept)
def analyse_the_rest(at: datetime, **_: Any) -> None:
    """What came meanwhile, and what a crash left behind."""
    if settings.RINGS and analysing.has_work(at):
        analyse.apply_async()
