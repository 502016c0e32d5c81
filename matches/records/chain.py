"""The games of a match as a chain: each begins with the score that the one before left.

    >>> from matches.engine import Rules
    >>> games = [GameRecord((0, 0)), GameRecord((0, 9))]
    >>> [found.code for found in check_chain(Rules(length=5), games)]
    ['unfinished_game', 'score_impossible']

Which game is the Crawford game follows from the score, too, where the record has the match from its
beginning, or from a score that leaves no doubt. Legality inside a game is for `verify`.
"""

from collections.abc import Iterator, Sequence

from matches.engine import Rules
from matches.records.findings import finding
from matches.records.values import Finding, GameRecord, score_after


def is_crawford(
    rules: Rules, score: tuple[int, int], before: Sequence[tuple[int, int]]
) -> bool | None:
    """Whether the game that begins at `score` is the Crawford game; `before` are earlier scores.

    None when the record begins here, one point away for one side: it may be, or have been.
    """
    if not (rules.crawford and rules.cube_in_play and rules.length is not None):
        return False
    away = [rules.length - points for points in score]
    if 1 not in away or min(away) < 1:
        return False
    if any(max(earlier) == rules.length - 1 for earlier in before) or away == [1, 1]:
        return False
    return True if before else None


def check_chain(rules: Rules, games: Sequence[GameRecord], *, only: int = 0) -> Iterator[Finding]:
    """What is wrong with the scores, the order and the Crawford game of a match.

    `only` is the number of a game to look at, 0 for all.
    """
    for number in (only,) if only else range(1, len(games) + 1):
        game, before = games[number - 1], games[: number - 1]
        yield from _check_score(rules, game, before)
        wanted = is_crawford(rules, game.score, [each.score for each in before])
        if wanted is True and not game.crawford:
            yield finding("crawford_wrong", game=number)
        elif wanted is False and game.crawford:
            yield finding("crawford_extra", game=number)
        if game.result is None and number < len(games):
            yield finding("unfinished_game", game=number)


def _check_score(rules: Rules, game: GameRecord, before: Sequence[GameRecord]) -> Iterator[Finding]:
    number, written = len(before) + 1, "{}-{}".format(*game.score)
    if rules.length is not None and max(game.score) >= rules.length:
        yield finding("score_impossible", game=number, score=written, length=rules.length)
    elif not before:
        if game.score != (0, 0):
            yield finding("starts_in_middle", game=1, score=written)
    else:
        expected = score_after(before[-1])
        if before[-1].result is not None and game.score != expected:
            text = "{}-{}".format(*expected)
            yield finding("score_wrong", game=number, score=written, expected=text)
