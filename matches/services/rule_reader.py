"""Who reads the rules of a match: whoever made it, which is above this app and registers itself.

What is read, and how it is without anybody who reads, is for `clock_rules`, `late_rules`,
`live_rules` and `report_rules`.
"""

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class RuleReader(Generic[P, R]):
    """Called, it is what was registered; before, whatever it is asked, it answers `usual()`."""

    def __init__(self, usual: Callable[[], R]) -> None:
        self._usual = usual
        self._reader: Callable[P, R] | None = None

    def register(self, reader: Callable[P, R]) -> Callable[P, R]:
        """A decorator."""
        assert self._reader is None, "rules are read by one"
        self._reader = reader
        return reader

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self._usual() if self._reader is None else self._reader(*args, **kwargs)
