"""What is written is read back, and written again it is the same."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from matches.records import (
    MatchRecord,
    read_match,
    verify,
    write_json,
    write_mat,
    write_sgf,
)
from tests.records.fixtures import DIALECTS, FINDINGS, record_of
from tests.records.playing import random_match

WRITERS = {"mat": write_mat, "sgf": write_sgf, "json": write_json}
FILES = [
    path for path in (*DIALECTS, *FINDINGS) if read_match(path.read_bytes()).record is not None
]
WITH_GAMES = [path for path in FILES if record_of(path).games]


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
@pytest.mark.parametrize("path", WITH_GAMES, ids=lambda path: path.name)
def test_what_was_read_is_written_and_read_again(
    path: Path, write: Callable[[MatchRecord], str]
) -> None:
    text = write(record_of(path))
    assert write(record_of(text.encode())) == text


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([1, 3, 5, None]))
def test_random_matches_come_back_from_every_format(seed: int, length: int | None) -> None:
    record = random_match(seed, length=length)
    for write in WRITERS.values():
        text = write(record)
        again = record_of(text.encode())
        assert write(again) == text
        assert [game.score for game in again.games] == [game.score for game in record.games]
        assert results(again) == results(record)
        assert boards(again) == boards(record)
        assert {each.code for each in verify(again)} == {each.code for each in verify(record)}


def results(record: MatchRecord) -> list[tuple[int, int] | None]:
    ends = [game.result for game in record.games]
    return [None if end is None else (end.winner, end.points) for end in ends]


def boards(record: MatchRecord) -> list[object]:
    """Every position of every game, who is to act, and the cube."""
    seen: list[object] = []
    for game in record.games:
        for _, state in game.states(record.rules):
            if not state.is_over and state.resigned is None:
                seen.append((state.position, state.decider, state.cube.value, state.cube.owner))
    return seen


def test_json_loses_nothing() -> None:
    for path in FILES:
        record = record_of(path)
        assert record_of(write_json(record).encode()) == record


def test_names_that_look_like_something_else_are_kept_apart() -> None:
    for names in (("Ann: 3", "Bo"), ("", "Bo"), ("nori,1760", 'Bo "the rock"'), ("]", "\\")):
        record = MatchRecord(
            names, random_match(1, length=1).rules, random_match(1, length=1).games
        )
        for write in WRITERS.values():
            text = write(record)
            assert write(record_of(text.encode())) == text


def test_a_result_alone_is_kept_in_a_text() -> None:
    record = MatchRecord(("", ""), random_match(1, length=3).rules, final_score=(3, 2))
    assert record_of(write_mat(record).encode()).final_score == (3, 2)
    assert record_of(write_json(record).encode()) == record
