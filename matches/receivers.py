"""What matches do by themselves at a sweep."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from matches.services.idempotency import prune_request_keys
from matches.signals import swept


@receiver(swept)
def forget_old_keys(at: datetime, **_: Any) -> None:
    # Sweeps come every few seconds; the first minute of each hour is often enough.
    if at.minute == 0:
        prune_request_keys(at)
