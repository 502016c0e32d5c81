"""The syntax of SGF: trees of nodes with properties, read in one pass.

    >>> [[sorted(node) for node in tree] for tree in read_trees("(;GM[6]PW[Ann];B[31adbc])")]
    [[['GM', 'PW'], ['B']]]

Of variations the first is followed, which is what was played. What properties mean is for `sgf`.
"""

import re
from typing import Final, TypeAlias

#: The values of each property, unescaped.
Node: TypeAlias = dict[str, list[str]]

_MARK: Final = re.compile(r"[()\[;]")
_STOP: Final = re.compile(r"[\]\\]")
_NAME: Final = re.compile(r"[A-Z]{1,8}")
_MOST_NODES: Final = 100_000


def read_trees(text: str) -> list[list[Node]]:
    """The nodes of the main line of each tree; text around trees is passed over."""
    reader = _Reader()
    at = 0
    while (found := _MARK.search(text, at)) is not None:
        if found[0] == "[":
            value, end = _value(text, found.end())
            reader.value(text[at : found.start()], value)
            at = end
        else:
            reader.mark(found[0])
            at = found.end()
    return [tree for tree in reader.trees if tree]


def escaped(text: str) -> str:
    """A text as a value may hold it."""
    return text.replace("\\", "\\\\").replace("]", "\\]").replace(":", "\\:")


class _Reader:
    def __init__(self) -> None:
        self.trees: list[list[Node]] = []
        self._depth = 0
        self._ended = False
        self._count = 0
        self._name = ""

    def mark(self, mark: str) -> None:
        self._name = ""
        if mark == "(":
            self._depth += 1
            if self._depth == 1:
                self.trees.append([])
                self._ended = False
        elif mark == ")":
            self._depth = max(self._depth - 1, 0)
            self._ended = True  # the first variation to its end: others were not played
        elif self._depth and not self._ended and self._count < _MOST_NODES:
            self._count += 1
            self.trees[-1].append({})

    def value(self, before: str, value: str) -> None:
        """A value; the name of its property stands before it, or before an earlier value."""
        name = "".join(char for char in before.strip()[-20:] if char.isupper())
        if before.strip():
            self._name = name if _NAME.fullmatch(name) else ""
        if self._name and self._depth and not self._ended and self.trees[-1]:
            self.trees[-1][-1].setdefault(self._name, []).append(value)


def _value(text: str, start: int) -> tuple[str, int]:
    """The value that begins at `start`, and where the text goes on after its bracket."""
    parts: list[str] = []
    at = start
    while (found := _STOP.search(text, at)) is not None:
        parts.append(text[at : found.start()])
        if found[0] == "]":
            return "".join(parts), found.end()
        parts.append(text[found.end() : found.end() + 1])
        at = found.end() + 1
    return "".join(parts) + text[at:], len(text)
