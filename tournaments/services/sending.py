"""What the ways of sending have in common: whether it is still wanted, its words, its fate.

A message is made at the moment it is sent, in the language of its reader: what has been overtaken
by then, or is not wanted any more, is not sent.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation

from matches.models import Match
from matches.selectors.live_boards import seats
from tournaments.models import LogEntry, Table
from tournaments.models_notices import Contact, Notice
from tournaments.selectors.log import match_names
from tournaments.selectors.notice_groups import besides
from tournaments.selectors.notice_kinds import CALL, CONFIRM, KINDS, SEATED
from tournaments.selectors.notice_words import Told, told
from tournaments.selectors.outbox import match_of, round_of
from tournaments.selectors.ruling_ends import ruling_ends


class Fate(Enum):
    SENT = "sent"
    UNWANTED = "unwanted"
    FAILED = "failed"  # this one; another try may help
    REFUSED = "refused"  # for good
    GONE = "gone"  # the browser has unsubscribed, or never was
    AWAY = "away"  # nobody answers, so that others would fail as well


@dataclass(frozen=True, slots=True)
class Outcome:
    """`error` is for the staff, and never holds an address."""

    fate: Fate
    error: str = ""


def wanted(notice: Notice, at: datetime) -> bool:
    """Whether the reader still wants it and it is still true. At most one query."""
    contact, entry = notice.contact, notice.entry
    if entry is None:
        return bool(contact.email) and contact.confirmed_at is None
    kind = KINDS[notice.kind]
    if kind.code in contact.muted or at - entry.at > kind.lasts:
        return False
    if notice.channel == Notice.Channel.EMAIL and not contact.gets_mail:
        return False
    return _is_true(notice, entry)


def _is_true(notice: Notice, entry: LogEntry) -> bool:
    """A call holds while the match is at that table, or while the opponent waits at the board on
    the site; a question while it is not answered; and what was ruled while it stands: another
    message tells that it does not."""
    if entry.action == SEATED:
        sits = seats([entry.match_id or 0]).get(entry.match_id or 0)
        return sits is not None and not all(sits)
    if notice.kind == CALL.code and entry.match_id is not None:
        after = entry.after if isinstance(entry.after, dict) else {}
        if "table" not in after:
            return True  # a break is over, wherever they sit
        tables = Table.objects.filter(fixture__match=entry.match_id)
        return after.get("table") == tables.values_list("number", flat=True).first()
    if notice.kind == CONFIRM.code:
        waiting = Match.objects.filter(pk=entry.match_id or 0, state=Match.State.REPORTED)
        return waiting.exists()
    return not ruling_ends([entry])


@contextmanager
def as_read_by(contact: Contact, zone: str = "UTC") -> Iterator[None]:
    """In the language of the reader, and by the clock of the tournament."""
    with translation.override(contact.language), timezone.override(ZoneInfo(zone)):
        yield


def words(notice: Notice) -> Told:
    """Of a message about a line of the log, in the language that is active. Up to five queries."""
    entry = notice.entry
    assert entry is not None
    match_id = match_of(entry, notice.contact.card)
    also = besides([entry]).get(entry.pk, ())
    return told(entry, match_names([match_id]).get(match_id), round_of(entry), also)


def page_of(notice: Notice) -> str:
    """The address at which the reader can do something about it. It opens for the reader alone."""
    card, entry = notice.contact.card, notice.entry
    if card is not None:
        return site(reverse("card", args=[card.pk]))
    if entry is None or entry.event is None:
        return site(reverse("desk"))
    where = [entry.tournament.slug, entry.event.slug]
    if entry.fixture_key:
        return site(reverse("fixture", args=[*where, entry.fixture_key]))
    return site(reverse("event_desk", args=where))


def site(path: str) -> str:
    public: str = settings.PUBLIC_URL
    return f"{public}{path}"
