"""How much reserve a match gives: for all of it, for a set, or for one game."""

from collections.abc import Sequence

from matches.engine.clock_settings import ClockSettings
from matches.models import Match


def set_length(match: Match, sets_over: int) -> int:
    """The points to which is played after so many sets; the length of the match without sets."""
    is_last = match.sets_to_win > 1 and sets_over >= 2 * (match.sets_to_win - 1)
    return match.decider if is_last and match.decider is not None else match.length


def reserve_of(
    match: Match,
    settings: ClockSettings,
    *,
    each_game: bool,
    sets_over: int = 0,
    scores: Sequence[int] = (0, 0),
) -> int:
    """The milliseconds of a side from here on; ClockError as `ClockSettings.reserve`.

    A game is to one point, as far as its time goes, whatever the score.
    """
    if each_game:
        return settings.reserve(1)
    return settings.reserve(set_length(match, sets_over), scores=scores)
