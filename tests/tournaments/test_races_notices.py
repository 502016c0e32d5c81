"""Several workers at the same messages: each is made once and sent once."""

from collections import Counter
from datetime import datetime
from typing import Any

import pytest
from celery import Celery
from django.core import mail

from config import env
from tests.builders import Stage, by_director, make_running_event
from tests.tournaments.rulings import Scene
from tests.tournaments.telling import at, card, mails_are_on, reach
from tests.tournaments.test_races import at_once
from tournaments import tasks
from tournaments.models import LogEntry
from tournaments.models_notices import Contact, Notice
from tournaments.services import notices, outbox
from tournaments.services.contacts import contact_remove
from tournaments.services.notices import notices_make
from tournaments.services.sending import Fate, Outcome
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db(transaction=True)

EMAIL = Notice.Channel.EMAIL


@pytest.fixture(autouse=True)
def _mails(settings: Any) -> None:
    mails_are_on(settings)


def called(count: int) -> Stage:
    """So many who were told of another table just now."""
    stage = Stage(make_running_event([f"P{n}" for n in range(count)]))
    for n in range(count):
        reach(f"P{n}")
    for number, key in enumerate(stage.open_keys()):
        table_assign(event_id=stage.event.pk, key=key, number=None, act=by_director(1))
        table_assign(event_id=stage.event.pk, key=key, number=number + 1, act=by_director(1))
    LogEntry.objects.filter(after={"table": None}).update(untold=False)
    return stage


def test_messages_made_by_two_at_once_are_made_once() -> None:
    called(8)
    made = at_once(*[lambda: notices_make(at=at(1))] * 3)
    assert sum(int(str(one)) for one in made) == 4
    assert Notice.objects.count() == 8


@pytest.mark.parametrize("batch", [1, 100])
def test_what_one_act_did_is_one_message_however_many_make_them(
    monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    """Each takes whole acts, also where its share ends within one."""
    monkeypatch.setattr(notices, "BATCH", batch)
    scene = Scene()
    for player in scene.players:
        reach(player.name)
    for n in range(8):
        scene.rule(5 + n, penalty=(1 + n % 2, 1))
    made = at_once(*[lambda: until_none(at(20))] * 4)
    assert [one for one in made if isinstance(one, Exception)] == []
    told = Counter(Notice.objects.values_list("contact__card__player__name", "entry__action"))
    assert told == {(player.name, "ruling.made"): 8 for player in scene.players}


def until_none(moment: datetime) -> None:
    while notices_make(at=moment):
        pass


def test_messages_sent_by_four_at_once_are_sent_once() -> None:
    called(8)
    notices_make(at=at(1))
    # Past the lock of this process, as four processes are.
    at_once(*[lambda: outbox._send_some(EMAIL, lambda: at(1))] * 4)
    sent = Counter(message.to[0] for message in mail.outbox)
    assert sent == {f"p{n}@mail.example": 1 for n in range(8)}
    assert set(Notice.objects.values_list("state", "attempts")) == {("sent", 1)}


def test_who_took_too_long_does_not_mark_what_another_took_over() -> None:
    called(2)
    notices_make(at=at(1))
    pk = Notice.objects.values_list("pk", flat=True)[0]
    slow = outbox._claim(pk, EMAIL, at(1))
    quick = outbox._claim(pk, EMAIL, at(1) + outbox.STUCK)
    assert slow is not None
    assert quick is not None
    failed = Outcome(Fate.REFUSED, "late")
    assert not outbox._settle(slow, failed, at(9))
    assert outbox._settle(quick, Outcome(Fate.SENT), at(9))
    assert Notice.objects.get(pk=pk).state == Notice.State.SENT


def test_forgetting_while_messages_are_made_leaves_nothing_behind() -> None:
    called(8)
    cards = [card(f"P{n}") for n in range(8)]
    forget = [lambda one=one: contact_remove(holder=one, act=by_director(2)) for one in cards]
    at_once(lambda: notices_make(at=at(1)), *forget)
    assert not Contact.objects.exists()
    assert not Notice.objects.exists()


def test_while_the_broker_is_away_a_deed_is_done_and_told_later(
    settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    elsewhere = Celery(broker="redis://127.0.0.1:1/0", set_as_current=False)
    elsewhere.conf.broker_transport_options = env.broker_options("redis:")
    monkeypatch.setattr(
        tasks.tell, "apply_async", lambda **how: elsewhere.send_task(tasks.tell.name, **how)
    )
    settings.RINGS = True
    called(2)
    assert "the broker is away" in caplog.text
    assert LogEntry.objects.filter(untold=True).count() == 1


def test_without_a_broker_nothing_is_lost(settings: Any) -> None:
    """Nobody hears of the commit: the line stays marked, and the next sweep finds it."""
    called(2)
    assert LogEntry.objects.filter(untold=True).count() == 1
    assert notices_make(at=at(1)) == 1
    assert not LogEntry.objects.filter(untold=True).exists()
