"""A crash between the result and the bracket is mended by the next sweep."""

import pytest

from matches.services.ruling import match_decide
from matches.services.steps import Verdict
from matches.tasks import sweep
from tests.builders import NOON, Stage, by_director, make_running_event
from tournaments.models import Event
from tournaments.services.advancing import events_follow

# Without transaction=True nothing that waits for a commit runs: just as after a crash.
pytestmark = pytest.mark.django_db


def decided_but_not_followed(names: str) -> Stage:
    stage = Stage(make_running_event(names))
    match_decide(match_id=stage.match("M1.1").pk, verdict=Verdict(1), act=by_director(1))
    return stage


def test_the_sweep_follows_a_result_that_a_crash_left_behind() -> None:
    stage = decided_but_not_followed("ABCD")
    assert stage.names("M2.1") == (None, None)
    events_follow(NOON)
    assert stage.names("M2.1")[0] == stage.names("M1.1")[0]


def test_the_periodic_task_mends_it_without_being_asked() -> None:
    stage = decided_but_not_followed("AB")
    sweep()
    stage.event.refresh_from_db()
    assert stage.event.state == Event.State.FINISHED


def test_following_again_changes_nothing() -> None:
    stage = decided_but_not_followed("ABCD")
    events_follow(NOON)
    version = Event.objects.get(pk=stage.event.pk).version
    events_follow(NOON)
    assert Event.objects.get(pk=stage.event.pk).version == version
