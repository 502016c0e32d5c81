"""What becomes of a match that was not played by its last day, as the director chose it.

Usually that is left to him. Or the match gets a slot: the next evening of the week on which the
club meets, with a table if one is named. Or it is over: nobody came, or both have lost.

A slot is a day and an hour on the wall of the club; which instant that is, is for the edges to
know. Who plays elsewhere at that hour is as well: `slots` goes on from week to week.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import date, time, timedelta
from enum import StrEnum
from typing import Any, Self

from tournaments.formats.errors import FormatError
from tournaments.formats.settings import require_known

WEEK = timedelta(days=7)
MAX_TABLE = 500
WEEKS_AHEAD = 52


class Overdue(StrEnum):
    DIRECTOR = "director"
    SLOT = "slot"
    FORFEIT = "forfeit"  # neither came; on a ladder, what its rules say of challenges not played
    LOSS = "loss"  # both have lost


@dataclass(frozen=True, slots=True)
class OverduePlan:
    """`weekday` is 0 for Monday, `hour` such as `19:00`; `table` None where any will do."""

    then: Overdue = Overdue.DIRECTOR
    weekday: int = 6
    hour: str = "18:00"
    table: int | None = None

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `as_data`; missing settings are the usual ones.

        Raises FormatError: `setting_unknown`, `overdue_unknown`, `weekday_out_of_range`,
        `hour_unreadable`, `table_out_of_range`.
        """
        require_known(data, (each.name for each in fields(cls)))
        given = dict(data)
        given["then"] = _choice(given.get("then", Overdue.DIRECTOR))
        plan = cls(**given)
        plan.check()
        return plan

    def as_data(self) -> dict[str, Any]:
        """Only what is not usual: {} leaves all to the director."""
        usual = OverduePlan()
        named = {each.name: getattr(self, each.name) for each in fields(self)}
        said = {name: value for name, value in named.items() if value != getattr(usual, name)}
        return {**said, "then": self.then.value} if "then" in said else said

    def check(self) -> None:
        if type(self.weekday) is not int or not 0 <= self.weekday <= 6:
            raise FormatError("weekday_out_of_range", "Weekdays are 0 (Monday) to 6 (Sunday).")
        try:
            time.fromisoformat(self.hour)
        except (TypeError, ValueError):
            raise FormatError("hour_unreadable", "Write the hour as 19:30.") from None
        if len(self.hour) != len("19:30"):
            raise FormatError("hour_unreadable", "Write the hour as 19:30.")
        if self.table is not None and (
            type(self.table) is not int or not 1 <= self.table <= MAX_TABLE
        ):
            raise FormatError(
                "table_out_of_range", "Name a table from 1 to %(most)s.", most=MAX_TABLE
            )

    @property
    def clock(self) -> time:
        return time.fromisoformat(self.hour)

    def slots(self, after: date) -> Iterator[date]:
        """The days of the slots later than this one: the next, and those of the weeks after it."""
        days = (self.weekday - after.weekday() - 1) % 7 + 1
        for week in range(WEEKS_AHEAD):
            yield after + timedelta(days=days) + week * WEEK


def _choice(given: object) -> Overdue:
    try:
        return Overdue(str(given))
    except ValueError:
        raise FormatError(
            "overdue_unknown",
            "There is no such choice. There are: %(names)s.",
            names=", ".join(Overdue),
        ) from None
