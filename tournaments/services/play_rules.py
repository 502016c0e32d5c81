"""What the rule set of an event says of a match that is played on the site."""

from collections.abc import Mapping
from typing import Any

from matches.services.live_rules import PlayRules, reads_play_rules
from tournaments.rulesets.stored import rules_or_usual


@reads_play_rules
def play_rules_read(rules: Mapping[str, Any]) -> PlayRules:
    return PlayRules(crawford=rules_or_usual(rules).cube.crawford)
