"""One step of any game the slow way, straight from the text of the games' rules.

Plain dictionaries and sets. It shares nothing with the engine but the names of a variant's options,
so that the two can be held against each other. The numbers in the comments are the rules' sections.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from matches.engine.position import Position
from matches.engine.variant import Variant

Step = tuple[int, int, int]  # from, to (0 or less is off), the number used


@dataclass
class Board:
    """Checkers by place and pinned points, each side in its own numbering; the mover is `own`."""

    own: dict[int, int]
    other: dict[int, int]
    own_pins: set[int] = field(default_factory=set)
    other_pins: set[int] = field(default_factory=set)

    def position(self) -> Position:
        pins = frozenset(self.own_pins), frozenset(self.other_pins)
        return Position.of(self.own, self.other, pinned=pins)


def board_of(position: Position) -> Board:
    own = {place: position.count(1, place) for place in range(27)}
    other = {place: position.count(2, place) for place in range(27)}
    return Board(own, other, set(position.pinned(1)), set(position.pinned(2)))


def opposite(point: int, game: Variant) -> int:
    """1.1: what the opponent calls my point."""
    if game.geometry == "contrary":
        return 25 - point
    return point + 12 if point <= 12 else point - 12


def over(board: Board, game: Variant) -> bool:
    """1.6, and 3.7 for the mothers: whether the game has ended."""
    if 15 in (board.own[0], board.other[0]):
        return True
    mine, theirs = 24 in board.own_pins, 24 in board.other_pins
    if game.mother == "off" or not (mine or theirs):
        return False
    if mine and theirs:
        return True
    left_at_home = board.other[24] if mine else board.own[24]
    return game.mother == "full" and left_at_home == 0


def may_land(board: Board, point: int, game: Variant) -> bool:
    enemies = board.other[opposite(point, game)]
    if game.contact == "hit":  # 3.1
        return enemies <= 1
    if game.contact == "block":  # 3.5
        return enemies == 0
    return point not in board.own_pins and enemies <= 1  # 3.7


def may_bear_off(board: Board, point: int, die: int, game: Variant) -> bool:
    """1.4: the checker on `point` with a number that takes it past 1."""
    if any(board.own[place] for place in range(7, 27)):
        return False
    if game.contact == "pin" and game.pinned_blocks_bearoff and board.own_pins:
        return False
    if die == point:
        return True
    over_high = game.eureka_overhigh if game.contact == "none" else not game.bearoff_exact
    return over_high and not any(board.own[higher] for higher in range(point + 1, 7))


def sources(board: Board, game: Variant) -> list[int]:
    """From where a checker may leave at all: 1.3, and 3.9 for the hand."""
    if board.own[25]:
        return [25]
    if board.own[26] and game.enter_all_first:
        return [26]
    return [p for p in range(26, 0, -1) if board.own[p] and p not in board.own_pins]


def steps(board: Board, die: int, game: Variant) -> Iterator[Step]:
    for source in sources(board, game):
        target = min(source, 25) - die
        if target <= 0:
            if may_bear_off(board, source, die, game):
                yield source, target, die
        elif game.contact != "none" and may_land(board, target, game):  # 3.10: nobody travels
            yield source, target, die


def after(board: Board, step: Step, game: Variant) -> tuple[Board, bool]:
    """The board after a step, and whether it hit or pinned."""
    source, target, _ = step
    new = Board(dict(board.own), dict(board.other), set(board.own_pins), set(board.other_pins))
    new.own[source] -= 1
    new.own[max(target, 0)] += 1
    if game.contact == "pin" and source <= 24 and new.own[source] == 0:
        new.other_pins.discard(opposite(source, game))
    if target <= 0 or game.contact in ("none", "block"):
        return new, False
    there = opposite(target, game)
    struck = board.other[there] == 1 and there not in board.other_pins
    if struck and game.contact == "hit":
        new.other[there] = 0
        new.other[25] += 1
    elif struck:
        new.other_pins.add(there)
    return new, struck


def bad_block(board: Board, game: Variant) -> bool:
    """3.5, the six-block rule: on the enemy's track, each run by itself."""
    if game.block6 == "off":
        return False
    held = {opposite(point, game) for point in range(1, 25) if board.own[point]}
    ahead = 0 if board.other[0] else min(p for p in range(1, 27) if board.other[p])
    for low in range(1, 20):
        if low - 1 in held or not held >= set(range(low, low + 6)):
            continue
        allowed = {"ahead": ahead < low, "home": ahead <= 6, "never": False}[game.block6]
        if not allowed:
            return True
    return False
