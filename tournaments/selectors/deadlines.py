"""What is to happen when: pending deadlines in words, each in its tournament's time zone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from matches.models import Deadline, Side
from matches.services.clock_steps import CLOCK_FLAG
from matches.services.steps import CONFIRM
from tournaments.models import Fixture
from tournaments.models_rulings import APPEAL_WINDOW, COMMITTEE, Ruling

OF_MATCHES = (CONFIRM, CLOCK_FLAG, APPEAL_WINDOW, COMMITTEE)


@dataclass(frozen=True, slots=True)
class DeadlineView:
    """`due_at` is in local time; `subject` says what it is about, `kind` what will happen."""

    kind: str
    subject: str
    due_at: datetime
    overdue: bool


def pending_deadlines(at: datetime) -> list[DeadlineView]:
    """Soonest first. Five queries at most, whatever their number."""
    pending = list(Deadline.objects.filter(done_at=None).order_by("due_at", "pk"))
    of_rulings = _matches_ruled_on(pending)
    for deadline in pending:
        # Told like those of matches: of the one that was ruled on.
        subject = (deadline.kind, deadline.subject_id)
        deadline.subject_id = of_rulings.get(subject, deadline.subject_id)
    matches = [deadline.subject_id for deadline in pending if deadline.kind in OF_MATCHES]
    fixtures = {
        row.match_id: row
        for row in Fixture.places.filter(match_id__in=matches).select_related("event__tournament")
    }
    names = _names(matches)
    return [_view(deadline, fixtures, names, at) for deadline in pending]


def _matches_ruled_on(pending: Iterable[Deadline]) -> dict[tuple[str, int], int]:
    """By kind and subject, which are rulings and appeals."""
    subjects: dict[str, list[int]] = {APPEAL_WINDOW: [], COMMITTEE: []}
    for deadline in pending:
        subjects.setdefault(deadline.kind, []).append(deadline.subject_id)
    found: dict[tuple[str, int], int] = {}
    for kind, way in ((APPEAL_WINDOW, "pk"), (COMMITTEE, "appeal")):
        if subjects[kind]:
            rulings = Ruling.objects.filter(**{f"{way}__in": subjects[kind]})
            found |= {(kind, pk): match for pk, match in rulings.values_list(way, "match")}
    return found


def _names(match_ids: Iterable[int]) -> dict[int, str]:
    sides: dict[int, list[str]] = {}
    for side in Side.objects.filter(match_id__in=match_ids).order_by("match_id", "number"):
        sides.setdefault(side.match_id, []).append(side.name)
    return {match_id: " – ".join(names) for match_id, names in sides.items()}


def _view(
    deadline: Deadline,
    fixtures: Mapping[int | None, Fixture],
    names: Mapping[int, str],
    at: datetime,
) -> DeadlineView:
    subject, zone = f"{deadline.kind} {deadline.subject_id}", "UTC"
    if deadline.kind in OF_MATCHES:
        subject = names.get(deadline.subject_id, subject)
        if (row := fixtures.get(deadline.subject_id)) is not None:
            tournament = row.event.tournament
            subject = f"{tournament.name}, {row.event.name}, {row.key}: {subject}"
            zone = tournament.time_zone
    kinds = {
        CONFIRM: _("silence confirms the report"),
        CLOCK_FLAG: _("time is up on the clock"),
        APPEAL_WINDOW: _("the ruling is final"),
        COMMITTEE: _("the committee should have decided"),
    }
    return DeadlineView(
        kind=kinds.get(deadline.kind, deadline.kind),
        subject=subject,
        due_at=deadline.due_at.astimezone(ZoneInfo(zone)),
        overdue=deadline.due_at <= at,
    )
