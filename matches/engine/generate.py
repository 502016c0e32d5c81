"""Every legal way to play some numbers, in any of the games.

A play is legal when no play uses more numbers; when only one of two numbers can be used, it must be
the larger if both could be. The game's own compulsions come on top: tavla's bear-off, hit and run,
long nardy's block at the end of the turn.

The search walks by layers of positions, one number at a time, and never visits a position twice, so
its work is bounded by the positions that exist and not by the orders in which they are reached.
`contact` does the same for the plain hitting games many times faster.
"""

from collections.abc import Callable
from typing import NamedTuple

from matches.engine.play import Move
from matches.engine.position import (
    BAR,
    CHECKERS,
    HAND,
    HOME,
    NIBBLE,
    OFF,
    OTHER,
    OTHER_PINS,
    PINS,
    mirrored,
)
from matches.engine.steps import FREE, HEAD, Limits, Step, shuts_in, sources, step_from, steps
from matches.engine.variant import Variant

#: {bits after the play: one way to get there}
Ways = dict[int, tuple[Move, ...]]


class _State(NamedTuple):
    bits: int
    left: tuple[int, ...]  # numbers not played yet, larger first
    faults: int  # what steps it has that count only when every play has one


_Layer = dict[_State, tuple[Move, ...]]


def legal_ways(
    bits: int,
    numbers: tuple[int, ...],
    variant: Variant,
    *,
    first_turn: bool = False,
    left_head: int = 0,
) -> Ways:
    """{bits after: moves} of every legal play of `numbers` by side 1; a pass is {bits: ()}.

    `numbers` are played in any order, larger first given. `first_turn` is the player's first turn
    of the game, which matters to the head of long nardy, and `left_head` how many checkers have
    left the head in earlier stages of the turn.
    """
    allowed = _head_limit(numbers, variant, first_turn=first_turn)
    head_from = (bits >> 4 * HEAD & NIBBLE) + left_head
    ways = _search(bits, numbers, variant, Limits(allowed, head_from))
    if variant.head_first_turn == "needed" and first_turn:
        used = len(next(iter(ways.values())))
        if used < len(numbers):
            ways = _search(bits, numbers, variant, Limits(2, head_from))
    return ways


def ended(bits: int, variant: Variant) -> bool:
    """Whether side 1 has nobody left to move, or the mothers have decided.

    The opponent may be off already: a last roll can be left to the second player.
    """
    return bits & NIBBLE == CHECKERS or mother_result(bits, variant) is not None


def mother_result(bits: int, variant: Variant) -> int | None:
    """Plakoto: the side that wins by the mother, 0 for a draw, None when the game goes on.

    The mother is the last checker on its own 24, so whoever is pinned there is one. Both pinned is
    a draw; one pinned loses once the other side has nobody left on 24.
    """
    if variant.mother == "off":
        return None
    first, second = bits >> PINS + HEAD & 1, bits >> OTHER_PINS + HEAD & 1
    if first and second:
        return 0
    if variant.mother == "full":
        if second and not bits >> 4 * HEAD & NIBBLE:
            return 1
        if first and not bits >> OTHER + 4 * HEAD & NIBBLE:
            return 2
    return None


def deadlocked(bits: int, variant: Variant) -> bool:
    """Whether neither side can move anything with any number."""
    return not any(
        next(steps(board, number, variant), None)
        for board in (bits, mirrored(bits))
        for number in range(1, 7)
    )


def _head_limit(numbers: tuple[int, ...], variant: Variant, *, first_turn: bool) -> int:
    if variant.head == "free":
        return CHECKERS
    if not first_turn:
        return 1
    double = len(set(numbers)) == 1
    two = {
        "any_two": True,
        "any_double": double,
        "only_346": double and numbers[0] in (3, 4, 6),
    }
    return 2 if two.get(variant.head_first_turn) else 1


def _search(bits: int, numbers: tuple[int, ...], variant: Variant, limits: Limits) -> Ways:
    if len(set(numbers)) == 1 and (ways := _downhill(bits, numbers, variant, limits)):
        return ways
    layer: _Layer = {_State(bits, numbers, faults=0): ()}
    complete: list[_Layer] = [layer]
    finished: _Layer = {}
    check = _fault(bits, variant)
    for _ in numbers:
        layer = _next_layer(layer, variant, limits, check)
        if not layer:
            break
        if variant.contact != "hit":
            over = {state: way for state, way in layer.items() if ended(state.bits, variant)}
            finished |= over
            layer = {state: way for state, way in layer.items() if state not in over}
        complete.append(layer)
    return _choose(complete, finished, variant, two=len(set(numbers)) > 1)


def _downhill(bits: int, numbers: tuple[int, ...], variant: Variant, limits: Limits) -> Ways | None:
    """The plays of one number several times, moved from the highest place down.

    In that order every play is found once, and what can be played in any order can be in this one,
    as bearing off only becomes easier. None where the order matters after all: a step that ended
    the game, made a forbidden block, or counts only when every play has one.
    """
    if variant.block_check == "turn" or _fault(bits, variant) is not None:
        return None
    layer: list[tuple[int, int, tuple[Move, ...]]] = [(bits, _HIGHEST, ())]
    for number in numbers:
        below = []
        for now, last, way in layer:
            for start in sources(now, variant):
                if _height(start) > last:
                    continue
                step = step_from(now, start, number, variant, limits)
                if isinstance(step, Step):
                    below.append((step.after, _height(start), (*way, step.move)))
                elif step == "six_block":
                    return None
        if variant.contact != "hit" and any(ended(after, variant) for after, _, _ in below):
            return None
        if not below:
            break
        layer = below
    return {after: way for after, _, way in layer}


_HIGHEST = BAR + HAND


def _height(start: int) -> int:
    """Who is to enter comes first, the bar before the hand."""
    return _HIGHEST if start == BAR else start


def _next_layer(layer: _Layer, variant: Variant, limits: Limits, fault: "_Fault | None") -> _Layer:
    after: _Layer = {}
    for state, way in layer.items():
        for number in dict.fromkeys(state.left):
            left = list(state.left)
            left.remove(number)
            for step in steps(state.bits, number, variant, limits):
                faults = state.faults | (fault(state.bits, step) if fault else 0)
                after.setdefault(_State(step.after, tuple(left), faults), (*way, step.move))
    return after


def _choose(layers: list[_Layer], finished: _Layer, variant: Variant, *, two: bool) -> Ways:
    """The plays that use the most numbers, and of these those that the game prefers."""
    if variant.block_check == "turn":
        layers = [
            {s: way for s, way in layer.items() if not way or not shuts_in(s.bits, variant)}
            for layer in layers
        ]
    plays = next(layer for layer in reversed(layers) if layer)
    used = len(next(iter(plays.values())))
    if used == 1 and two:
        largest = max(way[0].number for way in (plays | finished).values())
        plays = {state: way for state, way in plays.items() if way[0].number == largest}
    if any(len(way) > used for way in finished.values()):
        plays = {}
    plays = finished | plays
    return _preferred(plays, variant)


def _preferred(plays: _Layer, variant: Variant) -> Ways:
    """Hit and run, then tavla's compulsions; one that no play meets is waived."""
    plays = _without(_without(plays, _RAN), _STAYED)
    ways: Ways = {}
    for state, way in plays.items():
        ways.setdefault(state.bits, way)
    if variant.bearoff_mandatory in ("strict", "roll"):
        most = max(bits & NIBBLE for bits in ways)
        ways = {bits: way for bits, way in ways.items() if bits & NIBBLE == most}
    return ways


def _without(plays: _Layer, fault: int) -> _Layer:
    return {state: way for state, way in plays.items() if not state.faults & fault} or plays


_STAYED, _RAN = 1, 2
_Fault = Callable[[int, Step], int]


def _fault(start: int, variant: Variant) -> _Fault | None:
    """What makes a step one that only stands when no legal play is without it."""
    checks: list[_Fault] = []
    if variant.bearoff_mandatory in ("strict", "die"):
        checks.append(lambda bits, step: _STAYED * _stays_though_it_could_go(bits, step, variant))
    if not variant.hit_and_run_home:
        checks.append(lambda bits, step: _RAN * _hits_and_runs(start, bits, step))
    if not checks:
        return None
    return lambda bits, step: sum(check(bits, step) for check in checks)


def _stays_though_it_could_go(bits: int, step: Step, variant: Variant) -> bool:
    """Tavla: a number moved inside the board while it could have borne a checker off."""
    if step.move.end == OFF:
        return False
    return any(
        bits >> 4 * point & NIBBLE
        and isinstance(found := step_from(bits, point, step.move.number, variant, FREE), Step)
        and found.move.end == OFF
        for point in HOME
    )


def _hits_and_runs(start: int, bits: int, step: Step) -> bool:
    """Whether the checker that moves has hit on this point of its home earlier in the roll."""
    point = step.move.start
    if point not in HOME or bits >> 4 * point & NIBBLE != 1:
        return False
    place = OTHER + 4 * (BAR - point)
    return bool(start >> place & NIBBLE) and not bits >> place & NIBBLE
