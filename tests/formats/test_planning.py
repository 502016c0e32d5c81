"""Planning: what to call next, and when the event ends."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.formats.cast import entrants, graph, names
from tests.formats.playing import beats
from tests.formats.refusal import refused
from tournaments.formats.draw import DrawConfig, draw
from tournaments.formats.elimination import Lengths
from tournaments.formats.graph import Graph
from tournaments.formats.pace import match_duration
from tournaments.formats.planning import (
    Floor,
    Plan,
    Present,
    Running,
    longest_paths,
    plan,
    start_order,
)
from tournaments.formats.progress import Outcome, progress

FOUR = graph(
    "M1.1 a b",
    "M1.2 c d",
    "M2.1 W-M1.1 W-M1.2",
    "C1.1 L-M1.1 L-M1.2",
)


def planned(event: Graph, outcomes: Mapping[str, Outcome], boards: int = 4, **present: Any) -> Plan:
    state = progress(event, outcomes)
    return plan(event, state, Floor(boards), Present(**present), seed="test", samples=2_000)


def test_a_single_match_takes_as_long_as_a_match() -> None:
    one = planned(graph("M1.1 a b"), {}, now=100)
    assert one.median - 100 == pytest.approx(match_duration(7).median, rel=0.03)
    assert one.late - 100 == pytest.approx(match_duration(7).quantile(0.9), rel=0.03)


def test_a_finished_event_ends_now() -> None:
    done = planned(graph("M1.1 a b"), {"M1.1": beats("ab")}, now=77)
    assert (done.median, done.late, done.order) == (77, 77, ())


def test_one_board_plays_one_match_at_a_time() -> None:
    apart = graph("M1.1 a b", "M1.2 c d", "M1.3 e f")
    assert planned(apart, {}, boards=1).mean == pytest.approx(3 * match_duration(7).mean, rel=0.03)
    assert planned(apart, {}, boards=3).mean < 1.6 * match_duration(7).mean


def test_a_board_with_a_running_match_is_not_free() -> None:
    apart = graph("M1.1 a b", "M1.2 c d")
    running = planned(apart, {}, boards=1, running={"M1.1": Running(0)})
    assert running.mean == pytest.approx(2 * match_duration(7).mean, rel=0.03)


def test_players_rest_between_matches() -> None:
    outcomes = {"M1.1": beats("ab"), "M1.2": beats("cd"), "C1.1": beats("bd")}
    rested = planned(FOUR, outcomes, now=100)
    just_over = planned(FOUR, outcomes, now=100, ended={"M1.1": 99, "M1.2": 40})
    assert just_over.mean - rested.mean == pytest.approx(4)


def test_a_running_match_has_less_to_go() -> None:
    event = graph("M1.1 a b")
    running = [
        planned(event, {}, now=50, running={"M1.1": Running(since)}).mean for since in (50, 20, 0)
    ]
    assert running == sorted(running, reverse=True)
    assert running[0] == pytest.approx(planned(event, {}, now=50).mean)


def test_the_score_says_more_than_the_clock() -> None:
    event = graph("M1.1 a b")
    early, late = (
        planned(event, {}, now=50, running={"M1.1": Running(0, needs, scored_at=50)}).mean
        for needs in ((5, 6), (1, 2))
    )
    assert early - late > 15


def test_matches_per_player_count_what_was_and_what_may_be_played() -> None:
    opened = planned(FOUR, {"M1.1": beats("ab")})
    a, b, c, d = (opened.prospects[who] for who in names("abcd"))
    assert (a.matches, b.matches, c.matches, d.matches) == (2, 2, 2, 2)
    knockout = planned(graph("M1.1 a b", "M1.2 c d", "M2.1 W-M1.1 W-M1.2"), {})
    assert [knockout.prospects[who].matches for who in names("abcd")] == pytest.approx(
        [1.5] * 4, abs=0.05
    )
    assert sum(each.matches for each in knockout.prospects.values()) == pytest.approx(6)


def test_who_plays_at_once_is_not_idle_and_who_waits_for_others_is() -> None:
    opened = planned(FOUR, {"M1.1": beats("ab")})
    a, c = (opened.prospects[who] for who in names("ac"))
    assert c.idle == pytest.approx(5)  # a rest of five minutes, then straight on
    assert a.idle == pytest.approx(match_duration(7).mean + 5, rel=0.03)


def test_main_is_called_before_consolation() -> None:
    outcomes = {"M1.1": beats("ab"), "M1.2": beats("cd")}
    assert start_order(FOUR, progress(FOUR, outcomes), Floor(1)) == ("M2.1", "C1.1")


def test_the_longest_path_is_called_first() -> None:
    event = graph(
        "M1.1 a b",
        "M1.2 c d",
        "M2.1 W-M1.1 W-M1.2",
        "M2.2 e f",
        "M3.1 W-M2.1 W-M2.2",
    )
    assert start_order(event, progress(event, {}), Floor(1)) == ("M1.1", "M1.2", "M2.2")


def test_the_path_of_a_match_is_all_that_waits_for_it_with_the_breaks_between() -> None:
    mean = match_duration(7).mean
    paths = longest_paths(FOUR, progress(FOUR, {"M1.1": beats("ab")}), Floor(4, between=5))
    assert paths == pytest.approx({"M1.2": 2 * mean + 5, "M2.1": mean, "C1.1": mean})


def test_a_match_can_be_expected_to_start_when_those_before_it_have_ended() -> None:
    opened = planned(FOUR, {"M1.1": beats("ab")}, now=100, running={"M1.2": Running(100)})
    in_time = 100 + match_duration(7).mean + 5
    assert opened.starts == pytest.approx({"M2.1": in_time, "C1.1": in_time}, rel=0.02)


def test_a_rest_is_as_long_as_the_match_after_it_says() -> None:
    both = {"M1.1": beats("ab"), "M1.2": beats("cd")}
    floor = Floor(4, rests={("C", 1): 20, ("C", 2): 99})
    present = Present(now=100, ended={"M1.1": 90, "M1.2": 95})
    found = plan(FOUR, progress(FOUR, both), floor, present, seed="test", samples=10)
    assert found.starts == {"M2.1": 100, "C1.1": 115}
    running = Present(now=100, running={"M1.2": Running(100)})
    opened = progress(FOUR, {"M1.1": beats("ab")})
    to_come = plan(FOUR, opened, floor, running, seed="test", samples=10)
    assert to_come.starts["C1.1"] - to_come.starts["M2.1"] == pytest.approx(20 - 5)


def test_a_match_of_which_more_is_known_does_not_start_before_that() -> None:
    both = {"M1.1": beats("ab"), "M1.2": beats("cd")}
    found = planned(FOUR, both, now=100, ended={"M1.1": 99}, not_before={"M2.1": 130, "C1.1": 90})
    assert found.starts == {"M2.1": 130, "C1.1": 104}


def test_who_waits_for_the_only_board_starts_when_it_is_free() -> None:
    apart = graph("M1.1 a b", "M1.2 c d")
    starts = planned(apart, {}, boards=1).starts
    assert starts == pytest.approx({"M1.1": 0, "M1.2": match_duration(7).mean}, rel=0.03)


def test_what_is_running_is_not_called_again() -> None:
    assert planned(FOUR, {}, running={"M1.1": Running(0)}).order == ("M1.2",)


def test_a_match_beside_a_bye_waits_for_the_right_opponent() -> None:
    event = draw(entrants(5), DrawConfig(Lengths(7), Lengths(5)), seed="five").graph
    found = planned(event, {})
    assert sum(each.matches for each in found.prospects.values()) == pytest.approx(8)


def test_the_seed_fixes_the_plan() -> None:
    state = progress(FOUR, {})
    first, again, other = (plan(FOUR, state, Floor(2), seed=seed) for seed in ("one", "one", "two"))
    assert first == again != other


@pytest.mark.parametrize(
    ("floor", "present", "code"),
    [
        (Floor(0), Present(), "boards_missing"),
        (Floor(1, between=-1), Present(), "time_out_of_range"),
        (Floor(1, rests={("C", 1): -1}), Present(), "time_out_of_range"),
        (Floor(1), Present(now=float("inf")), "time_out_of_range"),
        (Floor(1), Present(running={"M2.1": Running(0)}), "not_playable"),
        (Floor(1), Present(running={"X9.9": Running(0)}), "not_playable"),
        (Floor(1), Present(running={"M1.1": Running(0, (0, 3))}), "length_out_of_range"),
        (Floor(1, pace=0), Present(), "pace_out_of_range"),
    ],
)
def test_nonsense_is_refused(floor: Floor, present: Present, code: str) -> None:
    with refused(code):
        plan(FOUR, progress(FOUR, {}), floor, present, seed="test")


def test_a_plan_of_no_or_of_endless_samples_is_refused() -> None:
    for samples in (0, 10**9):
        with refused("plan_too_large"):
            plan(FOUR, progress(FOUR, {}), Floor(1), seed="test", samples=samples)
