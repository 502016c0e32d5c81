"""Deadlines: set, moved and cleared by services, rung by Celery, done exactly once.

A handler is registered for each kind and gets `subject_id` and `at`. It runs in the transaction
that marks the deadline done, so it happens with the mark or not at all; a deadline that rings
late, twice or from two workers at once changes nothing but latency.

Lock order: the subject before its deadlines. Services that hold a match move its deadlines, so a
ring takes the match first, too.
"""

import logging
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from functools import partial

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Q

from matches.models import Deadline
from matches.signals import deadline_set

Handler = Callable[[int, datetime], None]
Lock = Callable[[int], object]

HORIZON = timedelta(seconds=120)  # rings are sent at most so far ahead
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
    set_deadlines(kind, {subject_id: due_at})


def set_deadlines(kind: str, due: Mapping[int, datetime]) -> None:
    """The same for many subjects, in one statement."""
    deadlines = Deadline.objects.bulk_create(
        [Deadline(kind=kind, subject_id=pk, due_at=due_at) for pk, due_at in due.items()],
        update_conflicts=True,
        unique_fields=["kind", "subject_id"],
        update_fields=["due_at", "done_at", "armed_for"],
    )
    for deadline in deadlines:
        transaction.on_commit(
            partial(
                deadline_set.send,
                sender=Deadline,
                deadline_id=deadline.pk,
                due_at=deadline.due_at,
            )
        )


def clear_deadline(kind: str, subject_id: int) -> None:
    clear_deadlines(kind, [subject_id])


def clear_deadlines(kind: str, subject_ids: Collection[int]) -> None:
    Deadline.objects.filter(kind=kind, subject_id__in=subject_ids, done_at=None).delete()


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


def fire_due(at: datetime) -> int:
    """Ring everything overdue, oldest first; returns how many were done.

    One that fails is logged and left for the next sweep: it must not stop the others.
    """
    due = Deadline.objects.filter(done_at=None, due_at__lte=at).order_by("due_at")
    done = 0
    for deadline_id in list(due.values_list("pk", flat=True)):
        try:
            done += ring(deadline_id, at)
        except Exception:
            logger.exception("deadline %s failed and stays due", deadline_id)
    return done


def arm_due(at: datetime, *, again: bool = False) -> list[tuple[int, datetime]]:
    """The deadlines within the horizon to send a ring for, as (id, moment); marks them armed.

    `again` also returns those armed before: after a start the messages may be gone.
    """
    near = Deadline.objects.filter(done_at=None, due_at__gt=at, due_at__lte=at + HORIZON)
    if not again:
        near = near.filter(Q(armed_for=None) | ~Q(armed_for=F("due_at")))
    found = list(near.order_by("due_at").values_list("pk", "due_at"))
    near.filter(pk__in=[pk for pk, _ in found]).update(armed_for=F("due_at"))
    return found


def note_sweep(at: datetime) -> None:
    cache.set(LAST_SWEEP, at, timeout=None)


def last_sweep() -> datetime | None:
    moment: datetime | None = cache.get(LAST_SWEEP)
    return moment
