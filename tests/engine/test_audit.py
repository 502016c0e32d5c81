"""Loaded dice are flagged, fair ones are not, and few rolls prove nothing."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from matches.engine.audit import AuditError, audit
from matches.engine.audit_checks import COMBINATIONS, Check, Sample
from matches.engine.fairdice import FairDice, Roll

ALL_ROLLS = list(product(range(1, 7), range(1, 7)))


def fair(count: int, seed: str = "left") -> list[Roll]:
    dice = FairDice(bytes(range(32)), seeds=(seed, "right"), context="audit")
    return [dice.roll(n) for n in range(count)]


def check(sample: Sample, code: str) -> Check:
    return next(check for check in sample.checks if check.code == code)


def flagged(rolls: list[Roll], rollers: list[int] | None = None) -> set[tuple[str, int | None]]:
    return {(check.code, check.side) for check in audit(rolls, rollers).flagged}


def test_everything_is_counted() -> None:
    total = audit([(3, 1), (1, 3), (6, 6), (2, 1)]).total
    assert (total.rolls, total.doubles) == (4, 1)
    assert total.faces == (3, 1, 2, 0, 0, 2)
    seen = {pair: n for pair, n in zip(COMBINATIONS, total.combinations, strict=True) if n}
    assert seen == {(1, 3): 2, (6, 6): 1, (1, 2): 1}


def test_the_statistics_are_those_computed_by_hand() -> None:
    # 180 rolls: each of the 36 five times, but one 1-1 is a 2-1 instead.
    rolls = ALL_ROLLS * 5
    rolls[0] = (2, 1)
    total = audit(rolls).total
    assert check(total, "faces").statistic == pytest.approx(2 / 60)
    assert check(total, "combinations").statistic == pytest.approx(1 / 5 + 1 / 10)
    doubles = check(total, "doubles")
    assert (doubles.observed, doubles.expected) == (29, 30)
    assert doubles.statistic == pytest.approx(1 / 25)
    assert doubles.p_value == pytest.approx(0.8415, abs=1e-4)  # 0.2 standard deviations


def test_runs_are_counted_by_wald_and_wolfowitz() -> None:
    # 12 high and 12 low rolls in 4 runs, sevens among them: mean 13, variance 12 * 11 / 23.
    high, low, seven = (6, 4), (1, 2), (6, 1)
    runs = check(audit(([high] * 6 + [seven] + [low] * 6) * 2).total, "runs")
    assert (runs.observed, runs.expected) == (4, 13)
    assert runs.statistic == pytest.approx(81 / (12 * 11 / 23))


def test_repeats_count_each_die_against_each_of_the_next_roll() -> None:
    # 6-6 then 6-1 shares two, 6-1 then 1-6 two, 1-6 then 6-6 two: 2 for each of 29 steps.
    rolls = [((6, 6), (6, 1), (1, 6))[n % 3] for n in range(30)]
    repeats = check(audit(rolls).total, "repeats")
    assert repeats.observed == 2 * 29
    assert repeats.expected == pytest.approx(29 * 2 / 3)
    assert repeats.statistic == pytest.approx((29 * 4 / 3) ** 2 / (29 * 5 / 9))


def test_repeats_are_measured_by_the_spread_of_all_fair_sequences() -> None:
    # Over all three rolls in a row: two steps that depend on each other must spread like two
    # that do not, or the variance would not be a constant for each step.
    shared = {(a, b): sum(b.count(die) for die in a) for a in ALL_ROLLS for b in ALL_ROLLS}
    counts = [shared[a, b] + shared[b, c] for a in ALL_ROLLS for b in ALL_ROLLS for c in ALL_ROLLS]
    mean = sum(counts) / len(counts)
    variance = sum((n - mean) ** 2 for n in counts) / len(counts)
    repeats = check(audit(fair(101)).total, "repeats")
    assert repeats.observed is not None
    assert repeats.expected == pytest.approx(50 * mean)
    assert repeats.statistic == pytest.approx((repeats.observed - 50 * mean) ** 2 / (50 * variance))


@pytest.mark.parametrize("seed", ["one", "two", "three", "four", "five"])
@pytest.mark.parametrize("count", [60, 400, 5000])
def test_fair_dice_are_seldom_flagged_and_never_called_improbable(seed: str, count: int) -> None:
    verdict = audit(fair(count, seed), [1 + n % 2 for n in range(count)]).verdict
    assert verdict.code in {"consistent", "unusual"}


def test_about_one_fair_audit_in_twenty_is_called_unusual() -> None:
    stream = fair(60_000)
    rollers = [1 + n % 2 for n in range(200)]
    codes = Counter(
        audit(stream[at : at + 200], rollers).verdict.code for at in range(0, 60_000, 200)
    )
    assert codes["improbable"] <= 1
    assert 3 <= codes["unusual"] <= 27  # of 300; 15 expected


def test_a_die_that_shows_too_many_sixes_is_flagged() -> None:
    loaded = [(6 if n % 5 == 0 else a, b) for n, (a, b) in enumerate(fair(500))]
    found = audit(loaded)
    assert found.verdict.code == "improbable"
    assert "faces" in {remark.code for remark in found.remarks}


def test_only_the_side_with_the_loaded_dice_is_flagged() -> None:
    rollers = [1 + n % 2 for n in range(1000)]
    rolls = [
        (6, b) if side == 2 and n % 3 == 0 else (a, b)
        for n, ((a, b), side) in enumerate(zip(fair(1000), rollers, strict=True))
    ]
    sides = {side for _, side in flagged(rolls, rollers)}
    assert 2 in sides
    assert 1 not in sides


def test_too_many_doubles_with_even_faces_are_flagged() -> None:
    rolls = [(a, a) if n % 6 == 0 else (a, b) for n, (a, b) in enumerate(fair(1000))]
    assert ("doubles", None) in flagged(rolls)
    assert ("faces", None) not in flagged(rolls)


def test_high_and_low_in_turn_are_caught_by_their_runs() -> None:
    high = [roll for roll in ALL_ROLLS if sum(roll) > 7]
    low = [roll for roll in ALL_ROLLS if sum(roll) < 7]
    rolls = [roll for n in range(60) for roll in (high[n * 7 % 15], low[n * 4 % 15])]
    assert ("runs", None) in flagged(rolls)
    runs = check(audit(rolls).total, "runs")
    assert (runs.observed, runs.expected) == (120, 61)


def test_streaks_are_caught_by_their_runs_too() -> None:
    assert ("runs", None) in flagged(sorted(fair(200), key=sum))


def test_a_face_that_never_comes_twice_running_is_caught() -> None:
    rolls = [((1, 2), (3, 4), (5, 6))[n % 3] for n in range(90)]
    assert ("repeats", None) in flagged(rolls)


def test_which_die_was_written_first_does_not_matter() -> None:
    rolls = fair(400)
    sorted_rolls = [(max(roll), min(roll)) for roll in rolls]
    assert audit(rolls) == audit(sorted_rolls)


def test_all_checks_of_one_audit_are_adjusted_together() -> None:
    found = audit(fair(400), [1 + n % 2 for n in range(400)])
    assert len(found.checks) == 15
    least = min(found.checks, key=lambda check: check.p_value or 0)
    assert least.adjusted == pytest.approx(min(1, 15 * (least.p_value or 0)))


@pytest.mark.parametrize(
    ("code", "needed"),
    [("faces", 15), ("runs", 24), ("doubles", 30), ("repeats", 30), ("combinations", 180)],
)
def test_each_check_waits_for_its_rolls(code: str, needed: int) -> None:
    rolls = [((6, 3), (2, 2))[n % 2] for n in range(needed)]
    assert check(audit(rolls).total, code).p_value is not None
    before = audit(rolls[:-1])
    assert check(before.total, code) == Check(code, None, needed, check(before.total, code).degrees)
    assert code in {waiting.code for waiting in before.waiting}


@pytest.mark.parametrize("count", [0, 1, 14])
def test_few_rolls_prove_nothing(count: int) -> None:
    found = audit([(6, 6)] * count, [1] * count)
    assert (found.verdict.code, found.flagged) == ("too_few_rolls", ())
    assert found.verdict.message == (
        f"{count} rolls are too few to judge: the first check needs 15."
    )


def test_runs_need_both_high_and_low_rolls() -> None:
    found = audit([(6, 6)] * 100)
    assert check(found.total, "runs").p_value is None
    assert found.verdict.code == "improbable"


def test_the_verdict_says_what_it_does_not_prove() -> None:
    message = audit(fair(500)).verdict.message
    assert "5 checks of 500 rolls" in message
    assert (
        "no proof: it takes about 3208 rolls to notice a face that comes 10 % too often" in message
    )


def test_a_verdict_of_chance_is_given_in_odds() -> None:
    found = audit([(1, 2)] * 100)
    assert "about 1 of 1000000 audits at most" in found.verdict.message
    assert all(remark.message for remark in found.remarks)


def test_a_hundred_thousand_fair_rolls_are_consistent() -> None:
    assert audit(fair(100_000)).verdict.code == "consistent"


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("rolls_not_list", (None,)),
        ("rolls_not_list", ("31 42",)),
        ("rolls_not_list", ({(1, 2): 3},)),
        ("rolls_too_many", ([(1, 2)] * 1_000_001,)),
        ("rollers_not_list", ([(1, 2)], "1")),
        ("rollers_differ", ([(1, 2)], [])),
        ("rollers_differ", ([(1, 2)], [1, 2])),
        ("roller_unknown", ([(1, 2)], [3])),
        ("roller_unknown", ([(1, 2)], [True])),
        ("roller_unknown", ([(1, 2)], [None])),
        *(
            ("roll_unreadable", ([(3, 1), bad],))
            for bad in [(0, 1), (1, 7), (True, 1), ("x", 1), (1,), (1, 2, 3), "12", None, 1.5]
        ),
    ],
)
def test_what_cannot_be_audited_is_refused_by_cause(code: str, arguments: Any) -> None:
    with pytest.raises(AuditError) as refused:
        audit(*arguments)
    assert refused.value.code == code
    assert 10 < len(str(refused.value)) < 120
