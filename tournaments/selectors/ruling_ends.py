"""Lines of the log that tell of a ruling which does not stand any more: what became of it.

The log keeps what was told; whoever reads it now must not take it for what holds.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from django.db.models import Q

from tournaments.models import LogEntry
from tournaments.models_rulings import Ruling

TELL = frozenset(("ruling.made", "ruling.amended", "ruling.restored"))


def ruling_ends(entries: Iterable[LogEntry]) -> dict[int, str]:
    """By line, the state of its ruling, one of those but `stands`. One query where there is any."""
    told = {
        entry.pk: (entry.event_id, number)
        for entry in entries
        if entry.action in TELL and entry.event_id and (number := _number(entry)) is not None
    }
    if not told:
        return {}
    wanted = reduce(or_, (Q(event=event, number=number) for event, number in set(told.values())))
    ended = Ruling.objects.filter(wanted).exclude(state=Ruling.State.STANDS).order_by()
    states = {
        (event, n): state for event, n, state in ended.values_list("event", "number", "state")
    }
    return {pk: states[place] for pk, place in told.items() if place in states}


def _number(entry: LogEntry) -> int | None:
    """A log that came with an archive may hold anything."""
    number = entry.after.get("ruling") if isinstance(entry.after, dict) else None
    return number if type(number) is int and 0 < number < 2**31 else None


def end_words(state: str) -> str:
    """`withdrawn`; empty for one that stands."""
    return str(Ruling.State(state).label) if state else ""
