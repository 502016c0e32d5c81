"""What matches do by themselves at a sweep."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from matches.services.idempotency import prune_request_keys
from matches.signals import swept


@receiver(swept)
def forget_old_keys(at: datetime, **_: Any) -> None:
    prune_request_keys(at)
