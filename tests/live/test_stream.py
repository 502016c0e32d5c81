from contextlib import ExitStack

import pytest
from pytest_django.fixtures import Settings

from matches.live.hub import hub
from matches.live.topics import Topic, View, make_pass, stream_url
from tests.conftest import RunningServer
from tests.live.board import Board, score
from tests.live.sse import opened

DESK = View(Topic("board", 1), "desk", "en")


def test_a_stream_brings_what_changes(asgi_server: RunningServer) -> None:
    board = Board()
    with opened(asgi_server.url + stream_url(score(), "0-0")) as stream:
        assert stream.status == 200
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["cache-control"] == "no-cache"
        assert stream.headers["x-accel-buffering"] == "no"
        board.scores[1] = "1-0"
        event = stream.event()
    assert event == ("1-0", "fragment", {"version": "1-0", "html": "<b>1-0</b>"})


def test_an_older_page_gets_the_current_state_at_once(asgi_server: RunningServer) -> None:
    Board()
    with opened(asgi_server.url + stream_url(score(), "older")) as stream:
        event = stream.event()
    assert event is not None
    assert event.id == "0-0"


def test_a_reconnected_stream_goes_on_after_the_event_it_saw(asgi_server: RunningServer) -> None:
    board = Board()
    url = asgi_server.url + stream_url(score(), "older")
    with opened(url, Last_Event_ID="0-0") as stream:
        board.scores[1] = "1-0"
        event = stream.event()
    assert event is not None
    assert event.id == "1-0"


def test_only_known_hosts_are_answered(asgi_server: RunningServer) -> None:
    Board()
    with opened(asgi_server.url + stream_url(score(), ""), Host="evil.example") as stream:
        assert stream.status == 400
        assert stream.json()["code"] == "unknown_host"


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/events/chess/1/score", 404, "not_found"),
        ("/events/board/99/score", 404, "not_found"),
        ("/events/board/1/nothing", 404, "not_found"),
        ("/events/board/1/nothing?v=0-0", 404, "not_found"),
        ("/events/board/one/score", 404, "not_found"),
        ("/events/board/1", 404, "not_found"),
        ("/events/board/1/score?lang=xx", 400, "unknown_language"),
        ("/events/board/1/desk", 403, "not_allowed"),
        ("/events/board/1/desk?token=guessed", 403, "not_allowed"),
    ],
)
def test_what_cannot_be_watched_says_so(
    asgi_server: RunningServer, path: str, status: int, code: str
) -> None:
    Board()
    with opened(asgi_server.url + path) as stream:
        assert (stream.status, stream.json()["code"]) == (status, code)


@pytest.mark.parametrize("method", ["HEAD", "POST"])
def test_a_stream_can_only_be_read(asgi_server: RunningServer, method: str) -> None:
    Board()
    with opened(asgi_server.url + stream_url(score(), ""), method=method) as stream:
        assert stream.status == 405
        assert stream.headers["allow"] == "GET"


def test_a_pass_opens_its_own_fragment_only(asgi_server: RunningServer) -> None:
    Board()
    with opened(asgi_server.url + stream_url(DESK, "older")) as stream:
        assert stream.event() is not None
    other = make_pass(Topic("board", 2), "desk")
    with opened(f"{asgi_server.url}/events/board/1/desk?token={other}") as stream:
        assert stream.status == 403


def test_a_pass_expires(asgi_server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    Board()
    monkeypatch.setattr("matches.live.topics.PASS_SECONDS", -1)
    with opened(asgi_server.url + stream_url(DESK, "")) as stream:
        assert stream.status == 403


def test_one_address_cannot_take_every_stream(
    asgi_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    Board()
    monkeypatch.setattr("matches.live.stream.STREAMS_PER_ADDRESS", 2)
    url = asgi_server.url + stream_url(score(), "")
    with ExitStack() as stack:
        for _ in range(2):
            assert stack.enter_context(opened(url)).status == 200
        refused = stack.enter_context(opened(url))
        assert refused.status == 429
        assert refused.headers["retry-after"]


def test_a_full_process_refuses_streams(asgi_server: RunningServer, settings: Settings) -> None:
    Board()
    settings.LIVE_MAX_STREAMS = 1
    url = asgi_server.url + stream_url(score(), "")
    with opened(url) as first, opened(url) as second:
        assert (first.status, second.status) == (200, 503)
        assert second.headers["retry-after"]


def test_a_silent_stream_is_pinged(
    asgi_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    Board()
    monkeypatch.setattr("matches.live.stream.PING_SECONDS", 0.05)
    with opened(asgi_server.url + stream_url(score(), "0-0")) as stream:
        lines = [stream.line() for _ in range(6)]
    assert lines == [": hello", "retry: 3000", "", ": ping", "", ": ping"]


def test_streams_end_when_the_hub_does(asgi_server: RunningServer) -> None:
    Board()
    with opened(asgi_server.url + stream_url(score(), "0-0")) as stream:
        loop = hub._loop
        assert loop is not None
        loop.call_soon_threadsafe(hub.end_streams)
        assert stream.event() is None
