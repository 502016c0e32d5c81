"""A match to N points, or a money session: games, score, Crawford, and when it is over.

    >>> from matches.engine.actions import Double, Drop, MakePlay, OpeningThrow
    >>> from matches.engine.rules import Rules
    >>> match = new_match(Rules(length=1 + 2))
    >>> for action in (OpeningThrow(2, 6), MakePlay(2, "24/16"), Double(1), Drop(2)):
    ...     match = match.apply(action)
    >>> match.score, match.game.crawford, match.is_over
    ((1, 0), False, False)

When a game ends, the next one is there at once, waiting for its opening throw; when the match ends,
the last game stays. Points beyond N are kept in `score` and cut only by `shown_score`.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from matches.engine.actions import Action, AwardMatch, TimeOut
from matches.engine.choices import LegalActions
from matches.engine.errors import EngineError, IllegalAction
from matches.engine.game import GameState, new_game
from matches.engine.moments import check_side
from matches.engine.rules import Rules
from matches.engine.scoring import GameResult


class MatchHow(StrEnum):
    """What ended a match."""

    PLAYED = "played"
    TIMED_OUT = "timed_out"
    AWARDED = "awarded"


class MatchResult(NamedTuple):
    winner: int
    how: MatchHow


class MatchState(NamedTuple):
    """A moment of a match; `new_match` makes the first, `apply` the next.

    `game` is the game that is being played, or the last one of a match that is over; `games` are
    the results of those that are finished. `crawford_done` says that the Crawford game has begun
    or been played: there is never a second one.
    """

    rules: Rules
    game: GameState
    score: tuple[int, int] = (0, 0)
    games: tuple[GameResult, ...] = ()
    crawford_done: bool = False
    result: MatchResult | None = None

    def apply(self, action: Action) -> "MatchState":
        """The state after `action`; raises as `GameState.apply`, and `match_over`."""
        if self.result is not None:
            raise IllegalAction("match_over", "The match is over.")
        if isinstance(action, (AwardMatch, TimeOut)) and self._ends_with(action):
            check_side(action.side)
            if isinstance(action, AwardMatch):
                return _ended(self, action.side, MatchHow.AWARDED)
            return _ended(self, 3 - action.side, MatchHow.TIMED_OUT)
        game = self.game.apply(action)
        if game.result is None:
            return MatchState(self.rules, game, self.score, self.games, self.crawford_done)
        return _scored(self, game, game.result)

    def _ends_with(self, action: AwardMatch | TimeOut) -> bool:
        """Whether the whole match is over, and not a game of it."""
        return isinstance(action, AwardMatch) or (
            self.rules.is_match and self.rules.flag == "match"
        )

    def legal_actions(self) -> LegalActions:
        """Everything the players may do now: can be asked, counted and walked."""
        return LegalActions(self.game, self)

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def winner(self) -> int:
        """The side that has won the match, 0 while nobody has."""
        return self.result.winner if self.result else 0

    @property
    def shown_score(self) -> tuple[int, int]:
        """The score as it is written down: points beyond the match length are worth nothing."""
        if self.rules.length is None:
            return self.score
        first, second = self.score
        return min(first, self.rules.length), min(second, self.rules.length)

    @property
    def is_post_crawford(self) -> bool:
        return self.crawford_done and not self.game.crawford

    def needs(self, side: int) -> int | None:
        """Points that a side still needs to win, 0 when it has them; None in a money session."""
        check_side(side)
        if self.rules.length is None:
            return None
        return max(self.rules.length - self.score[side - 1], 0)

    @property
    def cube_is_dead(self) -> bool:
        """Whether turning the cube further can change nothing: the game ends the match anyway.

        That is so once the cube shows what the side further behind still needs (US rule 5.6).
        It is information: a double is refused by nobody for it.
        """
        first, second = self.needs(1), self.needs(2)
        return (
            first is not None and second is not None and self.game.cube.value >= max(first, second)
        )


def new_match(rules: Rules) -> MatchState:
    """A match or session before its first throw. Raises RulesError `not_rules`."""
    return MatchState(rules, new_game(rules))


def replay(rules: Rules, actions: Iterable[Action]) -> MatchState:
    """The state that a record of actions leads to. Raises as `MatchState.apply` at the first fault.

    An error raised has the number of the action, from 1, in `detail["action"]`; `not_a_record` is
    raised for what is no list of them.
    """
    state = new_match(rules)
    if not isinstance(actions, Iterable):
        raise IllegalAction("not_a_record", "A record is a list of actions.")
    for number, action in enumerate(actions, start=1):
        try:
            state = state.apply(action)
        except EngineError as error:
            error.detail["action"] = number
            raise
    return state


def _scored(match: MatchState, game: GameState, result: GameResult) -> MatchState:
    first, second = match.score
    score = (
        first + result.points * (result.winner == 1),
        second + result.points * (result.winner == 2),
    )
    match = match._replace(game=game, score=score, games=(*match.games, result))
    if match.rules.length is not None and max(score) >= match.rules.length:
        return _ended(match, result.winner, MatchHow.PLAYED)
    return _with_next_game(match, result)


def _with_next_game(match: MatchState, last: GameResult) -> MatchState:
    crawford = _crawford_is_next(match)
    starter = last.winner if match.rules.variant.next_game_starter == "winner" else 0
    return match._replace(
        game=new_game(match.rules, crawford=crawford, starter=starter),
        crawford_done=match.crawford_done or crawford,
    )


def _crawford_is_next(match: MatchState) -> bool:
    """The first game that begins with a side one point away, and only that one."""
    rules = match.rules
    return (
        rules.crawford
        and rules.cube_in_play
        and not match.crawford_done
        and rules.length is not None
        and max(match.score) == rules.length - 1
    )


def _ended(match: MatchState, winner: int, how: MatchHow) -> MatchState:
    return match._replace(result=MatchResult(winner, how))
