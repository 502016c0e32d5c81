"""What deadlines did to matches is followed apart from them: no ring waits for a bracket."""

import pytest
from pytest_django.fixtures import Settings

from matches.services.deadlines import fire_due
from matches.services.lateness import match_begun
from tests.brokers import without_broker
from tests.builders import Stage, by_director, make_running_event
from tests.matches.clocking import Table, second
from tournaments import tasks
from tournaments.models import Event
from tournaments.services.advancing import events_follow
from tournaments.tasks import follow

pytestmark = pytest.mark.django_db(transaction=True)

UP = 900  # seconds after noon at which no clock that was started then has time left


@pytest.fixture
def sent(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """Where there is a worker: what it is told to follow."""
    settings.RINGS = True
    told: list[tuple[int, ...]] = []
    monkeypatch.setattr(follow, "apply_async", lambda args, **_options: told.append(args))
    return told


def flagged() -> Stage:
    table = Table()
    table.press(2, 0)
    match_begun(match_id=table.stage.match("M1.2").pk, act=by_director())  # nobody is late there
    assert fire_due(second(UP)) == 1
    return table.stage


def test_the_bracket_follows_a_flag_when_the_rings_are_done(sent: list[tuple[int, ...]]) -> None:
    stage = flagged()
    assert stage.names("M2.1") == (None, None)
    assert sent == [(stage.event.pk,)]
    follow(stage.event.pk)
    assert stage.names("M2.1")[0] == stage.names("M1.1")[1]


def test_one_following_does_for_all_results_so_the_others_change_nothing(
    sent: list[tuple[int, ...]],
) -> None:
    stage = flagged()
    follow(stage.event.pk)
    version = Event.objects.get(pk=stage.event.pk).version
    follow(stage.event.pk)
    assert Event.objects.get(pk=stage.event.pk).version == version


def test_who_finds_the_event_in_other_hands_comes_again_a_few_times(
    sent: list[tuple[int, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "event_catch_up", lambda _event_id, _at: False)
    follow(7, 2)
    follow(7, 1)
    assert sent == [(7, 1)]


def test_the_next_sweep_follows_while_the_broker_is_away(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RINGS = True
    monkeypatch.setattr(follow, "apply_async", without_broker(follow))
    stage = flagged()
    assert stage.names("M2.1") == (None, None)
    events_follow(second(UP + 10))
    assert stage.names("M2.1")[0] == stage.names("M1.1")[1]


def test_a_result_that_somebody_waits_for_is_followed_at_once(
    sent: list[tuple[int, ...]],
) -> None:
    stage = Stage(make_running_event("ABCD"))
    stage.win("M1.1")
    assert sent == []
    assert stage.names("M2.1")[0] == stage.names("M1.1")[0]
