"""Messages as mail: plain text and simple HTML, each with a link that ends it by one click.

`Message-ID` is made of the message and the site alone, so that a second try of the same message is
the same mail. Errors are told without addresses: they are kept, and shown to the staff.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from smtplib import (
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
)
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tournaments.models_notices import Contact, Notice
from tournaments.selectors.notice_kinds import KINDS
from tournaments.services.contact_links import confirm_token, stop_token
from tournaments.services.sending import Fate, Outcome, as_read_by, page_of, site, words

SUBJECT = 120  # characters; what matters comes first
_ADDRESS = re.compile(r"\S+@\S+")


@contextmanager
def sender() -> Iterator[Callable[[Notice, datetime], Outcome]]:
    """Sends over one connection, opened for the first message."""
    connection: Any = get_connection()

    def send(notice: Notice, at: datetime) -> Outcome:
        mail = mail_of(notice)
        try:
            connection.open()
        except (SMTPException, OSError) as error:  # a login that is refused among them
            return Outcome(Fate.AWAY, _without_address(_said(error)))
        try:
            connection.send_messages([mail])
        except (SMTPException, OSError) as error:
            connection.close()
            return _failed(error)
        return Outcome(Fate.SENT)

    try:
        yield send
    finally:
        connection.close()


def _failed(error: SMTPException | OSError) -> Outcome:
    answer = _answer(error)
    if answer is None:
        return Outcome(Fate.AWAY, _without_address(_said(error)))
    code, text = answer
    # 55x: never. Everything else, such as a full mailbox: not now.
    fate = Fate.REFUSED if 550 <= code <= 559 else Fate.FAILED
    return Outcome(fate, _without_address(f"{code} {text}"))


def _said(error: Exception) -> str:
    return str(error) or type(error).__name__


def _without_address(text: str) -> str:
    return _ADDRESS.sub("…", " ".join(text.split()))[:200]


def _answer(error: Exception) -> tuple[int, str] | None:
    """What the mail server said; None when there was no answer."""
    raw: bytes | str
    if isinstance(error, SMTPRecipientsRefused):
        code, raw = next(iter(error.recipients.values()), (0, b""))
    elif isinstance(error, SMTPResponseException):
        code, raw = error.smtp_code, error.smtp_error
    else:
        return None
    return code, raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw


def mail_of(notice: Notice) -> EmailMultiAlternatives:
    """The mail, in the language of its reader."""
    contact = notice.contact
    assert contact.email
    zone = notice.entry.tournament.time_zone if notice.entry else "UTC"
    with as_read_by(contact, zone):
        content = _content(notice)
        stop = _stop_link(contact)
        context = {**content, "stop": stop, "language": contact.language}
        mail = EmailMultiAlternatives(
            subject=" ".join(str(content["title"]).split())[:SUBJECT],
            body=render_to_string("notices/mail.txt", context),
            to=[contact.email],
            headers={
                "Message-ID": message_id(notice),
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
        mail.attach_alternative(render_to_string("notices/mail.html", context), "text/html")
    return mail


def _content(notice: Notice) -> dict[str, object]:
    contact, entry = notice.contact, notice.entry
    if entry is None:
        where = contact.card.tournament.name if contact.card else "Crawford"
        return {
            "title": _("Do you want messages from %(where)s?") % {"where": where},
            "text": _("Somebody gave this address. Nothing comes before you open this page:"),
            "link": site(reverse("contact_confirm", args=[confirm_token(contact)])),
            "button": _("Confirm the address"),
            "asks": True,
        }
    told = words(notice)
    return {
        "title": told.title,
        "text": told.text,
        "at": entry.at,
        "tournament": entry.tournament.name,
        "kind": KINDS[notice.kind].name,
        "link": page_of(notice),
        "button": _("Open my card") if contact.card_id else _("Open the desk"),
    }


def _stop_link(contact: Contact) -> str:
    return site(reverse("contact_stop", args=[stop_token(contact)]))


def message_id(notice: Notice) -> str:
    """The same at each try, and no other message's."""
    mark = salted_hmac("crawford.notice", str(notice.pk), algorithm="sha256").hexdigest()[:16]
    return f"<notice-{notice.pk}.{mark}@{urlsplit(settings.PUBLIC_URL).hostname}>"
