"""The rule sets a director can start from.

"club" is the usual club evening: both players may report, and silence confirms after ten minutes,
long enough to walk to the desk and short enough not to hold up the next round.
"""

from tournaments.rulesets.ruleset import RuleSet

CLUB = RuleSet(code="club", confirm_minutes=10)

PRESETS = {preset.code: preset for preset in (CLUB,)}
