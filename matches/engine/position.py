"""Where the checkers stand.

A position is seen by one player. He is side 1, and counts the points 24 to 1 the way he moves them;
his opponent is side 2, and counts the same way for himself. 0 is off, 25 the bar, 26 the hand.

    >>> start = Position.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    >>> start.pips(1), start.count(2, 24), start.mirrored() == start
    (167, 2, True)

Which points of the two are the same piece of wood depends on the game, and so does what may stand
where: `Position.status` tells all that is wrong at once. Checkers that are not named are off.

Inside, all is one integer, four bits a place, so that a move is an addition and a position a key:
the 27 places of side 1, those of side 2, then one bit a point for the pinned checkers of either.
"""

from collections.abc import Iterator, Mapping, Set as AbstractSet
from dataclasses import dataclass
from enum import Flag, auto
from typing import TYPE_CHECKING

from matches.engine.errors import PositionError, quoted

if TYPE_CHECKING:
    from matches.engine.variant import Variant

CHECKERS = 15
OFF, BAR, HAND = 0, 25, 26
PLACES = range(27)
POINTS = range(1, 25)
HOME = range(1, 7)

NIBBLE = 0xF
OTHER = 108  # where the places of side 2 begin
FIELD = (1 << OTHER) - 1
PINS = 2 * OTHER  # where the pins of side 1 begin: bit PINS + point
OTHER_PINS = PINS + 25
PIN_FIELD = (1 << 25) - 1


def shift(side: int, place: int) -> int:
    """The bit at which the checkers of `side` on `place` are counted.

    Raises PositionError `no_such_side`, `not_a_place`: another bit would count something else.
    """
    if type(place) is not int or not OFF <= place <= HAND:
        raise _no_place(place)
    return (0 if _is_first(side) else OTHER) + 4 * place


class Status(Flag):
    """What is wrong with a position in a game; VALID when nothing is."""

    VALID = 0
    SHARED_POINT = auto()
    BOTH_BORNE_OFF = auto()
    BOTH_SHUT_OUT = auto()
    BAR_WITHOUT_HITTING = auto()
    HAND_WITHOUT_ENTRY = auto()
    OUTSIDE_HOME = auto()
    PINS_WITHOUT_PINNING = auto()
    PIN_WITHOUT_PINNER = auto()
    BOTH_PINNED = auto()


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
        `checkers_not_whole`, `too_many_checkers`, `too_few_checkers` (when off is named, too),
        `pin_without_checker`, `pins_unreadable`.
        """
        bits = _packed(own) | _packed(other) << OTHER
        for side, points in enumerate(_both(pinned), start=1):
            for point in points:
                a_point = type(point) is int and point in POINTS
                if not a_point or bits >> shift(side, point) & NIBBLE != 1:
                    raise PositionError(
                        "pin_without_checker",
                        "Only a single checker can be pinned: there is none on %(point)s.",
                        point=quoted(point),
                        side=side,
                    )
                bits |= 1 << (PINS if side == 1 else OTHER_PINS) + point
        return cls(bits)

    def count(self, side: int, place: int) -> int:
        """How many checkers side 1 or 2 has on `place`, 0 (off) to 26 (hand), as he counts.

        Raises PositionError `no_such_side`, as whatever here asks for a side, and `not_a_place`.
        """
        return self.bits >> shift(side, place) & NIBBLE

    def places(self, side: int) -> dict[int, int]:
        """{place: checkers} of a side, from the hand and the bar down to 0, empty ones left out."""
        return dict(_occupied(self.bits >> shift(side, 0) & FIELD))

    def pinned(self, side: int) -> frozenset[int]:
        """The points, as `side` counts, on which a checker of his is pinned."""
        pins = self.bits >> (PINS if _is_first(side) else OTHER_PINS) & PIN_FIELD
        return frozenset(point for point in POINTS if pins >> point & 1)

    def pips(self, side: int) -> int:
        """Points that the checkers of a side have still to travel; bar and hand count 25."""
        return sum(min(place, BAR) * count for place, count in self.places(side).items())

    def off(self, side: int) -> int:
        return self.count(side, OFF)

    def mirrored(self) -> "Position":
        """The same board as the opponent sees it."""
        return Position(mirrored(self.bits))

    def status(self, variant: "Variant") -> Status:
        """Every fault that the position has in a game; `status` has the words for them.

        That no legal play leads to a position is no fault.
        """
        bits = self.bits
        faults = Status.VALID
        if variant.contact == "pin":
            faults |= _pin_faults(self, shared_points(bits, variant))
        elif shared_points(bits, variant):
            faults |= Status.SHARED_POINT
        if bits >> PINS and variant.contact != "pin":
            faults |= Status.PINS_WITHOUT_PINNING
        if bits & bits >> OTHER & NIBBLE == CHECKERS:
            faults |= Status.BOTH_BORNE_OFF
        if bits & _BARS and (fault := _bar_fault(bits, variant)):
            faults |= fault
        if bits & _HANDS and not variant.enters_from_hand:
            faults |= Status.HAND_WITHOUT_ENTRY
        if variant.geometry == "none" and bits & _OUTSIDE:
            faults |= Status.OUTSIDE_HOME
        return faults

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


def shared_points(bits: int, variant: "Variant") -> int:
    """The counts of side 1, as in `bits`, but only where side 2 stands on the same wood."""
    if variant.geometry == "none":
        return 0
    other = (bits >> OTHER + 4 & _ALL_POINTS).to_bytes(12, "little")
    if variant.geometry == "parallel":
        mask = int.from_bytes((other[6:] + other[:6]).translate(_FILLED), "little")
    else:
        mask = int.from_bytes(other.translate(_FILLED_AND_SWAPPED), "big")
    return bits & mask << 4


_ALL_POINTS = (1 << 4 * 24) - 1
#: For the counts of two points: all bits where there is somebody; and those the other way round.
_FILLED = bytes((pair >> 4 and 0xF0) | (pair & 0xF and 0xF) for pair in range(256))
_FILLED_AND_SWAPPED = bytes((pair >> 4 and 0xF) | (pair & 0xF and 0xF0) for pair in range(256))
_BARS = NIBBLE << 4 * BAR | NIBBLE << OTHER + 4 * BAR
_HANDS = NIBBLE << 4 * HAND | NIBBLE << OTHER + 4 * HAND
_OUTSIDE = ((1 << 4 * 18) - 1) * (1 << 4 * 7 | 1 << OTHER + 4 * 7)
_HOME = 0x111111


def _home_closed(bits: int) -> bool:
    """Whether the lower side holds all of its points 1 to 6 with two checkers or more."""
    return (bits >> 1 | bits >> 2 | bits >> 3) >> 4 & _HOME == _HOME


def _bar_fault(bits: int, variant: "Variant") -> Status:
    if variant.contact != "hit":
        return Status.BAR_WITHOUT_HITTING
    both = bits >> 4 * BAR & NIBBLE and bits >> OTHER + 4 * BAR & NIBBLE
    if both and _home_closed(bits) and _home_closed(bits >> OTHER):
        return Status.BOTH_SHUT_OUT
    return Status.VALID


def _pin_faults(position: Position, shared: int) -> Status:
    """What is wrong with the pins, given where both sides stand."""
    faults = Status.VALID
    own, other = position.pinned(1), {BAR - point for point in position.pinned(2)}
    together = {point for point in POINTS if shared >> 4 * point & NIBBLE}
    if (own | other) - together:
        faults |= Status.PIN_WITHOUT_PINNER
    if own & other:
        faults |= Status.BOTH_PINNED
    if together - own - other:
        faults |= Status.SHARED_POINT
    return faults


def _both(pinned: tuple[frozenset[int], frozenset[int]]) -> tuple[frozenset[int], ...]:
    given: object = pinned
    two = isinstance(given, tuple) and len(given) == 2
    if not two or not all(isinstance(points, AbstractSet) for points in pinned):
        raise PositionError(
            "pins_unreadable",
            "%(pinned)s does not say which points of either side are pinned: give two sets.",
            pinned=quoted(given),
        )
    return pinned


def _packed(checkers: Mapping[int, int]) -> int:
    if not isinstance(checkers, Mapping):
        raise PositionError(
            "not_a_place",
            "%(place)s does not say where the checkers of a side stand.",
            place=quoted(checkers),
        )
    bits = total = 0
    for place, count in checkers.items():
        if type(place) is not int or place not in PLACES:
            raise _no_place(place)
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
    off = checkers.get(OFF, max(CHECKERS - total, 0))
    if total + off != CHECKERS:
        raise PositionError(
            "too_many_checkers" if total + off > CHECKERS else "too_few_checkers",
            "A player has %(limit)s checkers, and here are %(count)s.",
            limit=CHECKERS,
            count=quoted(total + off),
        )
    return bits | off


def _is_first(side: object) -> bool:
    if type(side) is not int or side not in (1, 2):
        raise PositionError("no_such_side", "%(side)s is no side: 1 or 2.", side=quoted(side))
    return side == 1


def _no_place(place: object) -> PositionError:
    return PositionError(
        "not_a_place",
        "%(place)s is no place: points are 1 to 24, the bar is 25, the hand 26.",
        place=quoted(place),
    )


def _occupied(field: int) -> Iterator[tuple[int, int]]:
    for place in reversed(PLACES):
        if count := field >> 4 * place & NIBBLE:
            yield place, count
