"""Plain builders with fixed defaults: a tournament, an event, entrants with one-letter names.

They go through the services, so what a test starts from is what the product makes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from matches.models import Match
from matches.services.steps import Verdict
from players.actors import Act, Actor
from players.models import Player, User
from players.services.people import PersonFacts
from tournaments.models import Event, Fixture, Tournament
from tournaments.selectors.deeds import last_deed
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.entries import NewEntry, entries_add
from tournaments.services.ladders import ladder_open
from tournaments.services.results import result_enter
from tournaments.services.rounds import round_draft, round_publish
from tournaments.services.setting_up import (
    EventSpec,
    TournamentSpec,
    event_create,
    tournament_create,
)
from tournaments.services.undoing import event_undo

NOON = datetime(2026, 12, 5, 12, 0, tzinfo=UTC)
DIRECTOR = Actor("staff", None, "Dana Director")


def by_director(minutes: float = 0, reason: str = "") -> Act:
    """The director's act, so many minutes after noon."""
    return Act(DIRECTOR, NOON + timedelta(minutes=minutes), reason)


def by_player(player: Player, minutes: float = 0) -> Act:
    return Act(Actor("player", player.pk, player.name), NOON + timedelta(minutes=minutes))


def make_user(username: str = "dana", *, password: str = "backgammon-at-night") -> User:
    return User.objects.create_user(username, password=password, first_name="Dana Director")


def make_tournament(
    name: str = "Kyiv Open", *, owner: User | None = None, **spec: Any
) -> Tournament:
    day = date(2026, 12, 5)
    defaults: dict[str, Any] = {"starts_on": day, "ends_on": day, "tables": 16}
    defaults["for_the_record"] = True  # whatever day it is when the tests run
    owner = owner or User.objects.first() or make_user()
    return tournament_create(
        spec=TournamentSpec(name, **{**defaults, **spec}), owner_id=owner.pk, act=by_director()
    )


def make_event(
    tournament: Tournament | None = None, *, name: str = "Main", length: int = 7, **spec: Any
) -> Event:
    tournament = tournament or make_tournament()
    return event_create(
        tournament_id=tournament.pk, spec=EventSpec(name, length, **spec), act=by_director()
    )


def enter(event: Event, names: Sequence[str]) -> None:
    entries_add(
        event_id=event.pk,
        entries=[NewEntry(PersonFacts(name)) for name in names],
        act=by_director(),
    )


def enter_teams(event: Event, teams: Mapping[str, Sequence[str]]) -> None:
    """Teams (or pairs) with the names of their members, in board order."""
    entries_add(
        event_id=event.pk,
        entries=[
            NewEntry(PersonFacts(name), members=[PersonFacts(one) for one in members])
            for name, members in teams.items()
        ],
        act=by_director(),
    )


def entry_id(event: Event, name: str) -> int:
    return event.entries.get(name=name).pk


def squad(name: str, size: int = 3) -> list[str]:
    """Kyiv 1, Kyiv 2, Kyiv 3."""
    return [f"{name} {number}" for number in range(1, size + 1)]


def make_ties(
    names: Sequence[str],
    *,
    boards: int = 3,
    size: int | None = None,
    seed: str = "s",
    rules: Mapping[str, Any] | None = None,
    **spec: Any,
) -> Event:
    """An event of teams, drawn and published; members are called `Kyiv 1`."""
    spec = {"entrants": "teams", "team_rules": {"boards": boards, **(rules or {})}, **spec}
    event = make_event(**spec)
    enter_teams(event, {name: squad(name, size or boards) for name in names})
    event_draft(event_id=event.pk, seed=seed, act=by_director())
    return event_publish(event_id=event.pk, act=by_director())


def make_running_event(names: Sequence[str], *, seed: str = "s", **spec: Any) -> Event:
    """Entered, drawn from the seed and published."""
    event = make_event(**spec)
    enter(event, names)
    event_draft(event_id=event.pk, seed=seed, act=by_director())
    return event_publish(event_id=event.pk, act=by_director())


def make_rounds(
    names: Sequence[str],
    format_: str = "swiss",
    *,
    seed: str = "s",
    tournament: Tournament | None = None,
    name: str = "Main",
    **rules: Any,
) -> Event:
    """Its first round published; usually of five rounds, or two lives, or one cycle."""
    usual = {"swiss": {"rounds": 5}, "lives": {"lives": 2}, "round_robin": {}}[format_]
    rules = {**usual, **rules}
    spec = {"tournament": tournament, "name": name, "format": format_, "round_rules": rules}
    return make_running_event(names, seed=seed, **spec)


def make_ladder(
    names: Sequence[str], *, tournament: Tournament | None = None, name: str = "Main", **rules: Any
) -> Event:
    """Open, with the names in the order of places, the first at the top."""
    event = make_event(tournament, name=name, format="ladder", ladder_rules=rules)
    enter(event, names)
    return ladder_open(event_id=event.pk, act=by_director())


def next_round(event: Event) -> Event:
    round_draft(event_id=event.pk, act=by_director(2))
    return round_publish(event_id=event.pk, act=by_director(3))


@dataclass(frozen=True)
class Stage:
    """Reads an event by names, so that tests need no primary keys."""

    event: Event

    def fixture(self, key: str) -> Fixture:
        """A fixture, or with a key such as M1.1.2 a board of a tie."""
        return Fixture.places.select_related("match", "entry_1", "entry_2", "winner").get(
            event=self.event, key=key
        )

    def match(self, key: str) -> Match:
        match = self.fixture(key).match
        assert match is not None, f"{key} has no match"
        return match

    def names(self, key: str) -> tuple[str | None, str | None]:
        row = self.fixture(key)
        return (
            row.entry_1.name if row.entry_1 else None,
            row.entry_2.name if row.entry_2 else None,
        )

    def players(self, key: str) -> tuple[Player, Player]:
        row = self.fixture(key)
        assert row.entry_1 is not None
        assert row.entry_2 is not None
        return row.entry_1.player, row.entry_2.player

    def open_keys(self) -> list[str]:
        """Of what can be played: in an event of teams those of the boards."""
        ready = Fixture.places.filter(event=self.event, status="ready")
        ready = ready.filter(tie__isnull=not self.event.of_teams)
        return list(ready.values_list("key", flat=True))

    def boards(self, key: str) -> list[str]:
        """The members who meet in this tie, by board."""
        rows = Fixture.places.filter(event=self.event, tie__key=key).order_by("board")
        pairs = rows.values_list("member_1__name", "member_2__name")
        return [f"{one} – {other}" for one, other in pairs]

    def win_tie(self, key: str, side: int = 1) -> None:
        """That side wins at all boards."""
        for row in Fixture.places.filter(event=self.event, tie__key=key).order_by("board"):
            if self.fixture(row.key).status == "ready":
                self.win(row.key, side)

    def win(self, key: str, side: int = 1, loser_score: int = 0, **more: Any) -> Match:
        """The director enters the result: that side wins to the full length."""
        length = self.fixture(key).length
        scores = (length, loser_score) if side == 1 else (loser_score, length)
        more = {"act": by_director(1), **more}
        return result_enter(
            event_id=self.event.pk, key=key, verdict=Verdict(side, scores=scores), **more
        )

    def play_out(self) -> None:
        """The first side wins whatever is open, until nothing is."""
        while keys := self.open_keys():
            for key in keys:
                self.win(key)

    def play_by_name(self) -> None:
        """Whoever comes first in the alphabet wins, until nothing is open."""
        while keys := self.open_keys():
            for key in keys:
                one, other = self.names(key)
                assert one is not None
                assert other is not None
                self.win(key, 1 if one < other else 2)


def undo_last(event: Event, minutes: float = 60, *, clear: bool = False) -> None:
    """Take back what was done to the event last, and if so said the results that stand on it."""
    deed = last_deed(event)
    assert deed is not None
    event_undo(event_id=event.pk, deed_id=deed.id, act=by_director(minutes), clear=clear)
