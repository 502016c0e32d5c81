"""The Idempotency-Key header: a POST that is sent again gets the answer it got before."""

import hashlib
import json
import re
from collections.abc import Callable

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import InvalidError
from matches.services.idempotency import run_once
from players.actors import Actor
from tournaments.api.versions import Body, answer

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"

_KEY = re.compile(r"[!-~]{1,100}")


def answer_once(
    request: Request, by: Actor, work: Callable[[], Body], *, status: int = 200
) -> Response:
    """Do the work and answer with its body; with a key, only the first time."""
    if HEADER not in request.headers:
        return answer(work(), status)
    done = run_once(
        actor=f"{by.kind}:{by.ident}",
        key=_key(request),
        fingerprint=_fingerprint(request),
        at=timezone.now(),
        work=lambda: (status, work()),
    )
    response = answer(done.body, done.status)
    if done.replayed:
        response[REPLAYED] = "true"
    return response


def _key(request: Request) -> str:
    key = request.headers[HEADER].strip()
    if not _KEY.fullmatch(key):
        raise InvalidError(
            "idempotency_key_unreadable",
            _("An idempotency key is 1 to 100 printable ASCII characters, such as a UUID."),
        )
    return key


def _fingerprint(request: Request) -> str:
    asked = [request.method, request.path, request.data]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
