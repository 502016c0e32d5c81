"""Everything that can be done in a game or a match, as plain values.

    >>> from matches.engine.dice import Dice
    >>> to_data(Roll(1, Dice(3, 1)))
    {'do': 'roll', 'side': 1, 'dice': [3, 1]}
    >>> from_data({'do': 'play', 'side': 2, 'play': '8/5 6/5'})
    MakePlay(side=2, play='8/5 6/5')

`side` is the player, 1 or 2, whose action it is. A record is a list of them; `to_data` and
`from_data` take them through JSON. Whether an action is allowed is for `game` and `match`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias

from matches.engine.boards import format_board, parse_board
from matches.engine.dice import Dice
from matches.engine.errors import IllegalAction, quoted
from matches.engine.notation import format_play
from matches.engine.play import Play
from matches.engine.position import Position

#: A play as text, or as one of the legal plays.
PlayLike: TypeAlias = str | Play


@dataclass(frozen=True, slots=True)
class OpeningThrow:
    """Each side's die of the first throw; equal ones are thrown again."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Roll:
    side: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class MakePlay:
    """The moves of a roll, or of one stage of it where doubles run on; an empty text is a pass."""

    side: int
    play: PlayLike


@dataclass(frozen=True, slots=True)
class NameDouble:
    """Acey-deucey: the double chosen after a 1-2."""

    side: int
    number: int


@dataclass(frozen=True, slots=True)
class Double:
    side: int


@dataclass(frozen=True, slots=True)
class Take:
    """Accept a double, or play on after a beaver or a raccoon."""

    side: int


@dataclass(frozen=True, slots=True)
class Drop:
    side: int


@dataclass(frozen=True, slots=True)
class Beaver:
    """Money: double a double at once, and keep the cube."""

    side: int


@dataclass(frozen=True, slots=True)
class Raccoon:
    """Money: double a beaver at once; the cube stays with the beaverer."""

    side: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Offer to lose a single game (1), a gammon (2) or a backgammon (3)."""

    side: int
    kind: int


@dataclass(frozen=True, slots=True)
class AcceptResignation:
    side: int


@dataclass(frozen=True, slots=True)
class RefuseResignation:
    side: int


@dataclass(frozen=True, slots=True)
class Misplay:
    """What was played at the table was illegal and led to `after`, as side 1 sees it."""

    side: int
    after: Position


@dataclass(frozen=True, slots=True)
class Correct:
    """The illegal play is taken back, and the same dice are played legally by `side`."""

    side: int
    play: PlayLike


@dataclass(frozen=True, slots=True)
class Stand:
    """The opponent lets the illegal play stand."""

    side: int


@dataclass(frozen=True, slots=True)
class VoidRoll:
    """The roll just thrown does not count: both dice are thrown again."""

    side: int
    reason: Literal["cocked", "premature"] = "cocked"


@dataclass(frozen=True, slots=True)
class TimeOut:
    """This side's time has run out."""

    side: int


@dataclass(frozen=True, slots=True)
class Award:
    """The director gives the game to `side` for so many points."""

    side: int
    points: int


@dataclass(frozen=True, slots=True)
class AwardMatch:
    """The director gives the match to `side`."""

    side: int


@dataclass(frozen=True, slots=True)
class DrawGame:
    """The game is void: nobody scores, and the next one follows."""


Action: TypeAlias = (
    OpeningThrow
    | Roll
    | MakePlay
    | NameDouble
    | Double
    | Take
    | Drop
    | Beaver
    | Raccoon
    | Resign
    | AcceptResignation
    | RefuseResignation
    | Misplay
    | Correct
    | Stand
    | VoidRoll
    | TimeOut
    | Award
    | AwardMatch
    | DrawGame
)

#: The stable name of each kind of action.
NAMES: dict[type[Action], str] = {
    OpeningThrow: "opening",
    Roll: "roll",
    MakePlay: "play",
    NameDouble: "name_double",
    Double: "double",
    Take: "take",
    Drop: "drop",
    Beaver: "beaver",
    Raccoon: "raccoon",
    Resign: "resign",
    AcceptResignation: "accept",
    RefuseResignation: "refuse",
    Misplay: "misplay",
    Correct: "correct",
    Stand: "stand",
    VoidRoll: "void_roll",
    TimeOut: "time_out",
    Award: "award",
    AwardMatch: "award_match",
    DrawGame: "draw",
}
_KINDS = {name: kind for kind, name in NAMES.items()}


def to_data(action: Action) -> dict[str, Any]:
    """An action as a dict of JSON values; the inverse of `from_data`. Plays become text.

    Raises IllegalAction `action_unreadable` for what is no action.
    """
    if type(action) not in NAMES:
        raise _unreadable(action)
    data: dict[str, Any] = {"do": NAMES[type(action)]}
    for field in fields(action):
        data[field.name] = _to_value(getattr(action, field.name))
    return data


def _to_value(value: object) -> object:
    if isinstance(value, Dice):
        return list(value)
    if isinstance(value, Play):
        return format_play(value)
    if isinstance(value, Position):
        return format_board(value)
    return value


def from_data(data: object) -> Action:
    """An action from what `to_data` made. Raises IllegalAction `action_unreadable`.

    The values inside are not judged here, but they have the right types.
    """
    if not isinstance(data, Mapping):
        raise _unreadable(data)
    name = data.get("do")
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise _unreadable(data)
    wanted = [field.name for field in fields(kind)]
    if set(data) - {"do"} != set(wanted):
        raise _unreadable(data)
    values = {name: _from_value(name, data[name], data) for name in wanted}
    return kind(**values)


def _from_value(name: str, value: object, data: object) -> Any:
    if name == "dice" and isinstance(value, list | tuple) and len(value) == 2:
        return Dice(*value)
    if name == "after":
        return parse_board(value)
    expected = str if name in ("play", "reason") else int
    if name == "dice" or type(value) is not expected:
        raise _unreadable(data)
    return value


def _unreadable(data: object) -> IllegalAction:
    return IllegalAction(
        "action_unreadable",
        "%(data)s is no action: give what to do, whose action it is, and its details.",
        data=quoted(data, 80),
    )
