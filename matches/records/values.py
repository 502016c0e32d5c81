"""What a file of a match says, as values: the match, its games, and what was found wrong in it.

    >>> from matches.engine import Rules
    >>> record = MatchRecord(("Ann", "Bo"), Rules(length=7), final_score=(7, 4))
    >>> record.depth.value, record.final_score
    ('result', (7, 4))

One type for three depths: the result alone, the games with their results, or every roll and play.
Side 1 is the player on the left of a match text. Which file says it in which words is for the
readers; whether it can be true for `verify`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from matches.engine import Action, GameResult, GameState, Position, Rules, new_game
from matches.engine.cube import Cube
from matches.engine.status import check_position


class Severity(StrEnum):
    """How much it matters: the record cannot be so, it is doubtful, or it is only worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Depth(StrEnum):
    """How much a record tells."""

    RESULT = "result"
    GAMES = "games"
    THROWS = "throws"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to tell about a record; `code` is stable, `message` is English with the facts.

    `line` (of the file), `game` and `move` (the turn of that game) are counted from 1, 0 when there
    is no such place.
    """

    code: str
    severity: Severity
    template: str
    detail: Mapping[str, object] = field(default_factory=dict)
    line: int = 0
    game: int = 0
    move: int = 0

    @property
    def message(self) -> str:
        """The template with the facts in it."""
        return self.template % self.detail

    def __str__(self) -> str:
        places = (("line", self.line), ("game", self.game), ("move", self.move))
        where = ", ".join(f"{name} {number}" for name, number in places if number)
        return f"{where}: {self.message}" if where else self.message


@dataclass(frozen=True, slots=True)
class Setup:
    """The board set by hand: `side` is to act, with `position` as side 1 sees it.

    Programs write it for a game that begins in the middle. A reader writes it where a record goes
    on in a way that no action leads to, such as a turn that is missing.
    """

    side: int
    position: Position
    cube: int = 1
    owner: int = 0


#: What happens in a game.
Event: TypeAlias = Action | Setup


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game: the score before it, what happened (nothing when only the result is known), the end.

    `crawford` says whether it was played without doubling as the Crawford game. `result` is None
    for a game that was not finished. `starter` is the side that begins without an opening throw, in
    games where the winner of the last one does, else 0.
    """

    score: tuple[int, int]
    crawford: bool = False
    events: tuple[Event, ...] = ()
    result: GameResult | None = None
    starter: int = 0

    def start(self, rules: Rules) -> GameState:
        """The state before the first event."""
        return new_game(rules, crawford=self.crawford, starter=self.starter)

    def states(self, rules: Rules) -> Iterator[tuple[Event, GameState]]:
        """Each event and the state after it. Raises EngineError at the first that cannot be."""
        state = self.start(rules)
        for event in self.events:
            state = follow(state, event)
            yield event, state


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match or a money session; `players` are side 1 and side 2.

    `facts` are what else the file says about it, by the names that match texts use (`Event`,
    `Round`, `EventDate`, ...). `final_score` is given where the games do not show it.
    """

    players: tuple[str, str]
    rules: Rules
    games: tuple[GameRecord, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    final_score: tuple[int, int] | None = None

    @property
    def depth(self) -> Depth:
        if not self.games:
            return Depth.RESULT
        return Depth.THROWS if any(game.events for game in self.games) else Depth.GAMES

    @property
    def score(self) -> tuple[int, int]:
        """The score at the end of what is recorded; points beyond the match length are kept."""
        if self.final_score is not None:
            return self.final_score
        return score_after(self.games[-1]) if self.games else (0, 0)

    @property
    def shown_score(self) -> tuple[int, int]:
        """The same as it is written down: points beyond the match length are worth nothing."""
        first, second = self.score
        length = self.rules.length or max(first, second)
        return min(first, length), min(second, length)

    def fact(self, name: str) -> str:
        """What the file says under that name; empty when nothing."""
        return dict(self.facts).get(name, "")


class ReadResult(NamedTuple):
    """A file as far as it could be understood; no record when it is none that can be read."""

    record: MatchRecord | None
    findings: tuple[Finding, ...]
    dialect: str
    encoding: str

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that cannot be so."""
        return tuple(each for each in self.findings if each.severity is Severity.ERROR)


def score_after(game: GameRecord) -> tuple[int, int]:
    """The score with the points of the game; as before it when it has no result."""
    first, second = game.score
    if game.result is None:
        return first, second
    won, points = game.result.winner, game.result.points
    return first + points * (won == 1), second + points * (won == 2)


def follow(state: GameState, event: Event) -> GameState:
    """The state after an event.

    Raises as `GameState.apply`, and PositionError for a board that cannot stand in this game.
    """
    if not isinstance(event, Setup):
        return state.apply(event)
    check_position(event.position, state.rules.variant)
    turn = state.turn.begun_by(event.side)
    cube = Cube(event.cube, event.owner, turned=event.owner != 0 or state.cube.turned)
    return state._replace(position=event.position, turn=turn, cube=cube, window=None)
