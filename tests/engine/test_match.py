"""Matches: cases MA of the rules, draws, awards and time."""

import pytest

from matches.engine.actions import Action, Award, AwardMatch, DrawGame, OpeningThrow, TimeOut
from matches.engine.errors import EngineError, RulesError, ScoreError
from matches.engine.match import MatchHow, new_match, replay
from matches.engine.presets import PLAKOTO
from matches.engine.rules import Rules
from tests.engine.playing import how_ended, make_match, make_rules, refused


def test_the_game_after_somebody_reaches_one_away_is_the_crawford_game() -> None:
    match = make_match(5, 1, 1, 1, -1, -1)
    assert not match.game.crawford
    match = match.apply(Award(1, 1))
    assert (match.score, match.game.crawford) == ((4, 2), True)


def test_after_the_crawford_game_the_cube_is_back() -> None:
    match = make_match(5, 4, -2, -1)
    assert match.score == (4, 3)
    assert (match.game.crawford, match.is_post_crawford) == (False, True)


def test_there_is_never_a_second_crawford_game() -> None:
    match = make_match(5, 4, -2, -1, -1)
    assert (match.score, match.game.crawford) == ((4, 4), False)


def test_a_gammon_can_bring_the_crawford_game_at_once() -> None:
    assert make_match(3, 2).game.crawford


def test_a_gammon_in_the_crawford_game_counts_and_the_next_has_a_cube() -> None:
    match = make_match(7, 6, -2)
    assert (match.score, match.game.crawford) == ((6, 2), False)


def test_a_win_beyond_the_length_is_kept_and_only_shown_cut() -> None:
    match = make_match(5, 3, -1, 4)
    assert match.is_over
    assert (match.score, match.shown_score, match.winner) == ((7, 1), (5, 1), 1)
    assert not match.crawford_done


def test_a_match_to_one_has_no_crawford_game() -> None:
    assert not make_match(1).game.crawford
    assert not Rules(length=1).cube_in_play


@pytest.mark.parametrize("rule", ["jacoby", "beavers", "auto_doubles"])
def test_money_rules_are_refused_in_a_match(rule: str) -> None:
    with pytest.raises(RulesError) as caught:
        make_rules(7, **{rule: 1 if rule == "auto_doubles" else True})
    assert caught.value.code == "money_rule_in_match"
    assert rule in caught.value.message


def test_any_length_may_be_played_but_an_even_one_carries_a_warning() -> None:
    assert Rules(length=7).warnings == ()
    assert Rules(length=8).warnings == ("length_even",)
    with pytest.raises(ScoreError):
        Rules(length=0)


def test_a_drawn_game_is_recorded_and_leaves_the_score() -> None:
    match = new_match(Rules(length=5, variant=PLAKOTO)).apply(Award(2, 2)).apply(DrawGame())
    assert match.score == (0, 2)
    assert [game.winner for game in match.games] == [2, 0]
    assert not match.is_over


def test_a_drawn_crawford_game_is_not_played_again() -> None:
    match = make_match(5, 4, 0)
    assert (match.score, match.game.crawford, match.is_post_crawford) == ((4, 0), False, True)


def test_the_flag_loses_the_match() -> None:
    match = make_match(7, 6, -2, -2).apply(TimeOut(1))
    assert (match.winner, how_ended(match)) == (2, MatchHow.TIMED_OUT)
    assert match.score == (6, 4)


def test_where_the_flag_loses_a_game_only_the_next_game_follows() -> None:
    match = new_match(Rules(length=7, flag="game")).apply(TimeOut(1))
    assert (match.winner, match.score) == (0, (0, 3))


def test_a_money_session_never_ends_by_points() -> None:
    match = new_match(Rules(length=None))
    for _ in range(50):
        match = match.apply(Award(1, 3))
    assert (match.score, match.is_over, match.needs(1)) == ((150, 0), False, None)


def test_a_finished_match_accepts_nothing_more() -> None:
    match = make_match(3, 3)
    for action in (OpeningThrow(3, 1), Award(2, 3), TimeOut(1), AwardMatch(2), DrawGame()):
        assert refused(match, action) == "match_over"


@pytest.mark.parametrize("end", [AwardMatch(2), TimeOut(1)])
def test_in_a_match_that_stopped_within_a_game_nothing_can_be_done(end: Action) -> None:
    match = new_match(Rules(length=3)).apply(OpeningThrow(3, 1))
    assert end in match.legal_actions()
    assert end not in match.apply(end).legal_actions()
    assert list(match.apply(end).legal_actions()) == []


def test_the_director_can_give_the_match() -> None:
    match = make_match(9, 2).apply(AwardMatch(2))
    assert (match.winner, how_ended(match), match.score) == (2, MatchHow.AWARDED, (2, 0))


def test_a_replay_names_the_action_that_is_at_fault() -> None:
    with pytest.raises(EngineError) as caught:
        replay(Rules(length=3), [Award(1, 1), Award(1, 0)])
    assert caught.value.detail["action"] == 2


def test_what_each_side_still_needs() -> None:
    match = make_match(7, 5, -3)
    assert (match.needs(1), match.needs(2)) == (2, 4)
