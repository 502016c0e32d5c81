"""A position tells everything that is wrong with it in a game."""

import pytest
from hypothesis import given, strategies as st

from matches.engine.boards import parse_board
from matches.engine.errors import PositionError
from matches.engine.position import Position, Status
from matches.engine.presets import (
    ACEY_DEUCEY,
    BACKGAMMON,
    EUREKA,
    GAMES,
    GULBARA,
    LONG_NARDY,
    PLAKOTO,
    TAVLA,
    VARIANTS,
)
from matches.engine.status import SENTENCES, check_position
from matches.engine.variant import Variant, opponent_point
from tests.engine.facts import document

CLOSED = "{1:2 2:2 3:2 4:2 5:2 6:2}"


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_game_starts_without_a_fault(variant: Variant) -> None:
    assert variant.starting_position.status(variant) is Status.VALID
    check_position(variant.starting_position, variant)


@pytest.mark.parametrize(
    ("variant", "board", "faults"),
    [
        (BACKGAMMON, "X{6:2} O{19:3}", Status.SHARED_POINT),
        (BACKGAMMON, "X{24:1} O{1:1}", Status.SHARED_POINT),
        (BACKGAMMON, "X{6:2} O{18:3}", Status.VALID),
        (LONG_NARDY, "X{6:2} O{18:3}", Status.SHARED_POINT),
        (GULBARA, "X{24:1} O{12:1}", Status.SHARED_POINT),
        (GULBARA, "X{13:1} O{1:1}", Status.SHARED_POINT),
        (LONG_NARDY, "X{6:2} O{19:3}", Status.VALID),
        (PLAKOTO, "X{6:2} O{19:1}", Status.SHARED_POINT),
        (PLAKOTO, "X{6:2} O{19:1p}", Status.VALID),
        (PLAKOTO, "X{6:1p} O{19:1}", Status.VALID),
        (PLAKOTO, "X{6:1p 3:2} O{19:1 22:4}", Status.SHARED_POINT),
        (PLAKOTO, "X{6:1p} O{18:3}", Status.PIN_WITHOUT_PINNER),
        (PLAKOTO, "X{6:1p} O{19:1p}", Status.BOTH_PINNED),
        (TAVLA, "X{6:1p} O{19:1}", Status.PINS_WITHOUT_PINNING | Status.SHARED_POINT),
        (EUREKA, "X{6:2} O{6:2}", Status.VALID),
        (EUREKA, "X{6:2} O{7:2}", Status.OUTSIDE_HOME),
        (EUREKA, "X{24:1} O{1:2}", Status.OUTSIDE_HOME),
        (BACKGAMMON, "X{} O{}", Status.BOTH_BORNE_OFF),
        (EUREKA, "X{} O{}", Status.BOTH_BORNE_OFF),
        (BACKGAMMON, "X{} O{24:1}", Status.VALID),
        (BACKGAMMON, "X{6:2}[bar1] O{3:1}[bar2]", Status.VALID),
        (LONG_NARDY, "X{6:2}[bar1] O{3:1}", Status.BAR_WITHOUT_HITTING),
        (PLAKOTO, "X{6:2} O{3:1}[bar4]", Status.BAR_WITHOUT_HITTING),
        (EUREKA, "X{6:2} O{3:1}[bar4]", Status.BAR_WITHOUT_HITTING),
        (ACEY_DEUCEY, "X{6:2}[bar1,hand3] O{3:1}[hand2]", Status.VALID),
        (BACKGAMMON, "X{6:2}[hand3] O{3:1}", Status.HAND_WITHOUT_ENTRY),
        (PLAKOTO, "X{6:2} O{3:1}[hand4]", Status.HAND_WITHOUT_ENTRY),
        (BACKGAMMON, f"X{CLOSED}[bar1] O{CLOSED}[bar1]", Status.BOTH_SHUT_OUT),
        (BACKGAMMON, f"X{CLOSED}[bar1] O{CLOSED}", Status.VALID),
        (BACKGAMMON, f"X{CLOSED}[bar1] O{{1:2 2:2 3:2 4:2 5:2 6:1}}[bar1]", Status.VALID),
    ],
)
def test_faults_are_those_of_the_game(variant: Variant, board: str, faults: Status) -> None:
    position = parse_board(board)
    assert position.status(variant) == faults
    assert position.mirrored().status(variant) == faults


def test_no_case_of_the_ten_games_has_a_fault() -> None:
    cases = document("variants_cases")
    assert len(cases) == 124
    for case in cases:
        for board in (case["position"], *case.get("results", [])):
            assert parse_board(board).status(GAMES[case["game"]]) is Status.VALID, case["id"]


def test_all_faults_are_told_at_once() -> None:
    position = parse_board("X{6:2 3:1p}[hand1] O{19:3}[bar1]")
    assert position.status(LONG_NARDY) == (
        Status.PINS_WITHOUT_PINNING | Status.HAND_WITHOUT_ENTRY | Status.BAR_WITHOUT_HITTING
    )
    with pytest.raises(PositionError) as refused:
        check_position(position, BACKGAMMON)
    assert refused.value.code == "shared_point"
    assert refused.value.detail["faults"] == (
        "shared_point",
        "hand_without_entry",
        "pins_without_pinning",
    )
    assert str(refused.value) == (
        "Both sides stand on 6, as side 1 counts: move one of them. "
        "No checker waits in the hand in backgammon: place them all. "
        "Nobody is pinned in backgammon: lift the pins."
    )


def test_a_pinned_point_is_not_named_among_the_shared() -> None:
    with pytest.raises(PositionError, match="stand on 3, 8, as side 1"):
        check_position(parse_board("X{6:1p 3:2 8:1} O{19:1 22:4 17:2}"), PLAKOTO)


def test_every_fault_has_its_sentence() -> None:
    assert set(SENTENCES) == set(Status)


sides = st.lists(st.integers(1, 24), max_size=15).map(
    lambda points: {point: points.count(point) for point in points}
)


@given(sides, sides, st.sampled_from(list(VARIANTS.values())))
def test_a_point_is_shared_when_it_is_the_same_wood(
    own: dict[int, int], other: dict[int, int], variant: Variant
) -> None:
    shared = variant.geometry != "none" and any(
        opponent_point(variant, point) in other for point in own
    )
    found = Status.SHARED_POINT in Position.of(own, other).status(variant)
    assert found == shared
