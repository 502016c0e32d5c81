"""What the rules of an event make of somebody who enters it after the draw: whether he may, and
what he begins with.

`late_entry_points`: as if he had come late to his match. The minutes count from the start of the
event, when its first match was called or begun; before that nobody is late.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Min
from django.utils.translation import gettext as _

from matches.engine.lateness import LatePlan
from tournaments.formats.alterations import Altering
from tournaments.models import Event, Fixture
from tournaments.rulesets.lateness import late_plan
from tournaments.rulesets.ruleset import RuleSet
from tournaments.rulesets.stored import rules_or_usual
from tournaments.selectors.late_words import after_start, points_words

MOMENTS = ("match__called_at", "match__begun_at", "match__decided_at")


@dataclass(frozen=True, slots=True)
class LateEntry:
    """`points` go to who waits for him; `is_lost` where so many lose the match at once."""

    minutes: int
    points: int
    is_lost: bool


def late_entry(
    rules: RuleSet, length: int, begun: datetime | None, at: datetime
) -> LateEntry | None:
    """For a match to so many points that is played by these rules, in an event that has `begun`
    (see `started_at`); None where it costs nothing."""
    if not rules.entries.late_entry_points or begun is None or begun >= at:
        return None
    plan: LatePlan = late_plan(rules, length)
    points = sum(step.deed == "point" for step in plan.due(begun, begun, at))
    if not points:
        return None
    minutes = int((at - begun).total_seconds() // 60)
    return LateEntry(minutes, points, plan.is_lost_by(points) or points >= length)


def late_entry_words(event: Event, at: datetime) -> str:
    """What the rules of the event make of an entry now, for the director; empty where nothing.
    One query."""
    late = late_entry(rules_or_usual(event.rules), event.length, started_at(event), at)
    if late is None:
        return ""
    if late.is_lost:
        return _(
            "By the rules who enters %(when)s has lost the match: tick this, or it is refused."
        ) % {"when": after_start(late.minutes)}
    words = _("By the rules whoever waits for him gets %(points)s: he enters %(when)s.")
    if event.of_teams:
        words = _(
            "By the rules the team that waits gets %(points)s at each board: this one enters"
            " %(when)s."
        )
    return words % {"points": points_words(late.points), "when": after_start(late.minutes)}


def late_entry_bar(event: Event, at: datetime, way: str = "") -> str:
    """What the rules say against an entry now, in words; empty where nothing. One query where they
    have a time for it. `way`: how he comes into a bracket."""
    rules = rules_or_usual(event.rules).entries
    if rules.late_entry == "none":
        return _("By the rules of this event nobody enters after the draw.")
    begun = started_at(event) if rules.late_entry_minutes else None
    if begun is not None and at > begun + timedelta(minutes=rules.late_entry_minutes):
        return _("By the rules of this event late entries end %(when)s.") % {
            "when": after_start(rules.late_entry_minutes)
        }
    if rules.late_entry == "fill_byes" and way not in {"", Altering.FILL_BYE}:
        return _("By the rules of this event who comes late plays only in place of a bye.")
    return ""


def started_at(event: Event) -> datetime | None:
    """When its first match was called or begun, or decided; None while nothing has happened."""
    rows = Fixture.places.filter(event=event)
    first = rows.aggregate(**{name: Min(name) for name in MOMENTS})
    return min((moment for moment in first.values() if moment is not None), default=None)
