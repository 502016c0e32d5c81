"""When a running event is expected to end, which match comes next, and which one takes long.

A forecast is worked out once for each version of the event and kept in the cache. Never ask for it
within the transaction of a change: a result must not wait for it.
"""

import logging
from threading import Lock

from django.core.cache import cache
from redis import RedisError

from tournaments.formats import FormatError
from tournaments.models import Event
from tournaments.selectors.forecasting import Forecast, forecast_made

logger = logging.getLogger(__name__)

KEPT = 24 * 3600  # seconds; the next version has a forecast of its own

_making = Lock()  # so that many who ask for a new version at once do not all work it out


def forecast(event: Event) -> Forecast | None:
    """The forecast of this version of the event; None unless it is being played, and foreseeable.

    Without queries when it is in the cache, else at most nine.
    """
    if event.state != Event.State.RUNNING:
        return None
    name = f"forecast:4:{event.pk}:{event.version}"
    if (kept := _kept(name)) is None:
        with _making:
            kept = _kept(name) or (_made(event),)
            _keep(name, kept)
    return kept[0]


def _kept(name: str) -> tuple[Forecast | None] | None:
    """While the cache is away a forecast is worked out each time."""
    try:
        found: tuple[Forecast | None] | None = cache.get(name)
    except RedisError as error:
        logger.warning("the cache is away; forecasts are not kept: %s", error)
        return None
    return found


def _keep(name: str, kept: tuple[Forecast | None]) -> None:
    try:
        cache.set(name, kept, KEPT)
    except RedisError as error:
        logger.warning("the cache is away; a forecast is not kept: %s", error)


def _made(event: Event) -> Forecast | None:
    """None as well when it cannot be made: the control room must be there without it."""
    try:
        return forecast_made(event)
    except FormatError:
        logger.exception("event %s cannot be forecast", event.pk)
        return None
