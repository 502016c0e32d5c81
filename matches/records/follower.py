"""Makes the record of a game from its cells: each is done by the rules, and if it cannot be, what
is wrong is found and the record goes on as it is written, as far as the board allows.

What a written play means is for `play_reading`, how a game ends for `ending`, and what the score
says for `chain`. A `Setup` among the events marks a place that no action leads over.
"""

from collections.abc import Callable
from typing import Any, Final

from matches.engine import (
    Beaver,
    Dice,
    Double,
    Drop,
    EngineError,
    GameResult,
    How,
    MakePlay,
    OpeningThrow,
    Phase,
    Raccoon,
    Roll,
    Rules,
    Stand,
    Take,
    format_play,
    new_game,
)
from matches.engine.errors import quoted
from matches.engine.turn import ANSWERING
from matches.records.findings import finding
from matches.records.play_reading import read_play
from matches.records.values import Event, Finding, GameRecord, Setup, follow
from matches.records.written import Cell, Kind, WrittenGame

#: What stands in the place of a play that was not made.
_UNPLAYED: Final = frozenset(("", "?", "??", "???", "????", "?????"))
#: What begins a turn, so that the one before it is over.
_TURNS: Final = frozenset((Kind.ROLL, Kind.DOUBLE, Kind.SET))


class GameFollower:
    """One game; `cell` takes what is written, `state` is where it has come to."""

    def __init__(self, rules: Rules, written: WrittenGame, number: int, *, crawford: bool) -> None:
        self.written = written
        self.number = number
        self.state = new_game(rules, crawford=crawford)
        self._before_setup = self.state
        self.events: list[Event] = []
        self.findings: list[Finding] = []
        self.line = written.line
        self.move = 0
        self.rolled_at = written.line
        self.left_blank = False
        self.end: Cell | None = None
        self._ignored_double = False
        self._handlers: dict[Kind, Callable[[Cell], None]] = {
            Kind.ROLL: self._roll,
            Kind.AUTO: self._tie,
            Kind.DOUBLE: self._double,
            Kind.TAKE: self._answer,
            Kind.DROP: self._answer,
            Kind.BEAVER: self._raised,
            Kind.RACCOON: self._raised,
            Kind.SET: self._set,
        }

    def find(self, code: str, **detail: Any) -> None:
        """Note something about the cell that is being read."""
        place = {"line": self.line, "game": self.number, "move": self.move}
        self.findings.append(finding(code, **place, **detail))

    def do(self, event: Event) -> None:
        """Let it happen. Raises EngineError, and then nothing has."""
        if isinstance(event, Setup):
            self._set_up(event)
        else:
            self.state = self.state.apply(event)
        self.events.append(event)

    def _set_up(self, event: Setup) -> None:
        """Of boards that are set one after the other only the last counts."""
        before, again = self.state, self.events and isinstance(self.events[-1], Setup)
        if again:
            before = self._before_setup._replace(crawford=self.state.crawford)
        self.state = follow(before, event)
        if again:
            self.events.pop()
        self._before_setup = before

    def put(self, side: int, **cube: int) -> None:
        """Set the board by hand so that `side` is to act; `cube` and `owner` stay unless given."""
        now = self.state
        value, owner = cube.get("cube", now.cube.value), cube.get("owner", now.cube.owner)
        self.do(Setup(side, now.position, value, owner))

    def record(self) -> GameRecord:
        return GameRecord(
            self.written.score, self.state.crawford, tuple(self.events), self.state.result
        )

    def scored(self, winner: int, points: int) -> None:
        """Only the result is known: neither the cube nor what kind of win it was."""
        self.state = self.state._replace(result=GameResult(winner, 0, 1, points, How.AWARDED))

    def settle(self) -> None:
        """A roll that lies there without a play: it was forced, or the play is missing."""
        state = self.state
        if state.turn.phase is not Phase.PLAY or state.turn.dice is None:
            return
        side, plays = state.turn.side, state.legal_plays()
        if len(plays) == 1:
            only = next(iter(plays))
            read_play(self, side, only)
            if not only.is_pass:
                self.find("forced_play_missing", dice=str(state.turn.dice), read=format_play(only))
            return
        self.find("play_missing", side=side, dice=str(state.turn.dice))
        read_play(self, side, None)

    def cell(self, cell: Cell) -> None:
        """Take the next thing that is written."""
        self.line, kind = cell.line, cell.kind
        if kind is Kind.ROLL:
            first, second = cell.dice
            (self._act if 1 <= first <= 6 and 1 <= second <= 6 else self._no_dice)(cell)
        elif kind is Kind.WIN or kind is Kind.LOSE:
            if self.end is None or kind is Kind.WIN:
                self.end = cell
        elif kind is Kind.WORD:
            self.find("unknown_word", text=quoted(cell.text))
        else:
            self._act(cell)

    def _act(self, cell: Cell) -> None:
        self.move = sum(self.state.turn.counts)
        if cell.kind in _TURNS:
            self.settle()
            if self.state.window is not None and self.state.position_is_final:
                self.do(Stand(3 - self.state.window.side))
        if self.state.is_over or self.end is not None:
            self.find("after_end")
        else:
            self._handlers[cell.kind](cell)

    def _no_dice(self, cell: Cell) -> None:
        if cell.dice == (0, 0) and cell.text in _UNPLAYED:
            self.find("no_roll")
        else:
            dice = "{}{}".format(*cell.dice)
            self.find("dice_unreadable", text=quoted(dice))

    def _roll(self, cell: Cell) -> None:
        dice, side = Dice(*cell.dice), cell.side
        if self.state.turn.phase is Phase.OPENING:
            self._open(side, dice)
        else:
            self._to_act(side)
            self.do(Roll(side, dice))
        self.move = sum(self.state.turn.counts)
        self.rolled_at, self.left_blank = cell.line, not cell.text
        if cell.after is not None:
            read_play(self, side, cell.text, cell.after)
        elif cell.text not in _UNPLAYED:
            read_play(self, side, cell.text)
        elif not cell.text and self.state.legal_plays().must_pass:
            self.do(MakePlay(side, ""))

    def _open(self, side: int, dice: Dice) -> None:
        if dice.is_double:
            self.find("opening_double")
            self.put(side)
            self.do(Roll(side, dice))
            return
        high, low = dice
        self.do(OpeningThrow(high, low) if side == 1 else OpeningThrow(low, high))

    def _tie(self, cell: Cell) -> None:
        self._tried(OpeningThrow(*cell.dice))

    def _to_act(self, side: int) -> None:
        """Come to where `side` may roll or double, over what is not written."""
        if self.state.turn.phase in ANSWERING:
            answering = self.state.decider
            if self.state.turn.phase is Phase.DOUBLED:
                self.find("take_missing", side=answering)
            self.do(Take(answering))
        if self.state.turn.phase is Phase.OPENING:
            self.find("impossible_action", why="The opening throw comes first.")
            self.put(side)
        elif self.state.turn.side != side:
            self.find("out_of_turn", side=side)
            self.put(side)

    def _double(self, cell: Cell) -> None:
        side = cell.side
        if self.state.turn.phase in (Phase.DOUBLED, Phase.BEAVERED) and side == self.state.decider:
            self._raise(cell)
            return
        self._to_act(side)
        self._fit_cube(cell)
        if self.state.crawford:
            self.find("double_in_crawford", side=side)
            self.state = self.state._replace(crawford=False)
        if not self.state.cube.may_be_turned_by(side):
            self.find("cube_not_yours", side=side)
            self.put(side, owner=side)
        self._ignored_double = not self._tried(Double(side))

    def _raise(self, cell: Cell) -> None:
        """A double at a double: a beaver, or a raccoon."""
        beaver = self.state.turn.phase is Phase.DOUBLED
        self._tried(Beaver(cell.side) if beaver else Raccoon(cell.side))

    def _fit_cube(self, cell: Cell) -> None:
        """Make the cube such that it goes where the file says, if that is a value of a cube."""
        value = self.state.cube.value * 2
        written = cell.value
        if written in (0, value):
            return
        self.find("cube_value", written=written, value=value)
        if 2 <= written <= self.state.rules.highest_cube and written & (written - 1) == 0:
            self.put(cell.side, cube=written // 2)

    def _answer(self, cell: Cell) -> None:
        if self.state.turn.phase not in ANSWERING:
            if not self._ignored_double:
                self.find("cube_ignored")
            return
        side = self.state.decider
        if cell.side != side:
            self.find("out_of_turn", side=cell.side)
        self._tried(Take(side) if cell.kind is Kind.TAKE else Drop(side))

    def _raised(self, cell: Cell) -> None:
        if self.state.turn.phase not in (Phase.DOUBLED, Phase.BEAVERED):
            self.find("cube_ignored")
            return
        self._raise(cell._replace(side=self.state.decider))

    def _set(self, cell: Cell) -> None:
        if self.events:
            self.find("position_set")
        side = cell.side or self.state.turn.side or 1
        board = self.state.position if cell.after is None else cell.after
        self._tried(Setup(side, board, cell.value or 1, cell.owner))

    def _tried(self, event: Event) -> bool:
        try:
            self.do(event)
        except EngineError as error:
            self.find("impossible_action", why=error.remark)
            return False
        return True
