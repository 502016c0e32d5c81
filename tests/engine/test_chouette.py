"""A chouette settles the box against each member, and rotates: variants, section 5.1."""

from typing import Any

import pytest

from matches.engine.chouette import (
    BOX,
    MAX_CUBE,
    TEAM,
    Action,
    ChouetteRules,
    Double,
    Drop,
    Finish,
    Join,
    Leave,
    Start,
    Take,
    open_chouette,
)
from tests.engine.playing import played, refused

FOUR = ["A", "B", "C", "D"]
TABLE = open_chouette(FOUR)


def test_ch_01_a_dropper_pays_and_the_others_win_a_gammon() -> None:
    doubled = played(TABLE, Start(), Double("A"), Take("B"), Drop("C"), Take("D"))
    assert doubled.captain == "B"
    assert doubled.crew == ("D",)
    over = doubled.apply(Finish(TEAM, 2))
    assert over.accounts == {"A": -7, "B": 4, "C": -1, "D": 4}
    assert over.order == ("B", "C", "D", "A")
    assert over.last is not None
    assert over.last.scores == (("A", -7), ("B", 4), ("C", -1), ("D", 4))


def test_ch_02_a_box_that_wins_stays_and_the_captain_goes_last() -> None:
    over = played(TABLE, Start(), Finish(BOX, 1))
    assert over.accounts == {"A": 3, "B": -1, "C": -1, "D": -1}
    assert over.order == ("A", "C", "D", "B")


def test_when_the_captain_drops_the_highest_taker_becomes_captain() -> None:
    doubled = played(TABLE, Start(), Double("A"), Drop("B"), Drop("C"))
    assert (doubled.captain, doubled.crew) == ("D", ())
    assert doubled.apply(Take("D")).captain == "D"


def test_a_captain_who_took_over_and_won_becomes_the_box() -> None:
    over = played(TABLE, Start(), Double("A"), Drop("B"), Take("C"), Take("D"), Finish(TEAM))
    assert over.accounts == {"A": -3, "B": -1, "C": 2, "D": 2}
    assert over.order == ("C", "B", "D", "A")


def test_a_captain_who_took_over_and_lost_keeps_his_turn() -> None:
    over = played(TABLE, Start(), Double("A"), Drop("B"), Take("C"), Drop("D"), Finish(BOX))
    assert over.accounts == {"A": 4, "B": -1, "C": -2, "D": -1}
    assert over.order == ("A", "C", "D", "B")


def test_when_everybody_drops_the_box_has_won() -> None:
    over = played(TABLE, Start(), Double("A"), Drop("B"), Drop("C"), Drop("D"))
    assert over.game is None
    assert over.accounts == {"A": 3, "B": -1, "C": -1, "D": -1}
    assert over.order == ("A", "C", "D", "B")


def test_when_the_box_drops_the_captains_double_he_pays_everybody() -> None:
    over = played(TABLE, Start(), Double("B"), Drop("A"))
    assert over.accounts == {"A": -3, "B": 1, "C": 1, "D": 1}
    assert over.order == ("B", "C", "D", "A")


def test_the_taken_cube_belongs_to_the_taker() -> None:
    team_owns = played(TABLE, Start(), Double("A"), Take("B"), Take("C"), Take("D"))
    assert refused(team_owns, Double("A")) == "not_your_cube"
    redoubled = played(team_owns, Double("B"), Take("A"))
    assert refused(redoubled, Double("B")) == "not_your_cube"
    assert played(redoubled, Finish(BOX)).accounts == {"A": 12, "B": -4, "C": -4, "D": -4}


def test_accounts_run_on_from_game_to_game() -> None:
    once = played(TABLE, Start(), Finish(BOX))
    over = played(once, Start(), Double("C"), Take("A"), Finish(TEAM))
    assert over.accounts == {"A": 3 - 6, "B": -1 + 2, "C": -1 + 2, "D": -1 + 2}
    assert over.order == ("C", "D", "B", "A")


def test_a_stake_multiplies_what_is_won_and_not_the_points() -> None:
    over = played(open_chouette([1, 2, 3], ChouetteRules(stake=50)), Start(), Finish(BOX))
    assert over.accounts == {1: 2, 2: -1, 3: -1}
    assert over.winnings == {1: 100, 2: -50, 3: -50}


def test_a_newcomer_sits_last_or_where_he_is_put() -> None:
    assert TABLE.apply(Join("E")).order == ("A", "B", "C", "D", "E")
    assert TABLE.apply(Join("E", ahead=1)).captain == "E"


def test_who_leaves_keeps_his_account_until_he_is_back() -> None:
    gone = played(TABLE, Start(), Finish(BOX), Leave("C"))
    assert gone.order == ("A", "D", "B")
    assert gone.accounts["C"] == -1
    assert gone.apply(Join("C")).accounts == gone.accounts


def test_two_are_no_chouette_but_may_wait_for_a_third() -> None:
    two = played(TABLE, Leave("A"), Leave("D"))
    assert refused(two, Start()) == "too_few_players"
    assert refused(two, Leave("B")) == "last_two"
    assert two.apply(Join("E")).apply(Start()).team == ("C", "E")


@pytest.mark.parametrize(
    ("code", "actions", "action"),
    [
        ("no_game", [], Double("A")),
        ("no_game", [], Finish(BOX)),
        ("no_game", [Start(), Finish(BOX)], Take("A")),
        ("game_on", [Start()], Start()),
        ("game_on", [Start()], Join("E")),
        ("game_on", [Start()], Leave("D")),
        ("bad_ties", [], Start(ties=-1)),
        ("already_here", [], Join("A")),
        ("not_here", [], Leave("E")),
        ("bad_place", [], Join("E", ahead=0)),
        ("bad_place", [], Join("E", ahead=5)),
        ("not_in_game", [Start()], Double("E")),
        ("not_in_game", [Start(), Double("A"), Drop("B")], Take("B")),
        ("only_captain_doubles", [Start()], Double("C")),
        ("one_cube", [Start()], Double("A", "B")),
        ("one_cube", [Start(), Double("B")], Take("A", "B")),
        ("not_your_seat", [Start(), Double("A")], Take("B", "C")),
        ("exchange_open", [Start(), Double("A")], Double("B")),
        ("exchange_open", [Start(), Double("A")], Finish(BOX)),
        ("exchange_open", [Start(), Double("A"), Drop("B")], Double("A")),
        ("already_offered", [Start(), Double("A")], Double("A")),
        ("nothing_to_answer", [Start()], Take("B")),
        ("nothing_to_answer", [Start(), Double("A"), Take("B")], Drop("B")),
        ("answer_in_order", [Start(), Double("A")], Take("C")),
        ("not_a_side", [Start()], Finish(3)),
        ("not_a_kind", [Start()], Finish(BOX, 4)),
    ],
)
def test_what_is_out_of_place_is_refused_by_cause(
    code: str, actions: list[Action], action: Action
) -> None:
    assert refused(played(TABLE, *actions), action) == code


@pytest.mark.parametrize(
    ("code", "action"),
    [
        ("unknown_action", None),
        ("unknown_action", "start"),
        ("unknown_action", Start),
        ("not_a_player", Double([])),  # type: ignore[arg-type]
        ("not_a_player", Double(True)),
        ("not_a_player", Double(10**5000)),
        ("not_a_player", Double("A" * 10**6)),
        ("not_a_player", Double("A", {})),  # type: ignore[arg-type]
        ("not_a_side", Finish(True)),
        ("not_a_kind", Finish(BOX, 2.0)),  # type: ignore[arg-type]
    ],
)
def test_rubbish_is_refused_and_never_falls_through(code: str, action: Any) -> None:
    rules = ChouetteRules(cube="multi")
    assert refused(open_chouette(FOUR, rules).apply(Start()), action) == code


def test_a_cube_stops_where_numbers_would_get_out_of_hand() -> None:
    rules = ChouetteRules(auto_double_limit=None, jacoby=False)
    chouette = open_chouette(FOUR, rules)
    assert refused(chouette, Start(ties=10**9)) == "cube_too_high"
    top = chouette.apply(Start(ties=30))
    assert refused(top, Double("A")) == "cube_too_high"
    assert top.apply(Finish(TEAM)).accounts["B"] == MAX_CUBE
