"""A moment of a match apart from the checkers: cube, score, whose turn it is, what is on offer.

    >>> Situation(match_length=7, score=(2, 5), dice=(3, 1)).to_decide
    1
    >>> Situation(cube_offer="double").to_decide
    2

This is what Match IDs and XGIDs can say, as plain facts with what contradicts itself refused. How a
match comes to such a moment, and what may follow, is for `match` and `game`.

The sides 1 and 2 keep their numbers whoever is on roll. Side 1 is X: the player at the bottom of an
XGID (upper case letters, `1`), and player 1 of GNU Backgammon. Side 2 is O: the player at the top
(lower case, `-1`), and player 0 of GNU Backgammon.
"""

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, get_args

from matches.engine.dice import Dice
from matches.engine.errors import EngineError, quoted, said
from matches.engine.score import MAX_LENGTH

CubeOffer = Literal["none", "double", "beaver", "raccoon"]
Progress = Literal["none", "playing", "over", "resigned", "dropped"]

MAX_EXPONENT = 15
MAX_SCORE = (1 << 15) - 1


class SituationError(EngineError):
    """Facts that cannot be true of one moment of a match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """One moment. Raises SituationError `situation_field` (no such value) and, by name, what
    contradicts itself. What programs are known to write is no contradiction, such as an owned cube
    at 1 or a turned one in the Crawford game.

    `cube` is its value before any offer, `cube_owner` 0 in the middle. `cube_offer` is what waits
    for an answer: a double, the beaver to it or the raccoon to that; `resignation` 1, 2 or 3 is an
    offer to lose a single game, a gammon, a backgammon. `dice` are as they were written; None
    before the roll. `match_length` 0 is money play, and only there Jacoby and beavers exist.
    `to_decide` is filled in when it is left at 0.
    """

    on_roll: int = 1
    to_decide: int = 0
    dice: tuple[int, int] | None = None
    cube: int = 1
    cube_owner: int = 0
    cube_offer: CubeOffer = "none"
    resignation: int = 0
    match_length: int = 0
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    state: Progress = "playing"
    jacoby: bool = False
    beaver: bool = False
    max_cube_exponent: int = 10

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            _check_choice(name, getattr(self, name), choices)
        _check_pair("score", self.score, MAX_SCORE, low=0)
        if self.dice is not None:
            _check_pair("dice", self.dice, 6, low=1)
        if self.to_decide == 0:
            answering = self.cube_offer in ("double", "raccoon")
            object.__setattr__(self, "to_decide", 3 - self.on_roll if answering else self.on_roll)
        for wrong, code, template in _contradictions(self):
            if wrong:
                raise SituationError(code, template, **_facts(self))

    @property
    def roll(self) -> Dice | None:
        """The dice without regard to the order they were written in."""
        return None if self.dice is None else Dice(*self.dice)

    @property
    def is_money(self) -> bool:
        return self.match_length == 0

    def replace(self, **fields: Any) -> "Situation":
        """The same moment with other facts; `to_decide` follows from them unless it is given."""
        return dataclasses.replace(self, **{"to_decide": 0} | fields)

    def swapped(self) -> "Situation":
        """The same moment with the numbers of the two sides exchanged."""
        return dataclasses.replace(
            self,
            on_roll=3 - self.on_roll,
            to_decide=3 - self.to_decide,
            cube_owner=self.cube_owner and 3 - self.cube_owner,
            score=(self.score[1], self.score[0]),
        )


@contextmanager
def reading(text: object) -> Iterator[None]:
    """Put the `text` into the detail of whatever is raised while it is read."""
    try:
        yield
    except EngineError as error:
        error.detail["text"] = quoted(text, 80)
        raise


_SIDES = (1, 2)
_YES_NO = (False, True)
_CHOICES: dict[str, tuple[object, ...] | range] = {
    "on_roll": _SIDES,
    "to_decide": (0, *_SIDES),
    "cube": tuple(1 << exponent for exponent in range(MAX_EXPONENT + 1)),
    "cube_owner": (0, *_SIDES),
    "cube_offer": get_args(CubeOffer),
    "resignation": range(4),
    "match_length": range(MAX_LENGTH + 1),
    "crawford": _YES_NO,
    "state": get_args(Progress),
    "jacoby": _YES_NO,
    "beaver": _YES_NO,
    "max_cube_exponent": range(MAX_EXPONENT + 1),
}


def _check_choice(name: str, value: object, choices: tuple[object, ...] | range) -> None:
    if type(value) is not type(choices[0]) or value not in choices:
        raise _refused(name, value)


def _check_pair(name: str, value: Any, high: int, *, low: int) -> None:
    sound = type(value) is tuple and len(value) == 2
    if not sound or any(type(part) is not int or not low <= part <= high for part in value):
        raise _refused(name, value)


def _refused(name: str, value: object) -> SituationError:
    return SituationError(
        "situation_field", "%(field)s cannot be %(value)s.", field=name, value=quoted(value)
    )


def _contradictions(s: Situation) -> Iterator[tuple[bool, str, str]]:
    """(whether it is so, its code, its message)."""
    answering, playing = s.cube_offer in ("double", "raccoon"), s.state == "playing"
    left = [s.match_length - points for points in s.score]
    yield (
        s.cube_offer != "none" and s.dice is not None,
        "double_after_roll",
        said("A double is offered before the roll: take back the dice or the offer."),
    )
    yield (
        s.cube_offer != "none" and (s.on_roll != s.to_decide) != answering,
        "wrong_decider",
        said("Side %(to_decide)s has not been asked to answer the %(cube_offer)s."),
    )
    idle = playing and s.cube_offer == "none" and s.resignation == 0
    yield (
        idle and s.on_roll != s.to_decide,
        "wrong_decider",
        said("Nothing is offered to side %(to_decide)s: side %(on_roll)s is on roll and decides."),
    )
    yield (
        not s.is_money and (s.jacoby or s.beaver),
        "money_rule_in_match",
        said("Jacoby and beavers are for money play: leave them out of a match."),
    )
    yield (
        s.cube_offer in ("beaver", "raccoon") and not s.beaver,
        "beaver_not_allowed",
        said("There is a %(cube_offer)s where beavers are not played: allow them or take it back."),
    )
    yield (
        s.crawford and (s.is_money or (playing and 1 not in left)),
        "crawford_not_due",
        said("The Crawford game is due when a side needs one point, not at %(score)s."),
    )
    yield (
        s.crawford and s.cube_offer != "none",
        "crawford_double",
        said("Nobody may double in the Crawford game: take back the offer."),
    )
    yield (
        not s.is_money and (max(left) <= 0 or (playing and min(left) <= 0)),
        "match_decided",
        said("At %(score)s a match to %(match_length)s is decided, and no game of it is played."),
    )


def _facts(s: Situation) -> dict[str, object]:
    return {
        "on_roll": s.on_roll,
        "to_decide": s.to_decide,
        "cube_offer": s.cube_offer,
        "match_length": s.match_length,
        "score": f"{s.score[0]}-{s.score[1]}",
    }
