"""Positions as text: `X{24:2 13:5 8:3 6:5} O{24:2 13:5 8:3 6:5}[bar1,off2]`.

    >>> str_ = "X{7:1 6:14} O{24:1p 12:13}[bar1]"
    >>> format_board(parse_board(str_)) == str_
    True

Each side is in its own numbering; X is side 1. `p` marks a checker that is pinned; who is not
named is off.
"""

import re

from matches.engine.errors import NotationError, quoted
from matches.engine.position import BAR, HAND, OFF, POINTS, Position

_SIDE = r"\{([^{}]*)\}(?:\[([^\[\]]*)\])?"
_BOARD = re.compile(rf"\s*X{_SIDE}\s*O{_SIDE}\s*")
_POINT = re.compile(r"([0-9]{1,2}):([0-9]{1,2})(p?)")
_APART = re.compile(r"(bar|hand|off)([0-9]{1,2})")
_NAMES = {"bar": BAR, "hand": HAND, "off": OFF}
_LONGEST = 400


def parse_board(text: object) -> Position:
    """Read a position. Raises NotationError `board_unreadable`, PositionError as `Position.of`."""
    found = _BOARD.fullmatch(text) if isinstance(text, str) and len(text) <= _LONGEST else None
    if found is None:
        raise _unreadable(text)
    own, own_pins = _side(found[1], found[2] or "", text)
    other, other_pins = _side(found[3], found[4] or "", text)
    return Position.of(own, other, pinned=(own_pins, other_pins))


def format_board(position: Position) -> str:
    """Write a position; the inverse of `parse_board`."""
    return " ".join(f"{name}{_side_text(position, side)}" for side, name in ((1, "X"), (2, "O")))


def _side(points: str, apart: str, text: object) -> tuple[dict[int, int], frozenset[int]]:
    places: dict[int, int] = {}
    pinned = set()
    for word in points.split():
        found = _POINT.fullmatch(word)
        if found is None or int(found[1]) not in POINTS or int(found[1]) in places:
            raise _unreadable(text)
        places[int(found[1])] = int(found[2])
        if found[3]:
            pinned.add(int(found[1]))
    for word in apart.split(",") if apart else []:
        found = _APART.fullmatch(word)
        if found is None or _NAMES[found[1]] in places:
            raise _unreadable(text)
        places[_NAMES[found[1]]] = int(found[2])
    return places, frozenset(pinned)


def _side_text(position: Position, side: int) -> str:
    places = position.places(side)
    pins = position.pinned(side)
    points = " ".join(
        f"{place}:{count}{'p' if place in pins else ''}"
        for place, count in places.items()
        if place in POINTS
    )
    apart = [f"{name}{places[place]}" for name, place in _NAMES.items() if places.get(place)]
    return f"{{{points}}}" + (f"[{','.join(apart)}]" if apart else "")


def _unreadable(text: object) -> NotationError:
    return NotationError(
        "board_unreadable",
        "%(text)s is not a position: write both sides such as X{24:2 6:13} O{24:15}.",
        text=quoted(text, 80),
    )
