"""Match lengths and final scores: what a match to N points can end in.

A match to N points is over as soon as one side has N. Points won beyond N are worth nothing and
are not written down, so the winner's score is exactly N and the loser's is 0 to N - 1.

Only the result is judged here. Whether games can add up to it is for the record of the games.
"""

import re
from dataclasses import dataclass

from matches.engine.errors import ScoreError, shortened

MAX_LENGTH = 99

# One to four digits a side: more could not be a score, and would only be slow to read.
_SCORE = re.compile(r"([0-9]{1,4})(?:\s*[-:\u2013]\s*|\s+)([0-9]{1,4})")


def check_length(length: int, *, even_allowed: bool = False) -> int:
    """Return a match length in points, if it is one.

    Raises ScoreError: `length_not_whole`, `length_too_short` (below 1), `length_too_long` (above
    99), and `length_even` unless `even_allowed`: odd lengths are custom, not law.
    """
    if type(length) is not int:
        raise ScoreError(
            "length_not_whole",
            "A match length is a whole number of points, not %(length)r.",
            length=_brief(length),
        )
    if length < 1:
        raise ScoreError(
            "length_too_short",
            "A match is to 1 point at least.",
            length=length,
            limit=1,
        )
    if length > MAX_LENGTH:
        raise ScoreError(
            "length_too_long",
            "A match is to %(limit)s points at most.",
            length=length,
            limit=MAX_LENGTH,
        )
    if length % 2 == 0 and not even_allowed:
        raise ScoreError(
            "length_even",
            "%(length)s is even, and match lengths are odd by custom: choose %(below)s or "
            "%(above)s, or allow even lengths to play to %(length)s.",
            length=length,
            below=length - 1,
            above=length + 1,
        )
    return length


@dataclass(frozen=True, slots=True)
class FinalScore:
    """How a match to `length` points ended, from the first side's view. There is no invalid one.

    Any length may have been played, so even ones are accepted here. Raises ScoreError:
    `length_...` as `check_length`, `score_not_whole`, `score_negative`, `score_two_winners`,
    `score_no_winner`, `score_over_length`.
    """

    length: int
    first: int
    second: int

    def __post_init__(self) -> None:
        check_length(self.length, even_allowed=True)
        for score in self.scores():
            _check_points(score)
        _check_ending(self)

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"

    @property
    def winner(self) -> int:
        """The side that won, 1 or 2."""
        return 1 if self.first > self.second else 2

    @property
    def loser(self) -> int:
        """The side that lost, 1 or 2."""
        return 3 - self.winner

    def scores(self) -> tuple[int, int]:
        return self.first, self.second


def final_score(first: int, second: int, *, length: int) -> FinalScore:
    """The final score of a match to `length`; raises ScoreError as `FinalScore` does."""
    return FinalScore(length, first, second)


def parse_score(text: object, *, length: int) -> FinalScore:
    """Read `7-3`, `7:3`, `7 3` or `7–3` as the final score of a match to `length`.

    The inverse of `str(score)`. Raises ScoreError `score_unreadable`, or as `FinalScore` does.
    """
    check_length(length, even_allowed=True)
    found = _SCORE.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise ScoreError(
            "score_unreadable",
            "%(text)r is not a score: write the points of both sides, such as %(length)s-0.",
            text=_brief(text),
            length=length,
        )
    return final_score(int(found[1]), int(found[2]), length=length)


def _brief(value: object) -> object:
    """What a message repeats of a wrong value: itself, or of what is long only its kind."""
    if isinstance(value, str):
        return shortened(value)
    return value if value is None or isinstance(value, bool | float) else type(value).__name__


def _check_points(points: int) -> None:
    if type(points) is not int:
        raise ScoreError(
            "score_not_whole", "Points are whole numbers, not %(points)r.", points=_brief(points)
        )
    if points < 0:
        raise ScoreError("score_negative", "Nobody can have less than 0 points.", points=points)


def _check_ending(score: FinalScore) -> None:
    length, detail = score.length, {"length": score.length, "scores": score.scores()}
    low, high = sorted(score.scores())
    if low >= length:
        raise ScoreError(
            "score_two_winners",
            "Both sides cannot win: a match to %(length)s is over when one side has %(length)s.",
            **detail,
        )
    if high < length:
        raise ScoreError(
            "score_no_winner",
            "Nobody has won by this score: the winner of a match to %(length)s has %(length)s "
            "points.",
            **detail,
        )
    if high > length:
        instead = "-".join(str(min(points, length)) for points in score.scores())
        raise ScoreError(
            "score_over_length",
            "In a match to %(length)s, points beyond %(length)s do not count: write %(instead)s.",
            instead=instead,
            **detail,
        )
