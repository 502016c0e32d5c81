"""House rules of a chouette that contradict each other are refused by name; so are bad throws."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from matches.engine.chouette import (
    ChouetteError,
    ChouetteRules,
    Double,
    DrawOrder,
    Finish,
    Start,
    Take,
    open_chouette,
    opening_order,
)
from matches.engine.chouette_settling import settle


@pytest.mark.parametrize(
    ("code", "options"),
    [
        ("raccoon_without_beaver", {"raccoon": True}),
        ("sole_taker_without_beaver", {"sole_taker_beavers": True}),
        ("auto_counts_without_auto", {"jacoby_auto_counts": True}),
        (
            "auto_counts_without_jacoby",
            {"jacoby_auto_counts": True, "jacoby": False, "auto_double_limit": 1},
        ),
        ("box_takes_needs_multi", {"box_takes_captain": True}),
        ("box_takes_needs_multi", {"box_takes_half": True}),
        ("bad_cube", {"cube": "double"}),
        ("bad_cube", {"cube": ["single"]}),
        ("bad_crew_advice", {"crew_advice": None}),
        ("not_a_switch", {"jacoby": 1}),
        ("bad_auto_double_limit", {"auto_double_limit": -1}),
        ("bad_auto_double_limit", {"auto_double_limit": True}),
        ("bad_stake", {"stake": 0}),
        ("bad_stake", {"stake": 10**5000}),
        ("bad_max_players", {"max_players": 2}),
    ],
)
def test_house_rules_that_cannot_be_are_refused(code: str, options: dict[str, Any]) -> None:
    with pytest.raises(ChouetteError) as refused:
        ChouetteRules(**options)
    assert refused.value.code == code
    assert str(refused.value)


@pytest.mark.parametrize(
    ("code", "order"),
    [
        ("too_few_players", ["A", "B"]),
        ("too_many_players", list(range(7))),
        ("same_player_twice", ["A", "B", "A"]),
        ("not_a_player", ["A", "B", None]),
        ("not_a_player", [0, 1, True]),
        ("not_a_player", ["A", "B", ""]),
        ("players_not_listed", "ABC"),
        ("players_not_listed", None),
    ],
)
def test_who_cannot_sit_down_is_told_why(code: str, order: Any) -> None:
    with pytest.raises(ChouetteError) as refused:
        open_chouette(order, ChouetteRules(max_players=6))
    assert refused.value.code == code


def test_rules_are_rules() -> None:
    with pytest.raises(ChouetteError) as refused:
        open_chouette(["A", "B", "C"], {"cube": "multi"})  # type: ignore[arg-type]
    assert refused.value.code == "not_rules"


def test_the_crew_always_advises_by_default_and_the_box_and_the_captain_never() -> None:
    chouette = open_chouette(["A", "B", "C", "D"]).apply(Start())
    assert [player for player in "ABCDE" if chouette.may_advise(player)] == ["C", "D"]


def test_nobody_advises_between_games() -> None:
    assert not open_chouette(["A", "B", "C"]).may_advise("C")


def test_the_crew_may_have_to_wait_for_the_cube() -> None:
    rules = ChouetteRules(cube="multi", crew_advice="after_cube")
    chouette = open_chouette(["A", "B", "C", "D"], rules).apply(Start())
    turned = chouette.apply(Double("C")).apply(Take("A"))
    assert not chouette.may_advise("C", asked=True)
    assert [turned.may_advise("C"), turned.may_advise("D")] == [True, False]


def test_the_crew_may_have_to_wait_for_being_asked() -> None:
    rules = ChouetteRules(crew_advice="on_request")
    chouette = open_chouette(["A", "B", "C"], rules).apply(Start())
    assert [chouette.may_advise("C"), chouette.may_advise("C", asked=True)] == [False, True]


def test_the_highest_throw_is_the_box() -> None:
    assert opening_order({"A": [2], "B": [6], "C": [4]}) == ("B", "C", "A")


def test_the_tied_throw_again_for_their_places_only() -> None:
    throws = {"A": [5, 1], "B": [5, 3, 2], "C": [6], "D": [5, 3, 6], "E": [1]}
    assert opening_order(throws) == ("C", "D", "B", "A", "E")


@pytest.mark.parametrize(
    ("throws", "players"),
    [
        ({"A": [4], "B": [4], "C": [6]}, {"A", "B"}),
        ({"A": [4, 2], "B": [4], "C": [6]}, {"B"}),
        ({"A": [4, 2], "B": [4, 2], "C": [4, 3]}, {"A", "B"}),
    ],
)
def test_an_open_tie_names_who_throws_next(throws: dict[str, list[int]], players: set[str]) -> None:
    with pytest.raises(ChouetteError) as refused:
        opening_order(throws)
    assert refused.value.code == "tie_unbroken"
    assert isinstance(refused.value.detail["players"], tuple)
    assert set(refused.value.detail["players"]) == players


@pytest.mark.parametrize(
    ("code", "throws"),
    [
        ("needless_throw", {"A": [4, 2], "B": [5], "C": [6]}),
        ("needless_throw", {"A": [4, 2, 1], "B": [4, 1], "C": [6]}),
        ("not_a_die", {"A": [], "B": [5], "C": [6]}),
        ("not_a_die", {"A": [7], "B": [5], "C": [6]}),
        ("not_a_die", {"A": [True], "B": [5], "C": [6]}),
        ("not_a_die", {"A": 3, "B": [5], "C": [6]}),
        ("too_few_players", {"A": [4], "B": [5]}),
        ("players_not_listed", [4, 5, 6]),
    ],
)
def test_throws_that_cannot_be_are_refused(code: str, throws: Any) -> None:
    with pytest.raises(ChouetteError) as refused:
        opening_order(throws)
    assert refused.value.code == code


def test_endless_ties_do_no_harm() -> None:
    with pytest.raises(ChouetteError) as refused:
        opening_order({player: [6] * 20_000 for player in "ABC"})
    assert refused.value.code == "tie_unbroken"


def throwers(throws: dict[int, list[int]]) -> tuple[int, ...]:
    """Who has to throw again, by the refusal."""
    try:
        opening_order(throws)
    except ChouetteError as error:
        due = error.detail["players"]
        return due if isinstance(due, tuple) else ()
    return ()


@given(st.lists(st.lists(st.integers(1, 6), min_size=12, max_size=12), min_size=3, max_size=8))
def test_throwing_as_long_as_told_to_seats_everybody(dice: list[list[int]]) -> None:
    supply = {player: iter([*row, *[1] * player, 2]) for player, row in enumerate(dice)}
    throws = {player: [next(row)] for player, row in supply.items()}
    while due := throwers(throws):
        for player in due:
            throws[player].append(next(supply[player]))
    order = opening_order(throws)
    assert sorted(order) == list(range(len(dice)))
    assert [throws[player] for player in order] == sorted(throws.values(), reverse=True)


@pytest.mark.parametrize(
    ("dice", "order"),
    [("365", "BCA"), ("3652", "BCA"), ("35526", "CBA"), ("44461614", "CAB")],
)
def test_dice_dealt_one_by_one_seat_everybody(dice: str, order: str) -> None:
    drawn = open_chouette(["A", "B", "C"]).apply(DrawOrder(dice))
    assert "".join(map(str, drawn.order)) == order


@pytest.mark.parametrize(
    ("dice", "code"),
    [
        ("", "throws_missing"),
        ("335", "throws_missing"),
        ("36512", "dice_left_over"),
        ("367", "not_a_die"),
        ([3, 6, 5], "not_a_die"),
    ],
)
def test_dice_that_seat_nobody_are_refused(dice: Any, code: str) -> None:
    with pytest.raises(ChouetteError) as refused:
        open_chouette(["A", "B", "C"]).apply(DrawOrder(dice))
    assert refused.value.code == code


def test_nobody_is_seated_anew_once_a_game_was_played() -> None:
    table = open_chouette(["A", "B", "C"])
    begun = table.apply(Start())
    over = begun.apply(Finish(winner=1))
    for later, code in ((begun, "game_on"), (over, "order_settled")):
        with pytest.raises(ChouetteError) as refused:
            later.apply(DrawOrder("365"))
        assert refused.value.code == code


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=9))
def test_payments_bring_every_account_to_nothing(points: list[int]) -> None:
    accounts = dict(enumerate([*points, -sum(points)]))
    paid = settle(accounts)
    for payer, receiver, amount in paid:
        assert amount > 0
        accounts[payer] += amount
        accounts[receiver] -= amount
    assert set(accounts.values()) == {0}
    assert len(paid) < len(accounts)


def test_accounts_that_do_not_balance_cannot_be_settled() -> None:
    with pytest.raises(ChouetteError) as refused:
        settle({"A": 1, "B": 0})
    assert refused.value.code == "accounts_unbalanced"
