"""When an event of rounds ends: cases that can be worked out by hand, and what always holds."""

from dataclasses import replace

import pytest

from tests.formats.cast import names
from tests.formats.refusal import refused
from tests.formats.rounds_ahead import SEVEN, event, planned
from tournaments.formats.pace import last_of, match_duration
from tournaments.formats.pairing import Member, Past
from tournaments.formats.planning import Floor, Running
from tournaments.formats.round_event import RoundEvent
from tournaments.formats.round_planning import PAIRING, MatchPlan, plan_rounds
from tournaments.formats.sets import Sets

ONE = match_duration(7)


def opened(field: int) -> RoundEvent:
    """A round robin all of whose rounds are published."""
    drawn = event("round_robin", field)
    return replace(drawn, past=Past(drawn.schedule))


def test_one_match_is_a_round_and_takes_as_long_as_a_match() -> None:
    one = planned(event("swiss", 2, rounds=1), now=100)
    assert one.plan.median - 100 == pytest.approx(ONE.median, rel=0.03)
    assert one.plan.late - 100 == pytest.approx(ONE.quantile(0.9), rel=0.03)
    assert one.ends[1].median == one.plan.median


@pytest.mark.parametrize(("field", "rounds", "matches"), [(4, 1, 2), (4, 3, 6), (7, 2, 6)])
def test_on_one_board_all_matches_follow_each_other(field: int, rounds: int, matches: int) -> None:
    found = planned(event("swiss", field, rounds=rounds), boards=1)
    expected = matches * ONE.mean + (rounds - 1) * PAIRING
    assert found.plan.mean == pytest.approx(expected, rel=0.02)
    assert found.matches == matches


def test_rests_are_longer_from_the_round_on_that_says_so() -> None:
    floor = Floor(1, rests={("S", 3): 30})
    found = plan_rounds(event("swiss", 2, rounds=1), SEVEN, floor, seed="test", samples=100)
    plain = plan_rounds(event("swiss", 2, rounds=1), SEVEN, Floor(1), seed="test", samples=100)
    assert found == plain
    four = event("swiss", 4, rounds=3)
    rested = plan_rounds(four, SEVEN, floor, seed="test", samples=100)
    usual = plan_rounds(four, SEVEN, Floor(1), seed="test", samples=100)
    assert rested.plan.mean - usual.plan.mean == pytest.approx(30 - PAIRING)


def test_in_rounds_that_are_open_a_match_waits_for_the_rest_of_its_players() -> None:
    rested = plan_rounds(opened(4), SEVEN, Floor(9, between=60), seed="test", samples=100)
    assert min(at for key, at in rested.plan.starts.items() if key[1] != "1") > 60
    known = planned(opened(4), not_before={"R1.1": 45}, samples=10)
    assert known.plan.starts["R1.1"] == 45


def test_all_wait_for_the_last_match_of_a_round() -> None:
    # 95 minutes until the last of 16 boards is done, by the table in `test_planning_pace`.
    found = planned(event("swiss", 32, rounds=5))
    assert found.plan.mean == pytest.approx(5 * 95 + 4 * PAIRING, rel=0.02)
    medians = [end.median for _number, end in sorted(found.ends.items())]
    assert len(medians) == 5
    for number, median in enumerate(medians, start=1):
        assert median == pytest.approx(number * (95 + PAIRING) - PAIRING, rel=0.05)


def test_between_its_rounds_an_event_waits_for_the_pairing() -> None:
    done = event("swiss", 4, "ab cd", rounds=2)
    ended = {"S1.1": 40.0, "S1.2": 58.0}
    at_once = planned(done, now=58, ended=ended)
    assert at_once.plan.mean - 58 == pytest.approx(PAIRING + last_of(7, 2), rel=0.03)
    later = planned(done, now=90, ended=ended)
    assert later.plan.mean - 90 == pytest.approx(last_of(7, 2), rel=0.03)


def test_lengths_may_change_from_round_to_round_and_matches_be_of_sets() -> None:
    growing = event("swiss", 2, "ab", still_open=[(1, 1)], rounds=1, lengths={"1": 3})
    assert planned(growing).plan.mean == pytest.approx(match_duration(3).mean, rel=0.03)
    lengths = {"1": 1, "2": 5, "4": 9}
    found = planned(event("lives", 2, lives=3, lengths=lengths))
    first, second = (found.ends[number].median for number in (1, 2))
    assert first == pytest.approx(match_duration(1).median, rel=0.05)
    assert second > first + PAIRING + match_duration(5).median
    of_sets = planned(event("swiss", 2, rounds=1), matches=MatchPlan(7, Sets(2)))
    assert of_sets.plan.mean == pytest.approx(2.5 * ONE.mean, rel=0.03)


def test_a_round_robin_that_is_opened_round_by_round_waits_as_others_do() -> None:
    found = planned(event("round_robin", 4))
    assert found.plan.mean == pytest.approx(3 * last_of(7, 2) + 2 * PAIRING, rel=0.02)
    assert found.matches == 6


def test_rounds_that_are_open_overlap_and_nobody_plays_two_matches_at_once() -> None:
    waiting = planned(event("round_robin", 6))
    overlapping = planned(opened(6))
    # Everybody has five matches to play, one after the other.
    assert 5 * ONE.mean + 4 * 5 < overlapping.plan.mean < waiting.plan.mean
    assert overlapping.matches == waiting.matches == 15
    starts = [overlapping.plan.starts[f"R{round_}.1"] for round_ in (1, 2, 3)]
    assert starts[0] == 0
    assert starts[1] > ONE.mean
    assert starts[2] > 2 * ONE.mean


def test_on_one_board_open_rounds_follow_each_other_without_a_pause() -> None:
    # Of four, two have rested while the other two played, but for the last match of a round.
    found = planned(opened(4), boards=1)
    assert found.plan.mean == pytest.approx(6 * ONE.mean, rel=0.03)


def test_a_running_match_holds_its_board_and_is_partly_over() -> None:
    open_ = [(1, 1), (1, 2)]
    two = event("swiss", 4, "ab cd", still_open=open_, rounds=1)
    one_board = planned(two, boards=1, running={"S1.1": Running(0)})
    assert one_board.plan.mean == pytest.approx(2 * ONE.mean, rel=0.03)
    assert one_board.plan.order == ("S1.2",)
    assert one_board.plan.starts["S1.2"] == pytest.approx(ONE.mean, rel=0.03)
    assert "S1.1" not in one_board.plan.starts
    begun = planned(two, now=30, running={"S1.1": Running(0), "S1.2": Running(0)})
    fresh = planned(two, now=30, running={"S1.1": Running(30), "S1.2": Running(30)})
    assert begun.plan.mean < fresh.plan.mean


def test_a_round_ends_later_the_longer_its_last_match_takes() -> None:
    open_ = event("swiss", 4, "ab cd", still_open=[(1, 2)], rounds=3)
    found = planned(open_, running={"S1.2": Running(0)})
    assert found.ends[1].median == pytest.approx(ONE.median, rel=0.03)
    assert list(found.ends) == [1, 2, 3]
    assert found.plan.mean == pytest.approx(ONE.mean + 2 * (PAIRING + last_of(7, 2)), rel=0.03)


def test_what_is_over_ends_now() -> None:
    done = planned(event("swiss", 4, "ab cd", rounds=1), now=77)
    assert (done.plan.median, done.plan.late, done.plan.order, done.ends) == (77, 77, (), {})
    assert planned(event("lives", 2, "ab", lives=1), now=77).plan.late == 77


def test_who_is_idle_waits_for_others_and_for_the_pairing() -> None:
    found = planned(event("swiss", 2, rounds=1))
    assert {(each.matches, each.idle) for each in found.plan.prospects.values()} == {(1, 0)}
    # Two matches on one board: c and d wait through the first one, a and b through the second.
    four = planned(event("swiss", 4, rounds=2), boards=1).plan.prospects
    # All play in both rounds, and between them sit out one match on average, besides the pairing.
    idle = sum(each.idle for each in four.values()) / 4
    assert {each.matches for each in four.values()} == {2}
    assert idle == pytest.approx(1.5 * ONE.mean + PAIRING, rel=0.03)


def test_who_has_left_or_is_away_plays_no_match() -> None:
    field = [
        Member(entrant, last_round=1 if entrant == 4 else None, away=frozenset({2}))
        if entrant in {3, 4}
        else Member(entrant)
        for entrant in names("abcde")
    ]
    found = planned(event("swiss", field, "ab cd e", rounds=3))
    # Round 2 without c and d is a, b and e; round 3 has c again.
    matches = {entrant: each.matches for entrant, each in found.plan.prospects.items()}
    assert found.matches == 1 + 2
    assert matches[names("d")[0]] == 1
    robin = planned(event("round_robin", field, "ab cd e"))
    assert robin.plan.prospects[names("d")[0]].matches == 1


def test_nonsense_is_refused() -> None:
    one = event("swiss", 4, "ab cd", still_open=[(1, 1)], rounds=2)
    with refused("boards_missing"):
        planned(one, boards=0)
    with refused("not_playable"):
        planned(one, running={"S1.2": Running(0)})
    with refused("not_playable"):
        planned(one, running={"S9.1": Running(0)})
    with refused("time_out_of_range"):
        planned(one, now=float("nan"))
    with refused("plan_too_large"):
        planned(one, samples=0)
    with refused("field_too_small"):
        planned(event("swiss", 1, rounds=1))
    with refused("field_too_small"):
        planned(event("lives", 1, lives=1))
    with refused("field_too_small"):
        planned(event("round_robin", 1))
    with refused("play_round_robin"):
        planned(event("swiss", 4, rounds=4))


def test_the_same_question_has_the_same_answer() -> None:
    one = event("lives", 11, lives=2)
    found = [plan_rounds(one, SEVEN, Floor(4), seed="same") for _ in range(2)]
    assert found[0] == found[1]
