import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache.backends.redis import RedisCache
from django.db import OperationalError, connection
from django.test import RequestFactory
from django.utils import timezone

from matches.services import deadlines
from matches.services.deadlines import note_sweep
from matches.views.health import health

pytestmark = pytest.mark.django_db


def asked() -> tuple[int, dict[str, Any]]:
    response = health(RequestFactory().get("/healthz"))
    return response.status_code, json.loads(response.content)


def test_all_is_well_after_a_sweep() -> None:
    note_sweep(timezone.now() - timedelta(seconds=12))
    status, content = asked()
    assert status == 200
    assert (content["ok"], content["database"]) == (True, True)
    assert 12 <= content["sweep_age"] < 60


def test_deadlines_that_nobody_sweeps_are_an_alarm() -> None:
    assert asked() == (503, {"ok": False, "database": True, "sweep_age": None})
    note_sweep(timezone.now() - timedelta(seconds=61))
    assert asked()[0] == 503


def test_a_database_that_does_not_answer_is_an_alarm() -> None:
    note_sweep(timezone.now())
    with connection.execute_wrapper(_broken):
        assert asked() == (503, {"ok": False, "database": False, "sweep_age": None})


def _broken(*_: object) -> None:
    raise OperationalError


def test_a_cache_that_does_not_answer_is_an_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    note_sweep(timezone.now())
    away = RedisCache("redis://127.0.0.1:1", {})  # nothing listens there
    monkeypatch.setattr(deadlines, "cache", away)
    assert asked() == (503, {"ok": False, "database": True, "sweep_age": None})


def test_it_can_only_be_read() -> None:
    assert health(RequestFactory().post("/healthz")).status_code == 405
