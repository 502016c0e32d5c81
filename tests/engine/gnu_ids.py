"""GNU Position IDs as boards, for tests that read what GNU Backgammon wrote."""

import base64

from matches.engine.position import BAR, Position


def board(position_id: str) -> Position:
    """The board that the player on roll sees, as side 1."""
    bits = int.from_bytes(base64.b64decode(position_id + "=="), "little")
    sides = []
    for _ in range(2):
        counts: dict[int, int] = {}
        for place in range(1, BAR + 1):
            while bits & 1:
                counts[place] = counts.get(place, 0) + 1
                bits >>= 1
            bits >>= 1
        sides.append(counts)
    return Position.of(sides[1], sides[0])
