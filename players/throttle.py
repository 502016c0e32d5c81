"""Counts failed tries by address or name, so that nobody guesses passwords and links for long.

Only failures count: whoever knows the password or has the card is never slowed down by his own
visits. The counts live in the cache, which all processes share where there are several (Redis).
While the cache is away nothing is counted: the director must get in to run the event.
"""

import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.core.cache import cache
from django.utils.translation import ngettext
from redis import RedisError

from config.errors import TooManyError

logger = logging.getLogger(__name__)


@contextmanager
def _counting() -> Iterator[None]:
    try:
        yield
    except RedisError as error:
        logger.warning("the cache is away; failed tries are not counted: %s", error)


@dataclass(frozen=True, slots=True)
class Throttle:
    """At most `limit` failures of one key within `seconds`, counted from the first of them."""

    scope: str
    limit: int
    seconds: int

    def check(self, key: str) -> None:
        """Raises TooManyError `too_many_tries` when the key has used up its tries."""
        failures = 0
        with _counting():
            failures = int(cache.get(self._name(key), 0))
        if failures >= self.limit:
            minutes = -(-self.seconds // 60)
            message = ngettext(
                "Too many failed tries. Wait a minute and try again.",
                "Too many failed tries. Wait %(minutes)s minutes and try again.",
                minutes,
            )
            raise TooManyError(
                "too_many_tries", message % {"minutes": minutes}, seconds=self.seconds
            )

    def fail(self, key: str) -> None:
        """Count one failure. Each step is atomic: tries at the same moment count one by one."""
        name = self._name(key)
        with _counting():
            if cache.add(name, 1, self.seconds):
                return
            try:
                cache.incr(name)
            except ValueError:  # it ran out between the two steps
                cache.add(name, 1, self.seconds)

    def clear(self, key: str) -> None:
        with _counting():
            cache.delete(self._name(key))

    def _name(self, key: str) -> str:
        # Hashed: a cache takes no spaces or long names, and need not know who tried.
        digest = hashlib.sha256(key.encode()).hexdigest()[:32]
        return f"throttle:{self.scope}:{digest}"
