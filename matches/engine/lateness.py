"""What absence costs, and when: the steps from the call of a match to its loss.

    >>> from datetime import datetime
    >>> plan = LatePlan(deed="point", first=5, every=5, lost_points=3)
    >>> [(step.minute, step.deed) for step in plan.schedule(datetime(2026, 12, 5, 12))]
    [(5, 'point'), (10, 'point'), (15, 'point'), (15, 'forfeit')]

A plan is made from the rules of an event, and says nothing of who is missing: a step costs whoever
is not there at its moment while the other is, and who that was is for the caller. So a match may
be lost by points later than the schedule of somebody who never came says.

Minutes are whole and count from the call. Moments are whatever `datetime` the call is. What holds
the minutes, such as a call for the director, is told as spans of time: a step due at the very
moment at which one begins is done, all later ones come so much later, and none while one lasts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count, takewhile
from typing import Literal

# A point to the opponent, the clock of the late side runs, the director is told, the match is lost.
Deed = Literal["point", "clock", "note", "forfeit"]
# From when to when minutes do not count; None while that lasts.
Hold = tuple[datetime, datetime | None]


@dataclass(frozen=True, slots=True)
class LateStep:
    """What is due at a moment."""

    at: datetime
    minute: int
    deed: Deed


@dataclass(frozen=True, slots=True, kw_only=True)
class LatePlan:
    """`deed` comes after `first` minutes and, for points, `every` so many again.

    The match is lost with `lost_points` of this lateness, or after `lost_minute` minutes if the
    other is there then; None: not by that. Without `first` nothing comes before the loss.
    """

    deed: Deed = "note"
    first: int | None = None
    every: int = 0
    lost_points: int | None = None
    lost_minute: int | None = None

    def due(
        self, called: datetime, after: datetime, upto: datetime, holds: Sequence[Hold] = ()
    ) -> list[LateStep]:
        """The steps later than `after` and not later than `upto`, in order."""
        found = takewhile(lambda step: step.at <= upto, self._held(called, holds))
        return [step for step in found if step.at > after]

    def next_after(
        self, called: datetime, after: datetime, holds: Sequence[Hold] = ()
    ) -> LateStep | None:
        """The first step later than `after`, None when nothing comes any more, or not yet."""
        return next((step for step in self._held(called, holds) if step.at > after), None)

    def next_with_nobody(
        self, called: datetime, after: datetime, holds: Sequence[Hold] = ()
    ) -> LateStep | None:
        """The same while neither of the two is there: nothing is left to be told after what would
        have been the loss."""
        step = self.next_after(called, after, holds)
        if step is None or step.minute > self.schedule(called)[-1].minute:
            return None
        return step

    def schedule(self, called: datetime) -> tuple[LateStep, ...]:
        """All steps, up to its loss, for somebody who never comes while the other is there.

        Where the rules never make a loss of it, up to the first step.
        """
        found: list[LateStep] = []
        for step in self._steps(called):
            found.append(step)
            if self.lost_points is not None and len(found) == self.lost_points:
                return (*found, _step(called, step.minute, "forfeit"))
            if self.lost_points is None and self.lost_minute is None:
                break
        return tuple(found)

    def is_lost_by(self, points: int) -> bool:
        """Whether so many points for this lateness lose the match."""
        return self.lost_points is not None and points >= self.lost_points

    def _held(self, called: datetime, holds: Sequence[Hold]) -> Iterator[LateStep]:
        """The steps at the moments at which they are due, up to a hold that lasts."""
        for step in self._steps(called):
            at = _held_at(called, step.at, holds)
            if at is None:
                return
            yield LateStep(at, step.minute, step.deed)

    def _steps(self, called: datetime) -> Iterator[LateStep]:
        """In order; endless where points come one after another and no minute ends it."""
        last = self.lost_minute
        if self.first is not None:
            minutes = count(self.first, self.every) if self.every else iter((self.first,))
            for minute in takewhile(lambda minute: last is None or minute < last, minutes):
                yield _step(called, minute, self.deed)
        if last is not None:
            yield _step(called, last, "forfeit")


def held_since(at: datetime, holds: Sequence[Hold]) -> datetime | None:
    """Since when the minutes do not count at this moment; None where they do."""
    lasting = (begun for begun, ended in holds if begun <= at and (ended is None or ended > at))
    return min(lasting, default=None)


def counted(since: datetime, upto: datetime, holds: Sequence[Hold]) -> timedelta:
    """How much of the time between the two counts."""
    held = timedelta(0)
    for begun, ended in _spans(since, holds):
        if begun < upto:
            held += min(ended or upto, upto) - begun
    return upto - since - held


def _held_at(called: datetime, at: datetime, holds: Sequence[Hold]) -> datetime | None:
    """When it comes to be due what would be at `at`; None while that is held."""
    for begun, ended in _spans(called, holds):
        if begun >= at:
            break
        if ended is None:
            return None
        at += ended - begun
    return at


def _spans(since: datetime, holds: Sequence[Hold]) -> Iterator[Hold]:
    """Those after `since`, in order, and no moment in two of them."""
    reached = since
    for begun, ended in sorted(holds, key=lambda hold: hold[0]):
        if ended is None:
            yield max(begun, reached), None
            return
        if ended > reached:
            yield max(begun, reached), ended
            reached = ended


def _step(called: datetime, minute: int, deed: Deed) -> LateStep:
    return LateStep(called + timedelta(minutes=minute), minute, deed)
