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
    make_ties,
    make_tournament,
    squad,
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


def teams(rule_set: str = "usbgf") -> Event:
    """Three teams, so that one has a bye; called at noon."""
    return make_ties(("Kyiv", "Lviv", "Odesa"), rule_set=rule_set)


def late_team(event: Event, minutes: float) -> None:
    members = [PersonFacts(name) for name in squad("Late", 3)]
    entry_add_to_bracket(
        event_id=event.pk,
        entry=NewEntry(PersonFacts("Late"), members=members),
        late=LateWay("fill_bye", entry_id(event, bye_of(event))),
        act=by_director(minutes),
    )


def starts_of_boards(event: Event) -> list[int]:
    """What the team that waited begins with at each of its boards."""
    stage = Stage(event)
    boards = [key for key in stage.open_keys() if "Late" in stage.names(key)]
    return [stage.match(key).start[1 - stage.names(key).index("Late")] for key in sorted(boards)]


def test_a_team_that_waited_gets_them_at_each_board() -> None:
    event = teams()
    late_team(event, 12)
    assert starts_of_boards(event) == [2, 2, 2]
    copy = imported(exported(event))
    assert starts_of_boards(copy) == [2, 2, 2]
    undo_last(event)
    assert not event.entries.filter(name="Late").exists()


def test_a_team_so_late_that_it_would_have_lost_is_refused() -> None:
    event = teams()
    with pytest.raises(ConflictError, check=lambda error: error.code == "late_entry_lost"):
        late_team(event, 20)
    assert not event.entries.filter(name="Late").exists()


def test_a_team_pays_nothing_where_the_rules_do_not_say_so() -> None:
    event = teams("club")
    late_team(event, 12)
    assert starts_of_boards(event) == [0, 0, 0]
