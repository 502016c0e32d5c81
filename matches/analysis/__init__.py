"""Analysis of recorded matches by GNU Backgammon: what it is asked, and what it says, as values.

Running the program is for `matches.services.gnubg`. Here is no process, no clock and no database:
`following` makes the text of a match, `reading` makes an `Analysis` of what comes back and holds
each position to the rules engine, `stored` is its form in a database and an archive.
"""

from matches.analysis.following import check_analysable, match_text
from matches.analysis.reading import read
from matches.analysis.reasons import REASONS, AnalysisError
from matches.analysis.stored import from_data, to_data
from matches.analysis.values import Analysis, Choice, Figures, Judged

__all__ = [
    "REASONS",
    "Analysis",
    "AnalysisError",
    "Choice",
    "Figures",
    "Judged",
    "check_analysable",
    "from_data",
    "match_text",
    "read",
    "to_data",
]
