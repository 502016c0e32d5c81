"""XGIDs, and that an XGID, a Position ID and a Match ID of one moment agree."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, strategies as st

from matches.engine.boards import parse_board
from matches.engine.errors import EngineError
from matches.engine.matchid import format_match_id, parse_match_id
from matches.engine.position import Position
from matches.engine.positionid import format_position_id, parse_position_id
from matches.engine.presets import BACKGAMMON
from matches.engine.situation import Situation
from matches.engine.xgid import format_xgid, parse_xgid
from tests.engine.facts import records
from tests.engine.strategies import SOUND_POSITIONS, situations

RECORDS = records("ids_xgid")
BGBLITZ = records("ids_thirdparty_bgblitz")

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"


def test_it_is_the_position_id_of_the_player_on_roll() -> None:
    for record in RECORDS:
        position, situation = parse_xgid(record["xgid"])
        assert format_position_id(position) == record["gnu_position_id"]
        again = parse_position_id(record["expected_position_id_player_to_roll"])
        assert format_xgid(again, situation) == record["xgid"]


def test_it_is_the_match_id_of_the_same_players() -> None:
    for record in RECORDS:
        position, situation = parse_xgid(record["xgid"])
        match_id = record["gnu_match_id_unswapped"]
        assert format_match_id(situation) == match_id
        read = parse_match_id(match_id)
        # a Match ID does not know the order of the dice and whether beavers are played
        unknown = {"dice": situation.dice, "beaver": situation.beaver}
        assert format_xgid(position, read.replace(**unknown)) == record["xgid"]


def test_the_board_is_absolute() -> None:
    for record in RECORDS:
        position, situation = parse_xgid(record["xgid"])
        seen = position if situation.on_roll == 1 else position.mirrored()
        board = {place: seen.count(1, place) - seen.count(2, 25 - place) for place in range(26)}
        board[0], board[25] = seen.count(2, 25), seen.count(1, 25)
        assert [*board.values()] == record["board_x"]


def test_gnu_backgammon_takes_it_for_the_moment_before_the_offer() -> None:
    for record in RECORDS:
        _, situation = parse_xgid(record["xgid"])
        if situation.on_roll == 2:  # it always puts the player on roll at the bottom
            situation = situation.swapped()
        before = situation.replace(cube_offer="none")
        if before.crawford:  # it turns the cube back
            before = before.replace(cube=1)
        assert format_match_id(before) == record["gnu_match_id"]
        # the order of the dice and beavers are what the text does not hold
        known = before.replace(dice=before.roll and (*before.roll,), beaver=False)
        assert parse_match_id(record["gnu_match_id"]) == known


def test_there_are_hundreds_of_records() -> None:
    assert (len(RECORDS), len(BGBLITZ)) == (233, 7)


def test_bgblitz_writes_the_three_of_one_moment() -> None:
    for record in BGBLITZ:
        position, situation = parse_xgid(record["xgid"])
        assert format_position_id(position) == record["position_id"]
        match_id = record["match_id"]
        if match_id == "QYnoAGAAGAAE":  # the one with the smaller die first
            match_id = "QQnlAGAAGAAE"
        assert format_match_id(situation) == match_id
        read = parse_position_id(record["position_id"]), parse_match_id(record["match_id"])
        assert read == (position, situation)
        assert format_xgid(*read) == record["xgid"]


def test_the_start_is_read_with_and_without_its_name() -> None:
    moment = BACKGAMMON.starting_position, Situation(match_length=7)
    assert parse_xgid(START) == parse_xgid(START.removeprefix("XGID=")) == moment
    assert format_xgid(*moment) == START


def test_the_letters_are_the_bottom_players_points() -> None:
    board = "a-A" + "-" * 21 + "bC"
    bottom = parse_board("X{2:1}[bar3] O{1:2}[bar1]")
    assert parse_xgid(f"{board}:0:0:1:00:0:0:0:7:10")[0] == bottom
    assert parse_xgid(f"{board}:0:0:-1:00:0:0:0:7:10")[0] == bottom.mirrored()


@pytest.mark.parametrize(
    ("dice", "offer", "to_decide"), [("D", "double", 2), ("B", "beaver", 1), ("R", "raccoon", 2)]
)
def test_a_letter_in_place_of_the_dice_is_an_offer(dice: str, offer: str, to_decide: int) -> None:
    text = START.replace(":00:0:0:0:7:", f":{dice}:0:0:3:0:")
    position, situation = parse_xgid(text)
    assert (situation.cube_offer, situation.to_decide) == (offer, to_decide)
    assert (situation.jacoby, situation.beaver, situation.is_money) == (True, True, True)
    assert format_xgid(position, situation) == text


def changed(old: str, new: str) -> str:
    assert old in START
    return START.replace(old, new)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("xgid_unreadable", ""),
        ("xgid_unreadable", None),
        ("xgid_unreadable", START.encode()),
        ("xgid_unreadable", START + ":"),
        ("xgid_unreadable", START.removesuffix(":10")),
        pytest.param("xgid_unreadable", ":" * 10**6, id="endless"),
        ("xgid_field", "XGID" + START),
        ("xgid_field", START + "\n"),
        ("xgid_field", "xgid=" + START[5:]),
        ("xgid_field", changed("=-b", "=Ab")),  # his bar is at the other end
        ("xgid_field", changed("B-:", "Bb:")),
        ("xgid_field", changed("B-:", "B:")),
        ("xgid_field", changed("=-b", "=-q")),
        ("xgid_field", changed("=-b", "=-б")),
        ("xgid_field", changed(":0:0:1:00", ":16:0:1:00")),
        ("xgid_field", changed(":0:0:1:00", ":00:0:1:00")),
        ("xgid_field", changed(":0:0:1:00", ":٠:0:1:00")),
        ("xgid_field", changed(":0:0:1:00", ":0:2:1:00")),
        ("xgid_field", changed(":0:0:1:00", ":0:-0:1:00")),
        ("xgid_field", changed(":0:0:1:00", ":0:0:0:00")),
        ("xgid_field", changed(":00:", ":01:")),
        ("xgid_field", changed(":00:", ":7:")),
        ("xgid_field", changed(":00:", ":d:")),
        ("xgid_field", changed(":00:0:0:", ":00:-1:0:")),
        ("xgid_field", changed(":00:0:0:", ":00:0: 1:")),
        ("xgid_field", changed(":00:0:0:", ":00:0:123456:")),
        ("xgid_field", changed(":0:7:", ":2:7:")),
        ("xgid_field", changed(":0:7:", ":4:7:")),
        ("xgid_field", changed(":7:10", ":7:16")),
        ("situation_field", changed(":7:10", ":100:10")),
        ("situation_field", changed(":00:0:0:0:7:", ":00:0:40000:0:0:")),
        ("crawford_not_due", changed(":0:7:", ":1:7:")),
        ("match_decided", changed(":0:0:0:7:", ":7:0:0:7:")),
        ("beaver_not_allowed", changed(":00:", ":B:")),
        ("too_many_checkers", changed("--E-", "--O-")),
        ("both_borne_off", changed("-b----E-C---eE---c-e----B-", "-" * 26)),
    ],
)
def test_other_texts_are_refused_by_cause(code: str, text: Any) -> None:
    with pytest.raises(EngineError) as refused:
        parse_xgid(text)
    assert refused.value.code == code
    assert str(refused.value.detail["text"])[:40] in repr(text)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("code", "board", "fields"),
    [
        ("xgid_unwritable", "X{6:15} O{6:15}", {"resignation": 1}),
        ("xgid_unwritable", "X{6:15} O{6:15}", {"state": "over"}),
        ("hand_unwritable", "X{6:14}[hand1] O{6:15}", {}),
        ("pins_unwritable", "X{6:1p} O{19:15}", {}),
        ("shared_point", "X{6:15} O{19:15}", {}),
    ],
)
def test_what_cannot_be_read_back_is_not_written(
    code: str, board: str, fields: dict[str, Any]
) -> None:
    with pytest.raises(EngineError) as refused:
        format_xgid(parse_board(board), Situation(**fields))
    assert refused.value.code == code


@given(SOUND_POSITIONS, situations())
def test_writing_and_reading_are_inverses(position: Position, situation: Situation) -> None:
    moment = position, situation.replace(state="playing", resignation=0)
    assert parse_xgid(format_xgid(*moment)) == moment


FIELDS = st.sampled_from([*START.split(":"), "-1", "1", "63", "D", "B", "R", "9"])


@given(st.text() | st.lists(FIELDS, min_size=10, max_size=10).map(":".join))
def test_any_text_is_read_back_or_refused(text: str) -> None:
    with suppress(EngineError):
        assert format_xgid(*parse_xgid(text)).endswith(text)
