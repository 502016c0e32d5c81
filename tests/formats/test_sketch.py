"""The lines between two rounds: each winner's way to the match that it feeds."""

import pytest

from tournaments.formats.sketch import Leg, lines_after

DONE, OPEN, BYE = Leg.DECIDED, Leg.OPEN, Leg.BYE


def test_the_winners_of_a_pair_meet_midway_between_them() -> None:
    lines = lines_after([OPEN, OPEN])
    assert lines.open == "M0 1h1v1" + "M0 3h1v-1" + "M1 2h1"
    assert lines.height == 4


def test_the_second_pair_is_drawn_below_the_first() -> None:
    assert lines_after([OPEN] * 4).open.endswith("M0 5h1v1M0 7h1v-1M1 6h1")


def test_a_decided_match_is_drawn_up_to_the_stub_it_shares() -> None:
    lines = lines_after([DONE, OPEN])
    assert lines.decided == "M0 1h1v1"
    assert lines.open == "M0 3h1v-1M1 2h1"


def test_a_pair_that_is_settled_leads_all_the_way_on() -> None:
    assert lines_after([DONE, DONE]).decided.endswith("M1 2h1")


def test_who_had_a_bye_comes_by_a_line_of_another_kind() -> None:
    lines = lines_after([BYE, DONE])
    assert lines.bye == "M0 1h1v1"
    assert "M1 2h1" in lines.decided
    assert lines.open == ""


def test_two_byes_lead_on_as_a_bye() -> None:
    assert lines_after([BYE, BYE]).bye == "M0 1h1v1M0 3h1v-1M1 2h1"


def test_where_losers_of_elsewhere_drop_in_lines_go_straight_on() -> None:
    lines = lines_after([DONE, OPEN], following=2)
    assert (lines.decided, lines.open, lines.height) == ("M0 1h2", "M0 3h2", 4)


def test_rounds_that_pair_unevenly_and_last_rounds_of_several_have_no_lines() -> None:
    for following in (0, 3):
        lines = lines_after([OPEN] * 4, following)
        assert (lines.decided, lines.open, lines.bye) == ("", "", "")


def test_a_final_leads_nowhere() -> None:
    lines = lines_after([DONE])
    assert (lines.decided, lines.open, lines.bye) == ("", "", "")


@pytest.mark.parametrize("matches", [2, 4, 64, 512, 1024])
def test_every_match_has_its_line_inside_the_height(matches: int) -> None:
    lines = lines_after([OPEN] * matches)
    starts = [int(part.split("h")[0].split()[1]) for part in lines.open.split("M")[1:]]
    from_matches = starts[0::3] + starts[1::3]
    assert sorted(from_matches) == list(range(1, 2 * matches, 2))
    assert max(starts) < lines.height
