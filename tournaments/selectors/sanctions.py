"""What somebody has had in a tournament, across its events, and what would come next."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from matches.models import Match
from tournaments.models import Entry, Event, Fixture
from tournaments.models_rulings import Sanction
from tournaments.rulesets.sanctions import next_step
from tournaments.selectors.ruling_words import sanction_words


@dataclass(frozen=True, slots=True)
class SanctionView:
    """`fixture` is the key of the match where it took effect, in its event; else empty."""

    number: int
    event: Event
    kind: str
    points: int | None
    words: str
    name: str
    entry_id: int | None
    fixture: str
    everywhere: bool
    waits: bool
    reason: str
    by_name: str
    given_at: datetime
    withdrawn_at: datetime | None
    withdrawn_reason: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Record:
    """All that somebody has had, first to last; `proposed` is the next step of the ladder."""

    sanctions: Sequence[SanctionView]
    proposed: str

    @property
    def proposed_words(self) -> str:
        return str(dict(Sanction.Kind.choices)[self.proposed])


def people_of(entry: Entry) -> list[int]:
    """The player, or the members of a team or pair. One query at most."""
    if entry.event.of_singles:
        return [entry.player_id]
    return list(entry.members.values_list("player_id", flat=True))


def record_of(entry: Entry) -> Record:
    """Of the entrant and everybody in it, in all events of the tournament. Three queries."""
    people = people_of(entry)
    concerned = (
        Q(entry=entry) | Q(player__in=people) | Q(player=None, entry__members__player__in=people)
    )
    found = Sanction.objects.filter(concerned, event__tournament=entry.event.tournament_id)
    views = _views(found.distinct())
    return Record(views, next_step(view.kind for view in views if view.holds))


def sanctions_of(event: Event) -> list[SanctionView]:
    """All of an event, first to last. Two queries."""
    return _views(event.sanctions.all())


def waiting_for(event: Event, entry_ids: Sequence[int]) -> list[SanctionView]:
    """Points that wait for a match of one of these. One query where there are none."""
    waiting = event.sanctions.filter(
        kind=Sanction.Kind.POINTS, match=None, withdrawn_at=None, entry__in=entry_ids
    )
    return _views(waiting)


def _views(found: QuerySet[Sanction]) -> list[SanctionView]:
    rows = list(found.select_related("event__tournament", "penalty").order_by("given_at", "pk"))
    matches = [row.match_id for row in rows if row.match_id is not None]
    keys: dict[int | None, str] = {}
    if matches:
        keys = dict(
            Fixture.places.filter(match__in=matches).order_by().values_list("match_id", "key")
        )
    return [_view(row, keys.get(row.match_id, "")) for row in rows]


def _view(row: Sanction, key: str) -> SanctionView:
    return SanctionView(
        number=row.number,
        event=row.event,
        kind=row.kind,
        points=row.points,
        words=sanction_words(row.kind, row.points),
        name=row.name,
        entry_id=row.entry_id,
        fixture=key,
        everywhere=row.everywhere,
        waits=row.waits,
        reason=row.reason,
        by_name=row.by_name,
        given_at=row.given_at,
        withdrawn_at=row.withdrawn_at,
        withdrawn_reason=row.withdrawn_reason,
        # Points may be taken back at the match itself, too.
        holds=row.holds and (row.penalty is None or row.penalty.holds),
    )


def matches_of(entry: Entry) -> list[tuple[str, str]]:
    """Those that are not over, as (key, names); of a team the boards. One query."""
    rows = Fixture.places.filter(Q(entry_1=entry) | Q(entry_2=entry), match__state=Match.State.OPEN)
    if entry.event.of_teams:
        rows = rows.exclude(tie=None)
    found = rows.select_related("entry_1", "entry_2", "member_1", "member_2")
    return [
        (row.key, f"{row.key} · {row.member_1 or row.entry_1} – {row.member_2 or row.entry_2}")
        for row in found.order_by("stage_id", "round", "number", "board")
    ]
