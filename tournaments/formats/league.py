"""A league: one division of a season, a round robin with points of its own and dates to play by.

A season is `days_per_round` for each round from its first day on; every match of a round has to be
played by the last day of the round. Rounds are dates: what hour it is where somebody plays, and
when clocks are put forward, is for the edges to know. Who moves between divisions is for
`divisions`, and the table for `round_table`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, Self

from tournaments.formats.errors import FormatError
from tournaments.formats.league_points import PointsScheme
from tournaments.formats.settings import days_after, require_known

MAX_DAYS = 366
MAX_DIVISIONS = 64
MAX_MOVES = 64
LAST_YEAR = 9000


@dataclass(frozen=True, slots=True)
class LeaguePlan:
    """`up` and `down` are how many of this division go up and down, where there is one to go to.

    Without `starts_on` matches have no date to be played by; `missed` are the points of whoever
    does not come to a match.
    """

    points: str = "2-1"
    missed: str = "0"
    division: int = 1
    up: int = 1
    down: int = 1
    starts_on: date | None = None
    days_per_round: int = 14

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `as_data`; missing settings are the usual ones.

        Raises FormatError: `league_unreadable`, `setting_unknown`, `date_unreadable`,
        `league_out_of_range` and those of `PointsScheme.of`.
        """
        if not isinstance(data, Mapping):
            raise FormatError("league_unreadable", "Give the settings of a league by their names.")
        require_known(data, (each.name for each in fields(cls)))
        given = {name: value for name, value in data.items() if value is not None}
        if "starts_on" in given:
            given["starts_on"] = _day(given["starts_on"])
        plan = cls(**given)
        plan.check()
        scheme = plan.scheme
        return cls(**{**given, "points": scheme.text, "missed": str(scheme.missed)})

    def as_data(self) -> dict[str, Any]:
        data = {each.name: getattr(self, each.name) for each in fields(self)}
        return {**data, "starts_on": self.starts_on and self.starts_on.isoformat()}

    def check(self) -> None:
        for name, least, most in _RANGES:
            given = getattr(self, name)
            if type(given) is not int or not least <= given <= most:
                raise FormatError(
                    "league_out_of_range",
                    "Let %(name)s be %(least)s to %(most)s, not %(given)s.",
                    name=name,
                    least=least,
                    most=most,
                    given=str(given)[:40],
                )

    @property
    def scheme(self) -> PointsScheme:
        return PointsScheme.of(self.points, missed=self.missed)

    def play_by(self, round_: int) -> date | None:
        """The last day on which a match of the round may be played, None where there are no dates.

        Raises FormatError `season_too_long`: a date after the year 9999.
        """
        if self.starts_on is None:
            return None
        return days_after(self.starts_on, round_ * self.days_per_round - 1)


_RANGES = (
    ("division", 1, MAX_DIVISIONS),
    ("up", 0, MAX_MOVES),
    ("down", 0, MAX_MOVES),
    ("days_per_round", 1, MAX_DAYS),
)


def _day(given: object) -> date:
    """A day that leaves room for the longest season."""
    try:
        found = given if type(given) is date else date.fromisoformat(str(given))
    except ValueError:
        found = date.max
    if found.year > LAST_YEAR:
        raise FormatError(
            "date_unreadable", "Write dates as 2026-09-01, not %(given)s.", given=str(given)[:40]
        )
    return found
