"""Where the checkers stand.

A position is seen by one player. He is side 1, and counts the points 24 to 1 the way he moves them;
his opponent is side 2, and counts the same way for himself. 0 is off, 25 the bar, 26 the hand.

    >>> start = Position.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    >>> start.pips(1), start.count(2, 24), start.mirrored() == start
    (167, 2, True)

Which points of the two are the same piece of wood depends on the game, and so does what may stand
where: see `variant` and `status`. Checkers that are not named are off.

Inside, all is one integer, four bits a place, so that a move is an addition and a position a key:
the 27 places of side 1, those of side 2, then one bit a point for the pinned checkers of either.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from matches.engine.errors import PositionError, quoted

CHECKERS = 15
OFF, BAR, HAND = 0, 25, 26
PLACES = range(27)
POINTS = range(1, 25)

NIBBLE = 0xF
OTHER = 108  # where the places of side 2 begin
FIELD = (1 << OTHER) - 1
PINS = 2 * OTHER  # where the pins of side 1 begin: bit PINS + point
OTHER_PINS = PINS + 25
PIN_FIELD = (1 << 25) - 1


def shift(side: int, place: int) -> int:
    """The bit at which the checkers of `side` on `place` are counted."""
    return 4 * place if side == 1 else OTHER + 4 * place


@dataclass(frozen=True, slots=True)
class Position:
    """Both players' checkers as `bits`; make one with `Position.of`."""

    bits: int

    @classmethod
    def of(
        cls,
        own: Mapping[int, int],
        other: Mapping[int, int],
        *,
        pinned: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset()),
    ) -> "Position":
        """Make a position from {place: checkers} of either side, each in his own numbering.

        Places are 1 to 24, 25 the bar, 26 the hand; who is not named is off. `pinned` names the
        points on which a side's checker is pinned. Raises PositionError `not_a_place`,
        `checkers_not_whole`, `too_many_checkers`, `pin_without_checker`.
        """
        bits = _packed(own) | _packed(other) << OTHER
        for side, points in enumerate(pinned, start=1):
            for point in points:
                if point not in POINTS or bits >> shift(side, point) & NIBBLE != 1:
                    raise PositionError(
                        "pin_without_checker",
                        "Only a single checker can be pinned: there is none on %(point)s.",
                        point=point,
                        side=side,
                    )
                bits |= 1 << (PINS if side == 1 else OTHER_PINS) + point
        return cls(bits)

    def count(self, side: int, place: int) -> int:
        """How many checkers side 1 or 2 has on `place`, 0 (off) to 26 (hand), as he counts."""
        return self.bits >> shift(side, place) & NIBBLE

    def places(self, side: int) -> dict[int, int]:
        """{place: checkers} of a side, from the hand and the bar down to 0, empty ones left out."""
        return dict(_occupied(self.bits >> shift(side, 0) & FIELD))

    def pinned(self, side: int) -> frozenset[int]:
        """The points, as `side` counts, on which a checker of his is pinned."""
        pins = self.bits >> (PINS if side == 1 else OTHER_PINS) & PIN_FIELD
        return frozenset(point for point in POINTS if pins >> point & 1)

    def pips(self, side: int) -> int:
        """Points that the checkers of a side have still to travel; bar and hand count 25."""
        return sum(min(place, BAR) * count for place, count in self.places(side).items())

    def off(self, side: int) -> int:
        return self.count(side, OFF)

    def mirrored(self) -> "Position":
        """The same board as the opponent sees it."""
        return Position(mirrored(self.bits))

    def __repr__(self) -> str:
        own, other = self.places(1), self.places(2)
        pins = self.pinned(1), self.pinned(2)
        pinned = f", pinned={pins!r}" if any(pins) else ""
        return f"Position.of({own!r}, {other!r}{pinned})"


def mirrored(bits: int) -> int:
    """Swap the two sides of packed `bits`."""
    swapped = (bits & FIELD) << OTHER | bits >> OTHER & FIELD
    pins = bits >> PINS
    if pins:
        swapped |= (pins & PIN_FIELD) << OTHER_PINS | pins >> 25 << PINS
    return swapped


def _packed(checkers: Mapping[int, int]) -> int:
    bits = total = 0
    for place, count in checkers.items():
        if type(place) is not int or place not in PLACES:
            raise PositionError(
                "not_a_place",
                "%(place)s is no place: points are 1 to 24, the bar is 25, the hand 26.",
                place=quoted(place),
            )
        if type(count) is not int or count < 0:
            raise PositionError(
                "checkers_not_whole",
                "%(count)s is no number of checkers (on %(place)s).",
                count=quoted(count),
                place=place,
            )
        if place != OFF:
            total += count
            bits += count << 4 * place if count <= CHECKERS else 0
    off = checkers.get(OFF, CHECKERS - total)
    if total + off != CHECKERS or off < 0:
        raise PositionError(
            "too_many_checkers" if total + off > CHECKERS else "too_few_checkers",
            "A player has %(limit)s checkers, and here are %(count)s.",
            limit=CHECKERS,
            count=total + max(off, 0),
        )
    return bits | off


def _occupied(field: int) -> Iterator[tuple[int, int]]:
    for place in reversed(PLACES):
        if count := field >> 4 * place & NIBBLE:
            yield place, count
