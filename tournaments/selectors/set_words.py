"""How far a match goes, in words: to so many points, or the best of so many sets."""

from typing import Protocol

from django.utils.translation import gettext as _

from tournaments.formats.sets import ONE_SET, SetPlan, Sets
from tournaments.models import Event
from tournaments.selectors.brackets import round_from_end
from tournaments.selectors.fixtures import (
    FixtureView,
)


class Played(Protocol):
    @property
    def length(self) -> int: ...
    @property
    def sets(self) -> Sets: ...


def played_to(view: Played) -> str:
    """`to 7`, or `best of 3 sets to 7, the last to 5`."""
    return length_words(view.length, view.sets)


def length_words(length: int, sets: Sets) -> str:
    """The same for whoever has no view."""
    if sets.best_of == 1:
        return _("to %(n)s") % {"n": length}
    return best_of(sets, length)


def match_to(view: FixtureView) -> str:
    if view.sets.best_of == 1:
        return _("match to %(length)s") % {"length": view.length}
    return best_of(view.sets, view.length)


def best_of(sets: Sets, length: int) -> str:
    said = {"sets": sets.best_of, "n": length, "last": sets.decider}
    if sets.decider is None:
        return _("best of %(sets)s sets to %(n)s") % said
    return _("best of %(sets)s sets to %(n)s, the last to %(last)s") % said


def sets_words(event: Event) -> str:
    """How many sets the matches of the event take; empty where each is one."""
    plan = SetPlan.of(event.sets)
    if plan == SetPlan():
        return ""
    usual = _("best of %(sets)s sets") % {"sets": plan.sets.best_of}
    parts = [] if plan.sets == ONE_SET else [usual]
    for left, sets in sorted(plan.from_final.items(), reverse=True):
        words = _("%(round)s best of %(sets)s")
        parts.append(words % {"round": round_from_end(left), "sets": sets.best_of})
    if plan.decider is not None:
        parts.append(_("the last set to %(n)s") % {"n": plan.decider})
    return ", ".join(parts)
