"""P-values of chi-square, several of them at once, and how many rolls it takes to see a fault.

In closed form, from the standard library alone. What is tested, and what follows from it, is for
`audit` to say.
"""

from collections.abc import Sequence
from math import ceil, erfc, exp, pi, sqrt

from matches.engine.errors import EngineError

# A chi-square test of 5 degrees at the 5 % level finds what has this noncentrality in 80 of 100
# cases (Cohen, "Statistical Power Analysis for the Behavioral Sciences", 1988).
_NONCENTRALITY = 12.83


class SignificanceError(EngineError):
    """Not numbers that a significance could be worked out from."""


def rolls_to_detect(excess: float) -> int:
    """How many rolls of two dice it takes to notice one face that comes `excess` too often.

    That is: the check of the faces, on its own, at the 5 % level, notices it in 80 of 100 cases.
    The other five faces share the loss, so chance p of a face has p = (1 + excess) / 6 once and
    (1 - excess / 5) / 6 else, an effect w squared = excess squared / 5 for each die (Cohen).

    >>> rolls_to_detect(0.1), rolls_to_detect(0.5), rolls_to_detect(0.02)
    (3208, 129, 80188)

    Raises SignificanceError `excess_out_of_range` unless 0.001 <= excess <= 5 (no other face
    ever comes).
    """
    if type(excess) not in (int, float) or not 0.001 <= excess <= 5:
        raise SignificanceError(
            "excess_out_of_range", "An excess is from 0.001, which is 0.1 %%, to 5."
        )
    return ceil(_NONCENTRALITY * 5 / excess**2 / 2)


def chi_square_tail(x: float, degrees: int) -> float:
    """The chance that chi-square with `degrees` degrees of freedom is `x` or more.

    Exact sums: Abramowitz and Stegun, 26.4.4 (odd degrees) and 26.4.5 (even). Raises
    SignificanceError `not_chi_square` unless 0 <= x <= 1e300 and 1 <= degrees <= 100.
    """
    known = type(degrees) is int and 1 <= degrees <= 100 and type(x) in (int, float)
    if not known or not 0 <= x <= 1e300:
        raise SignificanceError("not_chi_square", "Chi-square is 0 or more, with 1 to 100 degrees.")
    if degrees % 2:
        total = erfc(sqrt(x / 2))
        term = sqrt(x) * sqrt(2 / pi) * exp(-x / 2)
        for odd in range(1, degrees - 1, 2):
            total += term
            term *= x / (odd + 2)
    else:
        total = term = exp(-x / 2)
        for even in range(2, degrees, 2):
            term *= x / even
            total += term
    return min(total, 1.0)


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values adjusted by Holm's step-down method (1979), in the order given.

    An adjusted value below .05 turns up in at most one of twenty families of true hypotheses,
    however the tests depend on each other.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]

    Raises SignificanceError `not_p_values` unless all are numbers from 0 to 1.
    """
    if not all(type(p) in (int, float) and 0 <= p <= 1 for p in p_values):
        raise SignificanceError("not_p_values", "P-values are numbers from 0 to 1.")
    adjusted = [0.0] * len(p_values)
    least = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = least
    return adjusted
