"""Deadlines: set, moved and cleared by services, rung by Celery, done exactly once.

A handler is registered for each kind and gets `subject_id` and `at`. It runs in the transaction
that marks the deadline done, so it happens with the mark or not at all; a deadline that rings
late, twice or from two workers at once changes nothing but latency.

Lock order: the subject before its deadlines. Services that hold a match move its deadlines, so a
ring takes the match first, too.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Q

from matches.models import Deadline
from matches.signals import deadline_set

Handler = Callable[[int, datetime], None]
Lock = Callable[[int], object]

HORIZON = timedelta(seconds=30)  # rings are sent at most so far ahead: three sweeps
MOST_ARMED = 2000  # rings that a sweep sends; a worker does not do more until the next one
PARTS = 200  # messages for what is overdue; each part is done in order
EARLY = timedelta(seconds=2)  # a ring that comes so much too early is sent again
LAST_SWEEP = "deadlines.last_sweep"

logger = logging.getLogger(__name__)
_handlers: dict[str, tuple[Lock, Handler]] = {}


def handles(kind: str, *, lock: Lock) -> Callable[[Handler], Handler]:
    """Register the decorated function as the handler of a kind, and what locks its subject."""

    def register(handler: Handler) -> Handler:
        assert kind not in _handlers, f"two handlers for {kind}"
        _handlers[kind] = (lock, handler)
        return handler

    return register


def set_deadline(kind: str, subject_id: int, due_at: datetime) -> None:
    """Set or move the one deadline of this kind for this subject. Needs a transaction."""
    deadline = Deadline(kind=kind, subject_id=subject_id, due_at=due_at)
    Deadline.objects.bulk_create(  # in one statement: a clock does it at every press
        [deadline],
        update_conflicts=True,
        unique_fields=["kind", "subject_id"],
        update_fields=["due_at", "done_at", "armed_for"],
    )
    transaction.on_commit(
        partial(deadline_set.send, sender=Deadline, deadline_id=deadline.pk, due_at=due_at)
    )


def clear_deadline(kind: str, subject_id: int) -> None:
    Deadline.objects.filter(kind=kind, subject_id=subject_id, done_at=None).delete()


@transaction.atomic
def ring(deadline_id: int, at: datetime) -> bool:
    """Do what is due, if it is due and not done. Returns whether it was done now.

    The mark is set by compare-and-swap: of two ringers the second finds nothing to do, and an
    error in the handler rolls the mark back with everything else.
    """
    due = Deadline.objects.filter(pk=deadline_id, done_at=None, due_at__lte=at)
    deadline = due.first()
    if deadline is None:
        return False
    lock, handler = _handlers[deadline.kind]
    lock(deadline.subject_id)
    if not due.update(done_at=at):
        return False
    handler(deadline.subject_id, at)
    return True


def ring_safely(deadline_id: int, at: datetime) -> bool:
    """The same; a failure is logged and the deadline stays due, for the next sweep."""
    try:
        return ring(deadline_id, at)
    except Exception:
        logger.exception("deadline %s failed and stays due", deadline_id)
        return False


def fire_due(at: datetime) -> int:
    """Ring everything overdue here and now, oldest first; returns how many were done.

    One that fails must not stop the others.
    """
    return sum(ring_safely(deadline_id, at) for deadline_id in _overdue(at))


def overdue(at: datetime) -> list[list[int]]:
    """What is overdue, in few parts that may be rung side by side, each with its oldest first."""
    found = _overdue(at)
    return [found[first::PARTS] for first in range(min(PARTS, len(found)))]


def _overdue(at: datetime) -> list[int]:
    due = Deadline.objects.filter(done_at=None, due_at__lte=at).order_by("due_at")
    return list(due.values_list("pk", flat=True))


def rung_early(deadline_id: int, at: datetime) -> timedelta | None:
    """How long a deadline that was rung a moment too early has to wait, else None.

    Clocks are set right by little steps all the time, and timers do not hear of it.
    """
    early = Deadline.objects.filter(pk=deadline_id, done_at=None, due_at__gt=at)
    due_at = early.filter(due_at__lte=at + EARLY).values_list("due_at", flat=True).first()
    return None if due_at is None else due_at - at


@transaction.atomic
def arm_due(at: datetime, *, again: bool = False) -> list[tuple[int, datetime]]:
    """The deadlines within the horizon to send a ring for, as (id, moment); marks them armed.

    The soonest ones, as many as a sweep should send. `again` also returns those armed before: after
    a start the messages may be gone. What somebody is just moving is not waited for: he arms it, or
    the next sweep does.
    """
    near = Deadline.objects.filter(done_at=None, due_at__gt=at, due_at__lte=at + HORIZON)
    if not again:
        near = near.filter(Q(armed_for=None) | ~Q(armed_for=F("due_at")))
    near = near.order_by("due_at").select_for_update(skip_locked=True)
    found = list(near.values_list("pk", "due_at")[:MOST_ARMED])
    armed = Deadline.objects.filter(pk__in=[pk for pk, _ in found])
    armed.update(armed_for=F("due_at"))
    return found


def note_sweep(at: datetime) -> None:
    cache.set(LAST_SWEEP, at, timeout=None)


def last_sweep() -> datetime | None:
    moment: datetime | None = cache.get(LAST_SWEEP)
    return moment
