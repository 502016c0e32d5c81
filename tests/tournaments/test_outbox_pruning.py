"""Messages of long ago are forgotten, but none that is still to be sent."""

from datetime import timedelta
from typing import Any

import pytest

from tests.builders import Stage, by_director, make_running_event
from tests.tournaments.telling import at, mails_are_on, reach, tell
from tournaments.models import LogEntry
from tournaments.models_notices import Notice
from tournaments.services.outbox import notices_prune
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _one_message_was_sent_at_noon(settings: Any) -> None:
    mails_are_on(settings)
    settings.NOTICES_KEPT_DAYS = 30
    stage = Stage(make_running_event("ABCD"))
    reach(str(stage.names("M1.1")[0]))
    table_assign(event_id=stage.event.pk, key="M1.1", number=9, act=by_director(1))
    assert len(tell()) == 1


@pytest.mark.parametrize(("days", "left"), [(30, 1), (31, 0)])
def test_what_was_sent_is_kept_for_as_many_days_as_is_set(days: int, left: int) -> None:
    notices_prune(at(5) + timedelta(days=days) - timedelta(minutes=10))
    assert Notice.objects.count() == left
    assert LogEntry.objects.filter(action="match.moved").exists()


@pytest.mark.parametrize("state", ["waiting", "sending"])
def test_what_is_not_sent_stays_however_old_it_is(state: str) -> None:
    Notice.objects.update(state=state, sent_at=None, claimed_at=at(1))
    assert notices_prune(at(0) + timedelta(days=1000)) == 0
    assert Notice.objects.count() == 1


@pytest.mark.parametrize("state", ["given_up", "skipped"])
def test_what_was_given_up_or_not_wanted_goes_as_well(state: str) -> None:
    Notice.objects.update(state=state, sent_at=None)
    assert notices_prune(at(0) + timedelta(days=31)) == 1
