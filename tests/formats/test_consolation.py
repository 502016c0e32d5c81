"""First-match losers, and the last chance for those who lose again."""

from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from tests.formats.cast import graph, listing
from tests.formats.playing import beats, chart, played_out
from tests.formats.shaped import FIVE, SEVEN, drawn, shaped
from tournaments.formats.brackets import by_round
from tournaments.formats.consolation import first_match_losers
from tournaments.formats.elimination import Lengths
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId, Graph
from tournaments.formats.progress import BYE, Status, entrant_in, progress
from tournaments.formats.shapes import DrawConfig, Shape

MAIN_OF_SIX = graph(
    "M1.1 a bye",
    "M1.2 b c",
    "M1.3 d bye",
    "M1.4 e f",
    "M2.1 W-M1.1 W-M1.2",
    "M2.2 W-M1.3 W-M1.4",
    "M3.1 W-M2.1 W-M2.2",
)


def of_six() -> Graph:
    main = list(MAIN_OF_SIX.values())
    return Graph([*main, *first_match_losers(by_round(main), Lengths(5))])


def test_who_had_a_bye_and_loses_in_round_two_has_lost_his_first_match() -> None:
    outcomes = {"M1.2": beats("bc"), "M1.4": beats("ef"), "M2.1": beats("ba"), "M2.2": beats("de")}
    assert chart(of_six(), outcomes)[-4:] == [
        "M3.1 b d ready",
        "C1.1 a c ready",
        "C1.2 bye f bye",
        "C2.1 ? f waiting",
    ]


def test_who_won_before_has_not() -> None:
    outcomes = {"M1.2": beats("bc"), "M2.1": beats("ab")}
    assert "C1.1 bye c bye" in chart(of_six(), outcomes)


def test_until_then_his_place_is_open() -> None:
    assert "C1.1 ? c waiting" in chart(of_six(), {"M1.2": beats("bc")})


def test_where_two_byes_meet_the_loser_comes_in_any_case() -> None:
    lines = [line for line in listing(shaped(5, Shape.FIRST_MATCH).graph) if line.startswith("C1")]
    assert lines == ["C1.1 L1-M2.1 L-M1.2", "C1.2 L-M2.2 bye"]


def test_without_byes_it_is_a_consolation_for_round_one() -> None:
    lines = [line for line in listing(shaped(8, Shape.FIRST_MATCH).graph) if line.startswith("C1")]
    assert lines == ["C1.1 L-M1.1 L-M1.2", "C1.2 L-M1.3 L-M1.4"]


def test_the_losing_finalist_of_three_does_not_drop() -> None:
    assert shaped(3, Shape.FIRST_MATCH).graph.brackets() == ("M",)


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 130), st.integers())
def test_just_those_who_lose_their_first_match_are_in_it(size: int, chance: int) -> None:
    event = shaped(size, Shape.FIRST_MATCH).graph
    outcomes = played_out(event, Random(chance))
    firsts: dict[EntrantId, EntrantId] = {}
    for key in event:
        if key.startswith("M") and key in outcomes:
            outcome = outcomes[key]
            firsts.setdefault(outcome.winner, outcome.winner)
            firsts.setdefault(outcome.loser, outcome.winner)
    state = progress(event, outcomes)
    inside = [
        entrant
        for node in event.rounds("C")[0]
        for slot in state[node.key].participants
        if (entrant := entrant_in(slot)) is not None
    ]
    assert sorted(inside) == sorted(one for one, winner in firsts.items() if one != winner)
    assert not [now for now in state.values() if now.status is Status.EMPTY]


def test_a_last_chance_is_fed_by_consolation_losers() -> None:
    config = DrawConfig(SEVEN, FIVE, last_chance=Lengths(3))
    graph = drawn(16, config).graph
    assert [line for line in listing(graph) if line.startswith("L")] == [
        "LC1.1 L-C1.1 L-C1.2",
        "LC1.2 L-C1.3 L-C1.4",
        "LC2.1 W-LC1.1 W-LC1.2",
    ]
    assert graph["LC2.1"].length == 3


def test_byes_of_a_consolation_do_not_count_for_the_last_chance() -> None:
    # 31 entrants: 15 in the consolation, 7 matches in its first round.
    graph = drawn(31, DrawConfig(SEVEN, FIVE, last_chance=FIVE)).graph
    state = progress(graph, {})
    assert sum(BYE in state[node.key].participants for node in graph.rounds("LC")[0]) == 1
    assert len(graph.rounds("LC")[0]) == 4


def test_a_last_chance_may_take_losers_of_later_rounds() -> None:
    config = DrawConfig(SEVEN, FIVE, last_chance=FIVE, last_chance_rounds=2)
    graph = drawn(16, config).graph
    feeders = {key for node in graph.rounds("LC")[0] for key in node.feeders}
    assert feeders == {"C1.1", "C1.2", "C1.3", "C1.4", "C2.1", "C2.2"}


def test_a_last_chance_for_one_is_not_drawn_and_said_so() -> None:
    event = drawn(4, DrawConfig(SEVEN, FIVE, last_chance=FIVE))
    assert [notice.code for notice in event.notices] == ["last_chance_too_small"]


@pytest.mark.parametrize(
    ("code", "config"),
    [
        ("drop_rounds_out_of_range", DrawConfig(SEVEN, FIVE, Shape.ROUNDS, rounds=1)),
        ("drop_rounds_out_of_range", DrawConfig(SEVEN, FIVE, last_chance_rounds=0)),
        ("qualifiers_uneven", DrawConfig(SEVEN, FIVE, Shape.PLAYOFF, qualifiers=3)),
        ("qualifiers_uneven", DrawConfig(SEVEN, FIVE, Shape.PLAYOFF, qualifiers=0)),
        ("playoff_too_large", DrawConfig(SEVEN, FIVE, Shape.PLAYOFF, qualifiers=8)),
    ],
)
def test_what_cannot_be_drawn_is_refused(code: str, config: DrawConfig) -> None:
    with pytest.raises(FormatError) as refused:
        drawn(12, config)
    assert refused.value.code == code
