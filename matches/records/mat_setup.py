"""Boards in match texts: `; Set Pos=`, by which XG says that one was set by hand, and the board
after an illegal play as Snowie writes it.

    >>> cell = read_setup(1, "; Set Pos=-b----E-C---eE---c-e----B-/0")
    >>> cell is not None and cell.after == BACKGAMMON.starting_position
    True

26 letters as in an XGID, of whom upper case is the player on the right, a slash, and the cube: `0`
in the middle, else how often it was doubled, with `-` when it is the left player's. How often one
in the middle was doubled is added by us, after a blank.
"""

import re
from typing import Final

from matches.engine import BACKGAMMON, BAR, EngineError, Position
from matches.engine.situation import Situation
from matches.engine.status import check_position
from matches.engine.xgid import format_xgid, parse_xgid
from matches.records.written import Cell, Kind

_SET: Final = re.compile(r"; Set Pos=([-A-Oa-o]{26})/(-?)([0-9]{1,2})(?: ([0-9]{1,2}))?")
_PREFIX: Final = len("XGID=")


def read_setup(line: int, text: str) -> Cell | None:
    """The cell of such a line; None when it cannot be read."""
    found = _SET.match(text)
    if found is None or max(int(found[3]), int(found[4] or 0)) > 15:
        return None
    try:
        seen, _ = parse_xgid(f"XGID={found[1]}:0:0:1:00:0:0:0:0:10")
        check_position(seen, BACKGAMMON)
    except EngineError:
        return None
    owner = 0 if int(found[3]) == 0 else (1 if found[2] else 2)
    exponent = int(found[3]) if owner else int(found[4] or 0)
    return Cell(line, 0, Kind.SET, value=1 << exponent, owner=owner, after=seen.mirrored())


def format_setup(position: Position, cube: int, owner: int) -> str:
    """The line; `position` as side 1 sees it."""
    letters = format_xgid(position.mirrored(), Situation(on_roll=1))[_PREFIX:].split(":")[0]
    exponent = cube.bit_length() - 1
    if owner and exponent:
        return f"; Set Pos={letters}/{'-' if owner == 1 else ''}{exponent}"
    return f"; Set Pos={letters}/0 {exponent}" if exponent else f"; Set Pos={letters}/0"


def read_snowie(text: str, side: int) -> Position | None:
    """The board in `Illegal play (25;0;...;)`, as side 1 sees it; None when it cannot be read.

    40 fields: the 13th is the bar of the player who acts next, then his points 1 to 24 with the
    opponent's checkers negative, then the opponent's bar. `side` is who played.
    """
    fields = text[text.find("(") + 1 : text.rfind(")")].split(";")
    if len(fields) < 38:
        return None
    counts = [field.strip() for field in fields[12:38]]
    if any(not count.removeprefix("-").isdecimal() or len(count) > 3 for count in counts):
        return None
    numbers = [int(count) for count in counts]
    own = {place: number for place, number in enumerate(numbers[1:25], start=1) if number > 0}
    other = {BAR - place: -n for place, n in enumerate(numbers[1:25], start=1) if n < 0}
    try:
        seen = Position.of({**own, BAR: abs(numbers[0])}, {**other, BAR: abs(numbers[25])})
        check_position(seen, BACKGAMMON)
    except EngineError:
        return None
    return seen.mirrored() if side == 1 else seen
