"""What staff see of their tournaments: today's events first, each with what it asks for next."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q

from matches.models import Match
from players.entrylists import same_person_key
from players.models import User
from tournaments.models import Entry, Event, Fixture, Staff, Tournament
from tournaments.selectors.access import tournaments_of
from tournaments.selectors.days import today_in


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event in a list. `open` counts matches to play or settle, `disputed` of them."""

    event: Event
    entries: int
    open: int
    disputed: int
    done: int


@dataclass(frozen=True, slots=True)
class TournamentCard:
    tournament: Tournament
    today: bool
    events: Sequence[EventCard]


def staffed(user: User, at: datetime) -> list[TournamentCard]:
    """The tournaments a user works for, those of today first. Three queries for any number."""
    tournaments = tournaments_of(user)
    cards = _cards(Event.objects.filter(tournament__in=tournaments))
    found = [
        TournamentCard(t, is_today(t, at), [c for c in cards if c.event.tournament_id == t.pk])
        for t in tournaments
    ]
    return sorted(found, key=lambda card: not card.today)


def event_cards(tournament: Tournament) -> list[EventCard]:
    return _cards(tournament.events.all())


def event_card(event: Event) -> EventCard:
    return _cards(Event.objects.filter(pk=event.pk))[0]


def is_today(tournament: Tournament, at: datetime) -> bool:
    """By the tournament's clock. An evening that is not over at midnight stays today's."""
    today = today_in(tournament.time_zone, at)
    if tournament.starts_on <= today <= tournament.ends_on:
        return True
    night = tournament.ends_on == today - timedelta(days=1)
    return night and any(e.state == Event.State.RUNNING for e in tournament.events.all())


def _cards(events: Iterable[Event]) -> list[EventCard]:
    listed = Event.objects.filter(pk__in=[event.pk for event in events])
    # Of teams it is the boards that are played.
    played = Q(team_rules__isnull=True) | Q(fixtures__tie__isnull=False)
    ready = Q(fixtures__status=Fixture.Status.READY, fixtures__match__isnull=False)
    counted = listed.select_related("tournament").annotate(
        n_open=Count("fixtures", filter=played & ready),
        n_disputed=Count("fixtures", filter=Q(fixtures__match__state=Match.State.DISPUTED)),
        n_done=Count("fixtures", filter=played & Q(fixtures__status=Fixture.Status.DECIDED)),
    )
    entered = dict(
        Entry.objects.filter(event__in=listed)
        .values("event_id")
        .annotate(n=Count("pk"))
        .order_by()
        .values_list("event_id", "n")
    )
    return [EventCard(e, entered.get(e.pk, 0), e.n_open, e.n_disputed, e.n_done) for e in counted]


def staff_of(tournament: Tournament) -> list[Staff]:
    return list(tournament.staff.select_related("user").order_by("role", "user__username"))


def entries_of(event: Event) -> list[Entry]:
    """With their members, where they are teams or pairs: one query more."""
    entries = event.entries.all()
    if not event.of_singles:
        entries = entries.prefetch_related("members")
    return list(entries)


def member_teams(event: Event) -> dict[str, str]:
    """Who is in which team or pair: by the key that finds the same person again."""
    pairs = event.members.values_list("name", "entry__name")
    return {same_person_key(name): team for name, team in pairs}


def entered_names(event: Event) -> dict[str, str]:
    """Who is entered: the key that finds the same person again, and the name."""
    names = event.entries.values_list("name", flat=True)
    return {same_person_key(name): name for name in names}
