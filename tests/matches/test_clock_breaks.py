"""The end of a break between games is said once, and only while the break goes on."""

import pytest

from matches.models import Deadline
from matches.services.deadlines import fire_due
from tests.matches.clocking import Table, second
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db(transaction=True)

OVER = 30 + 5 * 60  # five minutes after it began


@pytest.fixture
def table() -> Table:
    """In a break since half a minute."""
    found = Table()
    found.press(2, 0)
    found.stop("game", 20)
    assert found.stop("break", 30) == ""
    return found


def said() -> int:
    return LogEntry.objects.filter(action="break.over").count()


def test_the_end_is_said_when_it_comes_and_pages_look_again(table: Table) -> None:
    version = table.clock.version
    told = []
    for moment in (OVER - 1, OVER, OVER + 1):
        fire_due(second(moment))
        told.append(said())
    assert told == [0, 1, 1]
    assert table.clock.version == version + 1


def test_who_goes_on_before_it_ends_hears_nothing(table: Table) -> None:
    table.press(2, 200)
    assert not Deadline.objects.filter(kind="break_over").exists()
    fire_due(second(OVER))
    assert said() == 0


def test_another_break_is_said_anew(table: Table) -> None:
    fire_due(second(OVER))
    table.press(2, OVER + 10)
    table.stop("game", OVER + 20)
    table.stop("break", OVER + 30)
    fire_due(second(2 * OVER + 30))
    assert said() == 2


def test_a_match_that_was_ruled_on_meanwhile_is_left_alone(table: Table) -> None:
    table.stage.win("M1.1")
    fire_due(second(OVER))
    assert said() == 0


def test_a_match_that_is_decided_in_its_break_has_no_end_of_it_to_wait_for(table: Table) -> None:
    table.stage.win("M1.1")
    assert not Deadline.objects.filter(kind="break_over", done_at=None).exists()
    assert table.clock.break_until is None
