"""Live pages: what apps, views and services use of them. docs/architecture.md tells the story."""

from matches.live.notify import announce
from matches.live.pages import cacheable
from matches.live.requests import brings_personal_cookies
from matches.live.topics import Topic, View, register, stream_url

__all__ = [
    "Topic",
    "View",
    "announce",
    "brings_personal_cookies",
    "cacheable",
    "register",
    "stream_url",
]
