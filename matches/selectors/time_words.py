"""Spans of time in words; the face of a clock is `matches.engine.clock_face`."""

from django.utils.translation import gettext as _


def minutes_words(minutes: int) -> str:
    """`12 min`."""
    return _("%(n)s min") % {"n": minutes}


def seconds_words(seconds: int) -> str:
    """90 is `1 min 30 s`."""
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return _("%(n)s s") % {"n": rest}
    if not rest:
        return minutes_words(minutes)
    return _("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": rest}
