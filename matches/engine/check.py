"""Whether one submitted play is legal, and if not, why.

    >>> from matches.engine.dice import Dice
    >>> start = BACKGAMMON.starting_position
    >>> check_play(start, Dice(3, 1), "8/5 6/5").numbers
    (3, 1)
    >>> check_play(start, Dice(6, 5), "24/13").moves
    (Move(start=24, end=18, number=6, hit=False), Move(start=18, end=13, number=5, hit=False))
    >>> check_play(start, Dice(6, 5), "24/18 24/19")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    matches.engine.errors.IllegalPlay: 24/19 is blocked: the opponent holds 19. ...

The play is text, what `parse_play` made of it, a Play, or moves: Move or (start, end). What is
accepted is what `legal_ways` would list, without listing it: most plays are judged at sight by
`quick`, others by their readings (`resolve`), and the whole set is made only where the rules of a
game compare plays with each other, and to say what would have been legal (`explain`).

How text is understood. Words may be in any order that can be played. A checker that is moved by
several numbers in one word hits nobody on the way, unless the way-point is written; so the text
says what is hit, and stars are not needed. Stars that are written must be true: `*` is a hit, in
the games that pin a pin, and in `5/off*` a hit on the way. A play that ends the game with fewer
numbers than could be played stands if it ends as a full play does.
"""

from collections.abc import Iterable
from itertools import islice

from matches.engine.dice import Dice
from matches.engine.errors import NotationError, quoted
from matches.engine.explain import (
    ambiguous,
    cannot_be_read,
    game_is_over,
    is_no_way,
    is_starred_wrongly,
    too_many_moves,
)
from matches.engine.generate import ended
from matches.engine.notation import Hop, WrittenPlay, parse_play
from matches.engine.play import Move, Play
from matches.engine.position import BAR, HAND, HOME, OFF, POINTS, Position
from matches.engine.presets import BACKGAMMON
from matches.engine.quick import at_sight, is_all, is_plain
from matches.engine.resolve import Reading, Task, read
from matches.engine.status import check_given
from matches.engine.steps import HEAD, checkers_outside, shuts_in
from matches.engine.variant import Variant

#: What a play can be given as: text, that text read, a play, or moves, each a Move or (start, end).
Written = str | WrittenPlay | Play | Iterable[object]

_MOST_MOVES = 100


def check_play(
    position: Position,
    dice: Dice,
    play: Written,
    variant: Variant = BACKGAMMON,
    *,
    first_turn: bool = False,
) -> Play:
    """The play of `dice` by side 1 of `position` that `play` describes; a pass has no moves.

    `first_turn` says that it is the player's first turn of the game (long nardy's head). Raises
    NotationError as `parse_play` does, or `moves_unreadable`, and IllegalPlay: its codes are listed
    in `explain`, its `detail` holds the facts and, when there is one, a legal `example`.
    """
    numbers = numbers_of(position, dice, variant)
    return judge(position, numbers, play, variant, first_turn=first_turn)


def check_numbers(
    position: Position,
    numbers: tuple[int, ...],
    play: Written,
    variant: Variant = BACKGAMMON,
    *,
    first_turn: bool = False,
) -> Play:
    """As `check_play`, with the numbers to play: a named double, or what is left of a roll.

    `numbers` are two, or one to four equal ones. Raises also NotationError `numbers_unreadable`.
    """
    check_given(position, variant)
    return judge(position, _sound(numbers), play, variant, first_turn=first_turn)


def numbers_of(position: object, dice: object, variant: Variant) -> tuple[int, ...]:
    """The numbers of a roll. Raises NotationError `roll_unreadable`, and as `check_given`."""
    check_given(position, variant)
    if not isinstance(dice, Dice):
        raise NotationError("roll_unreadable", "%(dice)s is not a roll.", dice=quoted(dice))
    return variant.numbers(dice)


def judge(
    position: Position,
    numbers: tuple[int, ...],
    play: Written,
    variant: Variant,
    *,
    first_turn: bool,
    left_head: int = 0,
) -> Play:
    """As `check_numbers`, for numbers that are known to be sound.

    `left_head` is how many checkers have left the head in earlier stages of the turn.
    """
    hops, stars = _hops(play)
    bits = position.bits
    if is_plain(bits, numbers, variant):
        seen = at_sight(bits, numbers, hops)
        if seen is not None:
            after, moves, left = seen
            true = not stars or stars <= {move.end for move in moves if move.hit}
            if true and (not left or is_all(bits, numbers, moves)):
                return Play(position, tuple(moves), Position(after))
    task = Task(position, numbers, hops, variant, first_turn=first_turn, left_head=left_head)
    found = _read(task, stars)
    return Play(position, found.moves, Position(found.after))


def _read(task: Task, stars: frozenset[int]) -> Reading:
    if ended(task.position.bits, task.variant):
        raise game_is_over(task)
    if len(task.hops) > len(task.numbers):
        raise too_many_moves(task)
    readings = read(task)
    if readings.failure is not None:
        raise cannot_be_read(task, readings.failure)
    meant = [reading for reading in readings.found if _is_meant(task, reading, stars)]
    if not meant:
        raise is_starred_wrongly(task, readings.found, stars)
    meant.sort(key=lambda reading: -len(reading.moves))
    legal: dict[int, Reading] = {}
    for reading in meant:
        accepted = _accepted(task, reading)
        if accepted is not None:
            legal.setdefault(reading.after, accepted)
    if not legal:
        raise is_no_way(task, meant[0])
    if len(legal) > 1:
        raise ambiguous(task, list(legal.values()))
    return next(iter(legal.values()))


def _is_meant(task: Task, reading: Reading, stars: frozenset[int]) -> bool:
    """Whether it hits where there are stars, and nobody in passing that is not written.

    Pinning in passing changes nothing, so there it may go unwritten.
    """
    hits = reading.hits
    in_passing = hits - {end for _, end, _ in task.hops}
    if OFF in stars:
        return bool(in_passing) and stars - {OFF} <= hits
    return stars <= hits and not (in_passing and task.variant.contact == "hit")


def _accepted(task: Task, reading: Reading) -> Reading | None:
    """The reading if it is a legal play, or the full play that ends where it ends."""
    variant, used = task.variant, len(reading.moves)
    if used == len(task.numbers) and not _is_compared(task, reading):
        return reading
    if used and variant.contact != "hit" and ended(reading.after, variant):
        return reading
    way = task.ways.get(reading.after)
    if way is None:
        return None
    return reading if used >= len(way) else Reading(reading.after, way)


def _is_compared(task: Task, reading: Reading) -> bool:
    """Whether a play that uses all numbers can yet be illegal because others are better."""
    variant, bits = task.variant, task.position.bits
    if variant.bearoff_mandatory != "optional" and checkers_outside(bits) < len(task.numbers):
        return True
    if not variant.hit_and_run_home and any(point in HOME for point in reading.hits):
        return True
    if variant.block_check == "turn" and shuts_in(reading.after, variant):
        return True
    leaving = task.left_head + sum(move.start == HEAD for move in reading.moves)
    return variant.head == "one" and leaving > 1


def _hops(play: Written) -> tuple[tuple[Hop, ...], frozenset[int]]:
    """(start, end, number) of each written hop, and the places with a star."""
    if isinstance(play, str):
        play = parse_play(play)
    if isinstance(play, WrittenPlay):
        return play.hops, play.stars
    given: object = play.moves if isinstance(play, Play) else play
    moves = list(islice(given, _MOST_MOVES + 1)) if isinstance(given, Iterable) else None
    if moves is None or len(moves) > _MOST_MOVES:
        raise _unreadable(play)
    hops = tuple(_hop(move) for move in moves)
    stars = frozenset(move.end for move in moves if isinstance(move, Move) and move.hit)
    return hops, stars


def _hop(move: object) -> Hop:
    if not isinstance(move, (tuple, list)) or len(move) != (4 if isinstance(move, Move) else 2):
        raise _unreadable(move)
    start, end, number = move[0], move[1], move[2] if isinstance(move, Move) else 0
    whole = type(start) is int and type(end) is int and type(number) is int
    if not whole or start not in _STARTS or end not in _ENDS or number not in range(7):
        raise _unreadable(move)
    return start, end, number


_STARTS = frozenset((*POINTS, BAR, HAND))
_ENDS = frozenset((*POINTS, OFF))


def _unreadable(given: object) -> NotationError:
    return NotationError(
        "moves_unreadable",
        "%(moves)s is not a move from one place to another: points are 1 to 24, the bar is 25, "
        "the hand 26, and 0 is off.",
        moves=quoted(given),
    )


def _sound(numbers: object) -> tuple[int, ...]:
    if isinstance(numbers, (tuple, list)) and 1 <= len(numbers) <= 4:
        whole = all(type(number) is int and 1 <= number <= 6 for number in numbers)
        if whole and (len(numbers) == 2 or len(set(numbers)) == 1):
            return tuple(sorted(numbers, reverse=True))
    raise NotationError(
        "numbers_unreadable",
        "%(numbers)s cannot be played: give two numbers from 1 to 6, or up to four equal ones.",
        numbers=quoted(numbers),
    )
