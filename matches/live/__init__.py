"""Live pages: what apps, views and services use of them. docs/architecture.md tells the story."""

from matches.live.notify import announce
from matches.live.pages import cacheable
from matches.live.topics import Source, Topic, View, register, stream_url

__all__ = ["Source", "Topic", "View", "announce", "cacheable", "register", "stream_url"]
