"""A match that is played on the site, and what its two sides do, so many seconds after noon."""

from collections.abc import Mapping
from typing import Any

from config.errors import DomainError
from matches.engine.actions import from_data
from matches.engine.match import MatchState, replay
from matches.engine.notation import format_play
from matches.engine.turn import Phase
from matches.models import Match
from matches.models_record import Record
from matches.selectors.records import live_record, played, rules_of
from matches.services.live_acting import Deed, live_act
from matches.services.live_begin import Table, live_begin, live_join
from players.actors import Act, Actor
from tests.builders import Stage, make_running_event
from tests.matches.clocking import KEY, second
from tournaments.models import Tournament

SECRET = bytes(range(32))
BOARD, SITE = Record.Dice.BOARD, Record.Dice.SITE


class Live:
    """A, B, C and D; M1.1 is played on the site, both sit at the board."""

    def __init__(
        self,
        *,
        length: int = 3,
        dice: str = BOARD,
        game: str = "",
        joined: bool = True,
        tournament: Tournament | None = None,
        sets: Mapping[str, int] | None = None,
    ) -> None:
        event = make_running_event("ABCD", length=length, tournament=tournament, sets=sets or {})
        self.stage = Stage(event)
        self.match_id = self.stage.match(KEY).pk
        self.actors = [Actor("player", one.pk, one.name) for one in self.stage.players(KEY)]
        self.begin(dice, game)
        if joined:
            self.join()

    def begin(
        self, dice: str = BOARD, game: str = "", secret: bytes = SECRET, n: float = 0
    ) -> Record:
        table = Table(secret, game, dice)
        return live_begin(match_id=self.match_id, table=table, act=self.by(1, n))

    def join(self, n: float = 0) -> None:
        for side in (1, 2):
            live_join(match_id=self.match_id, side=side, seed=f"s{side}", act=self.by(side, n))

    def lose(self, side: int, kind: int = 1, n: float = 0) -> None:
        """A game begins, and this side resigns it."""
        if self.state.game.turn.phase is Phase.OPENING:
            self.throw(1, 3, 1, n=n)
        assert self.do(side, "resign", kind=kind, n=n) == ""
        assert self.do(3 - side, "accept", n=n) == ""

    @property
    def match(self) -> Match:
        return Match.objects.get(pk=self.match_id)

    @property
    def record(self) -> Record:
        return live_record(self.match_id)

    @property
    def state(self) -> MatchState:
        return played(self.record).state

    def by(self, side: int, n: float = 0) -> Act:
        return Act(self.actors[side - 1], second(n))

    def rows(self) -> list[dict[str, Any]]:
        return [row.data for row in self.record.actions.all()]

    def replayed(self) -> MatchState:
        """From the first row on, whatever was kept in between."""
        return replay(rules_of(self.record), [from_data(data) for data in self.rows()])

    def do(self, side: int, do: str, *, n: float = 0, seen: int | None = None, ident: str = "",
           by_staff: bool = False, **what: Any) -> str:  # fmt: skip
        """The code of the refusal, or empty."""
        deed = Deed(side, {"do": do, **what}, ident, by_staff)
        try:
            live_act(match_id=self.match_id, deed=deed, act=self.by(side, n), seen_version=seen)
        except DomainError as error:
            return error.code
        return ""

    def throw(self, side: int, first: int, second: int, **more: Any) -> str:
        return self.do(side, "roll", dice=[first, second], **more)

    def play(self, side: int, text: str, **more: Any) -> str:
        return self.do(side, "play", play=text, **more)

    def any_deed(self) -> None:
        """Whoever has to act throws (by the site), names sixes, or plays what comes first."""
        game = self.state.game
        side = game.decider or 1
        if game.turn.phase in {Phase.OPENING, Phase.ROLL}:
            assert self.do(side, "roll") == ""
        elif game.turn.phase is Phase.NAME:
            assert self.do(side, "name_double", number=6) == ""
        else:
            play = next(iter(game.legal_plays()))
            assert self.play(side, "" if play.is_pass else format_play(play)) == ""


def walked(routes: list[Any], pick: int) -> str:
    """One of the ways through, as text."""
    at, said = 0, []
    while not routes[at][0]:
        hops = routes[at][1]
        start, end, _number, _hit, at = hops[pick % len(hops)]
        said.append(f"{start}/{end}")
    return " ".join(said)
