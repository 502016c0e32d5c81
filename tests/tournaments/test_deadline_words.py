"""What is due in words: grouped by moment for the director, and read with a few queries."""

from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.builders import NOON, by_director
from tests.tournaments.test_checkin import make_checked
from tests.tournaments.test_play_by import make_league
from tournaments.selectors.deadlines import deadline_views, due
from tournaments.services.overdue import overdue_set

pytestmark = pytest.mark.django_db(transaction=True)


def test_all_matches_of_a_round_stand_together() -> None:
    event = make_league(names="ABCDEF")
    found = due(event, NOON)
    assert [(one.what, [line.key for line in one.lines]) for one in found] == [
        ("both are reminded that a day is left to play", ["R1.1", "R1.2", "R1.3"]),
        ("both are reminded that an hour is left to play", ["R1.1", "R1.2", "R1.3"]),
        ("if it is not played by then: left to the director", ["R1.1", "R1.2", "R1.3"]),
    ]


def test_the_choice_of_the_director_is_told() -> None:
    event = make_league(names="AB")
    overdue_set(event_id=event.pk, rules={"then": "loss"}, act=by_director())
    assert due(event, NOON)[-1].what == "if it is not played by then: lost by both"


def test_other_events_are_left_out() -> None:
    event, other = make_league(names="AB"), make_checked()
    assert {view.kind for view in deadline_views(NOON, event=other)} == {"checkin_close"}
    assert len(deadline_views(NOON, event=event)) == 3
    assert len(deadline_views(NOON)) == 4


@pytest.mark.parametrize("names", ["AB", "ABCDEFGH"])
def test_queries_do_not_grow_with_the_matches(
    names: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = make_league(names=names)
    with django_assert_num_queries(4):  # the deadlines, and the fixtures of three kinds
        found = due(event, NOON + timedelta(hours=1))
    assert len(found) == 3
