"""The strings that the code asks to have translated, found without gettext's own tools.

Python is read as a syntax tree, templates through Django's own reader of them. What cannot be
collected, such as an f-string, is refused here: it would never be translated.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.utils.translation.template import templatize

from tournaments.management.commands.makemessages import WORDED

ROOT = Path(__file__).resolve().parents[2]
CODE = ("config", "matches", "players", "tournaments")

# The places of context, message and plural among the arguments.
ARGUMENTS: dict[str, tuple[int | None, int, int | None]] = {
    "_": (None, 0, None),
    "gettext": (None, 0, None),
    "ngettext": (None, 0, 1),
    "pgettext": (0, 1, None),
    "npgettext": (0, 1, 2),
    **{name: (None, position - 1, None) for name, position in WORDED.items()},
}
_STRING = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_CALL = re.compile(rf"(?<![\w.])(_|\w*gettext)\(\s*({_STRING}(?:\s*,\s*{_STRING})*)")


class Message(NamedTuple):
    context: str | None
    text: str
    plural: str | None


def messages() -> set[Message]:
    """Everything to translate in the product."""
    found: set[Message] = set()
    for folder in CODE:
        for path in (ROOT / folder).rglob("*.py"):
            if "migrations" not in path.parts:
                found |= set(in_python(path.read_text(encoding="utf-8")))
    for path in (ROOT / "templates").rglob("*.html"):
        found |= set(in_template(path.read_text(encoding="utf-8")))
    return found


def in_python(source: str) -> Iterator[Message]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = re.sub("_(lazy|noop)$", "", _name(node.func))
            if name in ARGUMENTS:
                places = {place for place in ARGUMENTS[name] if place is not None}
                yield from _message(
                    name, [_text(one) if n in places else None for n, one in enumerate(node.args)]
                )


def in_template(source: str) -> Iterator[Message]:
    for name, strings in _CALL.findall(templatize(source)):
        yield from _message(name, list(ast.literal_eval(f"({strings},)")))


def _message(name: str, texts: list[str | None]) -> Iterator[Message]:
    """One that has fewer arguments is called the same, and is another: an enumeration, say."""
    context, message, plural = (
        texts[place] if place is not None and place < len(texts) else None
        for place in ARGUMENTS[name]
    )
    if message is not None:
        yield Message(context, message, plural)


def _name(called: ast.expr) -> str:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _text(argument: ast.expr) -> str | None:
    """A literal; None for a variable, whose text is collected where it is written."""
    match argument:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr() | ast.BinOp():
            raise AssertionError(f"Cannot be translated: {ast.unparse(argument)}")
        case _:
            return None
