"""Messages that leave the site, as the staff of a tournament sees them: to whom, and how it went.

The address itself is shown to nobody but the one who gave it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from tournaments.models import Fixture, LogEntry, Pass
from tournaments.models_notices import Contact, Notice
from tournaments.selectors.brackets import round_name
from tournaments.selectors.log import match_names
from tournaments.selectors.notice_kinds import PAIRED
from tournaments.selectors.notice_words import told

SHOWN = 100


@dataclass(frozen=True, slots=True)
class NoticeView:
    id: int
    to: str
    channel: str
    channel_name: str
    title: str
    event: str
    state: str
    state_name: str
    attempts: int
    created_at: datetime
    due_at: datetime
    sent_at: datetime | None
    error: str

    @property
    def may_resend(self) -> bool:
        return self.state == Notice.State.GIVEN_UP or (
            self.state == Notice.State.WAITING and self.attempts > 0
        )


@dataclass(frozen=True, slots=True)
class Outbox:
    """`counts` by state; `shown` has what is open or given up first, then what was sent last."""

    counts: Mapping[str, int]
    shown: Sequence[NoticeView]
    people: int  # who can be reached by e-mail or push

    @property
    def waiting(self) -> int:
        return sum(self.counts.get(state, 0) for state in Notice.OPEN)

    @property
    def given_up(self) -> int:
        return self.counts.get(Notice.State.GIVEN_UP, 0)

    @property
    def sent(self) -> int:
        return self.counts.get(Notice.State.SENT, 0)


def notices_of(tournament_id: int) -> QuerySet[Notice]:
    """Those about the tournament, and the questions to its players for their addresses."""
    asking = Q(entry=None, contact__card__tournament=tournament_id)
    return Notice.objects.filter(Q(entry__tournament=tournament_id) | asking)


def has_untold() -> bool:
    """Whether there are lines of the log of which nobody was told yet."""
    return LogEntry.objects.filter(untold=True).exists()


def outbox(tournament_id: int) -> Outbox:
    """Five queries for any number of messages."""
    found = notices_of(tournament_id)
    counts = dict(found.order_by().values_list("state").annotate(Count("pk")))
    pressing = [*Notice.OPEN, Notice.State.GIVEN_UP]
    rows = found.select_related(
        "entry__event", "entry__tournament", "contact__card__player", "contact__user"
    )
    first = list(rows.filter(state__in=pressing)[:SHOWN])
    done = list(rows.exclude(state__in=pressing)[: SHOWN - len(first)])
    shown = [*first, *done]
    names = match_names({row.entry.match_id or 0 for row in shown if row.entry})
    return Outbox(
        counts=counts,
        shown=[_view(row, told_of(row, names)) for row in shown],
        people=_people(tournament_id),
    )


def _people(tournament_id: int) -> int:
    here = Q(card__tournament=tournament_id) | Q(user__staff_roles__tournament=tournament_id)
    reached = Q(by_email=True, confirmed_at__isnull=False) | Q(browsers__isnull=False)
    return Contact.objects.filter(here, reached).distinct().count()


def told_of(notice: Notice, names: Mapping[int, tuple[str, str]]) -> str:
    if notice.entry is None:
        return ""
    return told(notice.entry, names.get(notice.entry.match_id or 0)).title


def _view(row: Notice, title: str) -> NoticeView:
    event = row.entry.event if row.entry else None
    return NoticeView(
        id=row.pk,
        to=addressee(row),
        channel=row.channel,
        channel_name=row.get_channel_display(),
        title=title,
        event=event.name if event else "",
        state=row.state,
        state_name=row.get_state_display(),
        attempts=row.attempts,
        created_at=row.created_at,
        due_at=row.due_at,
        sent_at=row.sent_at,
        error=row.last_error,
    )


def addressee(notice: Notice) -> str:
    """The name of whom it goes to."""
    card, user = notice.contact.card, notice.contact.user
    if card is not None:
        return card.player.name
    assert user is not None
    return user.get_full_name() or user.username


def match_of(entry: LogEntry, card: Pass | None) -> int:
    """The match of which the reader is told; 0 if none is. At most one query.

    A line about a round is about the reader's match in it, one about a draw about his first.
    """
    if entry.match_id is not None or card is None or entry.action not in PAIRED:
        return entry.match_id or 0
    mine = Fixture.places.filter(event=entry.event_id, match__sides__players=card.player_id)
    if entry.action == "round.published":
        number = (entry.after or {}).get("round")
        mine = mine.filter(round=number if isinstance(number, int) else 0)
    found = mine.order_by("stage_id", "round").values_list("match_id", flat=True).first()
    return found or 0


def round_of(entry: LogEntry) -> str:
    """The name of the round in which the match of the line is; empty without one. Two queries."""
    if not entry.fixture_key or entry.event_id is None:
        return ""
    here = Fixture.places.filter(event=entry.event_id, key=entry.fixture_key)
    found = here.values_list("stage__bracket", "round").first()
    if found is None:
        return ""
    bracket, number = found
    rounds = Fixture.objects.filter(event=entry.event_id, stage__bracket=bracket).order_by()
    sizes = dict(rounds.values_list("round").annotate(Count("pk")))
    return round_name(bracket, number, max(sizes, default=number), sizes.get(number))
