"""What can be watched: kinds of topics, each with the source that answers for it.

An app registers its sources in `AppConfig.ready()`. This module knows nothing of what a source
shows; it only says who answers, and signs the passes that open a private fragment.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple, Protocol
from urllib.parse import urlencode

from django.core import signing

PASS_SECONDS = 4 * 3600  # how long a private stream can be opened anew with one pass
_SALT = "matches.live"


class Topic(NamedTuple):
    """One thing that has a version, such as event 17."""

    kind: str
    pk: int


class View(NamedTuple):
    """One fragment of a topic in one language: what a stream carries, rendered once for all."""

    topic: Topic
    fragment: str
    language: str


class Source(Protocol):
    """Answers for one kind of topic. Called in worker threads, never in the event loop."""

    def versions(self, pks: Collection[int]) -> Mapping[int, str]:
        """The version of each topic, in one query; one that is missing is gone.

        A version is a short text without line breaks that is different after every change.
        """

    def render(self, pk: int, fragment: str, language: str) -> str | None:
        """The fragment as HTML, the language being active; None when there is no such fragment."""

    def is_public(self, fragment: str) -> bool:
        """Whether anybody may watch it; otherwise the address must carry a pass."""


_sources: dict[str, Source] = {}


def register(kind: str, source: Source) -> None:
    """Let `source` answer for a kind; a second one for the same kind replaces the first."""
    _sources[kind] = source


def source_of(kind: str) -> Source | None:
    return _sources.get(kind)


def make_pass(topic: Topic, fragment: str) -> str:
    """A signed text that opens one private fragment; give it only to those who may see it."""
    name = _name(topic, fragment)
    return signing.TimestampSigner(salt=_SALT).sign(name).removeprefix(f"{name}:")


def opens(token: str, topic: Topic, fragment: str) -> bool:
    """Whether a pass was made for this very fragment, and not too long ago."""
    signer = signing.TimestampSigner(salt=_SALT)
    try:
        signer.unsign(f"{_name(topic, fragment)}:{token}", max_age=PASS_SECONDS)
    except signing.BadSignature:
        return False
    return True


def _name(topic: Topic, fragment: str) -> str:
    return f"{topic.kind}/{topic.pk}/{fragment}"


def stream_url(view: View, version: str) -> str:
    """The address of the stream for a page that shows `version`, with a pass where one is needed.

    Whoever calls this for a private fragment has checked that the reader may see it.
    """
    source = _sources[view.topic.kind]
    query = {"lang": view.language, "v": version}
    if not source.is_public(view.fragment):
        query["token"] = make_pass(view.topic, view.fragment)
    return f"/events/{_name(view.topic, view.fragment)}?{urlencode(query)}"
