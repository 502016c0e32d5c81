"""What is handed over for analysis, and what is not."""

from dataclasses import replace

import pytest

from matches.analysis import AnalysisError, check_analysable, match_text
from matches.analysis.following import turns
from matches.engine import VARIANTS, Award, OpeningThrow, Rules
from matches.records import MatchRecord, Scored, from_actions, score_sheet
from tests.records.fixtures import mat, record_of

PLAYED = record_of(mat("  1) 31: 8/5 6/5                 64: 24/18 13/9"))


def refused(record: MatchRecord) -> str:
    with pytest.raises(AnalysisError) as caught:
        check_analysable(record)
    assert str(caught.value)
    return caught.value.code


def by_rules(rules: Rules) -> MatchRecord:
    return from_actions(("Ann", "Bo"), rules, [OpeningThrow(3, 1)])


def test_a_match_with_throws_is_analysed() -> None:
    check_analysable(PLAYED)


def test_a_limit_that_no_cube_of_the_match_reaches_is_none() -> None:
    check_analysable(by_rules(Rules(length=7, cube_max=1024)))


def test_a_throw_that_was_not_played_is_no_turn_to_judge() -> None:
    record = record_of(mat("  1) 31: 8/5 6/5                 64:", " " * 6 + "Wins 1 point"))
    (found,) = turns(record)
    assert [(turn.told.side, str(turn.told.dice)) for turn in found] == [(1, "31")]


def test_neither_names_nor_events_are_handed_over() -> None:
    named = replace(PLAYED, players=("Олена", "x" * 90), facts=(("Event", "Kyiv Open"),))
    text = match_text(named)
    assert text.isascii()
    assert "Kyiv" not in text
    assert "x" * 90 not in text


def test_a_record_without_throws_is_not_analysed() -> None:
    assert refused(score_sheet(("Ann", "Bo"), Rules(length=3), [Scored(1)])) == "no_throws"
    assert refused(MatchRecord(("Ann", "Bo"), Rules(length=3))) == "no_throws"


@pytest.mark.parametrize(
    "rules",
    [
        Rules(length=None),
        Rules(length=65),
        Rules(length=3, cube=False),
        Rules(length=3, crawford=False),
        Rules(length=7, cube_max=4),
        Rules(length=3, variant=VARIANTS["nackgammon"]),
    ],
    ids=["money", "length", "no cube", "no Crawford", "limited cube", "another game"],
)
def test_other_rules_than_those_of_a_match_are_not_analysed(rules: Rules) -> None:
    assert refused(by_rules(rules)) == "rules_not_analysed"


def test_a_board_that_was_set_is_not_analysed() -> None:
    set_ = record_of(mat("; Set Pos=-b----E-C---eE---c-e----B-/0", "  1) 31: 8/5 6/5"))
    assert refused(set_) == "board_was_set"


def test_a_record_that_cannot_be_followed_is_not_analysed() -> None:
    (game,) = PLAYED.games
    broken = replace(game, events=(*game.events, OpeningThrow(2, 1)))
    assert refused(replace(PLAYED, games=(broken,))) == "record_broken"
    over = replace(game, events=(Award(1, 1), *game.events))
    assert refused(replace(PLAYED, games=(over,))) == "record_broken"
