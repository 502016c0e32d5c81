"""`; Set Pos=`: how XG writes into a match text that the board was set by hand, and back.

    >>> cell = read_setup(1, "; Set Pos=-b----E-C---eE---c-e----B-/0")
    >>> cell is not None and cell.after == BACKGAMMON.starting_position
    True

26 letters as in an XGID, of whom upper case is the player on the right, a slash, and the cube: `0`
in the middle at 1, else how often it was doubled, with `-` when it is the left player's.
"""

import re
from typing import Final

from matches.engine import BACKGAMMON, EngineError, Position
from matches.engine.situation import Situation
from matches.engine.status import check_position
from matches.engine.xgid import format_xgid, parse_xgid
from matches.records.written import Cell, Kind

_SET: Final = re.compile(r"; Set Pos=([-A-Oa-o]{26})/(-?)([0-9]{1,2})")
_PREFIX: Final = len("XGID=")


def read_setup(line: int, text: str) -> Cell | None:
    """The cell of such a line; None when it cannot be read."""
    found = _SET.match(text)
    if found is None or int(found[3]) > 15:
        return None
    try:
        seen, _ = parse_xgid(f"XGID={found[1]}:0:0:1:00:0:0:0:0:10")
        check_position(seen, BACKGAMMON)
    except EngineError:
        return None
    exponent = int(found[3])
    owner = 0 if exponent == 0 else (1 if found[2] else 2)
    return Cell(line, 0, Kind.SET, value=1 << exponent, owner=owner, after=seen.mirrored())


def format_setup(position: Position, cube: int, owner: int) -> str:
    """The line; `position` as side 1 sees it. A cube in the middle is written as 1."""
    letters = format_xgid(position.mirrored(), Situation(on_roll=1))[_PREFIX:].split(":")[0]
    exponent = cube.bit_length() - 1 if owner else 0
    return f"; Set Pos={letters}/{'-' if owner == 1 and exponent else ''}{exponent}"
