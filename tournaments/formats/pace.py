"""How long backgammon takes: matches by length and by score, and who plays slowly.

The figures were fitted to 1,395 complete matches (27 rolls a point, 42.5 a game, 1.88 points a
game) at 15 seconds a roll and 40 between games, which three reports of clocked events bear out;
without clocks a roll takes 17 to 20 seconds, a pace of about 1.2. Times are minutes. A duration is
taken to have a gamma distribution, given by its mean and standard deviation.

The chance of a forecast is a stream of `words`, fast and fixed by its seed; no draw is ever made
with it (those are for `lots`).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import shake_256
from struct import unpack

from tournaments.formats.errors import FormatError
from tournaments.formats.sets import Sets

MAX_LENGTH = 1_000  # points; far above any match, low enough for every sum below

MINUTES_PER_POINT, MINUTES_MORE = 7.2, 4.0
SPREAD_OF_ROLLS = 7.0  # minutes for one point; grows with the square root of the length
SPREAD_OF_PLAYERS = 0.15  # how far the pace of two players is from the average

ROLLS_PER_GAME = 42.5
POINTS_PER_GAME = 1.88
MINUTES_PER_ROLL = 15 / 60
MINUTES_BETWEEN_GAMES = 40 / 60

CELL_BITS = 10
CELLS = 1 << CELL_BITS  # how finely a distribution is cut up for sampling


@dataclass(frozen=True, slots=True)
class Duration:
    """A gamma distribution of minutes; `mean` and `deviation` are above 0.

    Quantiles follow Wilson and Hilferty (1931): the cube root of a gamma variable is very nearly
    normal. At the shapes met here, 2 and more, that is within 1 % between the 10th and the 98th
    percentile, far closer than the gamma is to real matches.
    """

    mean: float
    deviation: float

    @property
    def cube(self) -> tuple[float, float]:
        """Mean and deviation of the cube root of the duration over its mean."""
        ninth = (self.deviation / self.mean) ** 2 / 9
        return 1 - ninth, math.sqrt(ninth)

    def quantile(self, part: float) -> float:
        """The minutes within which that part of such durations ends; 0 < part < 1."""
        if not 0 < part < 1:
            raise FormatError(
                "part_out_of_range", "A part is between 0 and 1, not %(part)s.", part=part
            )
        middle, width = self.cube
        return self.mean * max(middle + width * _normal_quantile(part), 0.0) ** 3

    def within(self, minutes: float) -> float:
        """The part of such durations that end within so many minutes."""
        if minutes <= 0:
            return 0.0
        middle, width = self.cube
        return _normal_part((math.cbrt(minutes / self.mean) - middle) / width)

    @property
    def median(self) -> float:
        return self.quantile(0.5)

    def cells(self) -> tuple[float, ...]:
        """`CELLS` equally likely durations, shortest first."""
        middle, width = self.cube
        return tuple(self.mean * max(middle + width * z, 0.0) ** 3 for z in normal_cells())

    def left_after(self, elapsed: float) -> tuple[float, ...]:
        """`CELLS` equally likely minutes that are left of a duration that has not ended by then."""
        elapsed = max(elapsed, 0.0)
        over = self.within(elapsed)
        if over > 1 - 8 / CELLS:
            # The tail of a gamma distribution is exponential in the end.
            scale = self.deviation**2 / self.mean
            return tuple(-scale * math.log(1 - (cell + 0.5) / CELLS) for cell in range(CELLS))
        lasting = self.cells()[int(over * CELLS) :]
        spread = (lasting[cell * len(lasting) // CELLS] for cell in range(CELLS))
        return tuple(max(minutes - elapsed, 0.0) for minutes in spread)


def match_duration(length: int, pace: float = 1.0) -> Duration:
    """A whole match of so many points: 7.2 minutes a point and 4 more."""
    check_length(length)
    check_pace(pace)
    mean = MINUTES_PER_POINT * length + MINUTES_MORE
    return _spread(mean, SPREAD_OF_ROLLS**2 * length, pace)


def sets_duration(length: int, sets: Sets, pace: float = 1.0) -> Duration:
    """A match of several sets between equals; each set takes what a match to its length takes."""
    if sets.best_of == 1:
        return match_duration(length if sets.decider is None else sets.decider, pace)
    check_pace(pace)
    each = [match_duration(points).mean for points in sets.lengths(length)]
    likely = sets.likely()
    mean = sum(chance * minutes for chance, minutes in zip(likely, each, strict=True))
    rolls = sum(
        chance * SPREAD_OF_ROLLS**2 * points
        for chance, points in zip(likely, sets.lengths(length), strict=True)
    )
    # How many sets it takes is the larger part of the luck.
    number = sum(likely)
    squares = sum((2 * n - 1) * chance for n, chance in enumerate(likely, start=1))
    return _spread(mean, rolls + (squares - number**2) * (mean / number) ** 2, pace)


def rolls_left(needs: tuple[int, int]) -> float:
    """How many more rolls a match takes on average while the sides need so many points.

    Fitted to 4,090 starts of games; of the error of 52 rolls nearly all is the dice.
    """
    for points in needs:
        check_length(points)
    return 29 + 13.8 * min(needs) + 9.7 * max(needs)


def duration_left(needs: tuple[int, int], pace: float = 1.0) -> Duration:
    """What is left of a match when a game begins at that score."""
    check_pace(pace)
    mean = _minutes(rolls_left(needs))
    return _spread(mean, SPREAD_OF_ROLLS**2 * sum(needs) / 2, pace)


def slow_after(score: tuple[int, int], pace: float = 1.0) -> float:
    """After how many minutes a match that still stands at this score is slow.

    Nine in ten have ended another game by then. It depends on the score reached, not on the
    length: many points played take long, however many are left.
    """
    check_pace(pace)
    points = sum(score)
    if min(score) < 0 or points > 2 * MAX_LENGTH:
        raise FormatError("score_out_of_range", "%(score)s is not a score.", score=score)
    rolls = ROLLS_PER_GAME * (points / POINTS_PER_GAME + 1)
    # A match of L points takes 27 L rolls with a variance of 27 squared times L.
    variance = SPREAD_OF_ROLLS**2 * rolls / 27
    return _spread(_minutes(rolls), variance, pace).quantile(0.9)


def learned_pace(played: Iterable[tuple[float, float]], weight: float = 8) -> float:
    """The pace of an event from its finished matches, as (minutes taken, minutes expected).

    It starts at 1 as if so many (`weight`) matches had taken just as long as expected, so that one
    slow match does not upset the plan. Raises FormatError `minutes_out_of_range`.
    """
    total, count = float(weight), float(weight)
    for taken, expected in played:
        if not (0 <= taken < math.inf and 0 < expected < math.inf):
            raise FormatError(
                "minutes_out_of_range",
                "A match took %(taken)s minutes where %(expected)s were expected: correct that.",
                taken=taken,
                expected=expected,
            )
        total += taken / expected
        count += 1
    return total / count


def is_plausible(taken: float, expected: float) -> bool:
    """Whether a match can have been played in so many minutes; else they say nothing of the pace.

    `expected` are the minutes that such a match takes on average.

    Results that are entered all at once, or long after the match, come with such times.
    """
    return expected / 3 <= taken <= expected * 3


def last_of(length: int, boards: int, pace: float = 1.0) -> float:
    """After how many minutes the last of so many matches, begun together, ends on average."""
    if boards < 1:
        raise FormatError("boards_missing", "There must be a board to play on.")
    # Cell by cell: how likely it is that the last one ends in it.
    likely = [(cell / CELLS) ** boards for cell in range(CELLS + 1)]
    return sum(
        minutes * (after - before)
        for minutes, before, after in zip(
            match_duration(length, pace).cells(), likely[:-1], likely[1:], strict=True
        )
    )


def _minutes(rolls: float) -> float:
    breaks = rolls / ROLLS_PER_GAME - 1
    return MINUTES_PER_ROLL * rolls + MINUTES_BETWEEN_GAMES * max(breaks, 0.0)


def _spread(mean: float, variance_of_rolls: float, pace: float) -> Duration:
    deviation = math.sqrt(variance_of_rolls + (SPREAD_OF_PLAYERS * mean) ** 2)
    return Duration(pace * mean, pace * deviation)


def check_length(points: int) -> None:
    if not 1 <= points <= MAX_LENGTH:
        raise FormatError(
            "length_out_of_range",
            "A side needs between 1 and %(limit)s points, not %(points)s.",
            points=points,
            limit=MAX_LENGTH,
        )


def check_pace(pace: float) -> None:
    if not 0.01 <= pace <= 100:
        raise FormatError(
            "pace_out_of_range", "A pace is around 1, not %(pace)s: correct it.", pace=pace
        )


def _normal_part(z: float) -> float:
    return math.erfc(-z / math.sqrt(2)) / 2


def _normal_quantile(part: float) -> float:
    """The inverse of `_normal_part`, by Newton's method from the middle of its flatter half."""
    if part > 0.5:
        return -_normal_quantile(1 - part)
    low, high = -9.0, 0.0
    z = -1.0
    while high - low > 1e-9:
        error = _normal_part(z) - part
        low, high = (low, z) if error > 0 else (z, high)
        slope = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
        step = z - error / slope
        if abs(step - z) < 1e-10:
            break
        z = step if low < step < high else (low + high) / 2
    return z


@cache
def normal_cells() -> tuple[float, ...]:
    """A standard normal variable in equally likely cells: the quantile in the middle of each."""
    lower = [_normal_quantile((cell + 0.5) / CELLS) for cell in range(CELLS // 2)]
    return (*lower, *(-z for z in reversed(lower)))


def words(seed: str, count: int) -> tuple[int, ...]:
    """So many numbers of 16 bits: SHAKE-256 of the seed in UTF-8, read as little-endian words."""
    return unpack(f"<{count}H", shake_256(seed.encode("utf-8", "replace")).digest(2 * count))
