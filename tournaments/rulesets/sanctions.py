"""The ladder of sanctions, from a warning up; what comes next is proposed, and never follows by
itself: how grave it was, and whether it was meant, is for the director to weigh."""

from collections.abc import Iterable

WARNING, POINTS, FORFEIT, EXCLUSION = LADDER = ("warning", "points", "forfeit", "exclusion")


def next_step(given: Iterable[str]) -> str:
    """The step above the gravest that somebody has had.

    >>> next_step([]), next_step(["warning", "warning"]), next_step(["exclusion"])
    ('warning', 'points', 'exclusion')
    """
    highest = max((LADDER.index(one) for one in given), default=-1)
    return LADDER[min(highest + 1, len(LADDER) - 1)]
