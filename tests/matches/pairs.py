"""A match of two pairs who consult: what one of the four does, by name."""

from typing import Any

from config.errors import DomainError
from matches.engine.match import MatchState
from matches.models import Match, Side
from matches.models_record import Record
from matches.selectors.live import live_board
from matches.selectors.live_data import live_state
from matches.selectors.records import live_record, played
from matches.services.live_acting import Deed, live_act
from matches.services.live_begin import Table, live_begin, live_join
from players.actors import Act, Actor
from players.models import Player
from tests.builders import Stage, by_director, enter_teams, make_event
from tests.matches.boards import BOARD, SECRET
from tests.matches.clocking import KEY, second
from tournaments.models import Event, Tournament
from tournaments.services.drawing import event_draft, event_publish

PAIRS = {"North": ["Anna", "Boris"], "South": ["Clara", "David"]}


def make_pairs(tournament: Tournament | None = None, *, length: int = 3, **spec: Any) -> Event:
    event = make_event(tournament, entrants="pairs", length=length, **spec)
    enter_teams(event, PAIRS)
    event_draft(event_id=event.pk, seed="s", act=by_director())
    event_publish(event_id=event.pk, act=by_director())
    return event


class Pairs:
    """Anna and Boris against Clara and David; all sit at the board, dice are thrown there."""

    def __init__(
        self, *, by_agreement: bool = False, tournament: Tournament | None = None, **spec: Any
    ) -> None:
        self.event = make_pairs(tournament, **spec)
        self.match_id = Stage(self.event).match(KEY).pk
        table = Table(SECRET, "", BOARD, by_agreement)
        live_begin(match_id=self.match_id, table=table, act=self.act("Anna"))
        for name in ("Boris", "Clara"):
            side = self.side(name)
            live_join(match_id=self.match_id, side=side, seed="", act=self.act(name))

    @property
    def match(self) -> Match:
        return Match.objects.get(pk=self.match_id)

    @property
    def record(self) -> Record:
        return live_record(self.match_id)

    @property
    def state(self) -> MatchState:
        return played(self.record).state

    def act(self, name: str, n: float = 0) -> Act:
        player = Player.objects.get(name=name)
        return Act(Actor("player", player.pk, name), second(n))

    def side(self, name: str) -> int:
        return Side.objects.get(match=self.match_id, players__name=name).number

    def do(self, name: str, do: str, *, suggest: bool = False, n: float = 0, **what: Any) -> str:
        """The code of the refusal, or empty."""
        deed = Deed(self.side(name), {"do": do, **what}, suggest=suggest)
        try:
            live_act(match_id=self.match_id, deed=deed, act=self.act(name, n))
        except DomainError as error:
            return error.code
        return ""

    def play(self, name: str, text: str, *, suggest: bool = False, n: float = 0) -> str:
        return self.do(name, "play", play=text, suggest=suggest, n=n)

    def opens(self, high: int = 3, low: int = 1) -> None:
        """North wins the opening throw."""
        dice = [high, low] if self.side("Anna") == 1 else [low, high]
        assert self.do("Anna", "roll", dice=dice) == ""

    def shown(self, name: str) -> list[tuple[str, str]]:
        """What somebody is shown as suggested: by whom, and what."""
        told = live_state(live_board(self.match_id), self.side(name))["suggestions"]
        return [(one["by"], one["deed"].get("play", one["deed"]["do"])) for one in told]

    def who(self) -> list[str]:
        """By whose name each action stands in the record."""
        return [row.by_name for row in self.record.actions.all()]
