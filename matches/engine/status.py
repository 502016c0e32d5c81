"""What is wrong with a position, in words.

    >>> from matches.engine.presets import BACKGAMMON
    >>> both = Position.of({6: 2}, {19: 3})
    >>> both.status(BACKGAMMON)
    <Status.SHARED_POINT: 1>
    >>> check_position(both, BACKGAMMON)
    Traceback (most recent call last):
    matches.engine.errors.PositionError: Both sides stand on 6, as side 1 counts: move one of them.

`Position.status` finds the faults, all of them at once; here they become an error. Positions of
other than 15 checkers a side cannot be made, and whether play could lead to one is never asked.
"""

from matches.engine.errors import (
    NotationError,
    PositionError,
    Remark,
    VariantError,
    quoted,
    said,
    together,
)
from matches.engine.position import BAR, NIBBLE, POINTS, Position, Status, shared_points
from matches.engine.variant import Variant

#: The sentence of each fault; its code is the name in lower case.
SENTENCES = {
    Status.SHARED_POINT: said(
        "Both sides stand on %(points)s, as side 1 counts: move one of them."
    ),
    Status.BOTH_BORNE_OFF: said(
        "Both sides have borne off all checkers, and only one can be first."
    ),
    Status.BOTH_SHUT_OUT: said("Both sides are on the bar against six closed points: open one."),
    Status.BAR_WITHOUT_HITTING: said("Nobody is hit in %(game)s: take the checkers off the bar."),
    Status.HAND_WITHOUT_ENTRY: said("No checker waits in the hand in %(game)s: place them all."),
    Status.OUTSIDE_HOME: said(
        "Checkers stay on the points 1 to 6 in %(game)s: move the others there."
    ),
    Status.PINS_WITHOUT_PINNING: said("Nobody is pinned in %(game)s: lift the pins."),
    Status.PIN_WITHOUT_PINNER: said(
        "A checker is pinned by nobody: lift the pin or add who pins it."
    ),
    Status.BOTH_PINNED: said(
        "Two checkers pin each other: only one of them can be under the other."
    ),
}


def check_given(position: object, variant: object) -> None:
    """Raise NotationError `not_a_position` or VariantError `not_a_variant` for what is none."""
    if not isinstance(position, Position):
        raise NotationError(
            "not_a_position", "%(position)s is not a position.", position=quoted(position)
        )
    if not isinstance(variant, Variant):
        raise VariantError("not_a_variant", "%(variant)s is no Variant.", variant=quoted(variant))


def check_position(position: Position, variant: Variant) -> None:
    """Raise PositionError if the position has a fault in this game, or as `check_given` does.

    The code is that of the first fault; `detail["faults"]` has all codes and the message says all.
    """
    check_given(position, variant)
    status = position.status(variant)
    if not status:
        return
    faults = [fault for fault in SENTENCES if fault in status]
    shared = shared_points(position.bits, variant)
    pinned = position.pinned(1) | {BAR - point for point in position.pinned(2)}
    both = [point for point in POINTS if shared >> 4 * point & NIBBLE and point not in pinned]
    facts = {
        "faults": tuple(map(code_of, faults)),
        "points": ", ".join(map(str, both)),
        "game": variant.name,
    }
    told = together([Remark(code_of(each), SENTENCES[each], facts) for each in faults])
    raise PositionError(told.code, told.template, **{**facts, **told.detail})


def code_of(fault: Status) -> str:
    """The stable code of one fault, such as `shared_point`."""
    return str(fault.name).lower()
