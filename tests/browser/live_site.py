"""A page with one live fragment, for the browser tests of live.js."""

from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import path

from matches.live import Topic, View, stream_url
from tests.live.board import Board

VIEW = View(Topic("board", 1), "score", "en")
current: list[Board] = []


def page(request: HttpRequest) -> HttpResponse:
    """`?lost` names a stream that does not exist: the page has to poll."""
    version = current[0].scores[1]
    stream = "/events/board/99/score" if "lost" in request.GET else stream_url(VIEW, version)
    return HttpResponse(
        f"""<!doctype html><html lang="en"><title>Board</title>
        <link rel="icon" href="data:,">
        <script type="module" src="{static("live.js")}"></script>
        <h1>Board</h1><p data-live-state="">state</p>
        <main id="score" data-live="{stream}" data-poll="{request.get_full_path()}">
        <b>{version}</b></main></html>"""
    )


urlpatterns = [path("", page)]
