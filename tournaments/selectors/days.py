"""What day it is: a tournament's days are those of its own clock."""

from datetime import date, datetime
from zoneinfo import ZoneInfo


def today_in(time_zone: str, at: datetime) -> date:
    return at.astimezone(ZoneInfo(time_zone)).date()
