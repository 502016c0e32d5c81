"""Lines of the log that one act has left at one match, of which one message tells.

A ruling with penalty points leaves three lines, each of which is told where it stands alone: the
first of them tells of all. Who gets that message gets none of the others.
"""

from collections.abc import Iterable, Mapping, Sequence

from tournaments.models import LogEntry
from tournaments.models_rulings import Sanction

_RESULTS = frozenset(
    ("result.entered", "result.corrected", "result.settled", "result.reopened", "result.restored")
)
_POINTS = frozenset(("penalty.added", "penalty.removed", "penalty.forfeit"))
_SANCTIONS = frozenset(("sanction.given", "sanction.applied", "sanction.withdrawn"))
_EFFECTS = _RESULTS | _POINTS | _SANCTIONS | {"clock.changed"}

# Of what else a line tells.
INCLUDES: Mapping[str, frozenset[str]] = {
    "ruling.made": _EFFECTS | {"ruling.final"},
    "ruling.amended": _EFFECTS | {"ruling.final"},
    "ruling.withdrawn": _EFFECTS,
    "ruling.restored": _EFFECTS | {"ruling.withdrawn"},
    "appeal.decided": _EFFECTS,
    "sanction.given": _RESULTS | _POINTS,
    "sanction.applied": _RESULTS | _POINTS,
    "sanction.withdrawn": _POINTS,
    "penalty.forfeit": frozenset(("penalty.added",)),
    "late.forfeit": frozenset(("late.point",)),
    "clock.lost": _POINTS,
    "round.slot_assigned": frozenset(("round.overdue",)),
    "result.entered": frozenset(("round.overdue",)),
}
# What is not said beside another line, which says it better.
_SAID_BY: Mapping[str, str] = {
    "sanction.given": "penalty.added",
    "sanction.applied": "penalty.added",
    "sanction.withdrawn": "penalty.removed",
    "round.overdue": "round.slot_assigned",
}

Act = tuple[object, ...]


def mains_of(entries: Iterable[LogEntry]) -> dict[int, list[int]]:
    """Of each of these lines: which others among them tell of it as well. No query."""
    found: dict[int, list[int]] = {}
    for lines in _acts(entries).values():
        for line in lines:
            mains = [one.pk for one in lines if line.action in INCLUDES.get(one.action, ())]
            if mains:
                found[line.pk] = mains
    return found


def besides(entries: Sequence[LogEntry]) -> dict[int, list[LogEntry]]:
    """Of each of these lines: those of which it tells, in order. One query where there may be some.

    The matches of the lines found are those of the lines given.
    """
    mains = [entry for entry in entries if entry.action in INCLUDES and entry.match_id is not None]
    if not mains:
        return {}
    wanted = frozenset[str]().union(*(INCLUDES[entry.action] for entry in mains))
    there = LogEntry.objects.filter(
        match_id__in={entry.match_id for entry in mains},
        at__in={entry.at for entry in mains},
        action__in=wanted,
    )
    acts = _acts(there.select_related("event__tournament").order_by("pk"))
    return {entry.pk: _said(entry, acts.get(_act(entry), ())) for entry in mains}


def _said(main: LogEntry, lines: Sequence[LogEntry]) -> list[LogEntry]:
    told = [line for line in lines if line.action in INCLUDES[main.action]]
    there = {main.action, *(line.action for line in told)}
    return [line for line in told if not (_SAID_BY.get(line.action) in there and _is_said(line))]


def _is_said(line: LogEntry) -> bool:
    """A warning beside points is none of them."""
    after = line.after if isinstance(line.after, dict) else {}
    return bool(after.get("sanction", Sanction.Kind.POINTS) == Sanction.Kind.POINTS)


def _acts(entries: Iterable[LogEntry]) -> dict[Act, list[LogEntry]]:
    """By what one did at one match at one moment."""
    found: dict[Act, list[LogEntry]] = {}
    for entry in entries:
        if entry.match_id is not None:
            found.setdefault(_act(entry), []).append(entry)
    return found


def _act(entry: LogEntry) -> Act:
    return entry.match_id, entry.at, entry.actor_kind, entry.actor_id
