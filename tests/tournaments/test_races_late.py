"""Rings, players and the director at the same instant: each point is given once."""

import pytest

from config.errors import ConflictError
from matches.models_late import Penalty
from matches.services.deadlines import fire_due
from matches.services.lateness import late_excuse, match_begun
from matches.services.penalties import penalty_add
from tests.builders import by_director
from tests.matches.lateness import Called, minute
from tests.tournaments.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def called() -> Called:
    called = Called("ukbgf")
    called.here(1, at=1)
    return called


def test_of_many_ringers_one_gives_the_points(called: Called) -> None:
    at_once(*[lambda: fire_due(minute(11))] * 3)
    assert called.match.start == (2, 0)
    assert called.due == 15


def test_of_many_ringers_one_rules_the_forfeit(called: Called) -> None:
    at_once(*[lambda: fire_due(minute(60))] * 3)
    assert called.log().count("late.forfeit") == 1
    assert called.result() == ("decided", 1, "walkover")


def test_who_comes_when_the_bell_rings_costs_the_points_of_before_and_no_more(
    called: Called,
) -> None:
    at_once(lambda: fire_due(minute(10)), lambda: called.here(2, at=10.5))
    assert called.match.start == (2, 0)
    assert (called.match.begun_at, called.due) == (minute(10.5), None)


def test_a_match_that_begins_when_the_bell_rings_has_begun(called: Called) -> None:
    act = by_director(5)
    at_once(lambda: fire_due(minute(5)), lambda: match_begun(match_id=called.match.pk, act=act))
    assert (called.match.start, called.due) == ((1, 0), None)


def test_an_excuse_and_a_ring_leave_no_point(called: Called) -> None:
    act = by_director(5, "The bus")
    at_once(lambda: fire_due(minute(5)), lambda: late_excuse(match_id=called.match.pk, act=act))
    assert (called.match.start, called.due) == ((0, 0), None)


def test_two_penalties_at_once_are_two_or_the_second_is_told_of_the_first(called: Called) -> None:
    match_id, version = called.match.pk, called.match.version

    def penalize() -> str:
        act = by_director(3, "Swore")
        try:
            penalty_add(
                match_id=match_id, side=2, points=1, kind="conduct", act=act, seen_version=version
            )
        except ConflictError as error:
            return error.code
        return ""

    answers = at_once(penalize, penalize)
    assert sorted(map(str, answers)) == ["", "version_conflict"]
    assert Penalty.objects.count() == 1
    assert called.match.start == (1, 0)
