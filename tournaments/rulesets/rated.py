"""Whether a match is rated: by the rules `rating`, `rated_when` and `settlements`.

By which formula is not said here.
"""

from dataclasses import dataclass

from tournaments.rulesets.ruleset import RuleSet

PLAYED, FORFEIT = "played", "forfeit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a match ended, as far as it matters for ratings.

    `moved`: which of the two sides made a move, as far as that is known.
    """

    outcome: str  # as of `matches.models.Outcome`
    moved: tuple[bool, bool] = (True, True)
    settled: bool = False  # the players agreed on a result that was not played


def is_rated(rules: RuleSet, facts: Ending) -> bool:
    """Whether a match that ended so is rated. Penalty points alone never keep it from that.

    - `not_forfeits`: all that were played to their end;
    - `both_moved`: a match has started once both have made a move (Norway): one that has is rated
      however it was won, also by a forfeit, and one that has not never is;
    - `complete`: none that was a walkover, settled or unfinished (UKBGF clubs).

    A settled match is rated only where the rules allow settling without more ado, and one that
    nobody won never is.
    """
    if rules.rating.rating == "none" or facts.outcome not in {PLAYED, FORFEIT}:
        return False
    when = rules.rating.rated_when
    if facts.settled and (rules.cube.settlements != "allowed" or when == "complete"):
        return False
    if when == "both_moved":
        return all(facts.moved)
    return facts.outcome == PLAYED
