"""Coming late and penalties in words: for the log, the control room and the cards."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy, ngettext, npgettext

from matches.models_late import Penalty

SENTENCES = {
    "match.present": gettext_lazy("%(match)s: %(who)s is at the table"),
    "match.absent": gettext_lazy("%(match)s: %(who)s is not at the table"),
    "match.started": gettext_lazy("%(match)s: it has begun"),
    "late.point": gettext_lazy(
        "%(match)s: %(who)s is not there after %(minutes)s, it begins at %(score)s"
    ),
    "late.clock": gettext_lazy("%(match)s: %(who)s is not there, and that clock runs"),
    "late.noted": gettext_lazy("%(match)s: %(who)s is not there after %(minutes)s"),
    "late.both": gettext_lazy("%(match)s: nobody had said after %(minutes)s that he was there"),
    "late.forfeit": gettext_lazy("%(match)s: %(who)s did not come, %(result)s"),
    "late.excused": gettext_lazy("%(match)s: coming late is excused, it begins at %(score)s"),
    "late.unexcused": gettext_lazy("%(match)s: coming late counts, it begins at %(score)s"),
    "penalty.added": gettext_lazy(
        "%(match)s: penalty of %(points)s against %(who)s%(for)s, it begins at %(score)s"
    ),
    "penalty.removed": gettext_lazy(
        "%(match)s: penalty of %(points)s against %(who)s taken back, it begins at %(score)s"
    ),
    "penalty.kept": gettext_lazy(
        "%(match)s: penalty of %(points)s against %(who)s still holds, it begins at %(score)s"
    ),
    "penalty.forfeit": gettext_lazy("%(match)s: the penalties decide it, %(result)s"),
}


def late_facts(facts: Mapping[str, Any]) -> dict[str, str]:
    """What the sentences need of a line of the log; of an archive's log it may be anything."""
    points, minutes = facts.get("points"), facts.get("minutes")
    return {
        "points": points_words(points) if type(points) is int else "",
        "minutes": after_minutes(minutes) if type(minutes) is int else "",
        "for": f" ({about})" if (about := penalty_about(facts.get("kind"))) else "",
    }


def penalty_about(kind: object) -> str:
    """What a penalty is for; empty where only its reason says so."""
    return "" if kind == Penalty.Kind.OTHER else str(dict(Penalty.Kind.choices).get(str(kind), ""))


def points_words(points: int) -> str:
    """`2 points`."""
    return ngettext("%(n)s point", "%(n)s points", points) % {"n": points}


def after_minutes(minutes: int) -> str:
    """`5 minutes`, as in *after 5 minutes* and *a break of 5 minutes*."""
    return npgettext("after", "%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}


def after_start(minutes: int) -> str:
    """`5 minutes after the start`, of who enters a running event."""
    words = ngettext("%(n)s minute after the start", "%(n)s minutes after the start", minutes)
    return words % {"n": minutes}
