"""Who enters a running bracket begins with penalty points, where the rules say so."""

from typing import Any

import pytest

from config.errors import ConflictError
from players.services.people import PersonFacts
from tests.builders import (
    Stage,
    by_director,
    entry_id,
    make_running_event,
    make_tournament,
    undo_last,
)
from tests.tournaments.archives import comparable, exported, imported
from tournaments.models import Event, LogEntry
from tournaments.services.entries import NewEntry
from tournaments.services.redrawing import LateWay, entry_add_to_bracket

pytestmark = pytest.mark.django_db(transaction=True)


def running(names: str = "ABC", rule_set: str = "usbgf", **more: Any) -> Event:
    """Called at noon; USBGF: a point after five minutes, and one more for each five."""
    return make_running_event(names, rule_set=rule_set, **more)


def bye_of(event: Event) -> str:
    row = event.fixtures.get(status="bye", round=1)
    entry = row.entry_1 or row.entry_2
    assert entry is not None
    return entry.name


def late(event: Event, minutes: float, way: str = "fill_bye", **more: Any) -> None:
    beside = None if way == "grow" else entry_id(event, bye_of(event))
    entry_add_to_bracket(
        event_id=event.pk,
        entry=NewEntry(PersonFacts("Late")),
        late=LateWay(way, beside, **more),
        act=by_director(minutes),
    )


def start_of(event: Event) -> dict[str, int]:
    """What the two begin with who meet in the late entrant's match."""
    stage = Stage(event)
    key = next(key for key in stage.open_keys() if "Late" in stage.names(key))
    names = [str(name) for name in stage.names(key)]
    return dict(zip(names, stage.match(key).start, strict=True))


@pytest.mark.parametrize(("minutes", "points"), [(4, 0), (5, 1), (12, 2), (15, 3)])
def test_who_waited_gets_the_points_of_the_schedule_from_the_start_on(
    minutes: float, points: int
) -> None:
    event = running()
    other = bye_of(event)
    late(event, minutes)
    assert start_of(event) == {other: points, "Late": 0}


def test_the_rules_do_not_say_so_everywhere() -> None:
    event = running(rule_set="club")
    late(event, 15)
    assert set(start_of(event).values()) == {0}


def test_points_that_would_lose_the_match_are_refused_and_the_director_lets_him_in_without() -> (
    None
):
    event = running()
    with pytest.raises(ConflictError) as caught:
        late(event, 20)
    assert (caught.value.code, caught.value.detail["points"]) == ("late_entry_lost", 4)
    assert not event.entries.filter(name="Late").exists()
    late(event, 20, points=False)
    assert set(start_of(event).values()) == {0}


def test_before_anything_has_begun_nobody_is_late() -> None:
    event = running(tournament=make_tournament(tables=0))
    late(event, 60)
    assert set(start_of(event).values()) == {0}


def test_where_nobody_waits_for_him_there_are_no_points() -> None:
    event = running("ABCDEFGH")
    late(event, 12, "grow")
    assert not LogEntry.objects.filter(action="penalty.added").exists()


def test_undoing_takes_him_and_the_points_back_together() -> None:
    event = running()
    late(event, 12)
    undo_last(event)
    assert not event.entries.filter(name="Late").exists()


def test_the_export_holds_the_points() -> None:
    event = running()
    late(event, 12)
    copy = imported(exported(event))
    assert sorted(start_of(copy).values()) == [0, 2]
    assert comparable(exported(copy)) == comparable(exported(event))
