"""Messages to browsers, by Web Push (RFC 8030, 8188, 8291, 8292).

What is sent is encrypted for the one browser, and signed with the site's key (VAPID). An endpoint
comes from whoever asks for messages, so only push services that are known are called, and what they
answer leads nowhere else. `Topic` replaces what a phone has not fetched yet, and the tag of the
message what it shows, so that a second try of the same message does not show twice.
"""

import base64
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from tournaments.models_notices import Notice, PushTarget
from tournaments.selectors.notice_kinds import CALL, DESK, KINDS
from tournaments.services.sending import Fate, Outcome, as_read_by, page_of, words

TIMEOUT = 10  # seconds
SIGNED_FOR = 12 * 3600  # seconds; push services take a day at most
GONE = (404, 410)


@contextmanager
def sender() -> Iterator[Callable[[Notice, datetime], Outcome]]:
    yield send


def send(notice: Notice, at: datetime) -> Outcome:
    browser = notice.browser
    assert browser is not None
    try:
        status = _post(browser.endpoint, _body(notice, browser), _headers(notice, browser, at))
    except (OSError, HTTPException) as error:
        return Outcome(Fate.FAILED, f"{type(error).__name__}: {error}"[:200])
    if status in {200, 201, 202, 204}:
        return Outcome(Fate.SENT)
    if status in GONE:
        return Outcome(Fate.GONE)
    fate = Fate.FAILED if status == 429 or status >= 500 else Fate.REFUSED
    return Outcome(fate, f"The push service answered {status}.")


def is_push_service(endpoint: str) -> bool:
    """Whether the address is one of a push service that this site calls."""
    parts = urlsplit(endpoint)
    host = parts.hostname or ""
    known = any(host == name or host.endswith(f".{name}") for name in settings.PUSH_SERVICES)
    return known and (parts.scheme == "https" or host == "localhost")


def is_browser_key(p256dh: str, auth: str) -> bool:
    """Whether these are a point of the curve and a secret, as RFC 8291 has them."""
    try:
        point, secret = _bytes(p256dh), _bytes(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(secret) == 16


@cache
def public_key() -> str:
    """The key by which browsers know this site, as they take it."""
    point = _signer().private_key.public_key()
    return _text(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


@cache
def _signer() -> Vapid02:
    return Vapid02.from_raw(settings.VAPID_KEY.encode("ascii"))


def _body(notice: Notice, browser: PushTarget) -> bytes:
    entry = notice.entry
    assert entry is not None
    with as_read_by(notice.contact, entry.tournament.time_zone):
        told = words(notice)
    said = {
        "title": told.title[:200],
        "body": told.text[:500],
        "url": page_of(notice),
        "tag": f"notice-{notice.pk}",
        "lang": notice.contact.language,
    }
    sealed: bytes = http_ece.encrypt(
        json.dumps(said, ensure_ascii=False).encode(),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes(browser.p256dh),
        auth_secret=_bytes(browser.auth),
        salt=os.urandom(16),
        version="aes128gcm",
    )
    return sealed


def _headers(notice: Notice, browser: PushTarget, at: datetime) -> dict[str, str]:
    entry, kind = notice.entry, KINDS[notice.kind]
    assert entry is not None
    parts = urlsplit(browser.endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "sub": settings.PUBLIC_URL,
        "exp": int(at.timestamp()) + SIGNED_FOR,
    }
    left = entry.at + kind.lasts - at
    return {
        **_signer().sign(claims),
        "TTL": str(max(0, int(left.total_seconds()))),
        "Urgency": "high" if kind in {CALL, DESK} else "normal",
        "Topic": f"notice-{notice.pk}"[:32],
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
    }


def _post(endpoint: str, body: bytes, headers: dict[str, str]) -> int:
    """Without following where it leads. Raises OSError or HTTPException."""
    if not is_push_service(endpoint):
        return 410
    parts = urlsplit(endpoint)
    made = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = made(parts.hostname or "", parts.port, timeout=TIMEOUT)
    try:
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path or "/", body=body, headers=headers)
        return connection.getresponse().status
    finally:
        connection.close()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")
