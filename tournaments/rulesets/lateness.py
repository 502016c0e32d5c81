"""What the rules say of coming late, as a plan with its steps.

    >>> from datetime import datetime
    >>> from tournaments.rulesets.presets import UKBGF
    >>> noon = datetime(2026, 12, 5, 12)
    >>> [f"{step.at:%H:%M} {step.deed}" for step in late_schedule(UKBGF.rules, 5, noon)]
    ['12:05 point', '12:10 point', '12:15 point', '12:15 forfeit']

Who is missing, and since when, is for whoever runs the match (`matches.services.lateness`).
"""

from datetime import datetime

from matches.engine.lateness import Deed, LatePlan, LateStep
from tournaments.rulesets.ruleset import RuleSet

# Of the rule `late`. What is as the director says is told to the director.
_DEEDS: dict[str, Deed] = {"points": "point", "clock": "clock", "none": "note"}


def late_plan(rules: RuleSet, length: int) -> LatePlan:
    """For a match to so many points; in a match of sets, for a set."""
    time = rules.time
    is_points = time.late == "points"
    return LatePlan(
        deed=_DEEDS.get(time.late, "note"),
        first=time.late_grace if time.late in _DEEDS else None,
        every=time.late_step if is_points else 0,
        lost_points=rules.points_to_forfeit(length) if is_points else None,
        lost_minute=time.forfeit_minutes if time.forfeit_at == "minutes" else None,
    )


def late_schedule(rules: RuleSet, length: int, called_at: datetime) -> tuple[LateStep, ...]:
    """The steps for somebody who never comes, from the call to the loss of the match."""
    return late_plan(rules, length).schedule(called_at)
