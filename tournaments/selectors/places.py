"""A table of places as the pages and the API show it, of a bracket or of rounds."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CellView:
    """A round, or an opponent, in the row of an entrant: `mark` is short, `words` say it."""

    mark: str
    words: str
    kind: str  # won, lost, open, free


@dataclass(frozen=True, slots=True)
class PlaceView:
    """`place` is "1", "3–4", or empty while an entrant of a bracket is still in.

    In rounds: `values` of the criteria as printed, `cells` one for each column of the cross table,
    `note` such as that he has left. Who is disqualified has the place "—" and is listed last.
    """

    place: str
    first: int
    last: int
    final: bool
    entry_id: int
    name: str
    country: str
    wins: int
    losses: int
    values: Sequence[str] = ()
    cells: Sequence[CellView] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class StandingsView:
    """In rounds: the names of the `criteria`, first to last, with their `codes`; the `columns` of
    the cross table; the `rule` on unplayed rounds, and how many matches are still open."""

    letter: str
    name: str
    places: Sequence[PlaceView]
    criteria: Sequence[str] = ()
    codes: Sequence[str] = ()
    columns: Sequence[str] = ()
    rule: str = ""
    group: str = ""  # the letter of a group that has a table of its own
    rounds: int = 0
    open_matches: int = 0


NO_PLACE = "—"  # of who is disqualified


def place_range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"
