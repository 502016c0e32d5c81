"""What is to happen when: deadlines in words, each in its tournament's time zone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q

from matches.models import Deadline
from matches.services.clock_steps import CLOCK_FLAG
from matches.services.deadlines import Told, told
from tournaments.models import Event, Fixture
from tournaments.models_rulings import APPEAL_WINDOW, COMMITTEE, Ruling
from tournaments.selectors import deadline_words  # noqa: F401 (registers the words)
from tournaments.selectors.checkin import CHECKED_IN, CLOSED, OPENED

STUCK = timedelta(minutes=1)  # a sweep comes every ten seconds


@dataclass(frozen=True, slots=True)
class DeadlineView:
    """`due_at` and `done_at` are in local time; `subject` says what it is about, `what` what will
    happen (or has). `late` is by how much it is overdue, or was done late; zero if it is not.

    `attempts`, `last_error` and `retry_at` tell of a handler that fails.
    """

    id: int
    kind: str
    subject: str
    what: str
    key: str
    names: str
    due_at: datetime
    done_at: datetime | None
    late: timedelta
    attempts: int
    last_error: str
    retry_at: datetime | None

    @property
    def overdue(self) -> bool:
        return self.done_at is None and self.late > timedelta(0)

    @property
    def failing(self) -> bool:
        return self.done_at is None and self.attempts > 0

    @property
    def stuck(self) -> bool:
        """Overdue for longer than a sweep that works would leave it, or failing."""
        return self.failing or (self.overdue and self.late > STUCK)


def deadline_views(
    at: datetime, *, event: Event | None = None, with_done: bool = False
) -> list[DeadlineView]:
    """Soonest first; those that are done only if asked for. A few queries for each kind of them."""
    found = Deadline.objects.order_by("due_at", "pk")
    if not with_done:
        found = found.filter(done_at=None)
    if event is not None:
        found = found.filter(_about(event))
    listed = list(found)
    words = told(listed)
    return [_view(deadline, words.get(deadline.pk), at) for deadline in listed]


OF_EVENTS = (OPENED, CLOSED, CHECKED_IN)
OF_FIXTURES = ("play_by_24h", "play_by_1h", "play_by_over")


@dataclass(frozen=True, slots=True)
class Due:
    """What happens at one moment to several, such as all matches of a round."""

    due_at: datetime
    what: str
    overdue: bool
    lines: Sequence[DeadlineView]

    @property
    def failing(self) -> bool:
        return any(line.failing for line in self.lines)


def due(event: Event, at: datetime) -> list[Due]:
    """What the director of the event has to expect: clocks that run are at their tables."""
    views = [view for view in deadline_views(at, event=event) if view.kind != CLOCK_FLAG]
    moments: dict[tuple[datetime, str], list[DeadlineView]] = {}
    for view in views:
        moments.setdefault((view.due_at, view.what), []).append(view)
    return [
        Due(due_at, what, overdue=lines[0].overdue, lines=lines)
        for (due_at, what), lines in moments.items()
    ]


def _about(event: Event) -> Q:
    """Those of an event: of itself, its fixtures, their matches, and what was ruled on them."""
    fixtures = Fixture.objects.filter(event=event).values("pk")
    matches = Fixture.places.filter(event=event, match__isnull=False).values("match_id")
    rulings = Ruling.objects.filter(event=event)
    elsewhere = (*OF_EVENTS, *OF_FIXTURES, APPEAL_WINDOW, COMMITTEE)
    of_matches = ~Q(kind__in=elsewhere) & Q(subject_id__in=matches)
    return (
        Q(kind__in=OF_EVENTS, subject_id=event.pk)
        | Q(kind__in=OF_FIXTURES, subject_id__in=fixtures)
        | Q(kind=APPEAL_WINDOW, subject_id__in=rulings.values("pk"))
        | Q(kind=COMMITTEE, subject_id__in=rulings.values("appeal"))
        | of_matches
    )


def _view(deadline: Deadline, words: Told | None, at: datetime) -> DeadlineView:
    """What is gone, or of a kind that nobody knows any more, is told by its number."""
    zone = ZoneInfo(words.zone) if words else UTC
    done_at = deadline.done_at and deadline.done_at.astimezone(zone)
    retry_at = deadline.retry_at and deadline.retry_at.astimezone(zone)
    return DeadlineView(
        id=deadline.pk,
        kind=deadline.kind,
        subject=words.subject if words else f"{deadline.kind} {deadline.subject_id}",
        what=words.what if words else deadline.kind,
        key=words.key if words else "",
        names=words.names if words else "",
        due_at=deadline.due_at.astimezone(zone),
        done_at=done_at,
        late=max((deadline.done_at or at) - deadline.due_at, timedelta(0)),
        attempts=deadline.attempts,
        last_error=deadline.last_error,
        retry_at=retry_at,
    )
