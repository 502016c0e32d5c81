"""Positions of the facts, which name them by GNU Position ID."""

from base64 import b64decode

from matches.engine.position import Position


def position_of(text: str) -> Position:
    """The position that an ID names, seen by the player on roll.

    Points 1 to 24 and the bar of the opponent, then of the player on roll: as many ones as there
    are checkers, and a zero.
    """
    ones = bin(int.from_bytes(b64decode(text + "=="), "little"))[:1:-1].split("0")
    counts = [len(run) for run in ones] + [0] * 50
    other, own = counts[:25], counts[25:50]
    return Position.of(dict(enumerate(own, start=1)), dict(enumerate(other, start=1)))
