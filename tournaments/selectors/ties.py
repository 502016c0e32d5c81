"""How a tie stands by its boards: rows as the sheet that decides it, and what that says."""

from collections.abc import Iterable, Sequence
from typing import Literal

from matches.engine.team import BoardResult, TeamMatch
from matches.models import Match, Outcome
from matches.services.steps import Verdict
from tournaments.formats.teams import BY_POINTS, WITH_DRAWS, Level, Remaining, TeamRules
from tournaments.models import Event, Fixture

LEVEL: dict[Level, Literal["draw", "points", "decider", "points_decider"]] = {
    Level.DECIDER: "decider",
    Level.POINTS: "points_decider",
    Level.POINTS_OR_DRAW: "points",
    Level.DRAW: "draw",
}

BY_BOARDS = {"", Outcome.PLAYED, Outcome.DRAWN}


def team_rules(event: Event) -> TeamRules | None:
    """None for pairs and single players."""
    return None if event.team_rules is None else TeamRules.of(event.team_rules)


def rules_of(event: Event) -> TeamRules:
    """Of an event that is known to be of teams."""
    rules = team_rules(event)
    assert rules is not None
    return rules


def boards_in_tie(event: Event) -> int:
    """How many matches are played where two meet: one, but where teams do."""
    return rules_of(event).boards if event.of_teams else 1


def boards_of(ties: Iterable[int]) -> dict[int, list[Fixture]]:
    """The boards of these ties in their order, with their matches. One query."""
    rows = Fixture.places.filter(tie__in=list(ties)).select_related("match", "member_1", "member_2")
    found: dict[int, list[Fixture]] = {}
    for row in rows.order_by("tie", "board"):
        assert row.tie_id is not None
        found.setdefault(row.tie_id, []).append(row)
    return found


def sheet_of(
    rules: TeamRules, boards: Sequence[Fixture], changed: tuple[int, BoardResult | None] = (0, None)
) -> TeamMatch:
    """The sheet with the results of the boards; of one of them (by number) as `changed`."""
    results = {row.board: result_at(row) for row in boards}
    number, instead = changed
    if number:
        results[number] = instead
    known = {board: one for board, one in results.items() if board and one is not None}
    if any(board not in known for board in range(1, rules.boards + 1)):
        known.pop(rules.boards + 1, None)  # a decider that a correction made needless
    return TeamMatch(
        boards=rules.boards,
        tie=LEVEL[rules.level],
        win_bonus=rules.bonus,
        results=tuple(sorted(known.items(), key=lambda each: each[0])),
    )


def result_at(row: Fixture) -> BoardResult | None:
    match = row.match
    if match is None or match.state != Match.State.DECIDED:
        return None
    scores = None
    if match.score_1 is not None and match.score_2 is not None:
        scores = (match.score_1, match.score_2)
    return board_result(match.winner, match.outcome, scores, full_score(match))


def full_score(of: Match | Fixture) -> int:
    """What the winner has at the end: points, or sets in a match of sets."""
    return of.length if of.sets_to_win == 1 else of.sets_to_win


def board_result(
    winner: int | None, outcome: str, scores: tuple[int, int] | None, full: int
) -> BoardResult:
    """A board without a score, such as a walkover, counts as won to nothing, by the `full` score.

    Raises EngineError for what contradicts itself.
    """
    if winner is None:
        return BoardResult(None, (0, 0), "double_loss")
    if scores is None:
        scores = (full, 0) if winner == 1 else (0, full)
    return BoardResult(winner, scores, "played" if outcome == Outcome.PLAYED else "forfeit")


def verdict_by(rules: TeamRules, sheet: TeamMatch) -> Verdict | None:
    """The result of a tie that is over by its boards; None while it goes on.

    Where a draw is not provided for, a decider that both lost leaves it open: it is for the
    director to award it.
    """
    if sheet.outcome is None or (rules.remaining is Remaining.PLAYED and sheet.remaining):
        return None
    if sheet.outcome.winner is None:
        return Verdict(None, Outcome.DRAWN) if rules.level in WITH_DRAWS else None
    return Verdict(sheet.outcome.winner)


def points_decide(rules: TeamRules) -> bool:
    """Whether a tie may be decided by the points, so that every board needs its score."""
    return rules.boards % 2 == 0 and rules.level in BY_POINTS


def is_awarded(tie: Fixture) -> bool:
    """Whether the tie was decided without its boards: by the director, or since a team has left."""
    return tie.match is not None and tie.match.outcome not in BY_BOARDS


def is_needless(row: Fixture) -> bool:
    """Whether this board of a tie has no match: the others decide, or the director has."""
    return row.tie_id is not None and row.match_id is None


def is_stopped(row: Fixture) -> bool:
    """Whether such a board would count all the same: a decider does only where boards are level."""
    return is_needless(row) and (row.board or 0) <= rules_of(row.event).boards
