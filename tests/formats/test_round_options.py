"""Match lengths by round, what keeps entrants apart, and how many are paid in an event of lives."""

from dataclasses import replace
from typing import Any

import pytest

from tests.formats.cast import names
from tests.formats.refusal import refused
from tests.formats.swiss_play import SEVEN, members, past
from tournaments.formats.pairing import Member, Past
from tournaments.formats.round_event import RoundEvent
from tournaments.formats.round_plan import RoundPlan
from tournaments.formats.swiss import pair_round

A, B, C, D = names("abcd")


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (
            "swiss",
            {
                "rounds": 5,
                "tie_breaks": [],
                "unplayed": "club",
                "lengths": {"1": 5, "5": 9},
                "apart": ["club", "country"],
            },
        ),
        ("lives", {"lives": 3, "places": 6, "lengths": {"4": 9}, "apart": ["country"]}),
        ("round_robin", {"cycles": 1, "tie_breaks": [], "lengths": {"2": 3}}),
    ],
)
def test_what_was_chosen_is_read_back_as_it_was_written(kind: str, data: dict[str, Any]) -> None:
    assert RoundPlan.of(kind, data).as_data() == data


def test_a_length_holds_from_its_round_on() -> None:
    plan = RoundPlan.of("lives", {"lives": 2, "lengths": {"5": 9, "3": 5}})
    assert [plan.length_of(number, 7) for number in (1, 2, 3, 4, 5, 20)] == [7, 7, 5, 5, 9, 9]


@pytest.mark.parametrize(
    ("kind", "data", "code"),
    [
        ("swiss", {"lengths": [5]}, "lengths_unreadable"),
        ("swiss", {"lengths": {"1": "5"}}, "lengths_unreadable"),
        ("swiss", {"lengths": {"1": 0}}, "lengths_unreadable"),
        ("swiss", {"lengths": {"1": 100}}, "lengths_unreadable"),
        ("swiss", {"lengths": {"0": 5}}, "length_round_unknown"),
        ("swiss", {"lengths": {"65": 5}}, "length_round_unknown"),
        ("swiss", {"lengths": {"%s": 5}}, "length_round_unknown"),
        ("swiss", {"apart": "club"}, "apart_unknown"),
        ("swiss", {"apart": ["family"]}, "apart_unknown"),
        ("swiss", {"apart": ["club", "club"]}, "apart_unknown"),
        ("swiss", {"places": 3}, "setting_unknown"),
        ("lives", {"places": 0}, "places_out_of_range"),
        ("lives", {"places": "3"}, "places_out_of_range"),
        ("round_robin", {"apart": ["club"]}, "setting_unknown"),
    ],
)
def test_an_impossible_choice_is_refused(kind: str, data: dict[str, Any], code: str) -> None:
    usual = {"swiss": {"rounds": 3}, "lives": {"lives": 2}, "round_robin": {}}[kind]
    with refused(code):
        RoundPlan.of(kind, {**usual, **data})


def of_clubs(*clubs: str) -> list[Member]:
    return [
        replace(member, labels=frozenset({club}))
        for member, club in zip(members(len(clubs)), clubs, strict=True)
    ]


def test_clubmates_are_kept_apart_where_that_can_be_and_nothing_is_said() -> None:
    round_ = pair_round(of_clubs(*["club:a", "club:b"] * 2), Past(), SEVEN, seed="s")
    assert all(sum(entrant % 2 for entrant in one.entrants) == 1 for one in round_.pairings)
    assert {reason.code for one in round_.pairings for reason in one.reasons} == {"same_score"}


@pytest.mark.parametrize(
    ("label", "code"),
    [("club:x", "same_club"), ("country:x", "same_country"), ("family:x", "same_group")],
)
def test_those_who_could_not_be_kept_apart_are_told_why(label: str, code: str) -> None:
    # a and b have won, and so must meet.
    round_ = pair_round(of_clubs(label, label, "club:z", "club:z"), past("ac bd"), SEVEN, seed="s")
    reason = round_.pairings[0].reasons[-1]
    assert (reason.code, {*reason.detail.values()}) == (code, {A, B})


def test_with_places_announced_the_last_life_is_paid_off_behind_one_who_leads_alone() -> None:
    # Two lives, four players: after two rounds a has lost none, b and c one, and d is out.
    rounds = past("ab cd", "ac bd")
    plan = RoundPlan.of("lives", {"lives": 2})
    assert not RoundEvent(plan, members(4), "s", rounds).is_over
    event = RoundEvent(replace(plan, places=3), members(4), "s", rounds)
    assert event.lives_now.in_the_money
    assert event.is_over
    assert event.lives_now.champion == A
    assert event.lives_now.out == ((B, C), (D,))
