"""Deadlines: set, moved and cleared by services, rung by Celery, done exactly once.

A handler is registered for each kind, with what locks its subject, and gets the locked subject and
`at`. It runs in the transaction that marks the deadline done, so it happens with the mark or not at
all; a deadline that rings late, twice or from two workers at once changes nothing but latency. One
whose subject is gone, with a draw that was taken back, is marked and nothing more; one whose
handler fails is tried again, after a longer and longer while, and behind all others. Each kind also
has words (`tells`): what it is about, and what will happen.

Lock order: the subject before its deadlines. Services that hold a match move its deadlines, so a
ring takes the match first, too.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.db.models import F, Q

from matches.models import Deadline
from matches.signals import deadline_set

Subject = TypeVar("Subject")
Handler = Callable[[Subject, datetime], None]
Lock = Callable[[int], Subject | None]

HORIZON = timedelta(seconds=30)  # rings are sent at most so far ahead: three sweeps
MOST_ARMED = 2000  # rings that a sweep sends; a worker does not do more until the next one
PARTS = 200  # messages for what is overdue; each part is done in order
EARLY = timedelta(seconds=2)  # a ring that comes so much too early is sent again
FIRST_RETRY = timedelta(seconds=10)  # after a failure; twice as long after each further one
LAST_RETRY = timedelta(hours=1)  # and never longer than that
LAST_SWEEP = "deadlines.last_sweep"


@dataclass(frozen=True, slots=True)
class Told:
    """A deadline in words: `match M1.3 Ann – Bo of Main`, `silence confirms 7–4`.

    The `zone` of its tournament, the `key` of its fixture and the `names` of the two, where it
    has them.
    """

    subject: str
    what: str
    zone: str = "UTC"
    key: str = ""
    names: str = ""


Teller = Callable[[str, Collection[int]], Mapping[int, Told]]

logger = logging.getLogger(__name__)
_handlers: dict[str, tuple[Lock[Any], Handler[Any]]] = {}
_tellers: dict[str, Teller] = {}


def handles(kind: str, *, lock: Lock[Subject]) -> Callable[[Handler[Subject]], Handler[Subject]]:
    """Register the decorated function as the handler of a kind, and what locks its subject.

    `lock` gets the id and returns the subject, or None where it is gone or nothing waits any more.
    """

    def register(handler: Handler[Subject]) -> Handler[Subject]:
        assert kind not in _handlers, f"two handlers for {kind}"
        _handlers[kind] = (lock, handler)
        return handler

    return register


def tells(*kinds: str) -> Callable[[Teller], Teller]:
    """Register the decorated function as what has the words of these kinds.

    It is asked once for each kind, with all the subjects; those that are gone it leaves out.
    """

    def register(teller: Teller) -> Teller:
        for kind in kinds:
            assert kind not in _tellers, f"two tellers for {kind}"
            _tellers[kind] = teller
        return teller

    return register


def told(pending: Iterable[Deadline]) -> dict[int, Told]:
    """The words of these deadlines, by their ids; none of what nobody knows."""
    by_kind: dict[str, dict[int, int]] = {}
    for deadline in pending:
        by_kind.setdefault(deadline.kind, {})[deadline.subject_id] = deadline.pk
    found = {}
    for kind, subjects in by_kind.items():
        if (teller := _tellers.get(kind)) is not None:
            for subject_id, words in teller(kind, subjects.keys()).items():
                found[subjects[subject_id]] = words
    return found


_UNDONE = {"done_at": None, "armed_for": None, "attempts": 0, "last_error": "", "retry_at": None}


def set_deadline(kind: str, subject_id: int, due_at: datetime) -> None:
    """Set or move the one deadline of this kind for this subject. Needs a transaction."""
    set_deadlines({(kind, subject_id): due_at})


def set_deadlines(moments: Mapping[tuple[str, int], datetime]) -> None:
    """The same for many, by kind and subject, in one statement."""
    deadlines = Deadline.objects.bulk_create(
        [
            Deadline(kind=kind, subject_id=subject_id, due_at=due_at)
            for (kind, subject_id), due_at in moments.items()
        ],
        batch_size=500,
        update_conflicts=True,
        unique_fields=["kind", "subject_id"],
        update_fields=["due_at", *_UNDONE],
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
    clear_deadlines([kind], [subject_id])


def clear_deadlines(kinds: Collection[str], subject_ids: Collection[int]) -> None:
    Deadline.objects.filter(kind__in=kinds, subject_id__in=subject_ids, done_at=None).delete()


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
    subject = lock(deadline.subject_id)
    if not due.update(done_at=at):
        return False
    if subject is not None:
        handler(subject, at)
    return True


def ring_safely(deadline_id: int, at: datetime) -> bool:
    """The same; a failure is logged and noted, and the deadline stays due until it is tried again.

    What failed is told by `manage.py deadlines`.
    """
    try:
        return ring(deadline_id, at)
    except Exception as error:
        logger.exception("deadline %s failed and stays due", deadline_id)
        _note_failure(deadline_id, error, at)
        return False


def _note_failure(deadline_id: int, error: Exception, at: datetime) -> None:
    """Each failure doubles the while until the next try. By the row: the transaction is gone."""
    failed = Deadline.objects.filter(pk=deadline_id, done_at=None)
    try:
        attempts = failed.values_list("attempts", flat=True).first()
        if attempts is not None:
            failed.update(
                attempts=attempts + 1,
                last_error=f"{type(error).__name__}: {error}"[:300],
                retry_at=at + _pause(attempts),
            )
    except DatabaseError:
        logger.exception("nor could it be noted that deadline %s failed", deadline_id)


def _pause(attempts: int) -> timedelta:
    doubled: int = 2 ** min(attempts, 20)
    return min(FIRST_RETRY * doubled, LAST_RETRY)


def fire_due(at: datetime) -> int:
    """Ring everything overdue here and now, oldest first; returns how many were done.

    One that fails must not stop the others: those that failed before come last, and not again
    before their time.
    """
    return sum(ring_safely(deadline_id, at) for deadline_id in _overdue(at))


def overdue(at: datetime) -> list[list[int]]:
    """What is overdue, in few parts that may be rung side by side, each with its oldest first."""
    found = _overdue(at)
    return [found[first::PARTS] for first in range(min(PARTS, len(found)))]


def _overdue(at: datetime) -> list[int]:
    is_time = Q(retry_at=None) | Q(retry_at__lte=at)
    due = Deadline.objects.filter(is_time, done_at=None, due_at__lte=at)
    return list(due.order_by("attempts", "due_at").values_list("pk", flat=True))


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
