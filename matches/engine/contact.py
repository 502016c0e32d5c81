"""Every legal play of the games that plainly hit, many times faster than `generate` finds them.

    >>> from matches.engine.presets import BACKGAMMON
    >>> ways = contact_ways(BACKGAMMON.starting_position.bits, (3, 1))
    >>> way = (Move(8, 5, 3), Move(6, 5, 1))
    >>> len(ways), way in ways.values()
    (16, True)

Backgammon, nackgammon and longgammon are played so, acey-deucey while nobody is in the hand, and
tavla until it bears off; `covers` tells which positions of which games are. Both modules find the
same results, and each a legal order of moves for every one of them.

A set of points has one bit for each (see `steps`), so whatever can move by a number is found at
once for all points, by shifting the points that are open to it; a checker's move is then one number
to add to the position. What the enemy holds never grows during a turn. Three more facts spare most
of the work:

- While two checkers are outside home, nobody bears off by two numbers. The plays of a mixed roll
  are then any move by one number with any by the other, but for a few sums, and one checker moved
  twice by way of a point that was empty.
- Of a double, only how many checkers leave each point matters. Moved from the highest point down,
  every play is found once, and no two of them are the same.
- On its way down a double needs to know only what can still move: what can follow is worked out
  once for each such set of points.
"""

from collections.abc import Iterator
from typing import NamedTuple

from matches.engine.generate import Ways
from matches.engine.play import Move
from matches.engine.position import BAR, HAND, NIBBLE, OFF, OTHER
from matches.engine.steps import (
    EVERY_POINT,
    checkers_outside,
    hits_plainly,
    own_points,
    plain_bear_off,
)
from matches.engine.variant import Variant

_POINT_FIELD = NIBBLE * EVERY_POINT >> 4
_ON_BAR = NIBBLE << 4 * BAR
_BAR_ONE = 1 << 4 * BAR
_IN_HAND = NIBBLE << 4 * HAND
_EVEN_DIGITS = int("0F" * 12, 16)


class Enemy(NamedTuple):
    """The points that side 2 does not hold, and those of them on which it has a blot."""

    open: int
    blots: int


#: A move of one checker: what it adds to the bits, itself, the field that counts those it leaves.
#: Plain tuples, as named ones take several times longer to unpack.
_Step = tuple[int, tuple[Move], int]
#: A step of a double, then the same once more, then the points that may move after either.
_Branch = tuple[int, tuple[Move], int, _Step, int]
#: While a double is played: the bits, the points that may still move inside the board, the moves.
_State = tuple[int, int, tuple[Move, ...]]


def _steps_by(number: int, *, hit: bool) -> dict[int, _Step]:
    """{the lowest bit of a place: the step from there}."""
    steps = {}
    for start in range(1, BAR + 1):
        end = max(start - number, OFF)
        change = (1 << 4 * end) - (1 << 4 * start)
        if hit:
            change += (1 << OTHER + 4 * BAR) - (1 << OTHER + 4 * (BAR - end))
        move = Move(start, end, number, hit)
        steps[1 << 4 * start] = change, (move,), NIBBLE << 4 * start
    return steps


_PLAIN = {number: _steps_by(number, hit=False) for number in range(1, 7)}
_HITTING = {number: _steps_by(number, hit=True) for number in range(1, 7)}


def covers(bits: int, numbers: tuple[int, ...], variant: Variant) -> bool:
    """Whether `contact_ways` knows the rules of this game, and what to do with the numbers."""
    shape = len(numbers) == 2 or len(set(numbers)) == 1
    if not bits & _IN_HAND:
        return shape and hits_plainly(bits, len(numbers), variant)
    free = not bits & _ON_BAR and not variant.enter_all_first
    far = checkers_outside(bits) >= max(len(numbers), 2)
    return shape and free and far and hits_plainly(_to_25(bits), len(numbers), variant)


def contact_ways(bits: int, numbers: tuple[int, ...]) -> Ways:
    """{bits after: moves} of every legal play of two numbers, or of one number several times.

    As `generate.legal_ways`, for side 1 and where `covers` says so; a pass is {bits: ()}.
    """
    high, low = numbers[0], numbers[-1]
    enemy = enemy_of(bits)
    if bits & _IN_HAND:
        return _from_hand(bits, numbers, enemy)
    if high == low:
        return _repeated(bits, high, len(numbers), enemy)
    if not bits & _ON_BAR and checkers_outside(bits) >= 2:
        ways = _apart(bits, high, low, enemy)
    else:
        ways = _in_order(bits, high, low, enemy) | _in_order(bits, low, high, enemy)
    if ways:
        return ways
    singles = _steps(bits, max(high, low), enemy) or _steps(bits, min(high, low), enemy)
    return {bits + change: way for change, way, _ in singles} or {bits: ()}


def _from_hand(bits: int, numbers: tuple[int, ...], enemy: Enemy) -> Ways:
    """Checkers in hand move as if they stood on 25, and nothing else waits for them."""
    placed, high, low = _to_25(bits), max(numbers), min(numbers)
    if high == low:
        ways = _doubled(placed, high, len(numbers), enemy)
    else:
        ways = _apart(placed, high, low, enemy)
    if not ways:
        singles = _moves(placed, high, enemy) or _moves(placed, low, enemy)
        ways = {placed + change: way for change, way, _ in singles} or {placed: ()}
    return {_to_hand(after): tuple(map(_entered, way)) for after, way in ways.items()}


def _to_25(bits: int) -> int:
    hand = bits & _IN_HAND
    return bits - hand + (hand >> 4)


def _to_hand(bits: int) -> int:
    placed = bits & _ON_BAR
    return bits - placed + (placed << 4)


def _entered(move: Move) -> Move:
    return move._replace(start=HAND) if move.start == BAR else move


def enemy_of(bits: int) -> Enemy:
    """What is open to side 1, and what it can hit, on the points as it counts them."""
    points = bits >> OTHER + 4 & _POINT_FIELD  # with his point 1 first, so turn them round
    turned = int.from_bytes(points.to_bytes(12, "little"), "big")  # and now the two of each byte
    points = (turned & _EVEN_DIGITS) << 8 | turned & _EVEN_DIGITS << 4
    is_open = EVERY_POINT ^ _several(points)
    return Enemy(is_open, points & is_open)


def _several(bits: int) -> int:
    """The points with more than one checker."""
    return (bits >> 1 | bits >> 2 | bits >> 3) & EVERY_POINT


def _held(bits: int) -> int:
    """The places whose checkers are free to move, when nobody has to enter: the bar is one."""
    return own_points(bits) | (_BAR_ONE if bits & _ON_BAR else 0)


def _moves(bits: int, number: int, enemy: Enemy) -> list[_Step]:
    """Every step inside the board, when nobody has to enter."""
    return list(_choose(_held(bits) & enemy.open << 4 * number, number, enemy.blots).values())


def _each(points: int) -> Iterator[int]:
    while points:
        point = points & -points
        points ^= point
        yield point


def _choose(starts: int, number: int, blots: int) -> dict[int, _Step]:
    """The steps from `starts`, each of which is known to lead to an open point."""
    hitting = starts & blots << 4 * number
    steps = {}
    table = _PLAIN[number]
    while starts:  # spelled out, as `_each` takes half as long again
        start = starts & -starts
        starts ^= start
        steps[start] = table[start]
    if hitting:
        table = _HITTING[number]
        for start in _each(hitting):
            steps[start] = table[start]
    return steps


def _steps(bits: int, number: int, enemy: Enemy) -> list[_Step]:
    """Every legal step by a number; a blot that was hit before is one with our checker on it."""
    if bits & _ON_BAR:
        entry = 1 << 4 * (BAR - number)
        if not entry & enemy.open:
            return []
        hits = entry & enemy.blots and not bits & entry * NIBBLE
        return [(_HITTING if hits else _PLAIN)[number][1 << 4 * BAR]]
    occupied = own_points(bits)
    starts = occupied & enemy.open << 4 * number
    steps = list(_choose(starts, number, enemy.blots & ~occupied).values())
    if step := _bear_off(bits, number):
        steps.append(step)
    return steps


def _bear_off(bits: int, number: int) -> _Step | None:
    return _PLAIN[number].get(plain_bear_off(bits, number))


def _in_order(bits: int, first: int, second: int, enemy: Enemy) -> Ways:
    ways: Ways = {}
    for change, way, _ in _steps(bits, first, enemy):
        after = bits + change
        for onward, last, _ in _steps(after, second, enemy):
            ways[after + onward] = way + last
    return ways


def _apart(bits: int, high: int, low: int, enemy: Enemy) -> Ways:
    """A mixed roll with nobody who has to enter and nobody near bearing off."""
    occupied = _held(bits)
    from_high, from_low = occupied & enemy.open << 4 * high, occupied & enemy.open << 4 * low
    by_high = _choose(from_high, high, enemy.blots)
    by_low = _choose(from_low, low, enemy.blots)

    ways: Ways = {}
    seconds = by_low.values()
    for change, way, _ in by_high.values():
        after = bits + change
        for onward, last, _ in seconds:
            ways[after + onward] = way + last

    several = _several(bits) | (_BAR_ONE if bits & _ON_BAR & ~_BAR_ONE else 0)
    for start in _each(from_high & from_low & ~several):  # its only checker moved twice
        del ways[bits + by_high[start][0] + by_low[start][0]]

    for end in _each(from_high >> 4 * high & from_low >> 4 * low & enemy.blots):  # hit twice
        change, way, _ = by_high[end << 4 * high]
        del ways[bits + change + by_low[end << 4 * low][0]]
        onward, last, _ = _PLAIN[low][end << 4 * low]
        ways[bits + change + onward] = way + last

    vacant = enemy.open & ~occupied  # by way of our own, it is a pair found above
    one_checker = ((from_high, high, by_high, low), (from_low, low, by_low, high))
    for starts, first, steps, second in one_checker:
        between = starts >> 4 * first & vacant & enemy.open << 4 * second
        for point, (onward, last, _) in _choose(between, second, enemy.blots).items():
            change, way, _ = steps[point << 4 * first]
            ways[bits + change + onward] = way + last
    return ways


class _Branches(dict[int, list[_Branch]]):
    """{points that may move: the steps from them}, each with the points that may move after it.

    Those are the lower ones, and the point reached when the way on from there is open. What the
    lower ones may do has often been worked out before.
    """

    def __init__(self, number: int, enemy: Enemy) -> None:
        super().__init__({0: []})
        self.number = number
        self.free = enemy.open << 4 * number
        self.hits = enemy.blots << 4 * number

    def __missing__(self, starts: int) -> list[_Branch]:
        start = 1 << starts.bit_length() - 1
        lower = starts ^ start
        again = _PLAIN[self.number][start]
        step = _HITTING[self.number][start] if start & self.hits else again
        onward = lower | start >> 4 * self.number & self.free
        branches = self[starts] = [(*step, again, onward), *self[lower]]
        return branches


def _repeated(bits: int, number: int, count: int, enemy: Enemy) -> Ways:
    way: tuple[Move, ...] = ()
    while count and bits & _ON_BAR:
        entry = _steps(bits, number, enemy)
        if not entry:
            return {bits: way}
        change, move, _ = entry[0]
        bits += change
        way += move
        count -= 1
    return _doubled(bits, number, count, enemy, way) if count else {bits: way}


def _doubled(bits: int, number: int, count: int, enemy: Enemy, way: tuple[Move, ...] = ()) -> Ways:
    """A double of which `way` was played, when nobody has to enter any more."""
    branches = _Branches(number, enemy)
    bears_off = checkers_outside(bits) < count
    layers: list[list[_State]] = [[] for _ in range(count)]
    layers.append([(bits, _held(bits) & branches.free, way)])
    for left in range(count, 1, -1):
        _move(layers, left, branches, bears_off=bears_off)
    return _last_moves(layers, branches, bears_off=bears_off)


def _move(layers: list[list[_State]], left: int, branches: _Branches, *, bears_off: bool) -> None:
    """Take every state with `left` moves to go on by one point, into the layers below."""
    below = layers[left - 1]
    for bits, starts, way in layers[left]:
        if bears_off and (off := _bear_off(bits, branches.number)):
            below.append((bits + off[0], 0, way + off[1]))
        for change, move, stack, again, onward in branches[starts]:
            after, moves, rest = bits + change, way + move, left - 1
            below.append((after, onward, moves))
            while rest and after & stack:
                after += again[0]
                moves += again[1]
                rest -= 1
                layers[rest].append((after, onward, moves))


def _last_moves(layers: list[list[_State]], branches: _Branches, *, bears_off: bool) -> Ways:
    """The plays that use the most numbers: with the last one if any can."""
    ways: Ways = {bits: way for bits, _, way in layers[0]}
    for bits, starts, way in layers[1]:
        if bears_off and (off := _bear_off(bits, branches.number)):
            ways[bits + off[0]] = way + off[1]
        for change, move, _, _, _ in branches[starts]:
            ways[bits + change] = way + move
    return ways or {bits: way for bits, _, way in next(layer for layer in layers if layer)}
