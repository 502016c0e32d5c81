"""The director decides whether the public sees the forecast."""

import pytest

from config.errors import ConflictError
from tests.builders import by_director, make_running_event
from tournaments.models import LogEntry
from tournaments.selectors.log import log_page
from tournaments.services.showing import event_show_forecast

pytestmark = pytest.mark.django_db


def test_the_forecast_is_shown_only_when_the_director_says_so() -> None:
    event = make_running_event("AB")
    for shows in (True, False):
        assert event.shows_forecast is not shows
        changed = event_show_forecast(event_id=event.pk, shows=shows, act=by_director(5))
        event.refresh_from_db()
        assert (event.shows_forecast, event.version) == (shows, changed.version)


def test_the_log_says_who_showed_it_and_nothing_when_nothing_changed() -> None:
    event = make_running_event("AB")
    for _ in range(2):
        event_show_forecast(event_id=event.pk, shows=True, act=by_director(5))
    assert LogEntry.objects.filter(action="event.changed").count() == 1
    (change,) = log_page(event.tournament, event=event).lines[0].changes
    assert (change.what, change.before, change.after) == (
        "forecast shown to the public",
        "no",
        "yes",
    )


def test_whoever_saw_an_older_event_is_told() -> None:
    event = make_running_event("AB")
    event_show_forecast(event_id=event.pk, shows=True, act=by_director(5))
    with pytest.raises(ConflictError, match="Somebody changed"):
        event_show_forecast(
            event_id=event.pk, shows=False, act=by_director(6), seen_version=event.version
        )
