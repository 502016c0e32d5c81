"""A team match: two teams at k boards, and the team that wins more boards wins (docs/rules.md).

    >>> match = TeamMatch(boards=5)
    >>> for board in (1, 2, 4):
    ...     match = match.record(board, BoardResult(winner=1))
    >>> match.outcome
    Outcome(winner=1, by='boards')
    >>> match.remaining
    (3, 5)

Results come in any order, and the outcome is there as soon as the boards that remain cannot change
it: these may be stopped, or played on. A flag or a walkover is a lost board like any other.

Who sits at which board, and the play itself, are left to others.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from matches.engine.errors import EngineError, check_choice, check_whole
from matches.engine.score import MAX_LENGTH

MAX_BOARDS = 99

TIES = ("draw", "points", "decider", "points_decider")
BY_POINTS = frozenset({"points", "points_decider"})
WITH_DECIDER = frozenset({"decider", "points_decider"})
WAYS = ("played", "flag", "forfeit", "double_loss")


class TeamError(EngineError):
    """Not a team match, or not a result that a board of it can have."""


@dataclass(frozen=True, slots=True)
class BoardResult:
    """How a board ended: the `winner` is team 1 or 2, or None when both lost.

    `score` is the points of team 1 and of team 2, as they stood when the board ended. `how` is
    `played`, `flag`, `forfeit` or `double_loss`.

    Raises TeamError: `bad_how`, `not_a_team`, `double_loss_has_no_winner`, `score_not_a_pair`,
    `bad_points`, `winner_is_behind` (only a board that was played out has to be led by its winner).
    """

    winner: int | None
    score: tuple[int, int] | None = None
    how: Literal["played", "flag", "forfeit", "double_loss"] = "played"

    def __post_init__(self) -> None:
        check_choice(TeamError, "how", self.how, WAYS)
        _check_winner(self)
        if self.score is not None:
            _check_score(self)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner of a team match, None for a draw, and what decided it."""

    winner: int | None
    by: Literal["boards", "points", "decider", "draw"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMatch:
    """The boards of a team match and their results. A change is a new match.

    When all boards are in and neither team has won more, the match is, by `tie`,
    - `draw`: drawn;
    - `points`: won by the team with more points over all boards, and else drawn;
    - `decider`: won at one board more, numbered `boards` + 1, and drawn if both lose that;
    - `points_decider`: won by points, and with equal points by such a decider.

    `win_bonus` is what the tie win adds to the boards won (docs/rules.md: 3-2 at 1 is 4:2).

    Raises TeamError: `bad_boards`, `bad_tie`, `bad_win_bonus`, `results_not_listed`, and as
    `record` does.
    """

    boards: int
    tie: Literal["draw", "points", "decider", "points_decider"] = "draw"
    win_bonus: int = 0
    results: tuple[tuple[int, BoardResult], ...] = ()

    def __post_init__(self) -> None:
        check_whole(TeamError, "boards", self.boards, least=1, most=MAX_BOARDS)
        check_choice(TeamError, "tie", self.tie, TIES)
        check_whole(TeamError, "win_bonus", self.win_bonus, least=0, most=MAX_BOARDS)
        _check_results(self, self.results)

    def record(self, board: int, result: BoardResult) -> "TeamMatch":
        """The match with the result of one more board.

        Raises TeamError: `no_such_board`, `board_has_result`, `not_a_result`, `score_needed`,
        `decider_not_due`.
        """
        if self.result(board) is not None:
            raise _taken(board)
        if board > self.boards and not self.decider_due:
            raise _not_due(self)
        results = sorted((*self.results, (board, result)), key=lambda entry: entry[0])
        return replace(self, results=tuple(results))

    def correct(self, board: int, result: BoardResult) -> "TeamMatch":
        """The match with the result of a board replaced, and the outcome worked out anew.

        A decider that a correction makes needless stays on the sheet and decides nothing. Raises
        TeamError: `no_such_board`, `board_without_result`, `not_a_result`, `score_needed`.
        """
        if self.result(board) is None:
            raise TeamError(
                "board_without_result",
                "Board %(board)s has no result to correct: record it.",
                board=board,
            )
        kept = ((number, result if number == board else old) for number, old in self.results)
        return replace(self, results=tuple(kept))

    def result(self, board: int) -> BoardResult | None:
        """The result of a board, None while there is none; raises TeamError `no_such_board`."""
        return dict(self.results).get(self.check_board(board))

    def check_board(self, board: int) -> int:
        """Return a board's number, if there is one; raises TeamError `no_such_board`."""
        last = self.boards + (self.tie in WITH_DECIDER)
        if type(board) is not int or not 1 <= board <= last:
            raise TeamError(
                "no_such_board", "The boards are numbered from 1 to %(last)s.", last=last
            )
        return board

    @property
    def remaining(self) -> tuple[int, ...]:
        """The boards without a result, in order; not the decider."""
        done = dict(self.results)
        return tuple(board for board in range(1, self.boards + 1) if board not in done)

    @property
    def boards_won(self) -> tuple[int, int]:
        """The boards won by team 1 and by team 2, without the decider."""
        winners = [result.winner for result in self._regular()]
        return winners.count(1), winners.count(2)

    @property
    def board_points(self) -> tuple[int, int]:
        """The points of team 1 and of team 2 over all boards with a score, without the decider."""
        scores = [result.score for result in self._regular() if result.score is not None]
        return sum(score[0] for score in scores), sum(score[1] for score in scores)

    @property
    def match_points(self) -> tuple[int, int]:
        """Boards won, and the bonus for the tie win once it is certain."""
        first, second = self.boards_won
        winner = self.outcome.winner if self.outcome else None
        return first + self.win_bonus * (winner == 1), second + self.win_bonus * (winner == 2)

    @property
    def is_decided(self) -> bool:
        """Whether no board that remains can change the outcome."""
        return self.outcome is not None

    @property
    def decider_due(self) -> bool:
        """Whether one board more has to be played."""
        return self.outcome is None and not self.remaining

    @property
    def outcome(self) -> Outcome | None:
        """The outcome as soon as it is certain, None before."""
        first, second = self.boards_won
        if abs(first - second) > len(self.remaining):
            return Outcome(1 if first > second else 2, "boards")
        if self.remaining:
            return None
        match self.tie:
            case "draw":
                return Outcome(None, "draw")
            case "points":
                return self._by_points() or Outcome(None, "draw")
            case "decider":
                return self._by_decider()
            case "points_decider":
                return self._by_points() or self._by_decider()

    def _regular(self) -> Iterator[BoardResult]:
        return (result for board, result in self.results if board <= self.boards)

    def _by_points(self) -> Outcome | None:
        first, second = self.board_points
        if first == second:
            return None
        return Outcome(1 if first > second else 2, "points")

    def _by_decider(self) -> Outcome | None:
        decider = self.result(self.boards + 1)
        if decider is None:
            return None
        return Outcome(decider.winner, "decider" if decider.winner else "draw")


def _check_winner(result: BoardResult) -> None:
    if result.how == "double_loss":
        if result.winner is not None:
            raise TeamError(
                "double_loss_has_no_winner", "When both lose a board, nobody is its winner."
            )
    elif type(result.winner) is not int or result.winner not in {1, 2}:
        raise TeamError("not_a_team", "The winner of a board is team 1 or team 2.")


def _check_score(result: BoardResult) -> None:
    score = result.score
    if not isinstance(score, tuple) or len(score) != 2:
        raise TeamError("score_not_a_pair", "A score is the points of team 1 and of team 2.")
    for points in score:
        check_whole(TeamError, "points", points, least=0, most=MAX_LENGTH)
    ahead = score[0] - score[1] if result.winner == 1 else score[1] - score[0]
    if result.how == "played" and ahead <= 0:
        raise TeamError(
            "winner_is_behind",
            "The winner of a board that was played out has more points: turn the score round, or "
            "say how else it ended.",
        )


def _check_results(match: TeamMatch, results: object) -> None:
    if not isinstance(results, tuple):
        raise TeamError("results_not_listed", "Record the results board by board.")
    seen: set[object] = set()
    for entry in results:
        if not isinstance(entry, tuple) or len(entry) != 2:
            raise TeamError("results_not_listed", "Record the results board by board.")
        board, result = entry
        match.check_board(board)
        _check_result(match, result)
        if board in seen:
            raise _taken(board)
        seen.add(board)
    if match.remaining and match.boards + 1 in seen:
        raise _not_due(match)


def _taken(board: int) -> TeamError:
    return TeamError("board_has_result", "Board %(board)s has a result: correct it.", board=board)


def _not_due(match: TeamMatch) -> TeamError:
    return TeamError(
        "decider_not_due",
        "One board more is played only when all %(boards)s are in and tied.",
        boards=match.boards,
    )


def _check_result(match: TeamMatch, result: object) -> None:
    if not isinstance(result, BoardResult):
        raise TeamError("not_a_result", "Give the result of a board as a BoardResult.")
    if match.tie in BY_POINTS and result.score is None:
        raise TeamError(
            "score_needed",
            "Points may decide this match: give the score of every board, 0-0 if none was played.",
        )
