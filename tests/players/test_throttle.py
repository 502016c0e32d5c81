"""The throttle: failures count, others do not, and a key pays for itself only."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache.backends.redis import RedisCache

from config.errors import TooManyError
from players import throttle
from players.throttle import Throttle

THREE = Throttle("test", limit=3, seconds=600)


def fail(times: int, key: str = "10.0.0.7", throttle: Throttle = THREE) -> None:
    for _ in range(times):
        throttle.fail(key)


def test_tries_below_the_limit_go_through() -> None:
    fail(2)
    THREE.check("10.0.0.7")


def test_the_limit_is_refused_and_says_how_long_to_wait() -> None:
    fail(3)
    with pytest.raises(TooManyError, match="Wait 10 minutes") as refused:
        THREE.check("10.0.0.7")
    assert (refused.value.status, refused.value.code) == (429, "too_many_tries")


def test_others_are_not_slowed_down() -> None:
    fail(3)
    THREE.check("10.0.0.8")
    Throttle("other", limit=3, seconds=600).check("10.0.0.7")


def test_a_cleared_key_starts_anew() -> None:
    fail(3)
    THREE.clear("10.0.0.7")
    THREE.check("10.0.0.7")


def test_a_name_with_spaces_or_of_any_length_is_a_key() -> None:
    fail(3, key="Дана " * 100)
    with pytest.raises(TooManyError):
        THREE.check("Дана " * 100)


def test_failures_at_the_same_moment_all_count() -> None:
    many = Throttle("rush", limit=40, seconds=600)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(many.fail, ["10.0.0.7"] * 40))
    with pytest.raises(TooManyError):
        many.check("10.0.0.7")


def test_nothing_is_counted_while_the_cache_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    away = RedisCache("redis://127.0.0.1:1", {})  # nothing listens there
    monkeypatch.setattr(throttle, "cache", away)
    fail(5)
    THREE.check("10.0.0.7")
    THREE.clear("10.0.0.7")
