"""Match lengths: 1 to 99, odd unless an even one is chosen expressly."""

import pickle
from typing import Any

import pytest

from matches.engine.errors import ScoreError
from matches.engine.score import check_length, final_score


@pytest.mark.parametrize("length", [1, 3, 7, 25, 99])
def test_odd_lengths_are_usual(length: int) -> None:
    assert check_length(length) == length


@pytest.mark.parametrize("length", [2, 8, 98])
def test_even_lengths_must_be_allowed(length: int) -> None:
    assert check_length(length, even_allowed=True) == length


@pytest.mark.parametrize(
    ("code", "length"),
    [
        ("length_too_short", 0),
        ("length_too_short", -3),
        ("length_too_long", 100),
        ("length_too_long", 101),
        ("length_even", 2),
        ("length_even", 98),
        ("length_not_whole", True),
        ("length_not_whole", 7.0),
        ("length_not_whole", "7"),
    ],
)
def test_other_lengths_are_refused_by_cause(code: str, length: Any) -> None:
    with pytest.raises(ScoreError) as refused:
        check_length(length)
    assert (refused.value.code, refused.value.detail["length"]) == (code, length)


@pytest.mark.parametrize("length", [0, -2, 100])
def test_allowing_even_lengths_allows_nothing_else(length: int) -> None:
    with pytest.raises(ScoreError, match="A match is to"):
        check_length(length, even_allowed=True)


def test_an_even_length_is_refused_with_the_ways_out() -> None:
    with pytest.raises(ScoreError, match="choose 7 or 9, or allow even lengths"):
        check_length(8)


def test_a_score_needs_a_length() -> None:
    with pytest.raises(ScoreError) as refused:
        final_score(0, 0, length=0)
    assert refused.value.code == "length_too_short"


def test_an_error_survives_the_way_to_another_process() -> None:
    with pytest.raises(ScoreError) as refused:
        check_length(0)
    sent = pickle.loads(pickle.dumps(refused.value))
    assert (type(sent), sent.code, str(sent)) == (
        ScoreError,
        "length_too_short",
        str(refused.value),
    )
    assert sent.detail == refused.value.detail
