"""How often a blot is hit, by the plays that the rules allow."""

import pickle
from copy import deepcopy
from typing import Any

import pytest

from matches.engine.boards import parse_board
from matches.engine.dice import ROLLS, Dice
from matches.engine.position import BAR, Position
from matches.engine.positionid import parse_position_id
from matches.engine.presets import BACKGAMMON, EUREKA, GULBARA, PLAKOTO
from matches.engine.shots import shots
from tests.engine.facts import records

RECORDS = records("legal_plays_moves")[::50]

#: The table that every book has, by distance on an otherwise empty board.
TABLE = dict(enumerate([11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3], start=1)) | {
    15: 1,
    16: 1,
    18: 1,
    20: 1,
    24: 1,
}


@pytest.mark.parametrize("distance", range(1, 25))
def test_on_an_empty_board_the_distance_decides(distance: int) -> None:
    hitter = 24 if distance < 24 else BAR
    blot = hitter - distance
    found = shots(Position.of({hitter: 1}, {25 - blot: 1}))
    assert found.count == found.blots[blot].count == TABLE.get(distance, 0)


def test_the_rolls_of_a_blot_six_away_are_named() -> None:
    rolls = {roll for roll in ROLLS if 6 in roll}
    rolls |= {Dice(5, 1), Dice(4, 2), Dice(3, 3), Dice(2, 2)}
    assert shots(parse_board("X{24:1} O{7:1}")).rolls == rolls


def test_each_blot_has_its_shots_and_all_have_those_of_any() -> None:
    found = shots(parse_board("X{24:1} O{7:1 8:1}"))
    assert {point: shot.count for point, shot in found.blots.items()} == {18: 17, 17: 6}
    assert found.count == 17 + 2 + 2  # 6-1 hits either


def test_closed_points_in_between_block_the_way() -> None:
    six_away = parse_board("X{24:1} O{7:1 2:2 3:2 6:2}")  # 23, 22 and 19 closed
    rolls = {roll for roll in ROLLS if 6 in roll}
    # 5-1 has no way, 4-2 one by the 20, 2-2 none and 3-3 its own
    assert shots(six_away).rolls == rolls | {Dice(4, 2), Dice(3, 3)}


def test_who_is_on_the_bar_enters_first() -> None:
    position = parse_board("X{12:1}[bar1] O{1:2 2:2 3:2 4:2 5:2 19:1}")
    assert shots(position).rolls == {Dice(6, 6)}


def test_who_cannot_enter_hits_nobody() -> None:
    position = parse_board("X{12:1}[bar1] O{1:2 2:2 3:2 4:2 5:2 6:2 19:1}")
    assert (shots(position).count, set(shots(position).blots)) == (0, {6})


def test_the_larger_number_is_played_even_if_the_smaller_would_hit() -> None:
    position = parse_board("X{24:1} O{12:2 6:1}")  # five away, and after 6-5 nothing goes on
    assert Dice(6, 5) not in shots(position).rolls
    assert shots(position).count == TABLE[5] - 2


def test_the_own_risk_is_seen_from_the_other_side() -> None:
    position = parse_board("X{7:1} O{24:2}")
    assert shots(position).count == 0
    assert shots(position.mirrored()).count == TABLE[6]


def test_no_blot_no_shot() -> None:
    found = shots(BACKGAMMON.starting_position)
    assert (found.count, dict(found.blots), found.rolls) == (0, {}, frozenset())


def test_a_pin_counts_when_it_holds_after_the_play() -> None:
    alone = parse_board("X{24:1} O{7:1}")  # with one checker, all but the last stop is passed
    assert shots(alone, PLAKOTO).rolls == {Dice(5, 1), Dice(4, 2)}
    assert shots(parse_board("X{24:15} O{7:1}"), PLAKOTO).count == TABLE[6]


def test_who_is_pinned_already_is_no_blot() -> None:
    assert dict(shots(parse_board("X{24:2} O{1:1p 24:2}"), PLAKOTO).blots) == {}


@pytest.mark.parametrize("variant", [GULBARA, EUREKA], ids=["gulbara", "eureka"])
def test_without_contact_there_are_no_blots(variant: Any) -> None:
    position = parse_board("X{6:2} O{5:1}")
    assert dict(shots(position, variant).blots) == {}


def starred(record: dict[str, Any]) -> set[int]:
    """The points with a star in any of the plays that GNU Backgammon lists."""
    words = [word.split("(")[0] for play in record["plays"] for word in play["move"].split()]
    stops = [stop for word in words for stop in word.split("/")]
    return {int(stop[:-1]) for stop in stops if stop.endswith("*")}


def test_gnu_backgammon_hits_the_same_blots() -> None:
    assert sum(bool(starred(record)) for record in RECORDS) > 5
    for record in RECORDS:
        found = shots(parse_position_id(record["position_id"]))
        roll = Dice(*record["dice"])
        hit = {point for point, shot in found.blots.items() if roll in shot.rolls}
        assert hit == starred(record), record["position_id"]
        assert (roll in found.rolls) == bool(hit)


def test_shots_can_be_copied_and_stored_and_not_changed() -> None:
    found = shots(parse_board("X{12:1} O{19:1}"))
    assert deepcopy(found) == pickle.loads(pickle.dumps(found)) == found
    assert found.blots[6].count == 17
    with pytest.raises(TypeError):
        found.blots[6] = found  # type: ignore[index]
