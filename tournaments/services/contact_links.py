"""The two links in mails: one says that the address is right, the other ends the mails.

Both are signed and hold no address. The first is good for some days, and for the address to which
it was sent only; the second as long as that address is there.
"""

from datetime import timedelta

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from config.errors import NotAllowedError
from tournaments.models_notices import Contact

CONFIRM, STOP = "crawford.contact.confirm", "crawford.contact.stop"
GOOD_FOR = timedelta(days=3)


def confirm_token(contact: Contact) -> str:
    return signing.dumps([contact.pk, _mark(contact)], salt=CONFIRM)


def stop_token(contact: Contact) -> str:
    return signing.dumps([contact.pk, _mark(contact)], salt=STOP)


def contact_to_confirm(token: str) -> Contact:
    """Raises NotAllowedError `unknown_link`."""
    return _contact(token, CONFIRM, max_age=GOOD_FOR)


def contact_to_stop(token: str) -> Contact:
    """Raises NotAllowedError `unknown_link`."""
    return _contact(token, STOP)


def _contact(token: str, salt: str, *, max_age: timedelta | None = None) -> Contact:
    try:
        held = signing.loads(token, salt=salt, max_age=max_age)
        pk, mark = held
    except (signing.BadSignature, ValueError, TypeError):
        raise _unknown() from None
    shown = ("card__player", "card__tournament", "user")
    contact = Contact.objects.select_related(*shown).filter(pk=pk).exclude(email="").first()
    if contact is None or not constant_time_compare(str(mark), _mark(contact)):
        raise _unknown()
    return contact


def _mark(contact: Contact) -> str:
    """Stands for the address: another one has another mark."""
    return salted_hmac("crawford.contact", f"{contact.pk}:{contact.email}").hexdigest()[:16]


def _unknown() -> NotAllowedError:
    return NotAllowedError(
        "unknown_link",
        _("This link is not valid (any more). Open your card to see what you are told of."),
    )
