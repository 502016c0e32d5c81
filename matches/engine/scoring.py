"""What a game was won by, and how many points that is.

A single game is 1, a gammon 2 (the loser bore off nobody), a backgammon 3 (and still has somebody
on the bar or in the winner's home), times the cube. Long nardy counts its own: oin 1, mars 2, home
mars 3. Plakoto adds the mother, and knows a draw.
"""

from dataclasses import dataclass
from enum import StrEnum

from matches.engine.cube import Cube
from matches.engine.generate import mother_result
from matches.engine.position import BAR, CHECKERS, HAND, HOME, NIBBLE, OTHER, Position
from matches.engine.rules import Rules
from matches.engine.variant import Variant

DRAW = 0
SINGLE, GAMMON, BACKGAMMON_WIN = 1, 2, 3


class How(StrEnum):
    """What ended a game."""

    BORNE_OFF = "borne_off"
    MOTHER = "mother"
    DROPPED = "dropped"
    RESIGNED = "resigned"
    TIMED_OUT = "timed_out"
    AWARDED = "awarded"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game: `winner` is side 1 or 2, or 0 for a draw.

    `kind` is 1 single, 2 gammon, 3 backgammon, 0 for a draw and for an award; `points` is what the
    game is worth under its rules, never cut at the match length.
    """

    winner: int
    kind: int
    cube: int
    points: int
    how: How


def most_kind(variant: Variant) -> int:
    """The most a game of this variant can be won by: 1, 2 or 3 times the cube."""
    if variant.value == "single":
        return SINGLE
    backgammons = variant.home_mars != "off" if variant.contact == "block" else variant.triple
    return max(variant.mother_points, BACKGAMMON_WIN if backgammons else GAMMON)


def kind_of_win(position: Position, winner: int, variant: Variant) -> int:
    """1, 2 or 3 by where the loser's checkers stand when `winner` has won, whatever the cube."""
    loser = 3 - winner
    if variant.value == "single" or position.off(loser):
        return SINGLE
    if variant.contact == "block":
        return BACKGAMMON_WIN if _is_home_mars(position, loser, variant) else GAMMON
    if variant.triple and _is_far_behind(position, loser, variant):
        return BACKGAMMON_WIN
    return GAMMON


def _is_far_behind(position: Position, loser: int, variant: Variant) -> bool:
    """On the bar, in the winner's home or, where it counts the same, not entered yet."""
    behind = [*range(19, BAR + 1)] + ([HAND] if variant.hand_counts_as_bar else [])
    return any(position.count(loser, place) for place in behind)


def _is_home_mars(position: Position, loser: int, variant: Variant) -> bool:
    if variant.home_mars == "all_home":
        return sum(position.count(loser, point) for point in HOME) == CHECKERS
    if variant.home_mars == "first_quarter":
        return any(position.count(loser, point) for point in range(19, 25))
    return False


def result_on_board(position: Position, cube: Cube, rules: Rules) -> GameResult | None:
    """The result if the board has decided the game: everybody off, or the mothers."""
    bits = position.bits
    off = bits & NIBBLE, bits >> OTHER & NIBBLE
    if CHECKERS not in off and rules.variant.mother == "off":
        return None
    for side in (1, 2):
        if off[side - 1] == CHECKERS:
            kind = kind_of_win(position, side, rules.variant)
            return won(side, kind, cube, rules, How.BORNE_OFF)
    decided = mother_result(bits, rules.variant)
    if decided is None:
        return None
    if decided == DRAW:
        return drawn(cube, How.MOTHER)
    return won(decided, rules.variant.mother_points, cube, rules, How.MOTHER)


def won(winner: int, kind: int, cube: Cube, rules: Rules, how: How) -> GameResult:
    """`kind` times the cube; under Jacoby an unturned cube makes every win a single one."""
    turned = cube.turned or (rules.jacoby_auto_counts and cube.value > 1)
    counted = SINGLE if rules.jacoby and not turned else kind
    return GameResult(winner, kind, cube.value, counted * cube.value, how)


def drawn(cube: Cube, how: How = How.DRAWN) -> GameResult:
    """Nobody wins anything."""
    return GameResult(DRAW, 0, cube.value, 0, how)
