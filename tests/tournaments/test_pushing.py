"""Messages to browsers: sealed for the one browser, signed by this site, to known services only."""

import base64
import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from config import env
from config.errors import ConflictError, InvalidError
from players.actors import Act
from tests.builders import Stage, by_director, make_running_event
from tests.tournaments.telling import SITE, at, card, nothing_untold
from tournaments.models_notices import Contact, Notice, PushTarget
from tournaments.services import pushing
from tournaments.services.contacts import (
    BROWSERS,
    Browser,
    browser_add,
    browser_remove,
    contact_remove,
)
from tournaments.services.notices import notices_make
from tournaments.services.outbox import notices_send
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db


def coded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Device:
    """A browser: its keys, and what it makes of what comes."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    def tells(self, endpoint: str) -> Browser:
        point = self.key.public_key()
        raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return Browser(endpoint, coded(raw), coded(self.secret))

    def reads(self, body: bytes) -> dict[str, str]:
        plain = http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
        )
        said: dict[str, str] = json.loads(plain)
        return said


class PushService:
    """Takes messages over http, and answers with the status that is set."""

    def __init__(self) -> None:
        self.status = 201
        self.got: list[tuple[dict[str, str], bytes]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.got.append((dict(self.headers), body))
                self.send_response(outer.status)
                self.send_header("Location", "http://127.0.0.1:1/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("localhost", 0), Handler)
        self.url = f"http://localhost:{self.server.server_port}/send/abc"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(10)


@pytest.fixture
def service() -> Iterator[PushService]:
    running = PushService()
    yield running
    running.stop()


@pytest.fixture(autouse=True)
def _pushes(settings: Any, tmp_path: Any) -> None:
    settings.PUSHES, settings.PUBLIC_URL = True, SITE
    settings.VAPID_KEY = env.push_key("NO_SUCH_KEY", folder=tmp_path)
    settings.PUSH_SERVICES = ["localhost", "push.example"]
    pushing.public_key.cache_clear()
    pushing._signer.cache_clear()


@pytest.fixture
def stage() -> Stage:
    return Stage(make_running_event("AB"))


def subscribe(name: str, browser: Browser, act: Act | None = None) -> Contact:
    return browser_add(holder=card(name), browser=browser, language="en", act=act or by_director())


def call(stage: Stage) -> None:
    nothing_untold()
    table_assign(event_id=stage.event.pk, key="M1.1", number=9, act=by_director(1))
    notices_make(at=at(1))


def push() -> int:
    return notices_send(Notice.Channel.PUSH, lambda: at(1))


def test_only_the_browser_can_read_what_comes(stage: Stage, service: PushService) -> None:
    device = Device()
    subscribe("A", device.tells(service.url))
    call(stage)
    assert push() == 1
    _headers, body = service.got[0]
    assert b"Table" not in body
    said = device.reads(body)
    pair = " – ".join(str(name) for name in stage.names("M1.1"))
    assert said["title"] == f"Table 9: {pair}, Main, Final"
    assert said["url"] == f"{SITE}/me/{card('A').pk}/"
    assert said["lang"] == "en"


def test_the_service_learns_that_it_comes_from_this_site(
    stage: Stage, service: PushService
) -> None:
    subscribe("A", Device().tells(service.url))
    call(stage)
    push()
    headers, _body = service.got[0]
    assert Vapid02.verify(headers["Authorization"])
    assert f"k={pushing.public_key()}" in headers["Authorization"]
    assert 0 < int(headers["TTL"]) <= 3600
    assert headers["Urgency"] == "high"
    assert headers["Content-Encoding"] == "aes128gcm"


def test_a_second_try_bears_the_name_of_the_first(stage: Stage, service: PushService) -> None:
    device = Device()
    subscribe("A", device.tells(service.url))
    call(stage)
    push()
    Notice.objects.update(state="waiting", sent_at=None)
    push()
    topics = {headers["Topic"] for headers, _body in service.got}
    tags = {device.reads(body)["tag"] for _headers, body in service.got}
    assert len(service.got) == 2
    assert len(topics) == len(tags) == 1


def test_each_device_of_a_player_gets_it_once(stage: Stage, service: PushService) -> None:
    for number in range(2):
        subscribe("A", Device().tells(f"{service.url}/{number}"))
    call(stage)
    assert push() == 2
    assert push() == 0


@pytest.mark.parametrize(
    ("status", "state"),
    [
        *((413, "given_up"), (302, "given_up"), (403, "given_up")),
        *((429, "waiting"), (500, "waiting"), (503, "waiting")),
    ],
)
def test_what_the_service_answers_decides_whether_to_try_again(
    stage: Stage, service: PushService, status: int, state: str
) -> None:
    subscribe("A", Device().tells(service.url))
    call(stage)
    service.status = status
    assert push() == 0
    assert Notice.objects.get().state == state
    assert len(service.got) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    stage: Stage, service: PushService, status: int
) -> None:
    subscribe("A", Device().tells(service.url))
    call(stage)
    service.status = status
    assert push() == 0
    assert not PushTarget.objects.exists()
    assert not Notice.objects.exists()


def test_a_service_that_is_away_is_tried_again(stage: Stage, service: PushService) -> None:
    subscribe("A", Device().tells(service.url))
    call(stage)
    service.server.server_close()
    assert push() == 0
    assert Notice.objects.get().state == "waiting"


@pytest.mark.parametrize(
    "endpoint",
    [
        *("https://evil.example/x", "http://push.example/x", "https://push.example.evil.example/"),
        *("https://127.0.0.1/x", "file:///etc/passwd", "https://notpush.example/", "", "x" * 601),
    ],
)
def test_nobody_but_known_services_is_called(stage: Stage, endpoint: str) -> None:
    with pytest.raises(InvalidError) as caught:
        subscribe("A", Device().tells(endpoint))
    assert caught.value.code == "push_unknown"
    assert not PushTarget.objects.exists()


def test_a_service_of_many_hosts_is_known_by_its_domain(stage: Stage) -> None:
    subscribe("A", Device().tells("https://eu-1.push.example/send/x?y=1"))
    assert PushTarget.objects.count() == 1


@pytest.mark.parametrize("keys", [("", ""), ("AAAA", "AAAA"), ("!", "!"), ("ß", "ß")])
def test_keys_that_are_none_are_refused(stage: Stage, keys: tuple[str, str]) -> None:
    with pytest.raises(InvalidError):
        subscribe("A", Browser("https://push.example/x", *keys))


def test_without_https_none_are_taken(stage: Stage, settings: Any) -> None:
    settings.PUSHES = False
    with pytest.raises(ConflictError) as caught:
        subscribe("A", Device().tells("https://push.example/x"))
    assert caught.value.code == "push_off"


def test_the_oldest_device_makes_room(stage: Stage) -> None:
    for number in range(BROWSERS + 1):
        browser = Device().tells(f"https://push.example/{number}")
        subscribe("A", browser, by_director(number))
    endpoints = set(PushTarget.objects.values_list("endpoint", flat=True))
    assert endpoints == {f"https://push.example/{number}" for number in range(1, BROWSERS + 1)}


def test_a_device_that_wants_no_more_gets_no_more(stage: Stage, service: PushService) -> None:
    subscribe("A", Device().tells(service.url))
    call(stage)
    browser_remove(holder=card("A"), endpoint=service.url, act=by_director(2))
    assert push() == 0
    assert service.got == []
    contact_remove(holder=card("A"), act=by_director(2))
    assert not Contact.objects.exists()


def test_the_key_of_the_site_is_made_once_and_kept(tmp_path: Any) -> None:
    made = env.push_key("NO_SUCH_KEY", folder=tmp_path)
    assert env.push_key("NO_SUCH_KEY", folder=tmp_path) == made
    assert (tmp_path / "push_key").read_text() == made
