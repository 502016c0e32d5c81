"""Why there is no analysis of a record: stable codes, and what to tell people.

>>> str(AnalysisError("gnubg_slow", minutes=15))
'GNU Backgammon needed more than 15 minutes and was stopped.'
"""

from collections.abc import Mapping
from typing import Final

from matches.engine.errors import said

REASONS: Final[Mapping[str, str]] = {
    "no_throws": said("There is nothing to analyse: this record has no throws and plays."),
    "rules_not_analysed": said(
        "GNU Backgammon is asked about matches of backgammon to at most %(limit)s points, with the "
        "doubling cube and the Crawford rule."
    ),
    "board_was_set": said(
        "A board was set by hand in this record: GNU Backgammon cannot follow it."
    ),
    "record_broken": said("The record cannot be followed to its end: %(why)s"),
    "followed_otherwise": said(
        "GNU Backgammon does not follow this record: in game %(game)s it reads turn %(move)s "
        "otherwise."
    ),
    "analysis_unreadable": said("What was found by an analysis could not be read."),
    "gnubg_failed": said("GNU Backgammon ended without an analysis."),
    "gnubg_slow": said("GNU Backgammon needed more than %(minutes)s minutes and was stopped."),
    "gnubg_interrupted": said("The analysis was begun %(times)s times, and interrupted each time."),
}


class AnalysisError(ValueError):
    """It cannot be analysed, or what came back is no analysis of it; `code` says why.

    `template` is the English message with `%(name)s` where a fact of `detail` belongs.
    """

    def __init__(self, code: str, **detail: object) -> None:
        super().__init__(code)
        self.code = code
        self.template = REASONS[code]
        self.detail = detail

    def __str__(self) -> str:
        return self.template % self.detail
