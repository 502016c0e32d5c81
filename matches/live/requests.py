"""Which requests are for public pages, and what such a page depends on."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.utils.translation import get_language_from_request

from matches.live.asgi import Scope, header, is_known_host

LONG = 200  # characters of a header that no browser needs: Django shall look at it alone


class Key(NamedTuple):
    """All that a public page depends on, besides the version of its topic."""

    scheme: str
    host: str
    path: bytes
    query: bytes
    language: str


def public_key(scope: Scope) -> Key | None:
    """What an anonymous visitor's page depends on; None when the answer may be for this one."""
    headers = scope["headers"]
    if scope["method"] not in {"GET", "HEAD"} or not is_known_host(scope):
        return None
    if header(headers, b"authorization"):
        return None
    cookies = parse_cookie(header(headers, b"cookie"))
    if brings_personal_cookies(cookies):
        return None
    chosen = cookies.get(settings.LANGUAGE_COOKIE_NAME, "")
    accepted = header(headers, b"accept-language")
    if len(chosen) + len(accepted) > LONG:
        return None
    return Key(
        scheme=f"{scope['scheme']} {header(headers, b'x-forwarded-proto')}",
        host=header(headers, b"host"),
        path=scope.get("raw_path") or scope["path"].encode(),
        query=scope["query_string"],
        language=_language(chosen, accepted),
    )


def brings_personal_cookies(cookies: Mapping[str, str]) -> bool:
    """Whether a visitor has a session or messages, so that a page may be made for this one."""
    return bool({settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name} & cookies.keys())


@lru_cache(maxsize=1024)
def _language(chosen: str, accepted: str) -> str:
    """What LocaleMiddleware decides from the cookie and Accept-Language."""
    request = HttpRequest()
    request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = chosen
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    return get_language_from_request(request)
