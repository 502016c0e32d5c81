"""Why a play is illegal, in words for the player and facts for the caller.

Each function makes the IllegalPlay for one stage at which a play can fail. The codes:

- of one step: `not_your_checker`, `must_enter`, `wrong_number` (the distance is no number that is
  left), `backwards`, `blocked`, `not_all_home`, `overshoot`, `pinned`, `head_limit`, `six_block`;
- of the play as a whole: `too_many_moves`, `must_pass` (nothing can be played), `must_play_both`,
  `must_play_larger`, `must_play_more` (of a double, or a pass that is none), `must_bear_off`,
  `hit_and_run`;
- of how it is written: `wrong_star`, `hit_on_the_way` (a way-point that has to be written),
  `ambiguous`;
- `game_over`.

`detail` always has `numbers`; `example` is a legal play, as near to the one given as there is, and
`why` is then what is wrong without it.
"""

from collections import Counter

from matches.engine.errors import IllegalPlay, Remark, said
from matches.engine.notation import format_hop, format_play, place_name
from matches.engine.play import Move, Play
from matches.engine.position import BAR, HOME, OFF, Position
from matches.engine.resolve import Failure, Reading, Task
from matches.engine.steps import HEAD, shuts_in

_TEMPLATES = {
    "not_your_checker": said(
        "%(word)s cannot be played: no checker of yours is on %(place)s then."
    ),
    "must_enter": said("%(word)s cannot be played: the checkers that wait must enter first."),
    "wrong_number": said(
        "%(word)s cannot be played: no number that is left (%(left)s) goes there."
    ),
    "backwards": said("%(word)s cannot be played: checkers move from higher points to lower ones."),
    "blocked": said("%(word)s is blocked: the opponent holds %(point)s."),
    "not_all_home": said(
        "%(word)s cannot be played: checkers go off only when all of them are home."
    ),
    "overshoot": said(
        "%(word)s cannot be played: %(number)s does not bear off from %(place)s here."
    ),
    "pinned": said("%(word)s cannot be played: a checker of yours is pinned."),
    "head_limit": said("%(word)s cannot be played: no more checkers may leave the head this turn."),
    "six_block": said(
        "%(word)s cannot be played: it would shut in the opponent behind six points."
    ),
    "too_many_moves": said("%(moves)s moves are too many: there are %(count)s numbers to play."),
    "must_pass": said("No checker can be moved with %(dice)s: the play is a pass."),
    "must_play_both": said("Both numbers must be played, and they can be."),
    "must_play_larger": said(
        "Only one number can be played, and it must be the larger: %(number)s."
    ),
    "must_play_more": said(
        "More must be played: %(possible)s numbers can be, and here are %(played)s."
    ),
    "must_bear_off": said("A checker that can be borne off must be."),
    "hit_and_run": said("A checker that hits in its home stays there: %(point)s may not be left."),
    "wrong_star": said("Nobody is hit on %(place)s: leave the star out, or play another way."),
    "hit_on_the_way": said(
        "A checker is hit on the way, on %(point)s: write it out, as in %(written)s."
    ),
    "ambiguous": said("It can be played in different ways: write which one, %(choices)s."),
    "game_over": said("The game is over: nobody moves any more."),
}
_EXAMPLE = said("%(why)s Legal is, for one, %(example)s.")


def game_is_over(task: Task) -> IllegalPlay:
    """Nobody moves on this board."""
    return _illegal(task, "game_over")


def too_many_moves(task: Task) -> IllegalPlay:
    """There are more hops than numbers, so nothing else was looked at."""
    if not any(task.ways.values()):
        return _must_pass(task)
    return _with_example(task, "too_many_moves", moves=len(task.hops), count=len(task.numbers))


def cannot_be_read(task: Task, failure: Failure) -> IllegalPlay:
    """No order of the hops can be played: what stopped the one that came furthest."""
    start, end, _ = task.hops[failure.which]
    backwards = min(start, BAR) <= end
    if failure.code == "game_over":
        return _illegal(task, "game_over", word=format_hop(start, end), start=start, end=end)
    if not backwards and not any(task.ways.values()):
        return _must_pass(task)
    landing = max(min(failure.start, BAR) - failure.number, OFF) if failure.number else end
    return _with_example(
        task,
        "backwards" if backwards else failure.code,
        word=format_hop(start, end),
        start=start,
        end=end,
        place=place_name(failure.start),
        point=landing,
        number=failure.number,
        left=", ".join(map(str, failure.left)) or "-",
    )


def is_starred_wrongly(task: Task, found: list[Reading], stars: frozenset[int]) -> IllegalPlay:
    """It can be played, but not so that the hits are those of the text."""
    ends = {end for _, end, _ in task.hops}
    for reading in found:
        passing = reading.hits - ends
        if passing and OFF not in stars and stars <= reading.hits:
            return _with_example(
                task, "hit_on_the_way", point=max(passing), written=_text(task, reading)
            )
    missed = min(stars, key=lambda star: (sum(star in reading.hits for reading in found), -star))
    return _with_example(task, "wrong_star", place=place_name(missed), point=missed)


def ambiguous(task: Task, legal: list[Reading]) -> IllegalPlay:
    """Legal in several ways that lead to different positions."""
    choices = sorted(_text(task, reading) for reading in legal)
    return _illegal(task, "ambiguous", choices=" / ".join(choices), example=choices[0])


def is_no_way(task: Task, reading: Reading) -> IllegalPlay:
    """Every step is legal, and the play is not: what it should have used or kept to."""
    used, possible = len(reading.moves), max(map(len, task.ways.values()))
    checked = used and task.variant.block_check == "turn"
    if checked and shuts_in(reading.after, task.variant):
        last = reading.moves[-1]
        return _with_example(
            task, "six_block", word=format_hop(last.start, last.end), start=last.start, end=last.end
        )
    if used < possible:
        both = len(set(task.numbers)) > 1 and possible > 1
        code = "must_play_both" if both else "must_play_more"
        return _with_example(task, code, played=used, possible=possible)
    larger = max(move.number for way in task.ways.values() for move in way)
    if used == possible == 1 and reading.moves[0].number < larger:
        return _with_example(task, "must_play_larger", number=larger)
    return _against_the_game(task, reading)


def _against_the_game(task: Task, reading: Reading) -> IllegalPlay:
    """The compulsions that some games have on top."""
    leaving = [move for move in reading.moves if move.start == HEAD]
    if task.variant.head == "one" and leaving and task.left_head + len(leaving) > 1:
        start, end = leaving[-1][:2]
        return _with_example(task, "head_limit", word=format_hop(start, end), start=start, end=end)
    left = None if task.variant.hit_and_run_home else _hit_and_left(reading.moves)
    if left is not None:
        return _with_example(task, "hit_and_run", point=left)
    return _with_example(task, "must_bear_off")


def _hit_and_left(moves: tuple[Move, ...]) -> int | None:
    """The point of the own home that a checker hit on and left again."""
    hits: set[int] = set()
    for move in moves:
        if move.start in hits:
            return move.start
        if move.hit and move.end in HOME:
            hits.add(move.end)
    return None


def _must_pass(task: Task) -> IllegalPlay:
    return _illegal(task, "must_pass", dice=", ".join(map(str, task.numbers)))


def _with_example(task: Task, code: str, **detail: object) -> IllegalPlay:
    given = Counter((start, end) for start, end, _ in task.hops)
    bits, way = max(
        task.ways.items(),
        key=lambda item: (sum((Counter(move[:2] for move in item[1]) & given).values()), item[0]),
    )
    example = _text(task, Reading(bits, way))
    why = Remark(code, _TEMPLATES[code], {"numbers": task.numbers, **detail})
    return IllegalPlay(code, _EXAMPLE, **why.detail, why=why, example=example)


def _illegal(task: Task, code: str, **detail: object) -> IllegalPlay:
    return IllegalPlay(code, _TEMPLATES[code], numbers=task.numbers, **detail)


def _text(task: Task, reading: Reading) -> str:
    return format_play(Play(task.position, reading.moves, Position(reading.after)))
