"""Where somebody wants to be told and of what: given, confirmed, changed, ended, forgotten.

The holder is a player by the card, or a member of staff by the account. An address that somebody
gave gets one question and nothing else until it is confirmed. The log says that there is an
address, never which.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotFoundError
from players.actors import Act
from players.models import User
from players.throttle import Throttle
from tournaments.models import Pass
from tournaments.models_notices import Contact, Notice, PushTarget
from tournaments.selectors.notice_kinds import KINDS
from tournaments.services.log import log, tell_after_commit
from tournaments.services.pushing import is_browser_key, is_push_service

Holder: TypeAlias = Pass | User

ADDRESSES = Throttle("address", limit=5, seconds=3600)
BROWSERS = 5  # of one person; the oldest makes room
ASKING = "address"  # the kind of the message that asks whether an address is right


@dataclass(frozen=True, slots=True)
class Browser:
    """What a browser tells of itself when it subscribes: keys are base64url without padding."""

    endpoint: str
    p256dh: str
    auth: str


@transaction.atomic
def contact_give(
    *, holder: Holder, email: str, language: str, act: Act, entered_by: User | None = None
) -> Contact:
    """Take an address and ask there whether it is right; the same one again changes nothing.

    `entered_by`: a member of staff who gives it for the player. Raises ConflictError `mail_off`,
    `address_confirmed`, InvalidError `email_invalid`, TooManyError `too_many_tries`.
    """
    if not settings.MAILS:
        raise ConflictError("mail_off", _("This site sends no mail."))
    email = _address(email)
    contact = _locked_or_new(holder, language, act)
    if contact.email == email and contact.gets_mail:
        return contact
    if entered_by is not None and contact.confirmed_at is not None:
        raise ConflictError(
            "address_confirmed",
            _("The player has confirmed an address: only the player can change it."),
        )
    known = contact.email == email and contact.confirmed_at is not None
    contact.email, contact.by_email, contact.language = email, True, language
    contact.entered_by = entered_by
    if not known:
        _throttle(contact, email)
        contact.confirmed_at = None
        _ask(contact, act)
    contact.save()
    _log(contact, "contact.given", act)
    return contact


def _address(text: str) -> str:
    email = text.strip()
    try:
        validate_email(email)
    except ValidationError:
        raise InvalidError("email_invalid", _("This is no e-mail address.")) from None
    if len(email) > 254:
        raise InvalidError("email_invalid", _("This is no e-mail address."))
    return email


def _throttle(contact: Contact, email: str) -> None:
    """Nobody fills the mailbox of somebody else: each question counts for giver and address."""
    keys = (f"contact:{contact.pk}", email.lower())
    for key in keys:
        ADDRESSES.check(key)
    for key in keys:
        ADDRESSES.fail(key)


def _ask(contact: Contact, act: Act) -> None:
    contact.notices.filter(entry=None, state=Notice.State.WAITING).delete()
    Notice.objects.create(
        contact=contact,
        channel=Notice.Channel.EMAIL,
        kind=ASKING,
        due_at=act.at,
        created_at=act.at,
    )
    tell_after_commit()


@transaction.atomic
def contact_confirm(*, contact_id: int, email: str, act: Act) -> Contact:
    """The link was opened: `email` is the address to which it was sent.

    Raises ConflictError `email_changed` if that is not the address any more.
    """
    contact = Contact.objects.select_for_update(of=("self",)).filter(pk=contact_id).first()
    if contact is None or contact.email != email:
        raise ConflictError("email_changed", _("This address was changed or removed since."))
    if not contact.gets_mail:
        contact.confirmed_at, contact.by_email = act.at, True
        contact.save(update_fields=["confirmed_at", "by_email"])
        _log(contact, "contact.confirmed", act)
    return contact


@transaction.atomic
def contact_stop(*, contact_id: int, act: Act) -> None:
    """No more mail. Once more changes nothing."""
    contact = Contact.objects.select_for_update(of=("self",)).filter(pk=contact_id).first()
    if contact is not None and contact.by_email:
        contact.by_email = False
        contact.save(update_fields=["by_email"])
        _log(contact, "contact.stopped", act)


@transaction.atomic
def contact_choose(
    *, holder: Holder, kinds: Sequence[str], by_email: bool, language: str, act: Act
) -> Contact:
    """Of which `kinds` the holder wants to be told, and whether by mail.

    Raises InvalidError `kind_unknown`.
    """
    if unknown := set(kinds) - set(KINDS):
        raise InvalidError(
            "kind_unknown", _("There is no such kind of message."), kinds=sorted(unknown)
        )
    contact = _locked_or_new(holder, language, act)
    contact.muted = sorted(set(KINDS) - set(kinds))
    contact.by_email = by_email
    contact.save(update_fields=["muted", "by_email"])
    _log(contact, "contact.changed", act)
    return contact


@transaction.atomic
def contact_remove(*, holder: Holder, act: Act) -> None:
    """Forget the address, the browsers and every message to them. Once more changes nothing."""
    contact = _locked(holder)
    if contact is not None:
        _log(contact, "contact.removed", act)
        contact.delete()


@transaction.atomic
def browser_add(*, holder: Holder, browser: Browser, language: str, act: Act) -> Contact:
    """Show messages in this browser, too.

    Raises ConflictError `push_off`, InvalidError `push_unknown` (no push service that is known
    here, or keys that are none).
    """
    if not settings.PUSHES:
        raise ConflictError("push_off", _("This site sends no messages to browsers."))
    keys = is_browser_key(browser.p256dh, browser.auth)
    if not keys or len(browser.endpoint) > 600 or not is_push_service(browser.endpoint):
        raise InvalidError("push_unknown", _("This browser's push service is not known here."))
    contact = _locked_or_new(holder, language, act)
    contact.language = language
    contact.save(update_fields=["language"])
    PushTarget.objects.update_or_create(
        contact=contact,
        endpoint=browser.endpoint,
        defaults={"p256dh": browser.p256dh, "auth": browser.auth, "created_at": act.at},
    )
    newest = contact.browsers.order_by("-created_at", "-pk").values_list("pk", flat=True)
    contact.browsers.exclude(pk__in=list(newest[:BROWSERS])).delete()
    _log(contact, "contact.changed", act)
    return contact


@transaction.atomic
def browser_remove(*, holder: Holder, endpoint: str, act: Act) -> None:
    """No more messages in this browser. Once more changes nothing."""
    contact = _locked(holder)
    if contact is not None and contact.browsers.filter(endpoint=endpoint).delete()[0]:
        _log(contact, "contact.changed", act)


def notices_read(*, card: Pass, up_to: int) -> None:
    """The player has seen the messages on the card up to this line of the log."""
    Pass.objects.filter(pk=card.pk, read_to__lt=up_to).update(read_to=up_to)


def card_of(tournament_id: int, pass_id: int) -> Pass:
    """Raises NotFoundError `no_such_card`."""
    cards = Pass.objects.select_related("player", "tournament")
    card = cards.filter(tournament=tournament_id, pk=pass_id).first()
    if card is None:
        raise NotFoundError("no_such_card", _("There is no such player in this tournament."))
    return card


def card_of_player(tournament_id: int, player_id: int) -> Pass:
    """The same by the player. Raises NotFoundError `no_such_card`."""
    cards = Pass.objects.filter(tournament=tournament_id, player=player_id)
    return card_of(tournament_id, cards.values_list("pk", flat=True).first() or 0)


def _locked(holder: Holder) -> Contact | None:
    """A lock that waits for whoever is making messages to it: they are removed with it."""
    mine = {"card": holder} if isinstance(holder, Pass) else {"user": holder}
    return Contact.objects.select_for_update(of=("self",)).filter(**mine).first()


def _locked_or_new(holder: Holder, language: str, act: Act) -> Contact:
    found = _locked(holder)
    if found is not None:
        return found
    contact = Contact(language=language, created_at=act.at)
    if isinstance(holder, Pass):
        contact.card = holder
    else:
        contact.user = holder
    # Of two at once the second finds the row of the first.
    Contact.objects.bulk_create([contact], ignore_conflicts=True)
    made = _locked(holder)
    assert made is not None
    return made


def _log(contact: Contact, action: str, act: Act) -> None:
    if contact.card is not None:
        log(contact.card.tournament_id, action, act, subject=contact.card.player.name)
