"""Mail over SMTP: one connection for many, and each answer of the server taken as it is meant."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.builders import Stage, by_director, make_running_event
from tests.tournaments.mail_server import MailServer, mail_server
from tests.tournaments.telling import at, mails_are_on, reach
from tournaments.models_notices import Notice
from tournaments.services.notices import notices_make
from tournaments.services.outbox import notices_send
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    mails_are_on(settings)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with mail_server() as running:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", running.port
        yield running


@pytest.fixture(autouse=True)
def _called(server: MailServer) -> None:
    stage = Stage(make_running_event("AB"))
    for name in "AB":
        reach(name)
    table_assign(event_id=stage.event.pk, key="M1.1", number=9, act=by_director(1))
    notices_make(at=at(1))


def send(minutes: float = 1) -> int:
    return notices_send(Notice.Channel.EMAIL, lambda: at(minutes))


def told() -> list[tuple[str, int, str]]:
    return sorted(Notice.objects.values_list("state", "attempts", "last_error"))


def test_many_mails_go_over_one_connection(server: MailServer) -> None:
    assert send() == 2
    assert server.connections == 1
    to = {line for mail in server.got for line in mail.splitlines() if line.startswith("To: ")}
    assert to == {"To: a@mail.example", "To: b@mail.example"}


@pytest.mark.parametrize(
    ("word", "answer", "state"),
    [
        ("RCPT", "550 no such user <a@mail.example>", "given_up"),
        ("DATA", "554 we think that this is spam", "given_up"),
        ("RCPT", "451 greylisted, come again", "waiting"),
        ("MAIL", "452 out of space", "waiting"),
    ],
)
def test_an_answer_about_one_mail_is_no_answer_about_the_others(
    server: MailServer, word: str, answer: str, state: str
) -> None:
    server.refuses[word] = answer
    assert send() == 0
    error = answer.replace("<a@mail.example>", "…")
    assert told() == [(state, 1, error)] * 2


def test_a_server_that_hangs_up_is_asked_again(server: MailServer) -> None:
    server.hangs_up = True
    assert send() == 0
    assert [(state, attempts) for state, attempts, _error in told()] == [
        ("waiting", 0),
        ("waiting", 1),
    ]
    server.hangs_up = False
    assert send(2) == 2
    assert len(server.got) == 2


def test_a_login_that_is_refused_gives_nothing_up(server: MailServer, settings: Any) -> None:
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "me", "wrong"
    assert send() == 0
    assert [(state, attempts) for state, attempts, _error in told()] == [
        ("waiting", 0),
        ("waiting", 1),
    ]
