"""A match to N ends with N for one side and less for the other, and is written so."""

from contextlib import suppress
from itertools import product
from typing import Any

import pytest
from hypothesis import given, strategies as st

from matches.engine.errors import EngineError, ScoreError
from matches.engine.score import MAX_LENGTH, FinalScore, final_score, parse_score


def refusal(first: Any, second: Any, length: Any = 7) -> ScoreError:
    with pytest.raises(ScoreError) as refused:
        final_score(first, second, length=length)
    return refused.value


def test_a_match_to_three_can_end_in_six_ways() -> None:
    ends = []
    for first, second in product(range(-1, 6), repeat=2):
        try:
            ends.append(str(final_score(first, second, length=3)))
        except ScoreError:
            continue
    assert ends == ["0-3", "1-3", "2-3", "3-0", "3-1", "3-2"]


@pytest.mark.parametrize(("first", "second", "winner", "loser"), [(7, 3, 1, 2), (6, 7, 2, 1)])
def test_the_side_with_the_length_has_won(first: int, second: int, winner: int, loser: int) -> None:
    score = final_score(first, second, length=7)
    assert (score.winner, score.loser) == (winner, loser)
    assert score.scores() == (first, second)


@pytest.mark.parametrize(
    ("code", "first", "second"),
    [
        ("score_negative", 7, -1),
        ("score_negative", -7, 7),
        ("score_no_winner", 6, 3),
        ("score_no_winner", 0, 0),
        ("score_two_winners", 7, 7),
        ("score_two_winners", 9, 7),
        ("score_over_length", 9, 3),
        ("score_over_length", 3, 8),
        ("score_not_whole", True, 7),
        ("score_not_whole", 7, 3.0),
        ("score_not_whole", "7", 3),
        ("score_not_whole", None, 7),
    ],
)
def test_other_scores_are_refused_by_cause(code: str, first: Any, second: Any) -> None:
    assert refusal(first, second).code == code


def test_surplus_points_are_explained_by_what_to_write_instead() -> None:
    error = refusal(3, 9)
    assert "points beyond 7 do not count: write 3-7" in str(error)
    assert error.detail == {"length": 7, "scores": (3, 9), "instead": "3-7"}


def test_a_score_cannot_be_made_around_the_rules() -> None:
    with pytest.raises(EngineError):
        FinalScore(7, 6, 3)


def test_an_even_match_that_was_played_has_a_score() -> None:
    assert final_score(4, 8, length=8).winner == 2


@pytest.mark.parametrize("text", ["7-3", "7:3", "7 3", "7–3", " 7 - 3 ", "7  3\n", "07:03"])
def test_scores_are_read_as_people_write_them(text: str) -> None:
    assert parse_score(text, length=7) == FinalScore(7, 7, 3)


@given(st.integers(1, MAX_LENGTH), st.data())
def test_every_score_survives_being_written_and_read(length: int, data: st.DataObject) -> None:
    low = data.draw(st.integers(0, length - 1))
    for score in (FinalScore(length, length, low), FinalScore(length, low, length)):
        assert parse_score(str(score), length=length) == score


@pytest.mark.parametrize(
    "text", ["", "7", "73", "7-", "-7-3", "7--3", "7-3-1", "7/3", "seven-three", "7.0-3", "٧-٣"]
)
def test_an_unreadable_score_is_quoted(text: str) -> None:
    with pytest.raises(ScoreError) as refused:
        parse_score(text, length=7)
    assert refused.value.code == "score_unreadable"
    assert repr(text) in str(refused.value)


def test_a_very_long_text_is_quoted_in_part() -> None:
    with pytest.raises(ScoreError) as refused:
        parse_score("9" * 100_000, length=7)
    assert refused.value.code == "score_unreadable"


NESTED: list[Any] = []
NESTED.append(NESTED)
GARBAGE = [None, 7, b"7-3", [10**5000], NESTED, {}, float("nan"), object()]


@pytest.mark.parametrize("garbage", GARBAGE, ids=lambda value: type(value).__name__)
def test_what_is_no_text_is_no_score(garbage: Any) -> None:
    with pytest.raises(ScoreError) as refused:
        parse_score(garbage, length=7)
    assert refused.value.code == "score_unreadable"


@pytest.mark.parametrize("garbage", [*GARBAGE[2:], "7" * 10**6], ids=lambda v: type(v).__name__)
@pytest.mark.parametrize("ours", [True, False])
def test_wrong_lengths_and_points_are_named_in_a_short_message(garbage: Any, *, ours: bool) -> None:
    with pytest.raises(ScoreError) as refused:
        final_score(garbage if ours else 7, 3, length=7 if ours else garbage)
    assert refused.value.code.endswith("_not_whole")
    assert len(refused.value.message) < 120
    assert len(str(refused.value)) < 200


@given(st.text("0123456789-:–x ", max_size=6))
def test_any_text_is_a_valid_score_or_a_score_error(text: str) -> None:
    with suppress(ScoreError):
        score = parse_score(text, length=5)
        assert max(score.scores()) == 5
        assert min(score.scores()) in range(5)
