"""Messages through a real broker and real workers, one of which dies between two steps."""

import email
import signal
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest
from celery import Celery
from django.core import mail
from django.utils import timezone

from players.actors import Act, Actor
from tests.builders import Stage, by_director, make_running_event
from tests.processes.posting import HANGS
from tests.processes.running import Process, finished, program_running
from tests.tournaments.telling import card, mails_are_on, reach
from tests.waiting import until
from tournaments.models_notices import Notice
from tournaments.services.contacts import contact_give
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.processes

LONG_AGO = "UPDATE tournaments_notice SET claimed_at = claimed_at - interval '10 minutes'"


@pytest.mark.django_db(transaction=True)
def test_a_worker_hears_of_it_and_sends(celery_on_redis: Celery, settings: Any) -> None:
    mails_are_on(settings)
    stage = Stage(make_running_event("AB"))
    for name in "AB":
        reach(name)
    settings.RINGS = True
    table_assign(event_id=stage.event.pk, key="M1.1", number=9, act=by_director(1))
    until(lambda: len(mail.outbox) == 2, seconds=20, what="two mails")
    until(
        lambda: set(Notice.objects.values_list("state", flat=True)) == {"sent"},
        seconds=20,
        what="both marked",
    )


@pytest.mark.django_db(transaction=True)
def test_the_question_for_an_address_is_sent_at_once(
    celery_on_redis: Celery, settings: Any
) -> None:
    mails_are_on(settings)
    make_running_event("AB")
    settings.RINGS = True
    now = Act(Actor("player", None, "A"), timezone.now())
    contact_give(holder=card("A"), email="a@mail.example", language="en", act=now)
    until(lambda: mail.outbox, seconds=20, what="the mail")
    assert mail.outbox[0].to == ["a@mail.example"]


def test_a_worker_killed_between_sending_and_marking_is_made_up_for_once(
    production: dict[str, str], tmp_path: Path
) -> None:
    """The second mail bears the name of the first, and there is no third."""
    letters = tmp_path / "letters"
    letters.mkdir()
    (letters / HANGS).touch()
    environment = production | {
        "DJANGO_SETTINGS_MODULE": "tests.processes.posting",
        "EMAIL_URL": "smtp://nowhere.example",
        "LETTERS": str(letters),
    }

    def ask(query: str) -> list[Any]:
        with psycopg.connect(production["DATABASE_URL"], autocommit=True) as database:
            cursor = database.execute(query.encode())
            return cursor.fetchall() if cursor.description else []

    def sent() -> list[Path]:
        return sorted(letters.glob("*.eml"))

    with ExitStack() as processes:

        def celery(*arguments: str) -> Process:
            program = ("-m", "celery", "-A", "config", *arguments)
            started = program_running(tmp_path, *program, **environment)
            return processes.enter_context(started)

        first = celery("worker", "-P", "threads", "-c", "2", "-l", "INFO")
        first.wait_for(r"ready\.")
        finished(tmp_path, "-m", "tests.processes.seed_notices", **environment)
        until(sent, seconds=60, what="the first mail handed over")
        first.send(signal.SIGKILL)
        first.kill()
        assert ask("SELECT state, attempts FROM tournaments_notice") == [("sending", 1)]
        (letters / HANGS).unlink()
        ask(LONG_AGO)
        celery("worker", "-P", "threads", "-c", "2", "-l", "INFO").wait_for(r"ready\.")
        celery("beat", "--pidfile=", "-s", str(tmp_path / "beat")).wait_for("is starting")
        until(
            lambda: ask("SELECT state FROM tournaments_notice") == [("sent",)],
            seconds=60,
            what="sent after the start",
        )
    names = [email.message_from_bytes(one.read_bytes())["Message-ID"] for one in sent()]
    assert len(names) == 2
    assert len(set(names)) == 1
