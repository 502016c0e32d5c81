"""Who asks too often waits; players behind one address do not wait for each other."""

import pytest

from tests.api.talking import Talker, player, visitor
from tests.builders import make_running_event, make_user
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


def test_guessing_private_links_ends_in_429_but_a_right_one_still_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_running_event("AB")
    monkeypatch.setattr(throttles.BadLinkThrottle, "rate", "3/min", raising=False)
    guesses = [Talker(f"Pass 1-{n}").get("/me/").status_code for n in range(4)]
    assert guesses == [401, 401, 401, 429]
    assert player("A").get("/me/").status_code == 200


def test_a_header_does_not_make_somebody_else_of_a_visitor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttles.VisitorThrottle, "rate", "1/min", raising=False)
    forged = [
        visitor().get("/tournaments/", X_Forwarded_For=f"10.0.0.{n}").status_code for n in range(2)
    ]
    assert forged == [200, 429]


def test_passwords_are_tried_only_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    make_user()
    monkeypatch.setattr(throttles.LoginThrottle, "rate", "2/min", raising=False)
    tries = [
        visitor().post("/tokens/", {"username": "dana", "password": word}).status_code
        for word in ("guess", "another", "backgammon-at-night")
    ]
    assert tries == [401, 401, 429]
