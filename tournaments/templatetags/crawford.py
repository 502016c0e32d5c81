"""What the templates ask for beyond Django: live regions, the words and lines of a bracket.

A page for a visitor without a session must be the same bytes for everybody. So nothing here reads
the session, the messages or a form token unless the visitor brought a cookie that makes the page
personal anyway.
"""

from datetime import datetime, timedelta

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from config.errors import in_words
from matches.live import Topic, View, stream_url
from matches.models import BOTH_LOST, Outcome
from tournaments.formats.sketch import Leg, lines_after
from tournaments.selectors.brackets import RoundView
from tournaments.selectors.fixtures import (
    FixtureView,
)
from tournaments.selectors.money_words import amount_words, percent_words
from tournaments.selectors.qualifying import came_of
from tournaments.selectors.result_words import SHORT
from tournaments.selectors.round_words import points_text
from tournaments.selectors.set_words import match_to, played_to, sets_words
from tournaments.selectors.shapes import shape_of, shape_words
from tournaments.web import is_personal, page_language

register = template.Library()
register.filter("in_words", in_words)
register.filter("money", amount_words)
register.filter("percent", percent_words)


register.filter("played_to", played_to)
register.filter("match_to", match_to)
register.filter("sets_words", sets_words)
register.filter("points_text", points_text)
register.filter("shape", shape_of)
register.filter("came", came_of)
register.filter("shape_words", shape_words)


@register.simple_tag(takes_context=True)
def personal(context: Context) -> bool:
    """`is_personal` in a template; False in a fragment, which is rendered for everybody."""
    request = context.get("request")
    return request is not None and is_personal(request)


@register.simple_tag
def live(kind: str, pk: int, fragment: str, version: object, poll_url: str) -> SafeString:
    """The attributes that keep an element fresh: `<div {% live "event" ... %}>`.

    `version` is what the page shows. The stream of a private fragment carries a pass: the view has
    checked that the reader may see it.
    """
    view = View(Topic(kind, pk), fragment, page_language())
    return format_html('data-live="{}" data-poll="{}"', stream_url(view, str(version)), poll_url)


@register.filter
def standing(fixture: FixtureView) -> str:
    """Where a fixture stands, as a CSS class: one word of what `standing_words` says."""
    if not fixture.is_match:
        return "bye"
    if fixture.is_maybe:
        return "waiting maybe"
    if fixture.is_stopped:
        return "bye"
    if fixture.playing:
        return "playing" if fixture.tables else "queued"
    return fixture.match_state or "waiting"


@register.filter
def standing_words(fixture: FixtureView, has_tables: bool) -> str:  # noqa: FBT001 (a filter)
    """What the public reads about a fixture besides names and scores; may be empty.

    `has_tables`: whether matches are called to tables, so that a match may wait for one.
    """
    words = {
        "playing": _("Playing at table %(table)s"),
        "queued": _("Waiting for a table") if has_tables else _("Ready to play"),
        "reported": _("Reported, not confirmed yet"),
        "disputed": _("Being settled"),
    }
    if fixture.outcome not in {"", Outcome.PLAYED}:
        ended = str(Outcome(fixture.outcome).label)
        return ended[:1].upper() + ended[1:]
    if fixture.is_maybe:
        return _("Only if needed")
    if fixture.is_stopped:
        return _("Not needed")
    if fixture.is_level and fixture.winner:
        return _("One board more decided") if fixture.decider else _("The points decided")
    if fixture.is_tie and fixture.tables:
        return _("Playing at the tables %(tables)s") % {
            "tables": ", ".join(map(str, fixture.tables))
        }
    return words.get(standing(fixture), "") % {"table": fixture.table}


@register.filter
def ending(fixture: FixtureView) -> str:
    """What stands for the score of a match that was not played to its end; empty for others."""
    if fixture.outcome in BOTH_LOST:
        return str(Outcome(fixture.outcome).label)
    return str(SHORT.get(fixture.outcome, ""))


@register.filter
def clock(at: datetime, now: datetime) -> str:
    """The time of day, with the day when it is more than half a day from now."""
    near = abs(at - now) < timedelta(hours=12)
    return date_format(timezone.localtime(at), "H:i" if near else "j E, H:i")


@register.simple_tag
def round_lines(stage: RoundView) -> SafeString:
    """An SVG with the lines from this round to the next; empty for the final."""
    lines = lines_after([_leg(fixture) for fixture in stage.fixtures], stage.following)
    if not lines.decided + lines.open + lines.bye:
        return SafeString("")
    paths = [("decided", lines.decided), ("open", lines.open), ("bye", lines.bye)]
    return format_html(
        '<svg class="links" viewBox="0 0 2 {}" preserveAspectRatio="none" aria-hidden="true">'
        "{}</svg>",
        lines.height,
        format_html_join("", '<path class="{}" d="{}"/>', [p for p in paths if p[1]]),
    )


def _leg(fixture: FixtureView) -> Leg:
    if standing(fixture) == "bye":
        return Leg.BYE
    return Leg.DECIDED if fixture.winner else Leg.OPEN
