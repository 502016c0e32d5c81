"""An event from the list to the winner, through the services."""

from typing import Any

import pytest

from tests.builders import (
    Stage,
    by_director,
    enter,
    make_event,
    make_running_event,
    make_tournament,
)
from tournaments.models import Event, LogEntry, Table
from tournaments.selectors.standings import standings
from tournaments.services.drawing import event_draft, event_publish

pytestmark = pytest.mark.django_db(transaction=True)


def test_publishing_makes_matches_and_sends_them_to_tables() -> None:
    event = make_running_event("ABCDEFGH")
    keys = ["M1.1", "M1.2", "M1.3", "M1.4"]
    assert Stage(event).open_keys() == keys
    seated = Table.objects.filter(fixture__isnull=False).order_by("number")
    assert list(seated.values_list("number", "fixture__key")) == list(enumerate(keys, 1))


@pytest.mark.parametrize("entrants", [8, 64])
def test_publishing_costs_the_same_queries_for_any_number_of_entrants(
    entrants: int, django_assert_max_num_queries: Any
) -> None:
    event = make_event(make_tournament(tables=0))
    enter(event, [f"Player {number}" for number in range(entrants)])
    event_draft(event_id=event.pk, seed="s", act=by_director())
    with django_assert_max_num_queries(17):
        event_publish(event_id=event.pk, act=by_director())
    assert len(Stage(event).open_keys()) == entrants / 2


def test_a_result_sends_the_winner_on_and_the_loser_to_the_consolation() -> None:
    stage = Stage(make_running_event("ABCDEFGH", consolation_length=5))
    first, second = stage.names("M1.1")
    stage.win("M1.1")
    assert stage.names("M2.1") == (first, None)
    assert stage.names("C1.1") == (second, None)


def test_the_event_closes_itself_with_the_last_result() -> None:
    event = make_running_event("ABCDEF", consolation_length=5)
    Stage(event).play_out()
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    assert not Table.objects.filter(fixture__isnull=False).exists()
    main, consolation = standings(event)
    assert [(p.first, p.last) for p in main.places] == [
        (1, 1),
        (2, 2),
        (3, 4),
        (3, 4),
        (5, 6),
        (5, 6),
    ]
    assert [p.place for p in consolation.places] == ["1", "2"]
    assert LogEntry.objects.filter(event=event, action="event.finished").count() == 1
