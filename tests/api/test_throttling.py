"""Who asks too often waits; players behind one address do not wait for each other."""

import pytest
from django.core.cache.backends.redis import RedisCache

from tests.api.talking import Talker, player, visitor
from tests.builders import make_running_event
from tournaments.api import throttles

pytestmark = pytest.mark.django_db


def test_a_visitor_who_asks_too_often_is_told_when_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(throttles.VisitorThrottle, "rate", "2/min", raising=False)
    assert [visitor().get("/tournaments/").status_code for _ in range(2)] == [200, 200]
    refused = visitor().get("/tournaments/")
    assert (refused.status_code, refused.data["code"]) == (429, "too_many_requests")
    assert 1 <= int(refused["Retry-After"]) <= 60
    assert refused.data["detail"]["seconds"] == int(refused["Retry-After"])


def test_guessing_private_links_ends_in_429_but_a_right_one_still_works() -> None:
    make_running_event("AB")
    guesses = [Talker(f"Pass 1-{n}").get("/me/") for n in range(21)]
    assert [guess.status_code for guess in guesses] == [401] * 20 + [429]
    assert guesses[-1].data["code"] == "too_many_tries"
    assert guesses[-1]["Retry-After"] == "600"
    assert player("A").get("/me/").status_code == 200


def test_a_header_does_not_make_somebody_else_of_a_visitor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttles.VisitorThrottle, "rate", "1/min", raising=False)
    forged = [
        visitor().get("/tournaments/", X_Forwarded_For=f"10.0.0.{n}").status_code for n in range(2)
    ]
    assert forged == [200, 429]


def test_the_api_answers_while_the_cache_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    away = RedisCache("redis://127.0.0.1:1", {})  # nothing listens there
    monkeypatch.setattr(throttles.VisitorThrottle, "cache", away)
    assert visitor().get("/tournaments/").status_code == 200
