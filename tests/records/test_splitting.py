"""The actions of a match become the games of a record."""

import pytest

from matches.engine import Award, AwardMatch, IllegalAction, MakePlay, OpeningThrow, Rules, TimeOut
from matches.records import from_actions, verify

NAMES = ("Ann", "Bo")
RULES = Rules(length=3)
OPENING = (OpeningThrow(3, 1), MakePlay(1, "8/5 6/5"))


def test_each_game_has_the_score_before_it_and_its_actions() -> None:
    record = from_actions(NAMES, RULES, [*OPENING, Award(1, 2), *OPENING, Award(2, 1), *OPENING])
    assert [game.score for game in record.games] == [(0, 0), (2, 0), (2, 1)]
    assert [game.crawford for game in record.games] == [False, True, False]
    assert record.games[0].events == (*OPENING, Award(1, 2))
    assert record.games[2].result is None
    assert [each.code for each in verify(record)] == ["not_finished"]


@pytest.mark.parametrize("end", [AwardMatch(2), TimeOut(1)])
def test_a_word_that_ends_the_match_is_in_no_game(end: AwardMatch | TimeOut) -> None:
    record = from_actions(NAMES, RULES, [Award(1, 1), *OPENING, end])
    assert [game.events for game in record.games] == [(Award(1, 1),), OPENING]
    assert record.score == (1, 0)


def test_actions_that_cannot_be_are_refused() -> None:
    with pytest.raises(IllegalAction):
        from_actions(NAMES, RULES, [MakePlay(1, "8/5 6/5")])
