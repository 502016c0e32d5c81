"""What a test reads of a page: its text by element, as a person would see it."""

import re
from html import unescape
from typing import Any


def text(response: Any) -> str:
    """The whole of an answer; `Any`, since Django's test client has response types of its own."""
    content: bytes = response.content
    return content.decode()


def words(html: str) -> str:
    """The text without tags, white space run together."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def fixture(html: str, key: str) -> str:
    """The words of one match in a bracket."""
    found = re.search(
        rf'<li class="fixture [^"]*" id="{re.escape(key)}">(.*?)</li>', html, re.DOTALL
    )
    assert found, f"{key} is not on the page"
    return words(found[1])


def standing(html: str, key: str) -> str:
    """The class that says where a match stands."""
    found = re.search(rf'<li class="fixture ([^"]*)" id="{re.escape(key)}">', html)
    assert found, f"{key} is not on the page"
    return found[1]
