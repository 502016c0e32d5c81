"""Who is at the table: said by players and staff, seen by presses and reports, and taken back."""

import pytest

from config.errors import ConflictError, InvalidError, NotFoundError
from matches.services.lateness import (
    late_excuse,
    match_begun,
    match_here,
    match_not_here,
)
from matches.services.reporting import match_report
from tests.builders import by_director, undo_last
from tests.matches.lateness import KEY, Called, minute
from tests.matches.test_penalties import refused
from tournaments.services.results import result_enter
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def called() -> Called:
    return Called("ukbgf")


def excuse(called: Called, at: float, reason: str = "The bus") -> None:
    late_excuse(match_id=called.match.pk, act=by_director(at, reason))


def to_table(called: Called, number: int | None, at: float) -> None:
    table_assign(event_id=called.stage.event.pk, key=KEY, number=number, act=by_director(at))


def test_with_both_at_the_table_the_match_begins(called: Called) -> None:
    called.here(1, at=2)
    called.here(2, at=4)
    assert (called.match.begun_at, called.due) == (minute(4), None)
    assert called.log("match.") == [
        "match.called",
        "match.present",
        "match.present",
        "match.started",
    ]


def test_saying_it_again_changes_nothing(called: Called) -> None:
    called.here(1, at=2)
    version = called.match.version
    called.here(1, at=3)
    assert (called.match.version, called.match.here_1_at) == (version, minute(2))


def test_staff_say_that_both_are_there(called: Called) -> None:
    assert called.here(1, 2, at=3).begun_at == minute(3)


def test_that_it_has_begun_ends_what_is_due(called: Called) -> None:
    called.here(1, at=1)
    match_begun(match_id=called.match.pk, act=called.says(1, 4))
    called.pass_to(5, 60)
    assert (called.match.start, called.due) == ((0, 0), None)


def test_a_report_is_as_good_as_saying_so(called: Called) -> None:
    called.here(2, at=1)
    player = called.stage.players(KEY)[0]
    match_report(
        match_id=called.match.pk, player_id=player.pk, scores=(7, 3), act=called.says(1, 4)
    )
    called.pass_to(5, 60)
    assert (called.match.begun_at, called.match.start) == (minute(4), (0, 0))


def test_the_result_of_the_desk_ends_what_is_due(called: Called) -> None:
    called.here(2, at=1)
    called.stage.win(KEY, 1)
    assert called.due is None


def test_who_was_there_from_the_call_gets_what_the_other_s_absence_has_cost_since(
    called: Called,
) -> None:
    called.pass_to(5, 10)
    called.here(1, at=12, since=minute(0))
    assert called.match.start == (2, 0)
    assert called.due == 15


def test_nobody_was_there_before_the_call_or_will_have_been(called: Called) -> None:
    for moment in (minute(-1), minute(9)):
        with refused("moment_unknown", InvalidError):
            called.here(1, at=8, since=moment)


def test_who_is_not_there_after_all_is_awaited_again(called: Called) -> None:
    called.here(1, 2, at=3)
    match_not_here(match_id=called.match.pk, sides=[2], act=by_director(6))
    assert (called.match.here, called.match.begun_at, called.due) == ((True, False), None, 10)
    called.pass_to(10)
    assert called.match.start == (1, 0)


def test_who_is_excused_loses_the_points_against_him_and_gets_no_more(called: Called) -> None:
    called.here(1, at=1)
    called.pass_to(5, 10)
    excuse(called, 11)
    called.pass_to(15, 20, 60)
    assert (called.match.start, called.match.state, called.due) == ((0, 0), "open", None)
    called.here(2, at=62)
    assert called.match.begun_at == minute(62)


def test_an_excuse_needs_a_reason_and_somebody_late(called: Called) -> None:
    with refused("reason_missing", InvalidError):
        excuse(called, 3, " ")
    called.here(1, 2, at=3)
    with refused("nobody_late", NotFoundError):
        excuse(called, 4)


def test_undoing_an_excuse_gives_the_points_back_and_the_time_goes_on(called: Called) -> None:
    called.here(1, at=1)
    called.pass_to(5, 10)
    excuse(called, 11)
    undo_last(called.stage.event, 16)
    assert (called.match.start, called.due) == ((2, 0), 20)


def test_a_match_lost_by_lateness_is_excused_after_the_result_is_taken_back() -> None:
    called = Called("ukbgf", length=3)
    called.here(1, at=1)
    called.pass_to(5, 10)
    assert called.match.state == "decided"
    with refused("match_over", ConflictError):
        excuse(called, 11)
    act = by_director(12, "He had to park")
    result_enter(event_id=called.stage.event.pk, key=KEY, verdict=None, act=act)
    assert called.due == 17  # called anew to the table that is free
    excuse(called, 13)
    called.pass_to(60)
    assert (called.match.state, called.match.start) == ("open", (0, 0))


def test_without_a_table_nobody_is_awaited_and_a_new_call_begins_anew(called: Called) -> None:
    called.here(1, at=1)
    called.pass_to(5)
    to_table(called, None, 6)
    called.pass_to(10, 60)
    assert (called.match.called_at, called.match.start, called.due) == (None, (1, 0), None)
    to_table(called, 3, 70)
    assert (called.match.here, called.due) == ((False, False), 75)
    called.here(2, at=71)
    called.pass_to(75)
    assert called.match.start == (1, 1)


def test_who_only_changes_tables_has_been_awaited_since_the_first_call(called: Called) -> None:
    to_table(called, 9, 3)
    assert (called.match.called_at, called.due) == (minute(0), 5)


def test_a_match_that_has_begun_stays_so_whatever_its_table(called: Called) -> None:
    called.here(1, 2, at=1)
    to_table(called, None, 6)
    to_table(called, 3, 70)
    assert (called.match.begun_at, called.due) == (minute(1), None)


def test_what_was_due_before_anybody_spoke_is_done_first_even_if_it_loses_the_match() -> None:
    called = Called("online")
    called.here(1, at=1)
    match = match_here(match_id=called.match.pk, sides=[2], act=called.says(2, 25))
    assert (match.state, match.winner) == ("decided", 1)


def test_a_side_is_one_of_two_and_a_match_that_is_over_has_nobody_at_it(called: Called) -> None:
    for sides in ([], [3]):
        with refused("side_unknown", InvalidError):
            called.here(*sides, at=1)
    called.stage.win(KEY, 1)
    with refused("match_over", ConflictError):
        called.here(1, at=2)
    with refused("match_over", ConflictError):
        match_begun(match_id=called.match.pk, act=by_director(2))
