"""What everybody may see beside an event's own pages: tournaments, their events, how far they are.

Each function makes a fixed number of queries, whatever the size of the events.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q
from django.utils.translation import gettext as _, ngettext

from matches.selectors.live_boards import open_boards
from matches.selectors.replay import records_shown
from tournaments.formats import MAIN
from tournaments.formats.graph import FINALS
from tournaments.models import Event, Fixture, Tournament
from tournaments.selectors.brackets import round_from_end
from tournaments.selectors.days import today_in
from tournaments.selectors.fixtures import (
    FixtureView,
)
from tournaments.selectors.ladder_pages import ladder_champions, rules_words
from tournaments.selectors.round_tables import round_champions
from tournaments.selectors.round_words import format_text, round_lengths_words
from tournaments.selectors.set_words import sets_words
from tournaments.selectors.shapes import lengths_beside, shape_words
from tournaments.selectors.ties import rules_of

PAST_PER_PAGE = 30
_MATCH = (
    ~Q(status__in=[Fixture.Status.BYE, Fixture.Status.EMPTY])
    & ~Q(source_1="bye")
    & ~Q(source_2="bye")
)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an event is, in matches (of teams: ties); byes are none."""

    matches: int
    played: int
    at_tables: int


@dataclass(frozen=True, slots=True)
class EventCard:
    """`progress` is None before the draw is published, `champion` empty until the main final."""

    event: Event
    entries: int
    progress: Progress | None
    champion: str


@dataclass(frozen=True, slots=True)
class Home:
    """Tournaments by when they are, today being the day at their place.

    `older` is the number of the next page of past ones, None on the last.
    """

    now: Sequence[Tournament]
    upcoming: Sequence[Tournament]
    past: Sequence[Tournament]
    older: int | None

    @property
    def finished(self) -> frozenset[int]:
        """Those of `now` in which nothing is left to play."""
        return frozenset(one.pk for one in self.now if _is_finished(one))


def _is_finished(tournament: Tournament) -> bool:
    events = tournament.events.all()
    return bool(events) and all(event.state == Event.State.FINISHED for event in events)


def progress_of_views(views: Collection[FixtureView]) -> Progress:
    return Progress(
        matches=sum(view.is_match for view in views),
        played=sum(view.status == Fixture.Status.DECIDED for view in views),
        at_tables=sum(len(view.tables) for view in views),
    )


def home(*, at: datetime, page: int = 1) -> Home:
    """The first page of past ones begins with those that ended a day ago or less, in any zone."""
    yesterday = at.date() - timedelta(days=1)
    tournaments = Tournament.objects.prefetch_related("events")
    now: list[Tournament] = []
    upcoming: list[Tournament] = []
    just_over: list[Tournament] = []
    for one in tournaments.filter(ends_on__gte=yesterday):
        today = today_in(one.time_zone, at)
        group = just_over if one.ends_on < today else upcoming if one.starts_on > today else now
        group.append(one)
    skip = (page - 1) * PAST_PER_PAGE
    older = list(tournaments.filter(ends_on__lt=yesterday)[skip : skip + PAST_PER_PAGE + 1])
    return Home(
        now=now,
        upcoming=upcoming[::-1],
        past=(just_over if page == 1 else []) + older[:PAST_PER_PAGE],
        older=page + 1 if len(older) > PAST_PER_PAGE else None,
    )


def event_cards(tournament: Tournament) -> list[EventCard]:
    """The events of a tournament in order of creation. A fixed number of queries."""
    events = list(tournament.events.annotate(entry_count=Count("entries")))
    published = [event.pk for event in events if event.published_at is not None]
    progress = _progress_of(published)
    finished = [event for event in events if event.state == Event.State.FINISHED]
    champions = _champions([event.pk for event in finished if event.in_brackets])
    champions |= round_champions([event for event in finished if event.in_rounds])
    champions |= ladder_champions([event for event in finished if event.is_ladder])
    return [
        EventCard(
            event,
            entries=event.entry_count,
            progress=progress.get(event.pk),
            champion=champions.get(event.pk, ""),
        )
        for event in events
    ]


def _progress_of(event_ids: Collection[int]) -> dict[int, Progress]:
    rows = (
        Fixture.places.filter(event__in=event_ids)
        .order_by()
        .values_list("event")
        .annotate(
            matches=Count("pk", filter=_MATCH & Q(tie=None)),
            played=Count("pk", filter=Q(status=Fixture.Status.DECIDED, tie=None)),
            at_tables=Count("table"),
        )
    )
    return {event: Progress(*counts) for event, *counts in rows}


def _champions(event_ids: Collection[int]) -> dict[int, str]:
    """Only the top match of each round is read; the last of them is the final, of the finals if
    there are any."""
    rows = (
        Fixture.objects.filter(event__in=event_ids, stage__bracket__in=[MAIN, FINALS], number=1)
        .order_by("event", "round")
        .values_list("event", "stage__bracket", "winner__name")
    )
    last = {(event, bracket): name or "" for event, bracket, name in rows}
    return {event: last.get((event, FINALS), name) for (event, _bracket), name in last.items()}


def lengths_text(event: Event) -> str:
    """How long the matches are, in words: the usual length, then the exceptions."""
    parts = [entrants_text(event)] if not event.of_singles else []
    if event.in_rounds:
        parts += [format_text(event), *round_lengths_words(event)]
    else:
        parts += [] if event.in_brackets else [rules_words(event)]
        parts.append(_("matches to %(points)s points") % {"points": event.length})
    for left, points in sorted(event.lengths_from_final.items(), key=lambda pair: -int(pair[0])):
        said = {"round": round_from_end(int(left)), "points": points}
        parts.append(_("%(round)s to %(points)s") % said)
    parts += lengths_beside(event)
    if sets := sets_words(event):
        parts.append(sets)
    text = ", ".join(parts)
    both = [text[:1].upper() + text[1:], shape_words(event)]
    return " · ".join(part for part in both if part)


def entrants_text(event: Event) -> str:
    """Who plays against whom, where that is not one against one."""
    if not event.of_teams:
        return _("pairs who consult")
    n = rules_of(event).boards
    return ngettext("teams at %(n)s board", "teams at %(n)s boards", n) % {"n": n}


class Boards(NamedTuple):
    """The matches of an event of which there is a board to look at, and those that are played at
    one on the site just now."""

    recorded: set[int]
    live: set[int]


def boards_to_see(event: Event) -> Boards:
    """One query."""
    played = open_boards().exclude(joined_1_at=None).exclude(joined_2_at=None)
    there = Exists(records_shown().filter(match=OuterRef("match")))
    places = Fixture.places.filter(there, event=event).order_by()
    rows = places.annotate(is_live=Exists(played.filter(match=OuterRef("match"))))
    found = dict(rows.values_list("match_id", "is_live"))
    return Boards({*found}, {pk for pk, is_live in found.items() if is_live})
