"""What the sentences of the log need of the facts that its lines hold.

The log that came with an archive may hold anything: what cannot be read is left out, and the line
is told all the same. Facts of one subject are with its words (`late_words`, `ruling_words`).
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy

from matches.models_clock import Clock
from matches.selectors.analyses import failure_words
from matches.selectors.clock_words import set_to_words
from matches.selectors.recorded import finding_from, finding_words
from tournaments.models import LogEntry
from tournaments.selectors.result_words import Names

Facts = Mapping[str, Any]

_STOPS = {**dict(Clock.Stop.choices), "": gettext_lazy("They say why after it")}


def facts_of(value: object) -> Facts:
    """What a line says of before, or after."""
    return value if isinstance(value, dict) else {}


def date_words(entry: LogEntry, facts: Facts) -> dict[str, str]:
    """The day by which a match is to be played, its slot, with a table if it has one, and the end
    of a break."""
    slot = moment_words(entry, facts.get("slot"))
    if slot and facts.get("table"):
        slot = _("%(when)s at table %(n)s") % {"when": slot, "n": facts["table"]}
    return {
        "slot": slot,
        "until": slot or _day(facts.get("play_by")),
        "ends": moment_words(entry, facts.get("ends"), "H:i"),
    }


def moment_words(entry: LogEntry, said: object, form: str = "j E, H:i") -> str:
    """In the time of the tournament."""
    if not said:
        return ""
    zone = entry.event.tournament.time_zone if entry.event else "UTC"
    try:
        at = datetime.fromisoformat(str(said)).astimezone(ZoneInfo(zone))
    except (ValueError, OverflowError):
        return ""
    return date_format(at, form)


def _day(said: object) -> str:
    try:
        return date_format(date.fromisoformat(str(said)), "j E")
    except ValueError:
        return ""


def found_words(findings: object) -> str:
    """What was found in records, in the reader's language."""
    try:
        listed = findings if isinstance(findings, list) else []
        return " ".join(finding_words(finding_from(each)) for each in listed)
    except (KeyError, TypeError, AttributeError):
        return ""


def why_words(failure: object) -> str:
    """Why there is no analysis, in the reader's language."""
    match failure:
        case {"code": str(code), "detail": dict(detail)}:
            return failure_words(code, detail)
        case _:
            return ""


def clock_words(facts: Facts, names: Names | None) -> dict[str, str]:
    side = facts.get("side")
    return {
        "who": names[side - 1] if names and type(side) is int and side in {1, 2} else "",
        "clock": _set_to(facts.get("clock", "")),
        "times": f"{facts.get('time_1', '')} – {facts.get('time_2', '')}",
        "stop": str(_STOPS.get(str(facts.get("stop")), "")),
    }


def _set_to(told: object) -> str:
    """How a clock is set; times that it was given are kept as they are shown."""
    match told:
        case {"reserve": int(reserve), "delay": int(delay), "kind": str(kind)}:
            return set_to_words(reserve, delay, kind)
        case _:
            return str(told)


def score_words(facts: Facts) -> str:
    """`4–1`, of a score as numbers or as a sheet tells it."""
    score = facts.get("score") or facts.get("scores")
    return score.replace("-", "–") if isinstance(score, str) else counts(score)


def counts(told: object) -> str:
    """`2–1`; other things are called sets as well."""
    return "–".join(map(str, told)) if isinstance(told, list) else ""
