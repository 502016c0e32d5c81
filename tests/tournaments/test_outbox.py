"""Sending: tried again, given up, never by two at once, recognisable when it comes twice."""

import re
import smtplib
from collections.abc import Sequence
from typing import Any, ClassVar

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend as Remembering

from config.errors import ConflictError, NotFoundError
from tests.builders import Stage, by_director, make_running_event, make_tournament
from tests.tournaments.telling import at, card, mails_are_on, reach, tell
from tournaments.models import LogEntry
from tournaments.models_notices import Notice
from tournaments.selectors.outbox import outbox
from tournaments.services.contacts import contact_remove, contact_stop
from tournaments.services.outbox import STUCK, notice_resend, notices_send
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db

EMAIL = Notice.Channel.EMAIL


class Failing(Remembering):
    """A mail server that fails in the way that is set, and takes mail when none is."""

    error: ClassVar[Exception | None] = None

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        if Failing.error is not None:
            raise Failing.error
        return super().send_messages(messages)


@pytest.fixture(autouse=True)
def _mails(settings: Any) -> None:
    mails_are_on(settings)
    settings.EMAIL_BACKEND = f"{__name__}.Failing"
    Failing.error = None


@pytest.fixture
def stage() -> Stage:
    stage = Stage(make_running_event("ABCD"))
    for name in stage.names("M1.1"):
        assert name
        reach(name)
    return stage


def call(stage: Stage, number: int = 9, minutes: float = 1) -> None:
    table_assign(event_id=stage.event.pk, key="M1.1", number=number, act=by_director(minutes))


def states() -> list[str]:
    return sorted(Notice.objects.values_list("state", flat=True))


def refuse(code: int) -> Exception:
    told = {"a@mail.example": (code, b"a@mail.example: not here")}
    return smtplib.SMTPRecipientsRefused(told)


def test_a_server_that_is_away_is_tried_again_and_takes_it_then(stage: Stage) -> None:
    call(stage)
    Failing.error = ConnectionRefusedError("nobody there")
    assert tell(1) == []
    assert states() == ["waiting", "waiting"]
    Failing.error = None
    assert tell(1.5) == []  # not before its time
    assert len(tell(2)) == 2
    assert states() == ["sent", "sent"]


def test_while_a_server_is_away_one_message_is_tried_and_the_others_wait(stage: Stage) -> None:
    call(stage)
    Failing.error = ConnectionRefusedError("nobody there")
    tell(1)
    assert sorted(Notice.objects.values_list("attempts", flat=True)) == [0, 1]


def test_it_is_tried_after_1_5_30_and_120_minutes_and_then_given_up(stage: Stage) -> None:
    reach_only_first(stage)
    call(stage)
    LogEntry.objects.filter(action="match.moved").update(at=at(600))  # of use for that long
    Failing.error = refuse(451)
    tries = [1.0]
    for _ in range(4):
        tell(tries[-1])
        tries.append((Notice.objects.get().due_at - at(0)).total_seconds() / 60)
    assert tries == [1, 2, 7, 37, 157]
    tell(157)
    assert states() == ["given_up"]
    assert tell(1000) == []


def reach_only_first(stage: Stage) -> None:
    other = stage.names("M1.1")[1]
    assert other
    contact_remove(holder=card(other), act=by_director())


def test_an_address_that_does_not_exist_is_given_up_at_once(stage: Stage) -> None:
    call(stage)
    Failing.error = refuse(550)
    tell(1)
    assert states() == ["given_up", "given_up"]


def test_no_address_is_kept_with_an_error(stage: Stage) -> None:
    call(stage)
    Failing.error = refuse(550)
    tell(1)
    errors = list(Notice.objects.values_list("last_error", flat=True))
    assert errors == ["550 … not here"] * 2


def test_a_message_that_was_being_sent_when_its_sender_died_is_sent_again_under_its_name(
    stage: Stage,
) -> None:
    reach_only_first(stage)
    call(stage)
    tell(1)
    # As a crash leaves it: handed over, and not marked.
    Notice.objects.update(state="sending", sent_at=None, claimed_at=at(1))
    assert notices_send(EMAIL, lambda: at(1) + STUCK / 2) == 0
    assert notices_send(EMAIL, lambda: at(1) + STUCK) == 1
    first, second = (message.message()["Message-ID"] for message in mail.outbox)
    assert first == second


def test_two_messages_have_two_names_and_both_name_this_site(stage: Stage) -> None:
    call(stage)
    tell(1)
    names = {message.message()["Message-ID"] for message in mail.outbox}
    assert len(names) == 2
    assert all(re.fullmatch(r"<notice-\d+\.[0-9a-f]{16}@club\.example>", name) for name in names)


def test_who_unsubscribes_meanwhile_gets_no_more(stage: Stage) -> None:
    call(stage)
    Failing.error = ConnectionRefusedError("nobody there")
    tell(1)
    Failing.error = None
    first = stage.names("M1.1")[0]
    assert first
    contact_stop(contact_id=card(first).contact.pk, act=by_director())
    assert len(tell(2)) == 1
    assert states() == ["sent", "skipped"]


def test_what_waits_goes_with_the_contact(stage: Stage) -> None:
    call(stage)
    Failing.error = ConnectionRefusedError("nobody there")
    tell(1)
    for name in stage.names("M1.1"):
        assert name
        contact_remove(holder=card(name), act=by_director())
    assert not Notice.objects.exists()


def test_what_cannot_be_put_into_words_does_not_hold_up_the_others(
    stage: Stage, caplog: Any
) -> None:
    call(stage)
    Failing.error = KeyError("a bug")
    tell(1)
    assert states() == ["waiting", "waiting"]
    assert set(Notice.objects.values_list("attempts", flat=True)) == {1}
    assert "could not be made" in caplog.text


def test_a_name_cannot_write_headers(stage: Stage) -> None:
    first = card("A")
    contact_remove(holder=first, act=by_director())
    event = stage.event
    event.name = "Main\r\nBcc: everybody@mail.example\r\n\r\nhello"
    event.save()
    stage.event.tournament.events.update(name=event.name)
    call(stage)
    tell(1)
    raw = mail.outbox[-1].message()
    assert "Bcc" not in raw
    assert "\n" not in mail.outbox[-1].subject
    assert mail.outbox[-1].recipients() == mail.outbox[-1].to


def test_each_mail_carries_a_link_that_ends_them_by_one_click(stage: Stage) -> None:
    call(stage)
    tell(1)
    headers = mail.outbox[0].message()
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert headers["List-Unsubscribe"].startswith("<https://club.example/messages/stop/")
    assert headers["Auto-Submitted"] == "auto-generated"


def test_the_mail_is_plain_text_with_html_beside_it(stage: Stage) -> None:
    call(stage)
    tell(1)
    parts = [part for part in mail.outbox[0].message().walk() if not part.is_multipart()]
    assert [part.get_content_type() for part in parts] == ["text/plain", "text/html"]
    for part in parts:
        text = bytes(part.get_payload(decode=True)).decode()
        assert "Your match is at another table now: 9." in text
        assert "https://club.example/me/" in text


def test_staff_sends_again_what_was_given_up(stage: Stage) -> None:
    call(stage)
    Failing.error = refuse(550)
    tell(1)
    Failing.error = None
    notice = Notice.objects.first()
    assert notice is not None
    tournament = stage.event.tournament
    notice_resend(tournament_id=tournament.pk, notice_id=notice.pk, act=by_director(2))
    assert len(tell(2)) == 1
    assert states() == ["given_up", "sent"]
    assert LogEntry.objects.filter(action="notice.resent").count() == 1
    with pytest.raises(ConflictError) as caught:
        notice_resend(tournament_id=tournament.pk, notice_id=notice.pk, act=by_director(3))
    assert caught.value.code == "notice_not_open"


def test_the_staff_of_another_tournament_has_no_hand_in_it(stage: Stage) -> None:
    call(stage)
    tell(1)
    notice = Notice.objects.first()
    assert notice is not None
    other = make_tournament("Elsewhere")
    with pytest.raises(NotFoundError):
        notice_resend(tournament_id=other.pk, notice_id=notice.pk, act=by_director())
    assert outbox(other.pk).shown == []


def test_the_outbox_says_to_whom_and_how_it_went_and_no_address(
    stage: Stage, django_assert_max_num_queries: Any
) -> None:
    call(stage)
    Failing.error = ConnectionRefusedError("nobody there")
    tell(1)
    with django_assert_max_num_queries(5):
        found = outbox(stage.event.tournament.pk)
    assert (found.waiting, found.sent, found.people) == (2, 0, 2)
    assert {view.to for view in found.shown} == set(stage.names("M1.1"))
    assert "@" not in repr(found)
