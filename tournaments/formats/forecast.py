"""Playing the rest of an event out many times, to see when it ends.

A `Course` is what is left of a graph, as plain lists over match numbers: small enough to be walked
hundreds of times a second. A match starts when both sides are known and rested and a board is free;
of those that could start, the one with the lowest number does. Each result is a toss of a coin. How
a course is made from a graph, and what the numbers mean to a director, is for `planning`.
"""

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import NamedTuple, TypeAlias

from tournaments.formats.pace import CELL_BITS, words

SHIFT = 16 - CELL_BITS  # of a word: its high bits pick a duration, its lowest bit is the coin

NOBODY = -1


class Feed(NamedTuple):
    """The winner (or else the loser) of a match goes to a seat of another."""

    seat: int  # of match number seat // 2
    winner: bool


@dataclass(frozen=True, slots=True)
class Course:
    """What is left to play. Players have numbers; match m has the seats 2m and 2m + 1.

    `minutes` are equally likely durations (see `pace.Duration`), for running matches what is left
    of them. `ready` are (minute, match) for matches whose sides are known, `rested` is when each
    player's last match ended, `rests` how long both rest before a match. All minutes count from the
    present.
    """

    minutes: tuple[tuple[float, ...], ...]
    feeds: tuple[tuple[Feed, ...], ...]
    seats: tuple[int, ...]
    running: tuple[int, ...]
    ready: tuple[tuple[float, int], ...]
    rested: tuple[float, ...]
    boards: int
    rests: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of playing a course out: minutes to each end, and sums over all of them.

    `played` and `idle` are by player: matches, and minutes between them; `started` is by match.
    """

    ends: list[float]
    played: list[int]
    idle: list[float]
    started: list[float]


_Event: TypeAlias = tuple[float, int]  # a match ends, or (its number inverted) could start


def simulate(course: Course, samples: int, seed: str) -> Tally:
    """Play the course out so many times; the same seed gives the same tally."""
    players = len(course.rested)
    tally = Tally([], [0] * players, [0.0] * players, [0.0] * len(course.minutes))
    for sample in range(samples):
        chance = words(f"{seed}:{sample}", len(course.minutes))
        tally.ends.append(_Run(course, tally, chance).to_the_end())
    return tally


class _Run:
    """One way in which an event can end. Match m is decided by word m."""

    def __init__(self, course: Course, tally: Tally, chance: tuple[int, ...]) -> None:
        self.course = course
        self.tally = tally
        self.chance = chance
        self.seats = list(course.seats)
        self.rested = list(course.rested)
        self.events: list[_Event] = [(minute, ~match) for minute, match in course.ready]
        for match in course.running:
            self.events.append((course.minutes[match][chance[match] >> SHIFT], match))
            for player in self.seats[2 * match : 2 * match + 2]:
                tally.played[player] += 1
        heapify(self.events)

    def to_the_end(self) -> float:
        events, chance, minutes = self.events, self.chance, self.course.minutes
        free = self.course.boards - len(self.course.running)
        could_start: list[int] = []
        clock = 0.0
        while events:
            clock, match = heappop(events)
            if match < 0:
                heappush(could_start, ~match)
            else:
                free += 1
                self._end(match, clock)
            if events and events[0][0] == clock:
                continue  # who else could start at this very moment may be more urgent
            while could_start and free > 0:
                free -= 1
                started = heappop(could_start)
                self._start(started, clock)
                heappush(events, (clock + minutes[started][chance[started] >> SHIFT], started))
        return clock

    def _start(self, match: int, clock: float) -> None:
        played, idle = self.tally.played, self.tally.idle
        self.tally.started[match] += clock
        for player in (self.seats[2 * match], self.seats[2 * match + 1]):
            played[player] += 1
            idle[player] += clock - self.rested[player]

    def _end(self, match: int, clock: float) -> None:
        seats = self.seats
        first, second = seats[2 * match], seats[2 * match + 1]
        self.rested[first] = self.rested[second] = clock
        winner, loser = (first, second) if self.chance[match] & 1 else (second, first)
        for seat, takes_winner in self.course.feeds[match]:
            seats[seat] = winner if takes_winner else loser
            if seats[seat ^ 1] != NOBODY:
                later = seat >> 1
                heappush(self.events, (clock + self.course.rests[later], ~later))
