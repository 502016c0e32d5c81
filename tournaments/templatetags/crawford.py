"""What the templates ask for beyond Django: live regions, and whether a page is for one person.

A page for a visitor without a session must be the same bytes for everybody. So nothing here reads
the session, the messages or a form token unless the visitor brought a cookie that makes the page
personal anyway.
"""

from django import template
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from matches.live.topics import Topic, View, stream_url

register = template.Library()


@register.simple_tag(takes_context=True)
def personal(context: Context) -> bool:
    """Whether the visitor brought a session or messages, so that the page is made for one."""
    request = context.get("request")
    if request is None:
        return False
    return bool({settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name} & request.COOKIES.keys())


@register.simple_tag
def live(kind: str, pk: int, fragment: str, version: object, poll_url: str) -> SafeString:
    """The attributes that keep an element fresh: `<div {% live "event" ... %}>`.

    `version` is what the page shows. The stream of a private fragment carries a pass: the view has
    checked that the reader may see it.
    """
    view = View(Topic(kind, pk), fragment, get_language() or settings.LANGUAGE_CODE)
    return format_html('data-live="{}" data-poll="{}"', stream_url(view, str(version)), poll_url)
