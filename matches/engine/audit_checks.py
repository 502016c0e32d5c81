"""The five checks that an audit makes of recorded rolls, and their arithmetic.

    >>> sample = sample_of([(3, 1), (1, 3), (6, 6)] * 10, side=None)
    >>> sample.rolls, sample.doubles, sample.faces
    (30, 10, (20, 0, 20, 0, 0, 20))
    >>> [(check.code, check.p_value is not None) for check in sample.checks][:2]
    [('faces', True), ('combinations', False)]

None of them asks which die of a roll was first, so records that write the larger number first serve
as well.

- `faces`: the six faces come equally often. Pearson's chi-square, 5 degrees of freedom.
- `combinations`: doubles have weight 1/36 and the other fifteen 2/36. The same, 20 degrees.
- `doubles`: one roll in six is a double. Normal approximation of the binomial.
- `runs`: rolls above seven pips and below it follow each other at random (sevens, the median, are
  left out). Wald and Wolfowitz's runs test: too few runs are streaks, too many are alternation.
- `repeats`: faces come again in the next roll as often as they should. Each of the four pairs made
  of a die and a die of the next roll is equal with chance 1/6, and any two of these events are
  independent if dice are uniform, so the count has mean 2/3 and variance 5/9 for each step.

What many checks together say is for `audit`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, pairwise

from matches.engine.fairdice import Roll
from matches.engine.significance import chi_square_tail

FACES = range(1, 7)
COMBINATIONS = tuple(combinations_with_replacement(FACES, 2))  # 1-1, 1-2, ..., 6-6

# The rolls that give the rarest outcome of a check an expected count of 5. For `runs` it is 10
# above and 10 below seven (15 rolls in 36 each); for `repeats` the usual sample for a normal curve.
NEEDED = {"faces": 15, "combinations": 180, "doubles": 30, "runs": 24, "repeats": 30}
_DEGREES = {"faces": 5, "combinations": 20, "doubles": 1, "runs": 1, "repeats": 1}
_MIN_SIDE_OF_MEDIAN = 10


@dataclass(frozen=True, slots=True)
class Check:
    """One check of all rolls (`side` None) or of one side's.

    `statistic` is a chi-square with `degrees` degrees of freedom; for `doubles`, `runs` and
    `repeats` (one degree) it is the square of the distance between `observed` and `expected` in
    standard deviations. Without enough rolls it is None, and so are the p-values.
    """

    code: str
    side: int | None
    needed: int
    degrees: int
    statistic: float | None = None
    observed: int | None = None
    expected: float | None = None
    p_value: float | None = None
    adjusted: float | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """The counts and checks of all rolls (`side` None) or of one side's."""

    side: int | None
    rolls: int
    faces: tuple[int, ...]  # of 1 to 6
    combinations: tuple[int, ...]  # in the order of COMBINATIONS
    doubles: int
    checks: tuple[Check, ...]


def sample_of(rolls: Sequence[Roll], *, side: int | None) -> Sample:
    """The counts of `rolls` and what the checks make of them; `side` is for the record."""
    seen = Counter((min(roll), max(roll)) for roll in rolls)
    sample = Sample(
        side=side,
        rolls=len(rolls),
        faces=tuple(sum(n * pair.count(face) for pair, n in seen.items()) for face in FACES),
        combinations=tuple(seen[combination] for combination in COMBINATIONS),
        doubles=sum(seen[face, face] for face in FACES),
        checks=tuple(Check(code, side, NEEDED[code], _DEGREES[code]) for code in NEEDED),
    )
    checks = tuple(
        _made(check, sample, rolls) if len(rolls) >= check.needed else check
        for check in sample.checks
    )
    return replace(sample, checks=checks)


def _made(check: Check, sample: Sample, rolls: Sequence[Roll]) -> Check:
    match check.code:
        case "faces":
            return _fit(check, sample.faces, (1,) * 6)
        case "combinations":
            weights = tuple(1 if first == second else 2 for first, second in COMBINATIONS)
            return _fit(check, sample.combinations, weights)
        case "doubles":
            return _count(check, sample.doubles, sample.rolls / 6, sample.rolls * 5 / 36)
        case "runs":
            return _runs(check, rolls)
        case _:
            return _repeats(check, rolls)


def _fit(check: Check, counts: Sequence[int], weights: Sequence[int]) -> Check:
    """Pearson's chi-square of `counts` that should be in proportion to `weights`."""
    share = sum(counts) / sum(weights)
    statistic = sum(
        (count - share * weight) ** 2 / (share * weight)
        for count, weight in zip(counts, weights, strict=True)
    )
    p_value = chi_square_tail(statistic, check.degrees)
    return replace(check, statistic=statistic, p_value=p_value)


def _count(check: Check, observed: int, expected: float, variance: float) -> Check:
    """A count against a normal curve, on both sides of it."""
    statistic = (observed - expected) ** 2 / variance
    p_value = chi_square_tail(statistic, check.degrees)
    return replace(
        check, statistic=statistic, observed=observed, expected=expected, p_value=p_value
    )


def _runs(check: Check, rolls: Sequence[Roll]) -> Check:
    """Wald and Wolfowitz: given how many are above and below, how often it changes."""
    above = [sum(roll) > 7 for roll in rolls if sum(roll) != 7]
    high, n = sum(above), len(above)
    if min(high, n - high) < _MIN_SIDE_OF_MEDIAN:
        return check
    runs = 1 + sum(one != other for one, other in pairwise(above))
    twice = 2 * high * (n - high)
    return _count(check, runs, twice / n + 1, twice * (twice - n) / (n * n * (n - 1)))


def _repeats(check: Check, rolls: Sequence[Roll]) -> Check:
    equal = sum((a == c) + (a == d) + (b == c) + (b == d) for (a, b), (c, d) in pairwise(rolls))
    steps = len(rolls) - 1
    return _count(check, equal, steps * 2 / 3, steps * 5 / 9)
