"""Match IDs: the facts that GNU Backgammon puts into one, and nothing else."""

import base64
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, strategies as st

from matches.engine.errors import EngineError
from matches.engine.matchid import format_match_id, parse_match_id
from matches.engine.situation import Situation, SituationError
from tests.engine.facts import records
from tests.engine.strategies import situations

RECORDS = records("ids_match")

SIDE_OF_PLAYER = {-1: 0, 0: 2, 1: 1}
STATES = ("none", "playing", "over", "resigned", "dropped")
NO_JACOBY = 1 << 66


def bits_of(text: str) -> int:
    return int.from_bytes(base64.b64decode(text), "little")


def text_of(bits: int) -> str:
    return base64.b64encode(bits.to_bytes(9, "little")).decode()


def stated(record: dict[str, Any]) -> Situation:
    """The situation as the facts of a record have it."""
    money = record["match_length"] == 0
    dice = record["dice"]  # in the order they fell, of which the text knows nothing
    return Situation(
        on_roll=SIDE_OF_PLAYER[record["player_on_roll"]],
        to_decide=SIDE_OF_PLAYER[record["turn"]],
        dice=(max(dice), min(dice)) if any(dice) else None,
        cube=record["cube"],
        cube_owner=SIDE_OF_PLAYER[record["cube_owner"]],
        cube_offer="double" if record["doubled"] else "none",
        resignation=record["resigned"],
        match_length=record["match_length"],
        score=(record["score"][1], record["score"][0]),
        crawford=bool(record["crawford"]),
        state=STATES[record["game_state"]],  # type: ignore[arg-type]
        jacoby=money and bool(record["jacoby"]),
    )


def test_gnu_backgammon_means_the_same_facts() -> None:
    for record in RECORDS:
        text = record["match_id"]
        assert parse_match_id(text) == stated(record)
        if record["match_length"]:  # there the bit says nothing, and is written as set
            text = text_of(bits_of(text) | NO_JACOBY)
        assert format_match_id(stated(record)) == text


def test_records_hold_money_play_of_both_kinds() -> None:
    assert len(RECORDS) == 200
    money = [record["jacoby"] for record in RECORDS if record["match_length"] == 0]
    assert {*money} == {0, 1}


def test_the_smaller_die_may_come_first_and_is_written_last() -> None:
    text = changed(at=15, width=6, value=0b101010)  # 2 in the lower bits, then 5
    assert parse_match_id(text).dice == (5, 2)
    assert format_match_id(parse_match_id(text)) == changed(at=15, width=6, value=0b010101)


def test_the_jacoby_bit_says_nothing_in_a_match() -> None:
    assert parse_match_id("cAkgAVAAAAAA") == parse_match_id("cAkgAVAAAAAE")


def test_a_double_that_the_doubler_must_answer_is_a_beaver() -> None:
    beavered = Situation(cube=2, cube_owner=2, cube_offer="beaver", beaver=True)
    assert parse_match_id(format_match_id(beavered)) == beavered


def test_a_raccoon_cannot_be_written() -> None:
    with pytest.raises(SituationError) as refused:
        format_match_id(Situation(cube_offer="raccoon", beaver=True))
    assert refused.value.code == "raccoon_unwritable"


def changed(*, at: int, width: int, value: int) -> str:
    """A sound Match ID with other bits in one place."""
    mask = (1 << width) - 1 << at
    return text_of(bits_of("cAkgAVAAAAAE") & ~mask | value << at)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("match_id_unreadable", ""),
        ("match_id_unreadable", "cAkgAVAAAAA"),
        ("match_id_unreadable", "cAkgAVAAAAAE\n"),
        ("match_id_unreadable", "cAkgAVAAAAA="),
        ("match_id_unreadable", "cAkgAVAAAA_E"),
        ("match_id_unreadable", "cAkgAVAAAAАE"),  # a Cyrillic letter
        pytest.param("match_id_unreadable", "A" * 10**6, id="endless"),
        ("match_id_unreadable", None),
        ("match_id_unreadable", b"cAkgAVAAAAAE"),
        ("match_id_field", changed(at=4, width=2, value=2)),
        ("match_id_field", changed(at=8, width=3, value=5)),
        ("match_id_field", changed(at=15, width=6, value=0b000001)),
        ("match_id_field", changed(at=15, width=6, value=0b001000)),
        ("match_id_field", changed(at=15, width=6, value=0b001111)),
        ("match_id_field", changed(at=67, width=5, value=16)),
        ("situation_field", changed(at=21, width=15, value=100)),
        ("match_decided", changed(at=51, width=15, value=9)),
        ("wrong_decider", changed(at=11, width=1, value=0)),
        ("wrong_decider", changed(at=12, width=1, value=1)),
        ("crawford_not_due", changed(at=7, width=1, value=1)),
    ],
)
def test_other_texts_are_refused_by_cause(code: str, text: Any) -> None:
    with pytest.raises(EngineError) as refused:
        parse_match_id(text)
    assert refused.value.code == code
    assert str(refused.value.detail["text"])[:8] in repr(text)


@given(situations())
def test_writing_and_reading_are_inverses(situation: Situation) -> None:
    read = parse_match_id(format_match_id(situation))
    assert read.roll == situation.roll
    lost = {"max_cube_exponent": 10, "beaver": situation.cube_offer == "beaver"}
    assert read == situation.replace(to_decide=situation.to_decide, dice=read.dice, **lost)


@given(st.text() | st.binary(min_size=9, max_size=9).map(lambda b: base64.b64encode(b).decode()))
def test_any_text_is_read_back_or_refused(text: str) -> None:
    with suppress(EngineError):
        situation = parse_match_id(text)
        assert parse_match_id(format_match_id(situation)) == situation
