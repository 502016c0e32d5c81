"""Legal plays the slow way, straight from the definition in section 1.2 of the games' rules.

Every sequence of single steps in any order of the numbers, then the filters in the order of the
text. The steps come from `naive_steps`; the numbers in the comments are the rules' sections.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from matches.engine.position import Position
from matches.engine.variant import Variant
from tests.engine.naive_steps import Board, Step, after, bad_block, board_of, over, steps


@dataclass
class Line:
    """A sequence of steps and the boards before each of them, the last one after them all."""

    steps: list[Step]
    boards: list[Board]
    hits: list[bool]


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
