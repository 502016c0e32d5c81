"""What can be watched of matches: their clocks, as data. The versions are those of the clock."""

import json
from collections.abc import Collection, Mapping

from matches.live import register
from matches.selectors.clocks import clock_versions, clock_views

CLOCK, STATE = "clock", "state"


class ClockSource:
    """Topics are matches that have a clock; everybody may look at it."""

    def versions(self, pks: Collection[int]) -> Mapping[int, str]:
        return clock_versions(pks)

    def render(self, pk: int, fragment: str, language: str) -> str | None:
        view = clock_views([pk]).get(pk)
        if view is None or fragment != STATE:
            return None
        return json.dumps(view.data())

    def is_public(self, fragment: str) -> bool:
        return fragment == STATE


def register_sources() -> None:
    register(CLOCK, ClockSource())
