"""Playing the rest of an event of rounds out many times, to see when it ends.

A `RoundCourse` is what is left of it, as plain lists over player numbers. First the matches of
published rounds: each starts when both players have ended their matches before it and have rested,
and a board is free; of those that could start, the one with the lowest number does. Then the rounds
to come, each a pause after the last match of the one before. Within a round matches go to the
boards in their order. Each result is a toss of a coin, for it matters in lives, who has lost how
often. How a course is made from an event is for `round_planning`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush, heapreplace
from typing import Protocol, TypeAlias

from tournaments.formats.forecast import SHIFT
from tournaments.formats.pace import words

Pair: TypeAlias = tuple[int, int]  # players
Cells: TypeAlias = tuple[float, ...]  # equally likely minutes, see `pace.Duration`


_Event: TypeAlias = tuple[float, int]  # a match ends, or (its number inverted) could start


class Going(Protocol):
    """Who meets in the rounds to come, in one way in which they can go."""

    def lost(self, round_: int, losers: Sequence[int]) -> None:
        """These have lost in that round, which is over."""

    def pairs(self, round_: int) -> Sequence[Pair] | None:
        """The matches of the round, () where there are none; None after the last round."""


class Field(Protocol):
    @property
    def most(self) -> int:
        """How many matches there can be in the rounds to come."""

    def begun(self) -> Going:
        """A new way."""


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match of a published round; `minutes` is what is left of it where it is running.

    Who is not running may start at `ready`, and after the matches `before` it and the `rest` in
    minutes that follows them.
    """

    round: int
    pair: Pair
    minutes: Cells
    running: bool = False
    ready: float = 0.0
    before: tuple[int, ...] = ()
    rest: float = 0.0


@dataclass(frozen=True, slots=True)
class RoundCourse:
    """What is left to play; all minutes count from the present.

    `lost` has who has lost in rounds that are published and not complete, by round. `minutes` are
    those of `next_round` and each round after it, the last ones for all others; so are `pauses`,
    from the last match of the round before. It begins at `starts` unless matches are open. `rested`
    is when each player's last match ended.
    """

    open: tuple[OpenMatch, ...]
    lost: dict[int, list[int]]
    next_round: int
    starts: float
    minutes: tuple[Cells, ...]
    field: Field
    rested: tuple[float, ...]
    boards: int
    pauses: tuple[float, ...]

    def minutes_of(self, round_: int) -> Cells:
        return self.minutes[min(round_ - self.next_round, len(self.minutes) - 1)]

    def pause_before(self, round_: int) -> float:
        return self.pauses[min(round_ - self.next_round, len(self.pauses) - 1)]


@dataclass(slots=True)
class RoundTally:
    """What came of playing a course out: minutes to each end, and sums over all of them.

    `rounds` has the ends of each round, as often as it was played; `played` and `idle` are by
    player, `started` by open match; `least` and `most` are matches of a player, in any way.
    """

    played: list[int]
    idle: list[float]
    started: list[float]
    ends: list[float] = field(default_factory=list)
    rounds: dict[int, list[float]] = field(default_factory=dict)
    last: list[int] = field(default_factory=list)  # the number of the last round
    least: int | None = None
    most: int = 0


def simulate(course: RoundCourse, samples: int, seed: str) -> RoundTally:
    """Play the course out so many times; the same seed gives the same tally."""
    players = len(course.rested)
    tally = RoundTally([0] * players, [0.0] * players, [0.0] * len(course.open))
    count = len(course.open) + course.field.most
    after: list[list[int]] = [[] for _ in course.open]
    for number, match in enumerate(course.open):
        for earlier in match.before:
            after[earlier].append(number)
    for sample in range(samples):
        run = _Run(course, tally, after, words(f"{seed}:{sample}", count))
        tally.ends.append(run.to_the_end())
        run.count()
    return tally


class _Run:
    """One way in which an event can end. Match m is decided by word m."""

    def __init__(
        self,
        course: RoundCourse,
        tally: RoundTally,
        after: Sequence[Sequence[int]],
        chance: tuple[int, ...],
    ) -> None:
        self.course = course
        self.tally = tally
        self.after = after
        self.chance = chance
        self.rested = list(course.rested)
        self.played = [0] * len(course.rested)
        self.going = course.field.begun()

    def to_the_end(self) -> float:
        course, chance, at = self.course, self.chance, len(self.course.open)
        clock, starts = 0.0, course.starts
        if course.open:
            clock = self._play_open()
            starts = clock + course.pause_before(course.next_round)
        self._settle_published()
        number = course.next_round
        last = number - 1
        while (pairs := self.going.pairs(number)) is not None:
            if pairs:
                minutes = course.minutes_of(number)
                drawn = chance[at : at + len(pairs)]
                at += len(pairs)
                clock = self._play_round(pairs, [minutes[word >> SHIFT] for word in drawn], starts)
                self._note(number, clock)
                starts = clock + course.pause_before(number + 1)
                last = number
                losers = [pair[word & 1] for pair, word in zip(pairs, drawn, strict=True)]
                self.going.lost(number, losers)
            number += 1
        self.tally.last.append(last)
        return clock

    def count(self) -> None:
        tally, played = self.tally, self.played
        tally.played = [before + now for before, now in zip(tally.played, played, strict=True)]
        fewest = min(played, default=0)
        tally.least = fewest if tally.least is None else min(tally.least, fewest)
        tally.most = max(tally.most, max(played, default=0))

    def _play_round(self, pairs: Sequence[Pair], minutes: Sequence[float], starts: float) -> float:
        played, idle, rested = self.played, self.tally.idle, self.rested
        free = [starts] * min(self.course.boards, len(pairs))
        for (one, other), lasting in zip(pairs, minutes, strict=True):
            began = free[0]
            ended = began + lasting
            heapreplace(free, ended)
            idle[one] += began - rested[one]
            idle[other] += began - rested[other]
            rested[one] = rested[other] = ended
            played[one] += 1
            played[other] += 1
        return max(free)

    def _play_open(self) -> float:
        open_, chance = self.course.open, self.chance
        minutes = [match.minutes[chance[n] >> SHIFT] for n, match in enumerate(open_)]
        self.waits = [len(match.before) for match in open_]
        ends: dict[int, float] = {}
        could_start: list[int] = []
        events = list(self._first_events(minutes))
        heapify(events)
        free = self.course.boards - sum(match.running for match in open_)
        clock = 0.0
        while events:
            clock, number = heappop(events)
            if number < 0:
                heappush(could_start, ~number)
            else:
                free += 1
                ends[open_[number].round] = clock
                for event in self._end(number, clock):
                    heappush(events, event)
            if events and events[0][0] == clock:
                continue  # who else could start at this very moment comes first by number
            while could_start and free > 0:
                free -= 1
                started = heappop(could_start)
                self._start(started, clock)
                heappush(events, (clock + minutes[started], started))
        for round_, ended in ends.items():
            self._note(round_, ended)
        return clock

    def _first_events(self, minutes: Sequence[float]) -> Iterable[_Event]:
        for number, match in enumerate(self.course.open):
            if match.running:
                yield minutes[number], number
                for player in match.pair:
                    self.played[player] += 1
            elif not match.before:
                yield match.ready, ~number

    def _start(self, number: int, clock: float) -> None:
        self.tally.started[number] += clock
        for player in self.course.open[number].pair:
            self.played[player] += 1
            self.tally.idle[player] += clock - self.rested[player]

    def _end(self, number: int, clock: float) -> Iterable[_Event]:
        """Which matches could start then, and when."""
        one, other = self.course.open[number].pair
        self.rested[one] = self.rested[other] = clock
        for later in self.after[number]:
            self.waits[later] -= 1
            if not self.waits[later]:
                match = self.course.open[later]
                yield max(clock + match.rest, match.ready), ~later

    def _settle_published(self) -> None:
        lost = {round_: list(losers) for round_, losers in self.course.lost.items()}
        for number, match in enumerate(self.course.open):
            lost.setdefault(match.round, []).append(match.pair[self.chance[number] & 1])
        for round_ in sorted(lost):
            self.going.lost(round_, lost[round_])

    def _note(self, round_: int, ended: float) -> None:
        self.tally.rounds.setdefault(round_, []).append(ended)
