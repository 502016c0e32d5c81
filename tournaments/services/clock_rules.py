"""How the rule set of an event sets the clocks of its matches."""

from collections.abc import Mapping
from typing import Any

from matches.engine.clock_settings import SECOND
from matches.services.clock_rules import LOSE_MATCH, ClockRules, reads_clock_rules
from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.stored import rules_of

OVERTIME = "overtime"  # the clock itself gives it; then the match is lost


@reads_clock_rules
def clock_rules_read(rules: Mapping[str, Any], of_pairs: bool) -> ClockRules:  # noqa: FBT001
    """Without clocks by the rules there are no settings: a director may put one on all the same."""
    try:
        found = rules_of(rules)
    except RuleError:  # of another version: then as usual
        return ClockRules()
    flag = found.flag.flag
    return ClockRules(
        settings=found.clock_settings(doubles=of_pairs),
        flag=LOSE_MATCH if flag == OVERTIME else flag,
        breaks=found.time.breaks,
        break_minutes=found.time.break_minutes,
        runs_in_break=found.time.clock_runs_in_break,
        mode=found.clock.clock,
        safe_win=found.flag.safe_win,
        penalty_points=found.flag.flag_points,
        penalty_time=found.flag.overtime * SECOND,
        each_game=found.clock.reserve_covers == "game",
        imposed_from=found.clock.imposed_from,
    )
