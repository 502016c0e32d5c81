"""A score sheet: the games of a match as a scorekeeper enters them.

    >>> from matches.engine import Rules
    >>> record = score_sheet(("Ann", "Bo"), Rules(length=5), [Scored(1, 2, 2), Scored(2, 1, 1)])
    >>> [(game.score, game.crawford) for game in record.games], record.score
    ([((0, 0), False), ((4, 0), True)], (4, 1))

Entered is who won, what kind of win, and where the cube stood. Points, score, the Crawford game and
the end of the match follow, by the same reducer that judges every throw.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from matches.engine import Award, GameResult, How, IllegalAction, MatchState, Rules, new_match
from matches.engine.cube import Cube
from matches.engine.errors import quoted, said
from matches.engine.scoring import most_kind, won
from matches.records.values import GameRecord, MatchRecord

MOST_SCORED: Final = 200  # games; no match has so many


class Scored(NamedTuple):
    """A game on the sheet: the side that won, 1 single, 2 gammon or 3 backgammon, and the cube."""

    winner: int
    kind: int = 1
    cube: int = 1


def score_sheet(players: tuple[str, str], rules: Rules, games: Iterable[Scored]) -> MatchRecord:
    """The record of these games.

    Raises IllegalAction `winner_unknown`, `kind_unknown`, `cube_unknown`, `no_cube`,
    `crawford_game`, `match_over` or `sheet_too_long`, with the number of the game in `detail`.
    """
    state = new_match(rules)
    found: list[GameRecord] = []
    for number, scored in enumerate(games, start=1):
        if number > MOST_SCORED:
            raise _refused("sheet_too_long", said("No match has more than %(most)s games."), number)
        result = _result(state, scored, number)
        found.append(GameRecord(state.score, state.game.crawford, (), result))
        state = state.apply(Award(scored.winner, result.points))
    return MatchRecord(players, rules, tuple(found))


def _result(state: MatchState, scored: Scored, number: int) -> GameResult:
    _check(state, scored, number)
    cube = Cube(scored.cube, turned=scored.cube > 1)
    return won(scored.winner, scored.kind, cube, state.rules, How.RESIGNED)


def _check(state: MatchState, scored: Scored, number: int) -> None:
    rules, cube = state.rules, scored.cube
    if state.is_over:
        raise _refused(
            "match_over",
            said("The match is over before game %(game)s: leave that game out."),
            number,
        )
    if scored.winner not in {1, 2}:
        raise _refused("winner_unknown", said("Say who won game %(game)s."), number)
    if scored.kind not in range(1, most_kind(rules.variant) + 1):
        raise _refused("kind_unknown", said("Game %(game)s cannot be won like that."), number)
    if type(cube) is not int or not 1 <= cube <= rules.highest_cube or cube & (cube - 1):
        raise _refused(
            "cube_unknown",
            said("The cube in game %(game)s cannot stand at %(cube)s: it doubles, up to %(most)s."),
            number,
            cube=quoted(cube),
            most=rules.highest_cube,
        )
    if cube > 1 and not rules.cube_in_play:
        raise _refused("no_cube", said("This is played without a cube: see game %(game)s."), number)
    if cube > 1 and state.game.crawford:
        raise _refused(
            "crawford_game",
            said("Game %(game)s is the Crawford game: nobody may double, and the cube stays at 1."),
            number,
        )


def _refused(code: str, template: str, number: int, **detail: object) -> IllegalAction:
    return IllegalAction(code, template, game=number, most=detail.pop("most", MOST_SCORED),
                         **detail)  # fmt: skip
