"""Makes messages of the lines of the log that nobody has been told of yet.

A line is marked when it is written (`services.log`). Here each is looked at once, in the
transaction that takes the mark away: who is concerned, who of them wants to know, and where. Of two
who do so at the same time one waits for the other, in the order of the lines, so that neither has a
part of what one act did at a match: one message tells of all of it (`selectors.notice_groups`). A
line has at most one message for each address and browser, which the database holds them to.
Sending is `services.outbox`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from tournaments.models import LogEntry, Pass, Staff
from tournaments.models_notices import Contact, Notice, PushTarget
from tournaments.selectors.notice_audience import Audience
from tournaments.selectors.notice_groups import mains_of
from tournaments.selectors.notice_kinds import CALL, DESK, ROUND, NoticeKind, telling_of

BATCH = 100  # lines in one transaction


@transaction.atomic
def notices_make(*, at: datetime) -> int:
    """Make the messages of the oldest untold lines; returns how many lines that were."""
    untold = LogEntry.objects.select_for_update(no_key=True, of=("self",))
    found = untold.filter(untold=True).select_related("event", "tournament")
    entries = list(found.order_by("pk")[:BATCH])
    if len(entries) == BATCH:  # the rest of what the last act did belongs to it
        entries += found.filter(pk__gt=entries[-1].pk, at=entries[-1].at).order_by("pk")
    reachable = _reachable({entry.tournament_id for entry in entries})
    if not reachable.is_empty:
        rows = list(_notices(entries, reachable, at))
        Notice.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)
    if entries:
        LogEntry.objects.filter(pk__in=[entry.pk for entry in entries]).update(untold=False)
    return len(entries)


@dataclass(frozen=True, slots=True)
class _Reachable:
    """Contacts with an address or a browser: of players by tournament and player, of users."""

    players: Mapping[tuple[int, int], Contact]
    users: Mapping[int, Contact]

    @property
    def is_empty(self) -> bool:
        return not (self.players or self.users)


def _reachable(tournament_ids: Iterable[int]) -> _Reachable:
    """No query where nothing can be sent at all; else two.

    They stay locked, so that whoever removes one waits for its messages and removes them as well.
    """
    ways = Q()
    if settings.MAILS:
        ways |= Q(by_email=True, confirmed_at__isnull=False)
    if settings.PUSHES:
        ways |= Q(pk__in=PushTarget.objects.values("contact"))
    if not ways or not (ids := list(tournament_ids)):
        return _Reachable({}, {})
    staff = Staff.objects.filter(tournament__in=ids).values("user")
    here = Q(card__in=Pass.objects.filter(tournament__in=ids)) | Q(user__in=staff)
    found = Contact.objects.select_for_update(no_key=True, of=("self",)).filter(ways, here)
    contacts = list(found.select_related("card").prefetch_related("browsers").order_by("pk"))
    return _Reachable(
        {(c.card.tournament_id, c.card.player_id): c for c in contacts if c.card is not None},
        {c.user_id: c for c in contacts if c.user_id is not None},
    )


def _notices(entries: Sequence[LogEntry], reachable: _Reachable, at: datetime) -> Iterator[Notice]:
    audience = Audience(entries)
    wanted = [
        (entry, kind, contact)
        for entry in entries
        for contact in _contacts(entry, audience, reachable)
        if (kind := _kind(entry, contact)).code not in contact.muted and at - entry.at <= kind.lasts
    ]
    # Who is called to a table in the same moment need not hear that the round is out.
    called = {(entry.event_id, entry.at, one.pk) for entry, kind, one in wanted if kind == CALL}
    mains, told = mains_of(entries), {(entry.pk, contact.pk) for entry, _kind, contact in wanted}
    for entry, kind, contact in wanted:
        if kind == ROUND and (entry.event_id, entry.at, contact.pk) in called:
            continue
        if not any((main, contact.pk) in told for main in mains.get(entry.pk, ())):
            yield from _by_channel(entry, kind, contact, at)


def _kind(entry: LogEntry, contact: Contact) -> NoticeKind:
    """To the staff all of it is one kind: somebody needs a director."""
    telling = telling_of(entry.action, entry.after)
    return telling.kind if telling and contact.card_id is not None else DESK


def _contacts(entry: LogEntry, audience: Audience, reachable: _Reachable) -> Iterator[Contact]:
    concerned = audience.of(entry)
    for player in sorted(concerned.players):
        if contact := reachable.players.get((entry.tournament_id, player)):
            yield contact
    for user in sorted(concerned.staff):
        if contact := reachable.users.get(user):
            yield contact


def _by_channel(
    entry: LogEntry, kind: NoticeKind, contact: Contact, at: datetime
) -> Iterator[Notice]:
    def notice(channel: Notice.Channel) -> Notice:
        return Notice(
            entry=entry, contact=contact, channel=channel, kind=kind.code, due_at=at, created_at=at
        )

    if settings.MAILS and contact.gets_mail:
        yield notice(Notice.Channel.EMAIL)
    if settings.PUSHES:
        for browser in contact.browsers.all():
            one = notice(Notice.Channel.PUSH)
            one.browser = browser
            yield one
