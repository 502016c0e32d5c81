"""Doing something once although it is asked for twice, one after the other or at the same time."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from config.errors import ConflictError
from matches.models import RequestKey
from matches.services.idempotency import Answer, run_once
from matches.signals import swept
from players.models import Club
from tests.builders import NOON

pytestmark = pytest.mark.django_db


def make_club() -> tuple[int, dict[str, str]]:
    """Work that cannot be done twice: the name is unique."""
    Club.objects.create(name="Lviv")
    return 201, {"name": "Lviv"}


def ask(fingerprint: str = "f", **more: Any) -> Answer:
    defaults: dict[str, Any] = {"actor": "staff:1", "key": "k", "at": NOON, "work": make_club}
    return run_once(fingerprint=fingerprint, **{**defaults, **more})


def test_the_second_request_gets_the_first_ones_answer() -> None:
    assert ask() == Answer(201, {"name": "Lviv"})
    assert ask() == Answer(201, {"name": "Lviv"}, replayed=True)
    assert Club.objects.count() == 1


def test_a_key_belongs_to_one_request() -> None:
    ask()
    with pytest.raises(ConflictError) as refused:
        ask("another")
    assert refused.value.code == "key_reused"


def test_work_that_fails_leaves_neither_change_nor_key() -> None:
    def fail() -> tuple[int, Any]:
        make_club()
        raise ConflictError("no", "No.")

    with pytest.raises(ConflictError):
        ask(work=fail)
    assert not RequestKey.objects.exists()
    assert not Club.objects.exists()
    assert not ask().replayed


def test_keys_are_forgotten_after_a_week_at_the_turn_of_an_hour() -> None:
    ask(key="old", at=NOON - timedelta(days=7, seconds=1), work=lambda: (200, {}))
    ask(key="young", at=NOON - timedelta(days=6), work=lambda: (200, {}))
    swept.send(sender=None, at=NOON + timedelta(minutes=30))
    assert RequestKey.objects.count() == 2
    swept.send(sender=None, at=NOON)
    assert [row.key for row in RequestKey.objects.all()] == ["young"]


@pytest.mark.django_db(transaction=True)
def test_of_two_at_the_same_time_one_works_and_the_other_waits_for_its_answer() -> None:
    together = threading.Barrier(2, timeout=10)

    def ask_in_thread(_number: int) -> Answer:
        try:
            together.wait()
            return ask()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(ask_in_thread, range(2)))
    assert sorted(answer.replayed for answer in answers) == [False, True]
    assert {answer.status for answer in answers} == {201}
    assert Club.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_that_comes_while_the_other_is_at_work_waits_until_it_is_done() -> None:
    """The second is sent from inside the first one's work, so it must find the key taken."""
    started = threading.Event()
    asking = threading.Event()

    def work() -> tuple[int, dict[str, str]]:
        started.set()
        assert asking.wait(10)
        return make_club()

    def ask_second() -> Answer:
        try:
            assert started.wait(10)
            asking.set()
            return ask()
        finally:
            connection.close()

    def ask_first() -> Answer:
        try:
            return ask(work=work)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        second, first = pool.submit(ask_second), pool.submit(ask_first)
        assert not first.result().replayed
        assert second.result() == Answer(201, {"name": "Lviv"}, replayed=True)
