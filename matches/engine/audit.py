"""Were recorded dice fair? The statistics, and a verdict that claims no more than they show.

>>> from matches.engine.fairdice import FairDice
>>> dice = FairDice(bytes(range(32)), seeds=("left", "right"), context="for show")
>>> fair = audit([dice.roll(n) for n in range(500)])
>>> fair.verdict.code, fair.total.doubles
('consistent', 94)
>>> loaded = audit([(6 if n % 5 == 0 else dice.roll(n)[0], dice.roll(n)[1]) for n in range(500)])
>>> loaded.verdict.code, [check.code for check in loaded.flagged]
('improbable', ['faces', 'combinations'])

The rolls, and each side's own if it is known who rolled, are checked in the five ways that
`audit_checks` tells.

**How many rolls.** A check says nothing (`p_value` is None) before `needed` rolls: those that give
the rarest outcome an expected count of 5 (Cochran's rule), so 180 for the combinations. Even then
it sees gross faults only: see `significance.rolls_to_detect`.

**Several checks at once.** Among many checks one looks odd by chance. The p-values are adjusted by
Holm's step-down method (1979), which holds whatever the checks have to do with each other: fair
dice get an adjusted value below .05 somewhere in no more than about one audit in twenty.

Left to others: choosing the rolls before looking at them, and leaving out the opening throws where
the record has no ties, since an opening roll is then never a double. Whether a stream was rolled as
promised is proved by `fairdice.verify`, not here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from matches.engine.audit_checks import NEEDED, Check, Sample, sample_of
from matches.engine.errors import EngineError, Remark
from matches.engine.fairdice import Roll, read_roll
from matches.engine.significance import holm, rolls_to_detect

MAX_ROLLS = 1_000_000
UNUSUAL = 0.05  # adjusted p-values below these are called so
IMPROBABLE = 0.001

_MOST_ODDS = 1_000_000


class AuditError(EngineError):
    """Not rolls that could be audited."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found: all rolls first, then each side's if it is known who rolled."""

    samples: tuple[Sample, ...]

    @property
    def total(self) -> Sample:
        return self.samples[0]

    @property
    def checks(self) -> tuple[Check, ...]:
        return tuple(check for sample in self.samples for check in sample.checks)

    @property
    def flagged(self) -> tuple[Check, ...]:
        """The checks that fair dice seldom fail, adjusted for the number of checks."""
        return tuple(c for c in self.checks if c.adjusted is not None and c.adjusted < UNUSUAL)

    @property
    def waiting(self) -> tuple[Check, ...]:
        """The checks that cannot say anything yet; `needed` is the rolls they begin with."""
        return tuple(check for check in self.checks if check.p_value is None)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What is odd about each flagged check, in words."""
        return tuple(_remark(check) for check in self.flagged)

    @property
    def verdict(self) -> Remark:
        """`too_few_rolls`, `consistent`, `unusual` (below .05) or `improbable` (below .001)."""
        adjusted = [check.adjusted for check in self.checks if check.adjusted is not None]
        facts: dict[str, object] = {"rolls": self.total.rolls, "checks": len(adjusted)}
        if not adjusted:
            return Remark(
                "too_few_rolls",
                "%(rolls)s rolls are too few to judge: the first check needs %(needed)s.",
                {**facts, "needed": min(NEEDED.values())},
            )
        least = min(adjusted)
        if least >= UNUSUAL:
            return Remark(
                "consistent",
                "Nothing unusual: %(checks)s checks of %(rolls)s rolls came out as they do with "
                "fair dice. That is no proof: it takes about %(power)s rolls to notice a face "
                "that comes 10 %% too often.",
                {**facts, "power": rolls_to_detect(0.1)},
            )
        facts["odds"] = _MOST_ODDS if least * _MOST_ODDS <= 1 else int(1 / least)
        if least >= IMPROBABLE:
            return Remark(
                "unusual",
                "Unusual, but no proof: fair dice look as odd as this in about 1 of %(odds)s "
                "audits at most. Watch more rolls, and judge by those alone.",
                facts,
            )
        return Remark(
            "improbable",
            "Hardly chance: fair dice look as odd as this in about 1 of %(odds)s audits at most. "
            "Look at the dice, and at how the rolls were recorded.",
            facts,
        )


def audit(rolls: Sequence[Roll], rollers: Sequence[int] | None = None) -> Audit:
    """Check `rolls`, in the order rolled; `rollers` says which side, 1 or 2, rolled each.

    Raises AuditError: `rolls_not_list`, `rolls_too_many` (above a million), `roll_unreadable`,
    `rollers_not_list`, `rollers_differ` (not one for each roll), `roller_unknown`. No rolls, or
    few, are no error: the verdict is `too_few_rolls`.
    """
    read = _read_rolls(rolls)
    samples = [sample_of(read, side=None)]
    if rollers is not None:
        _check_rollers(rollers, count=len(read))
        for side in (1, 2):
            own = [roll for roll, roller in zip(read, rollers, strict=True) if roller == side]
            samples.append(sample_of(own, side=side))
    return Audit(_adjusted(samples))


def _adjusted(samples: Sequence[Sample]) -> tuple[Sample, ...]:
    checks = [check for sample in samples for check in sample.checks]
    ready = iter(holm([check.p_value for check in checks if check.p_value is not None]))
    return tuple(
        replace(
            sample,
            checks=tuple(
                check if check.p_value is None else replace(check, adjusted=next(ready))
                for check in sample.checks
            ),
        )
        for sample in samples
    )


def _remark(check: Check) -> Remark:
    facts: dict[str, object] = {
        "side": check.side,
        "statistic": round(check.statistic or 0, 1),
        "degrees": check.degrees,
        "observed": check.observed,
        "expected": round(check.expected or 0, 1),
    }
    match check.code:
        case "faces":
            return Remark("faces", "The faces are uneven: chi-square is %(statistic)s.", facts)
        case "combinations":
            return Remark(
                "combinations",
                "The 21 combinations are uneven: chi-square is %(statistic)s.",
                facts,
            )
        case "doubles":
            return Remark("doubles", "%(observed)s doubles instead of about %(expected)s.", facts)
        case "runs":
            return Remark(
                "runs",
                "%(observed)s runs of high or low rolls instead of about %(expected)s.",
                facts,
            )
        case _:
            return Remark(
                "repeats",
                "%(observed)s faces came again in the next roll instead of about %(expected)s.",
                facts,
            )


def _read_rolls(rolls: object) -> list[Roll]:
    if not isinstance(rolls, list | tuple):
        raise AuditError("rolls_not_list", "Give the rolls as a list, in the order rolled.")
    if len(rolls) > MAX_ROLLS:
        raise AuditError(
            "rolls_too_many",
            "At most %(limit)s rolls are audited at once.",
            limit=MAX_ROLLS,
            rolls=len(rolls),
        )
    read: list[Roll] = []
    for index, recorded in enumerate(rolls):
        roll = read_roll(recorded)
        if roll is None:
            raise AuditError(
                "roll_unreadable",
                "Roll %(index)s (the first is 0) is not two dice of 1 to 6.",
                index=index,
            )
        read.append(roll)
    return read


def _check_rollers(rollers: object, *, count: int) -> None:
    if not isinstance(rollers, list | tuple):
        raise AuditError("rollers_not_list", "Give who rolled as a list of sides.")
    if len(rollers) != count:
        raise AuditError(
            "rollers_differ",
            "There are %(rolls)s rolls, and %(rollers)s sides that rolled them.",
            rolls=count,
            rollers=len(rollers),
        )
    for index, roller in enumerate(rollers):
        if type(roller) is not int or roller not in (1, 2):
            raise AuditError(
                "roller_unknown",
                "Who rolled is side 1 or 2, and roll %(index)s (the first is 0) has neither.",
                index=index,
            )
