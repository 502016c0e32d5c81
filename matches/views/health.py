"""`/healthz`: whether this process can serve and the deadlines ring, for monitors and proxies."""

from datetime import datetime

from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import RedisError

from matches.services.deadlines import last_sweep

SWEEP_SECONDS = 60.0  # a sweep comes every ten


@require_safe
@never_cache
def health(_request: HttpRequest) -> JsonResponse:
    """200 when all is well, else 503; `sweep_age` is in seconds, null when there was none yet."""
    age = None
    if database := _database_answers():
        swept_at = _last_sweep()
        age = None if swept_at is None else (timezone.now() - swept_at).total_seconds()
    sweeping = age is not None and age <= SWEEP_SECONDS
    content = {"ok": database and sweeping, "database": database, "sweep_age": age}
    return JsonResponse(content, status=200 if content["ok"] else 503)


def _last_sweep() -> datetime | None:
    """None also when the cache, which knows, does not answer."""
    try:
        return last_sweep()
    except RedisError:
        return None


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return False
    return True
