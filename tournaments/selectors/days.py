"""What day it is, and when one ends: a tournament's days are those of its own clock."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def today_in(time_zone: str, at: datetime) -> date:
    return at.astimezone(ZoneInfo(time_zone)).date()


def instant_in(time_zone: str, day: date, hour: time) -> datetime:
    """The instant at which the clock on the wall shows that, in UTC, so that an hour is an hour.

    Of a time that comes twice it is the first; one that is left out is as far after the change.
    """
    return datetime.combine(day, hour, ZoneInfo(time_zone)).astimezone(UTC)


def end_of_day(time_zone: str, day: date) -> datetime:
    """The midnight with which the day ends, in UTC."""
    return instant_in(time_zone, day + timedelta(days=1), time(0))
