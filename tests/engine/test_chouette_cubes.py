"""Cubes in a chouette: one for each member, beavers, and what a box must take."""

import pytest

from matches.engine.chouette import (
    BOX,
    TEAM,
    Action,
    Beaver,
    Chouette,
    ChouetteRules,
    Double,
    Drop,
    Finish,
    Raccoon,
    Start,
    Take,
    open_chouette,
)
from tests.engine.playing import played, refused

MULTI = ChouetteRules(cube="multi", beaver=True, raccoon=True)
SINGLE = ChouetteRules(beaver=True, raccoon=True)


def at_table(rules: ChouetteRules, *actions: Action) -> Chouette:
    """The first game of four players by these rules, after the actions."""
    return played(open_chouette(["A", "B", "C", "D"], rules), Start(), *actions)


def values(chouette: Chouette) -> dict[object, tuple[int, int | None]]:
    assert chouette.game is not None
    return {seat.member: (seat.cube.value, seat.cube.owner) for seat in chouette.game.seats}


def test_every_member_turns_his_own_cube() -> None:
    game = at_table(MULTI, Double("C"), Take("A"))
    assert values(game) == {"B": (1, None), "C": (2, BOX), "D": (1, None)}
    over = game.apply(Finish(TEAM, 2))
    # Jacoby: a gammon against those only whose cube was turned.
    assert over.accounts == {"A": -6, "B": 1, "C": 4, "D": 1}


def test_the_box_doubles_one_member_or_all_he_can() -> None:
    one = at_table(MULTI, Double("A", "C"), Take("C"))
    assert values(one) == {"B": (1, None), "C": (2, TEAM), "D": (1, None)}
    rest = one.apply(Double("A")).apply(Take("D"))
    assert refused(rest, Take("C")) == "nothing_to_answer"
    assert values(rest.apply(Take("B"))) == {"B": (2, TEAM), "C": (2, TEAM), "D": (2, TEAM)}
    assert refused(rest.apply(Take("B")), Double("A")) == "no_cube_to_turn"


def test_the_box_may_take_one_cube_and_drop_another() -> None:
    game = at_table(MULTI, Double("B"), Double("D"), Take("A", "B"), Drop("A", "D"))
    assert values(game) == {"B": (2, BOX), "C": (1, None)}
    assert game.apply(Finish(BOX)).accounts == {"A": 2, "B": -2, "C": -1, "D": 1}


def test_doubles_of_one_side_are_said_before_the_first_answer() -> None:
    game = at_table(MULTI, Double("B"), Double("D"), Take("A", "B"))
    assert refused(game, Double("C")) == "exchange_open"
    assert refused(at_table(MULTI, Double("B")), Double("A")) == "exchange_open"


def test_a_captain_whose_cube_was_dropped_has_won_and_moves_up() -> None:
    game = at_table(MULTI, Double("B"), Drop("A"))
    assert game.captain == "C"
    assert game.apply(Finish(TEAM)).order == ("B", "C", "D", "A")
    assert game.apply(Finish(BOX)).order == ("A", "C", "D", "B")


def test_the_last_cube_decides_who_is_in_the_box() -> None:
    game = at_table(MULTI, Double("A", "B"), Drop("B"), Double("C"), Double("D"), Drop("A"))
    assert game.accounts == {"A": -1, "B": -1, "C": 1, "D": 1}
    assert game.order == ("C", "B", "D", "A")


def test_a_beaver_keeps_the_cube_and_costs_two_to_drop() -> None:
    game = at_table(MULTI, Double("A", "B"), Beaver("B"))
    assert refused(game, Finish(BOX)) == "exchange_open"
    assert values(game.apply(Take("A")))["B"] == (4, TEAM)
    assert game.apply(Drop("A")).apply(Finish(BOX)).accounts == {"A": 0, "B": 2, "C": -1, "D": -1}


def test_a_raccoon_makes_it_eight_and_the_beaver_still_owns() -> None:
    game = at_table(MULTI, Double("B"), Beaver("A"), Raccoon("B"))
    assert values(game.apply(Take("A")))["B"] == (8, BOX)
    assert game.apply(Drop("A")).apply(Finish(BOX)).accounts == {"A": -2, "B": 4, "C": -1, "D": -1}


@pytest.mark.parametrize(
    ("code", "rules", "actions", "action"),
    [
        ("no_beavers", ChouetteRules(), [Double("A")], Beaver("B")),
        ("no_raccoons", ChouetteRules(beaver=True), [Double("B"), Beaver("A")], Raccoon("B")),
        ("nothing_to_raccoon", MULTI, [Double("A")], Raccoon("B")),
        ("nothing_to_beaver", MULTI, [Double("B"), Beaver("A")], Beaver("B")),
        ("only_captain_raises", SINGLE, [Double("A"), Take("B")], Beaver("C")),
        ("team_answers_first", SINGLE, [Double("A"), Beaver("B")], Take("A")),
        ("nothing_to_answer", MULTI, [Double("B")], Take("A", "C")),
    ],
)
def test_raises_out_of_place_are_refused(
    code: str, rules: ChouetteRules, actions: list[Action], action: Action
) -> None:
    assert refused(at_table(rules, *actions), action) == code


def test_under_one_cube_the_crew_follows_the_captains_beaver_or_drops_the_double() -> None:
    game = at_table(SINGLE, Double("A"), Beaver("B"), Drop("C"), Take("D"))
    assert game.game is not None
    assert game.game.paid == (("C", -1),)
    assert values(game.apply(Take("A"))) == {"B": (4, TEAM), "D": (4, TEAM)}
    assert game.apply(Drop("A")).accounts == {"A": -3, "B": 2, "C": -1, "D": 2}


def test_under_one_cube_the_first_taker_may_beaver() -> None:
    game = at_table(SINGLE, Double("A"), Drop("B"), Beaver("C"), Take("D"), Raccoon("A"))
    over = game.apply(Drop("C")).apply(Take("D")).apply(Finish(TEAM))
    assert over.accounts == {"A": 1 + 4 - 8, "B": -1, "C": -4, "D": 8}


def test_a_box_who_takes_any_takes_the_captains_cube() -> None:
    rules = ChouetteRules(cube="multi", box_takes_captain=True)
    game = at_table(rules, Double("B"), Double("C"), Double("D"))
    assert refused(game.apply(Take("A", "C")), Drop("A", "B")) == "box_takes_captain"
    assert refused(game.apply(Drop("A", "B")), Take("A", "C")) == "box_takes_captain"
    assert game.apply(Drop("A")).accounts == {"A": -3, "B": 1, "C": 1, "D": 1}
    later = game.apply(Drop("A", "C")).apply(Take("A"))
    assert values(later) == {"B": (2, BOX), "D": (2, BOX)}


def test_a_box_who_takes_any_takes_half() -> None:
    rules = ChouetteRules(cube="multi", box_takes_half=True)
    game = at_table(rules, Double("B"), Double("C"), Double("D"))
    one_dropped = game.apply(Drop("A", "B"))
    assert refused(one_dropped.apply(Take("A", "C")), Drop("A", "D")) == "box_takes_half"
    assert refused(one_dropped.apply(Drop("A", "C")), Take("A", "D")) == "box_takes_half"
    assert values(one_dropped.apply(Take("A"))) == {"C": (2, BOX), "D": (2, BOX)}
    assert at_table(rules, Double("C"), Drop("A")).captain == "B"
    one_of_two = at_table(rules, Double("B"), Double("C"), Drop("A", "B"), Take("A", "C"))
    assert values(one_of_two) == {"C": (2, BOX), "D": (1, None)}


def test_a_beaver_that_the_captain_drops_is_not_a_cube_the_box_dropped() -> None:
    rules = ChouetteRules(cube="multi", beaver=True, box_takes_captain=True, box_takes_half=True)
    game = at_table(rules, Double("B"), Double("C"), Beaver("A", "B"), Drop("B"), Take("A"))
    assert values(game) == {"C": (2, BOX), "D": (1, None)}
    assert game.apply(Finish(BOX)).accounts == {"A": 5, "B": -2, "C": -2, "D": -1}


@pytest.mark.parametrize("cube", ["single", "multi"])
def test_a_sole_taker_thinks_again_and_beavers_or_drops(cube: str) -> None:
    rules = ChouetteRules(cube=cube, beaver=True, sole_taker_beavers=True)  # type: ignore[arg-type]
    alone = at_table(rules, Double("A"), Take("B"), Drop("C"), Drop("D"))
    assert refused(alone, Take("B")) == "sole_taker_must_beaver"
    assert alone.apply(Drop("B")).accounts == {"A": 3, "B": -1, "C": -1, "D": -1}
    played_on = alone.apply(Beaver("B")).apply(Take("A"))
    assert values(played_on) == {"B": (4, TEAM)}


def test_a_member_doubled_alone_is_no_sole_taker() -> None:
    rules = ChouetteRules(cube="multi", beaver=True, sole_taker_beavers=True)
    game = at_table(rules, Double("A", "B"), Take("B"))
    assert values(game)["B"] == (2, TEAM)
    others_drop = at_table(rules, Double("A", "C"), Double("A", "D"), Drop("C"), Drop("D"))
    assert values(others_drop) == {"B": (1, None)}
    assert values(others_drop.apply(Double("A")).apply(Take("B"))) == {"B": (2, TEAM)}


def test_a_box_who_takes_one_cube_is_no_sole_taker() -> None:
    rules = ChouetteRules(cube="multi", beaver=True, sole_taker_beavers=True)
    doubled = [Double(member) for member in "BCD"]
    game = at_table(rules, *doubled, Drop("A", "B"), Drop("A", "C"), Take("A", "D"))
    assert values(game) == {"D": (2, BOX)}


@pytest.mark.parametrize(
    ("limit", "ties", "stake"), [(0, 2, 1), (1, 0, 1), (1, 2, 2), (None, 2, 4)]
)
def test_equal_opening_dice_double_up_to_the_limit(
    limit: int | None, ties: int, stake: int
) -> None:
    chouette = open_chouette([1, 2, 3], ChouetteRules(auto_double_limit=limit))
    over = chouette.apply(Start(ties=ties)).apply(Finish(BOX))
    assert over.accounts == {1: 2 * stake, 2: -stake, 3: -stake}


@pytest.mark.parametrize(("counts", "points"), [(False, 2), (True, 6)])
def test_an_automatic_double_is_a_turn_under_jacoby_only_if_agreed(
    counts: bool, points: int
) -> None:
    rules = ChouetteRules(auto_double_limit=1, jacoby_auto_counts=counts)
    over = open_chouette([1, 2, 3], rules).apply(Start(ties=1)).apply(Finish(TEAM, 3))
    assert over.accounts == {1: -2 * points, 2: points, 3: points}


def test_without_jacoby_an_unturned_gammon_counts() -> None:
    assert at_table(ChouetteRules(jacoby=False), Finish(TEAM, 2)).accounts["B"] == 2
