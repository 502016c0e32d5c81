"""Legal plays the slow way, straight from the definition in section 1.2 of the games' rules.

Plain dictionaries, every sequence of single steps in any order of the numbers, then the filters in
the order of the text. It shares nothing with the engine but the names of a variant's options, so
that the two can be held against each other. The numbers in the comments are the rules' sections.
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


@dataclass
class Line:
    """A sequence of steps and the boards before each of them, the last one after them all."""

    steps: list[Step]
    boards: list[Board]
    hits: list[bool]


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


def head_limit(numbers: tuple[int, ...], game: Variant, *, first_turn: bool) -> int:
    """3.5: how many may leave 24 this turn, `needed` apart."""
    if game.head == "free":
        return 99
    double = numbers[0] if len(set(numbers)) == 1 else 0
    two = {
        "any_two": True,
        "any_double": double > 0,
        "only_346": double in (3, 4, 6),
    }
    return 2 if first_turn and two.get(game.head_first_turn) else 1


def lines(line: Line, numbers: tuple[int, ...], game: Variant, head: int) -> Iterator[Line]:
    """Every sequence that begins with `line`, itself and those that could go on included."""
    yield line
    board = line.boards[-1]
    if over(board, game):
        return
    left_head = sum(source == 24 for source, _, _ in line.steps)
    for die in sorted(set(numbers)):
        rest = list(numbers)
        rest.remove(die)
        for step in steps(board, die, game):
            if step[0] == 24 and left_head >= head:
                continue
            new, struck = after(board, step, game)
            if game.block_check == "step" and bad_block(new, game):
                continue
            longer = Line([*line.steps, step], [*line.boards, new], [*line.hits, struck])
            yield from lines(longer, tuple(rest), game, head)


def finished(line: Line, game: Variant) -> bool:
    """1.2: where nobody is hit, a step that ends the game ends the turn, whatever is left."""
    return bool(line.steps) and game.contact != "hit" and over(line.boards[-1], game)


def moved_although_it_could_bear_off(line: Line, game: Variant) -> bool:
    return any(
        target > 0 and any(to <= 0 for _, to, _ in steps(board, die, game))
        for (_, target, die), board in zip(line.steps, line.boards, strict=False)
    )


def hit_at_home_and_ran(line: Line) -> bool:
    """3.4: the hitter stood alone, so he has run when his point is empty at any time after."""
    return any(
        hit and target <= 6 and any(later.own[target] == 0 for later in line.boards[at + 1 :])
        for at, ((_, target, _), hit) in enumerate(zip(line.steps, line.hits, strict=True))
    )


def tavla(plays: list[Line], game: Variant) -> list[Line]:
    """3.4: bear-off is compulsory."""
    if game.bearoff_mandatory in ("strict", "die"):
        plays = [p for p in plays if not moved_although_it_could_bear_off(p, game)] or plays
    if game.bearoff_mandatory in ("strict", "roll"):
        most = max(play.boards[-1].own[0] for play in plays)
        plays = [play for play in plays if play.boards[-1].own[0] == most]
    return plays


def longest_lines(
    position: Position, numbers: tuple[int, ...], game: Variant, head: int
) -> list[Line]:
    """1.2: as many numbers as can be played, and the larger if only one of two can."""
    plays = list(lines(Line([], [board_of(position)], []), numbers, game, head))
    if game.block_check == "turn":  # 3.5: what ends in a block is no play at all
        plays = [play for play in plays if not play.steps or not bad_block(play.boards[-1], game)]
    longest = max(len(play.steps) for play in plays)
    plays = [p for p in plays if len(p.steps) == longest or finished(p, game)]
    if longest == 1 and len(set(numbers)) > 1:
        largest = max(play.steps[0][2] for play in plays)
        plays = [p for p in plays if p.steps[0][2] == largest or finished(p, game)]
    return plays


def naive_plays(
    position: Position,
    numbers: tuple[int, ...],
    game: Variant,
    *,
    first_turn: bool = False,
    left_head: int = 0,
) -> list[Line]:
    """The legal sequences of `numbers` by side 1; of a lost turn the one without steps.

    `left_head` checkers have left 24 earlier in the same roll.
    """
    head = head_limit(numbers, game, first_turn=first_turn) - left_head
    plays = longest_lines(position, numbers, game, head)
    if first_turn and game.head_first_turn == "needed" and len(plays[0].steps) < len(numbers):
        plays = longest_lines(position, numbers, game, 2 - left_head)
    if not game.hit_and_run_home:  # waived only if every play of 1.2 does so: before tavla's
        plays = [play for play in plays if not hit_at_home_and_ran(play)] or plays
    return tavla(plays, game)
