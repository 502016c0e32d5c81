"""A match at which the director is called, rules and is appealed against, by names."""

from collections.abc import Sequence
from typing import Any

from matches.models import Match
from players.actors import Act, Actor
from players.models import Player, User
from tests.builders import Stage, by_director, by_player, make_running_event, make_user
from tests.matches.clocking import Table
from tournaments.models import Event, LogEntry
from tournaments.models_rulings import Appeal, Call, Ruling
from tournaments.services.appeals import (
    Candidate,
    appeal_decide,
    appeal_make,
    committee_draw_up,
)
from tournaments.services.calls import call_make, call_withdraw
from tournaments.services.ruling_effects import Effects
from tournaments.services.rulings import RulingSpec, ruling_amend, ruling_make, ruling_withdraw
from tournaments.services.staffing import staff_actor, staff_invite

KEY = "M1.1"
OTHER = "M1.2"


class Scene:
    """A to H, or the players of a table with a clock; the match is M1.1."""

    def __init__(self, event: Event | None = None, *, table: Table | None = None) -> None:
        self.table = table
        self.stage = table.stage if table else Stage(event or make_running_event("ABCDEFGH"))
        self.event = self.stage.event
        self.match_id = self.stage.match(KEY).pk
        self.players = self.stage.players(KEY)

    @property
    def match(self) -> Match:
        return Match.objects.get(pk=self.match_id)

    def set_rules(self, **own: Any) -> "Scene":
        match = self.match
        match.rules = {**match.rules, **own}
        match.save()
        return self

    def strangers(self) -> list[Player]:
        """Who does not play the match."""
        entries = self.event.entries.exclude(player__in=self.players)
        return [entry.player for entry in entries]

    def call(self, side: int = 1, minutes: float = 1, **said: Any) -> Call:
        player = self.players[side - 1]
        act = by_player(player, minutes)
        return call_make(match_id=self.match_id, player_id=player.pk, act=act, **said)

    def settles(self, side: int = 1, minutes: float = 2) -> Call:
        player = self.players[side - 1]
        act = by_player(player, minutes)
        return call_withdraw(match_id=self.match_id, player_id=player.pk, act=act)

    def rule(
        self,
        minutes: float = 5,
        *,
        reason: str = "The dice touched",
        act: Act | None = None,
        **said: Any,
    ) -> Ruling:
        act = act or by_director(minutes, reason)
        return ruling_make(event_id=self.event.pk, key=KEY, spec=spec(**said), act=act)

    def amend(self, ruling: Ruling, minutes: float = 6, **said: Any) -> Ruling:
        act = by_director(minutes, "Heard the other side")
        return ruling_amend(
            event_id=self.event.pk, number=ruling.number, spec=spec(**said), act=act
        )

    def withdraw(self, ruling: Ruling, minutes: float = 7, reason: str = "Wrong rule") -> Ruling:
        act = by_director(minutes, reason)
        return ruling_withdraw(event_id=self.event.pk, number=ruling.number, act=act)

    def appeal(
        self, ruling: Ruling, minutes: float = 10, *, by: Player | None = None, **said: Any
    ) -> Appeal:
        player = by or self.players[1]
        act = by_player(player, minutes)
        return appeal_make(ruling_id=ruling.pk, player_id=player.pk, act=act, **said)

    def draw_up(
        self, ruling: Ruling, members: Sequence[Player | User], at: float = 12, **more: Any
    ) -> Appeal:
        chosen = [
            Candidate(user_id=one.pk) if isinstance(one, User) else Candidate(player_id=one.pk)
            for one in members
        ]
        return committee_draw_up(
            event_id=self.event.pk,
            number=ruling.number,
            members=chosen,
            act=by_director(at),
            **more,
        )

    def decide(self, ruling: Ruling, *votes: str, minutes: float = 20) -> Appeal:
        return appeal_decide(
            event_id=self.event.pk,
            number=ruling.number,
            votes=dict(enumerate(votes, start=1)),
            act=by_director(minutes),
        )

    def log(self) -> list[str]:
        """What was logged of calls, rulings and appeals, in order."""
        words = ("director.", "ruling.", "appeal.", "committee.", "sanction.")
        lines = LogEntry.objects.filter(event=self.event).order_by("pk")
        return [line.action for line in lines if line.action.startswith(words)]

    def staff(self, name: str, role: str) -> User:
        user = make_user(name)
        staff_invite(
            tournament_id=self.event.tournament_id, username=name, role=role, act=by_director()
        )
        return user


def spec(*, kind: str = "cocked_dice", decision: str = "Roll again", **more: Any) -> RulingSpec:
    own = {name: more.pop(name) for name in ("side", "rule", "resumes") if name in more}
    return RulingSpec(kind=kind, decision=decision, effects=Effects(**more), **own)


def by_user(user: User, minutes: float = 5, reason: str = "As it was") -> Act:
    actor: Actor = staff_actor(user)
    return Act(actor, by_director(minutes).at, reason)
