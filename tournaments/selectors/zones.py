"""Which time zone a new tournament is likely to be in."""

from zoneinfo import available_timezones

from django.conf import settings
from tzlocal import get_localzone_name

from players.models import User
from tournaments.models import Tournament


def likely_zone(user: User) -> str:
    """That of the newest tournament of the user, else the machine's, else UTC."""
    last = Tournament.objects.filter(staff__user=user).order_by("-pk").first()
    zone = last.time_zone if last else _machines_zone()
    return zone if zone in available_timezones() else settings.TIME_ZONE


def _machines_zone() -> str:
    """Empty where the machine says nothing that can be read."""
    try:
        return str(get_localzone_name())
    except (LookupError, OSError, ValueError):
        return ""
