"""A request that is sent twice is carried out once: the second gets the first one's answer.

The key is written in the transaction of the change it belongs to. So a change that fails leaves
its key free, a crash leaves neither, and of two at the same time the second waits for the unique
row and then finds the answer. What a request and an answer look like is left to the edge.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError
from matches.models import RequestKey

KEPT = timedelta(days=7)  # a phone that comes back later than that must look first


@dataclass(frozen=True, slots=True)
class Answer:
    """A status and a JSON value; `replayed` when it was given before."""

    status: int
    body: Any
    replayed: bool = False


@transaction.atomic
def run_once(
    *, actor: str, key: str, fingerprint: str, at: datetime, work: Callable[[], tuple[int, Any]]
) -> Answer:
    """Do the work and keep its answer (status, JSON value) under the actor's key, or replay it.

    `fingerprint` says what was asked for. Raises ConflictError `key_reused` when the key was used
    for something else, and whatever the work raises, in which case nothing is kept.
    """
    row, fresh = RequestKey.objects.get_or_create(
        actor=actor, key=key, defaults={"fingerprint": fingerprint, "created_at": at}
    )
    if fresh:
        row.status, row.body = work()
        row.save(update_fields=["status", "body"])
        return Answer(row.status, row.body)
    if row.fingerprint != fingerprint:
        raise ConflictError(
            "key_reused",
            _("This idempotency key was used for another request. Take a new key for each deed."),
        )
    # Written in the transaction that made the row, so whoever can see the row sees its answer.
    assert row.status is not None
    return Answer(row.status, row.body, replayed=True)


def prune_request_keys(at: datetime) -> None:
    """Forget the keys that are older than a week."""
    RequestKey.objects.filter(created_at__lt=at - KEPT).delete()
