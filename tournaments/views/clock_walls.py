"""The clocks of an event on the projector: everybody may look, and nobody presses."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.errors import NotFoundError
from matches.fragments import CLOCK, STATE
from matches.live import Topic, View, stream_url
from matches.models_clock import Clock
from matches.selectors.clocks import clock_versions_seen
from tournaments.selectors.access import access_event, no_such_fixture
from tournaments.selectors.clock_walls import WallClock, wall, wall_json, wall_versions
from tournaments.web import page_language


@never_cache
@require_safe
def event_clocks(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """All that are on."""
    one = access_event(tournament, event)
    topic = View(Topic("clocks", one.pk), "state", page_language())
    now = timezone.now()
    stream = stream_url(topic, wall_versions([one.pk], now)[one.pk])
    return _wall(request, wall(one, now), {"event": one, "stream": stream})


@never_cache
@require_safe
def event_clock(request: HttpRequest, tournament: str, event: str, key: str) -> HttpResponse:
    """One of them, as large as the screen."""
    one = access_event(tournament, event)
    now = timezone.now()
    clocks = wall(one, now, key=key)
    if not clocks:
        if not one.fixtures.filter(key=key).exists():
            raise no_such_fixture(key)
        raise NotFoundError("no_clock", _("This match has no clock."))
    match_id = clocks[0].view.match_id
    topic = View(Topic(CLOCK, match_id), STATE, page_language())
    stream = stream_url(topic, clock_versions_seen([match_id], now).get(match_id, ""))
    return _wall(request, clocks, {"event": one, "stream": stream, "alone": clocks[0]})


def _wall(request: HttpRequest, clocks: list[WallClock], more: dict[str, object]) -> HttpResponse:
    at = timezone.now()
    context = {
        "clocks": [(one, one.faces(at)) for one in clocks],
        "data": wall_json(clocks),
        "reasons": Clock.Stop.choices,
        **more,
    }
    return render(request, "tournaments/clock/wall.html", context)
