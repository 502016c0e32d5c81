"""What a written play can mean on a board: all its readings as moves of single numbers.

A written hop may stand for several numbers (`24/13`), the hops may be out of order, and a bear-off
does not say which number it takes. Every order and every split is tried, but never the same state
twice, so four numbers bound the work whatever is written. Each step is judged by `steps`; whether
the whole is a legal play is for `check`.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from matches.engine.generate import Ways, ended
from matches.engine.notation import Hop
from matches.engine.play import Move
from matches.engine.position import BAR, NIBBLE, OFF, Position
from matches.engine.steps import FREE, HEAD, Limits, Step, sources, step_from
from matches.engine.variant import Variant
from matches.engine.ways import ways


class Reading(NamedTuple):
    """Moves in an order in which each of them is legal, and the bits after them."""

    after: int
    moves: tuple[Move, ...]

    @property
    def hits(self) -> frozenset[int]:
        return frozenset(move.end for move in self.moves if move.hit)


class Failure(NamedTuple):
    """Where a reading broke off: at the hop numbered `which`, by `number` from `start`.

    `number` is 0 when no number fits the hop.
    """

    code: str
    which: int
    start: int
    number: int
    left: tuple[int, ...]


class Readings(NamedTuple):
    """All readings, and if there are none the failure that explains it best."""

    found: list[Reading]
    failure: Failure | None


class _Pending(NamedTuple):
    start: int
    end: int
    said: int
    which: int


class _State(NamedTuple):
    bits: int
    left: tuple[int, ...]
    pending: tuple[_Pending, ...]
    hits: frozenset[int]


#: What would not be wrong in another order says little.
_ORDER_MATTERS = ("not_your_checker", "must_enter", "not_all_home", "overshoot")


class Task:
    """A play to judge: `hops` by side 1 of `position` with `numbers`, the larger first."""

    def __init__(
        self,
        position: Position,
        numbers: tuple[int, ...],
        hops: tuple[Hop, ...],
        variant: Variant,
        *,
        first_turn: bool,
        left_head: int = 0,
    ) -> None:
        self.position = position
        self.numbers = numbers
        self.hops = hops
        self.variant = variant
        self.first_turn = first_turn
        self.left_head = left_head

    @cached_property
    def ways(self) -> Ways:
        """All legal plays; made only when a rule compares plays, or to explain."""
        return ways(
            self.position.bits,
            self.numbers,
            self.variant,
            first_turn=self.first_turn,
            left_head=self.left_head,
        )

    @property
    def limits(self) -> Limits:
        """The most that could be allowed this turn; `ways` has what is."""
        head_from = self.position.count(1, HEAD) + self.left_head
        if self.variant.head == "free":
            return FREE
        two = self.first_turn and self.variant.head_first_turn != "none"
        return Limits(2 if two else 1, head_from)


def read(task: Task) -> Readings:
    """Every reading of the hops, those in the order written first.

    Of readings that differ only in the order of their steps one is kept. More hops than there are
    numbers have none: they are not worth asking about.
    """
    pending = tuple(_Pending(*hop, which) for which, hop in enumerate(task.hops))
    reader = _Reader(task.variant, task.limits)
    reader.walk(_State(task.position.bits, task.numbers, pending, frozenset()), ())
    return Readings(reader.found, None if reader.found else reader.failure)


class _Reader:
    def __init__(self, variant: Variant, limits: Limits) -> None:
        self.variant = variant
        self.limits = limits
        self.found: list[Reading] = []
        self.failure: Failure | None = None
        self._rank: tuple[int, bool] | None = None
        self._seen: set[_State] = set()

    def walk(self, state: _State, moves: tuple[Move, ...]) -> None:
        if state in self._seen:
            return
        self._seen.add(state)
        if not state.pending:
            self.found.append(Reading(state.bits, moves))
            return
        over = bool(moves) and self.variant.contact != "hit" and ended(state.bits, self.variant)
        for place, hop in enumerate(state.pending):
            numbers = list(_fitting(hop, state.left, self.variant))
            if over or not numbers:
                code = "game_over" if over else "wrong_number"
                self._fail(state, Failure(code, hop.which, hop.start, 0, state.left))
                continue
            for number in numbers:
                step = self._step(state.bits, hop.start, number)
                if isinstance(step, str):
                    failure = Failure(step, hop.which, hop.start, number, state.left)
                    self._fail(state, failure)
                else:
                    self.walk(_next(state, place, step), (*moves, step.move))

    def _step(self, bits: int, start: int, number: int) -> Step | str:
        if not bits >> 4 * start & NIBBLE:
            return "not_your_checker"
        if start not in sources(bits, self.variant):
            return "must_enter"
        return step_from(bits, start, number, self.variant, self.limits)

    def _fail(self, state: _State, failure: Failure) -> None:
        """Keep the failure that has most of the hops behind it."""
        rank = -len(state.pending), failure.code not in _ORDER_MATTERS
        if self._rank is None or rank > self._rank:
            self._rank, self.failure = rank, failure


def _next(state: _State, place: int, step: Step) -> _State:
    hop, move = state.pending[place], step.move
    rest = () if move.end == hop.end else (hop._replace(start=move.end),)
    left = list(state.left)
    left.remove(move.number)
    return _State(
        step.after,
        tuple(left),
        (*state.pending[:place], *rest, *state.pending[place + 1 :]),
        state.hits | {move.end} if move.hit else state.hits,
    )


def _fitting(hop: _Pending, left: tuple[int, ...], variant: Variant) -> Iterator[int]:
    """The numbers that can be the next of this hop and leave the rest of it to others."""
    distance = min(hop.start, BAR) - hop.end
    for number in dict.fromkeys(left):
        rest = list(left)
        rest.remove(number)
        if hop.said:
            enough = number >= distance if hop.end == OFF else number == distance
            fits = number == hop.said and enough
        elif variant.geometry == "none":
            fits = hop.end == OFF and number >= distance
        elif hop.end == OFF:
            fits = number + sum(rest) >= distance
        else:
            fits = distance - number in _sums(rest)
        if fits:
            yield number


def _sums(numbers: list[int]) -> set[int]:
    """What some of the numbers, or none, add up to."""
    sums = {0}
    for number in numbers:
        sums |= {total + number for total in sums}
    return sums
