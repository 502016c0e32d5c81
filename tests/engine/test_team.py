"""A team match is won on boards, and known as soon as it is certain: variants, section 5.2."""

import doctest
from typing import Any

import pytest
from hypothesis import given, strategies as st

from matches.engine import team
from matches.engine.errors import EngineError
from matches.engine.team import BoardResult, Outcome, TeamError, TeamMatch

WON, LOST = BoardResult(1), BoardResult(2)
BOTH_LOST = BoardResult(None, how="double_loss")


def after(match: TeamMatch, *results: BoardResult) -> TeamMatch:
    for board, result in enumerate(results, start=1):
        match = match.record(board, result)
    return match


def scored(first: int, second: int) -> BoardResult:
    return BoardResult(1 if first > second else 2, (first, second))


def test_the_example_in_the_module_holds() -> None:
    result = doctest.testmod(team)
    assert result.attempted
    assert not result.failed


def test_tm_01_two_boards_of_three_win() -> None:
    match = after(TeamMatch(boards=3), WON, LOST, WON)
    assert match.boards_won == (2, 1)
    assert match.outcome == Outcome(1, "boards")


def test_tm_02_three_of_five_decide_and_the_rest_may_stop() -> None:
    match = after(TeamMatch(boards=5), LOST, LOST)
    assert not match.is_decided
    match = match.record(3, LOST)
    assert match.outcome == Outcome(2, "boards")
    assert match.remaining == (4, 5)


def test_tm_03_two_all_is_a_draw() -> None:
    match = after(TeamMatch(boards=4), WON, LOST, WON)
    assert match.outcome is None
    assert match.record(4, LOST).outcome == Outcome(None, "draw")


@pytest.mark.parametrize("how", ["flag", "forfeit"])
def test_tm_04_a_flag_or_a_walkover_is_a_lost_board(how: Any) -> None:
    lost_while_leading = BoardResult(2, (6, 1), how=how)
    assert after(TeamMatch(boards=1), lost_while_leading).outcome == Outcome(2, "boards")


def test_results_come_in_any_order() -> None:
    one = TeamMatch(boards=3).record(3, WON).record(1, LOST)
    assert one == TeamMatch(boards=3).record(1, LOST).record(3, WON)
    assert one.remaining == (2,)


def test_a_board_that_both_lost_counts_for_nobody_and_brings_the_end_nearer() -> None:
    match = after(TeamMatch(boards=3), WON, BOTH_LOST)
    assert match.outcome is None
    assert match.record(3, BOTH_LOST).outcome == Outcome(1, "boards")
    assert match.record(3, LOST).outcome == Outcome(None, "draw")


def test_board_points_break_a_tie_and_only_a_tie() -> None:
    match = after(TeamMatch(boards=2, tie="points"), scored(7, 6), scored(3, 7))
    assert match.board_points == (10, 13)
    assert match.outcome == Outcome(2, "points")
    three = after(TeamMatch(boards=3, tie="points"), scored(7, 6), scored(0, 7), scored(7, 6))
    assert three.outcome == Outcome(1, "boards")


def test_equal_points_leave_a_draw() -> None:
    match = after(TeamMatch(boards=2, tie="points"), scored(7, 6), scored(6, 7))
    assert match.outcome == Outcome(None, "draw")


def test_a_tie_calls_for_a_decider() -> None:
    match = after(TeamMatch(boards=2, tie="decider"), WON, LOST)
    assert match.decider_due
    assert match.outcome is None
    decided = match.record(3, LOST)
    assert decided.outcome == Outcome(2, "decider")
    assert decided.boards_won == (1, 1)
    assert match.record(3, BOTH_LOST).outcome == Outcome(None, "draw")


def test_only_equal_points_call_for_a_decider_where_points_come_first() -> None:
    match = TeamMatch(boards=2, tie="points_decider")
    assert after(match, scored(7, 6), scored(3, 7)).outcome == Outcome(2, "points")
    level = after(match, scored(7, 6), scored(6, 7))
    assert level.decider_due
    assert level.record(3, scored(7, 2)).outcome == Outcome(1, "decider")


def test_a_decider_waits_for_a_tie() -> None:
    match = TeamMatch(boards=2, tie="decider")
    for early in (match, after(match, WON), after(match, WON, WON)):
        with pytest.raises(TeamError) as refused:
            early.record(3, WON)
        assert refused.value.code == "decider_not_due"


def test_the_winners_of_the_tie_get_the_bonus_of_the_cup() -> None:
    match = after(TeamMatch(boards=5, win_bonus=1), WON, LOST, LOST, WON)
    assert match.match_points == (2, 2)
    assert match.record(5, WON).match_points == (4, 2)
    assert after(TeamMatch(boards=2, win_bonus=1), WON, LOST).match_points == (1, 1)


def test_a_correction_works_the_outcome_out_anew() -> None:
    match = after(TeamMatch(boards=3), WON, WON)
    assert match.correct(1, LOST).outcome is None
    assert match.correct(1, LOST).correct(2, LOST).outcome == Outcome(2, "boards")


def test_a_decider_made_needless_by_a_correction_decides_nothing() -> None:
    match = after(TeamMatch(boards=2, tie="decider"), WON, LOST, LOST)
    corrected = match.correct(2, WON)
    assert corrected.outcome == Outcome(1, "boards")
    assert corrected.correct(2, LOST) == match


@pytest.mark.parametrize(
    ("code", "options"),
    [
        ("bad_boards", {"boards": 0}),
        ("bad_boards", {"boards": True}),
        ("bad_boards", {"boards": 10**5000}),
        ("bad_tie", {"boards": 3, "tie": "coin"}),
        ("bad_tie", {"boards": 3, "tie": []}),
        ("bad_win_bonus", {"boards": 3, "win_bonus": -1}),
        ("results_not_listed", {"boards": 3, "results": [(1, WON)]}),
        ("results_not_listed", {"boards": 3, "results": (WON,)}),
        ("no_such_board", {"boards": 3, "results": (([], WON),)}),
        ("board_has_result", {"boards": 3, "results": ((1, WON), (1, LOST))}),
        ("decider_not_due", {"boards": 2, "tie": "decider", "results": ((3, WON),)}),
    ],
)
def test_a_match_that_cannot_be_is_refused(code: str, options: dict[str, Any]) -> None:
    with pytest.raises(EngineError) as refused:
        TeamMatch(**options)
    assert refused.value.code == code
    assert str(refused.value)


@pytest.mark.parametrize(
    ("code", "options"),
    [
        ("bad_how", {"winner": 1, "how": "luck"}),
        ("not_a_team", {"winner": None}),
        ("not_a_team", {"winner": 3}),
        ("not_a_team", {"winner": True}),
        ("double_loss_has_no_winner", {"winner": 1, "how": "double_loss"}),
        ("score_not_a_pair", {"winner": 1, "score": 7}),
        ("score_not_a_pair", {"winner": 1, "score": (7, 3, 1)}),
        ("bad_points", {"winner": 1, "score": (7, -1)}),
        ("bad_points", {"winner": 1, "score": (7.0, 1)}),
        ("winner_is_behind", {"winner": 2, "score": (7, 3)}),
        ("winner_is_behind", {"winner": 2, "score": (3, 3)}),
    ],
)
def test_a_result_that_cannot_be_is_refused(code: str, options: dict[str, Any]) -> None:
    with pytest.raises(TeamError) as refused:
        BoardResult(**options)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("code", "board", "result"),
    [
        ("board_has_result", 1, WON),
        ("no_such_board", 4, WON),
        ("no_such_board", 0, WON),
        ("no_such_board", True, WON),
        ("no_such_board", "2", WON),
        ("not_a_result", 2, 1),
        ("not_a_result", 2, None),
    ],
)
def test_a_result_out_of_place_is_refused(code: str, board: Any, result: Any) -> None:
    with pytest.raises(TeamError) as refused:
        after(TeamMatch(boards=3), WON).record(board, result)
    assert refused.value.code == code


def test_where_points_may_decide_every_board_has_a_score() -> None:
    with pytest.raises(TeamError) as refused:
        TeamMatch(boards=2, tie="points").record(1, WON)
    assert refused.value.code == "score_needed"


def test_only_a_result_can_be_corrected() -> None:
    with pytest.raises(TeamError) as refused:
        TeamMatch(boards=2).correct(1, WON)
    assert refused.value.code == "board_without_result"


RESULTS = st.one_of(
    st.builds(
        BoardResult,
        st.sampled_from([1, 2]),
        st.tuples(st.integers(0, 7), st.integers(0, 7)),
        st.just("flag"),
    ),
    st.builds(BoardResult, st.none(), st.just((0, 0)), st.just("double_loss")),
)
MATCHES = st.builds(
    TeamMatch,
    boards=st.integers(1, 9),
    tie=st.sampled_from(["draw", "points", "decider", "points_decider"]),
    win_bonus=st.integers(0, 2),
)


def swapped(result: BoardResult) -> BoardResult:
    score = result.score[::-1] if result.score else None
    return BoardResult(3 - result.winner if result.winner else None, score, result.how)


@given(MATCHES, st.data())
def test_a_decided_match_stays_decided_and_sides_are_alike(
    match: TeamMatch, data: st.DataObject
) -> None:
    mirror, decided = match, None
    for board in data.draw(st.permutations(match.remaining)):
        result = data.draw(RESULTS)
        match, mirror = match.record(board, result), mirror.record(board, swapped(result))
        decided = decided or match.outcome
        assert match.outcome == decided
        assert mirror.match_points == match.match_points[::-1]
        assert mirror.board_points == match.board_points[::-1]
    assert match.is_decided != match.decider_due
    if match.outcome and match.outcome.winner:
        assert mirror.outcome == Outcome(3 - match.outcome.winner, match.outcome.by)
    else:
        assert mirror.outcome == match.outcome


@given(MATCHES, st.data())
def test_it_is_open_only_while_the_other_result_can_still_come(
    match: TeamMatch, data: st.DataObject
) -> None:
    for board in match.remaining[: data.draw(st.integers(0, match.boards))]:
        match = match.record(board, data.draw(RESULTS))
    ends = set()
    for winner in (1, 2):
        end = match
        for board in match.remaining:
            end = end.record(board, BoardResult(winner, (0, 0), "flag"))
        ends.add(end.outcome)
    assert match.is_decided == (len(ends) == 1 and ends != {None})
