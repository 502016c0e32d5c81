"""What somebody has chosen to be told of, and where: shown to the holder alone."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Q

from players.models import User
from tournaments.models import Pass, Tournament
from tournaments.models_notices import Contact
from tournaments.selectors.notice_kinds import OF_PLAYERS, OF_STAFF


@dataclass(frozen=True, slots=True)
class Choice:
    code: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ContactView:
    """`browsers` are told by the SHA-256 of their address, by which each knows itself."""

    email: str
    confirmed: bool
    by_email: bool
    entered_by_staff: bool
    kinds: Sequence[Choice]
    browsers: Sequence[str]
    mails: bool  # whether this site sends any
    pushes: bool

    @property
    def is_kept(self) -> bool:
        """Whether there is something to forget."""
        return bool(self.email or self.browsers)


def contact_view(holder: Pass | User) -> ContactView:
    """Two queries."""
    contact = contact_of(holder)
    muted = contact.muted if contact else []
    of = OF_PLAYERS if isinstance(holder, Pass) else OF_STAFF
    browsers = list(contact.browsers.values_list("endpoint", flat=True)) if contact else []
    return ContactView(
        email=contact.email if contact else "",
        confirmed=contact is not None and contact.confirmed_at is not None,
        by_email=contact is None or contact.by_email,
        entered_by_staff=contact is not None and contact.entered_by_id is not None,
        kinds=[Choice(kind.code, str(kind.name), kind.code not in muted) for kind in of],
        browsers=[hashlib.sha256(one.encode()).hexdigest() for one in browsers],
        mails=settings.MAILS,
        pushes=settings.PUSHES,
    )


def contact_of(holder: Pass | User) -> Contact | None:
    mine = Q(card=holder) if isinstance(holder, Pass) else Q(user=holder)
    return Contact.objects.filter(mine).first()


@dataclass(frozen=True, slots=True)
class Reach:
    """How a player can be reached, as staff may know: that there is an address, not which."""

    has_email: bool
    confirmed: bool
    stopped: bool
    has_browser: bool


def reach_of(tournament: Tournament, pass_id: int) -> Reach:
    contact = Contact.objects.filter(card__tournament=tournament, card=pass_id).first()
    if contact is None:
        return Reach(has_email=False, confirmed=False, stopped=False, has_browser=False)
    return Reach(
        has_email=bool(contact.email),
        confirmed=contact.confirmed_at is not None,
        stopped=not contact.by_email,
        has_browser=contact.browsers.exists(),
    )
