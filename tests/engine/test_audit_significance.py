"""P-values against printed tables, and how many rolls it takes to see a loaded face."""

from math import exp
from typing import Any

import pytest

from matches.engine.significance import (
    SignificanceError,
    chi_square_tail,
    holm,
    rolls_to_detect,
)

# Upper critical values as printed in tables of the chi-square distribution (three decimals).
TABLE = {
    1: {0.10: 2.706, 0.05: 3.841, 0.01: 6.635, 0.001: 10.828},
    2: {0.10: 4.605, 0.05: 5.991, 0.01: 9.210, 0.001: 13.816},
    3: {0.10: 6.251, 0.05: 7.815, 0.01: 11.345, 0.001: 16.266},
    5: {0.99: 0.554, 0.10: 9.236, 0.05: 11.070, 0.01: 15.086, 0.001: 20.515},
    10: {0.10: 15.987, 0.05: 18.307, 0.01: 23.209, 0.001: 29.588},
    20: {0.99: 8.260, 0.10: 28.412, 0.05: 31.410, 0.01: 37.566, 0.001: 45.315},
    35: {0.05: 49.802, 0.01: 57.342},
    100: {0.95: 77.929, 0.05: 124.342, 0.01: 135.807},
}


@pytest.mark.parametrize(
    ("degrees", "level", "critical"),
    [(degrees, level, x) for degrees, row in TABLE.items() for level, x in row.items()],
)
def test_tails_agree_with_printed_tables(degrees: int, level: float, critical: float) -> None:
    assert chi_square_tail(critical - 0.0006, degrees) > level
    assert chi_square_tail(critical + 0.0006, degrees) < level


def test_one_degree_is_the_square_of_a_normal_deviate() -> None:
    assert chi_square_tail(1.959964**2, 1) == pytest.approx(0.05, abs=1e-7)
    assert chi_square_tail(3.290527**2, 1) == pytest.approx(0.001, abs=1e-8)


@pytest.mark.parametrize("degrees", [1, 2, 5, 20, 35, 100])
def test_tails_fall_from_one_to_nothing(degrees: int) -> None:
    tails = [chi_square_tail(x, degrees) for x in (0, 0.1, 1, 10, 100, 1000, 1e6, 1e300)]
    assert tails[0] == 1
    assert tails[-1] == 0
    assert tails == sorted(tails, reverse=True)


@pytest.mark.parametrize(
    ("x", "degrees"),
    [
        (-0.1, 5),
        (float("nan"), 5),
        (float("inf"), 5),
        (10**400, 5),
        ("1", 5),
        (True, 5),
        (1, 0),
        (1, 101),
        (1, 2.0),
        (1, None),
    ],
    ids=range(10),
)
def test_what_is_no_chi_square_is_refused(x: Any, degrees: Any) -> None:
    with pytest.raises(SignificanceError) as refused:
        chi_square_tail(x, degrees)
    assert refused.value.code == "not_chi_square"


def test_holm_multiplies_the_smallest_by_all_and_the_next_by_one_less() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.6]) == [1.0, 1.0]
    assert holm([0.2]) == [0.2]
    assert holm([]) == []


@pytest.mark.parametrize("bad", [-0.1, 1.1, None, "0.1", True, float("nan")])
def test_holm_takes_only_p_values(bad: Any) -> None:
    with pytest.raises(SignificanceError) as refused:
        holm([0.5, bad])
    assert refused.value.code == "not_p_values"


def power(rolls: int, excess: float) -> float:
    """Of the 5 % test of six faces, from the noncentral chi-square as a Poisson mixture."""
    chances = [(1 + excess) / 6] + [(1 - excess / 5) / 6] * 5
    half = sum((chance - 1 / 6) ** 2 * 6 for chance in chances) * 2 * rolls / 2
    weight, total = exp(-half), 0.0
    for j in range(40):
        total += weight * chi_square_tail(11.0705, 5 + 2 * j)
        weight *= half / (j + 1)
    return total


@pytest.mark.parametrize("excess", [0.02, 0.05, 0.1, 0.3])
def test_so_many_rolls_find_a_loaded_face_in_four_cases_of_five(excess: float) -> None:
    rolls = rolls_to_detect(excess)
    assert power(rolls, excess) == pytest.approx(0.8, abs=0.005)
    assert power(rolls // 2, excess) < 0.6


@pytest.mark.parametrize("excess", [0, -0.1, 0.0001, 5.1, True, "0.1", None, float("nan")])
def test_an_excess_that_no_face_can_have_is_refused(excess: Any) -> None:
    with pytest.raises(SignificanceError, match=r"from 0\.001, which is 0\.1 %, to 5"):
        rolls_to_detect(excess)
