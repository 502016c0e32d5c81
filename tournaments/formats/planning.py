"""When an event will end, and which match to call next.

`plan` plays the rest of the event out many times (see `forecast`) with durations from `pace`. Call
first whatever has the longest expected path of matches behind it: everything else can wait without
holding anybody up. Between equals main comes before consolation, as the brackets were drawn.

Times are minutes on any clock of the caller's, such as since the event began. For events of
rounds, which have no graph, see `round_planning`.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tournaments.formats.errors import FormatError
from tournaments.formats.forecast import NOBODY, Course, Feed, Tally, simulate
from tournaments.formats.graph import Entrant, EntrantId, Graph, LoserOf, Node, Source, WinnerOf
from tournaments.formats.pace import Duration, duration_left, sets_duration
from tournaments.formats.progress import BYE, State, Status, entrant_in
from tournaments.formats.sets import Sets
from tournaments.formats.together import Tie

SAMPLES = 300
TO_NEXT_TABLE = 5.0  # minutes from a match to the next one of a player who need not rest
MAX_WORK = 2_000_000  # matches played out in one plan, which takes some seconds


@dataclass(frozen=True, slots=True)
class Floor:
    """What there is to play on: boards, minutes between two matches of a player, and the pace.

    Where teams meet, each match is a tie of so many boards (`in_tie`), begun together. `rests` are
    the minutes between two matches where they are others: by bracket, and the round of it from
    which on they are.
    """

    boards: int
    between: float = TO_NEXT_TABLE
    pace: float = 1.0
    in_tie: int = 1
    rests: Mapping[tuple[str, int], float] = field(default_factory=dict)

    @property
    def at_once(self) -> int:
        """How many matches, or ties, can be played at the same time."""
        return max(self.boards // self.in_tie, 1)

    def rest(self, bracket: str, round_: int) -> float:
        """Minutes that a player has before a match there, after the one before."""
        begun = [first for letter, first in self.rests if letter == bracket and first <= round_]
        return self.rests[bracket, max(begun)] if begun else self.between

    def duration(self, length: int, sets: Sets) -> Duration | Tie:
        """Raises FormatError `pace_out_of_range`, `length_out_of_range`."""
        one = sets_duration(length, sets, self.pace)
        if self.in_tie == 1:
            return one
        return Tie(one, self.in_tie, min(self.boards, self.in_tie))


@dataclass(frozen=True, slots=True)
class Running:
    """A match that is being played: since when, and if known what each side still needs.

    `scored_at` is when that score was reached; without it the score counts as just reached.
    """

    since: float
    needs: tuple[int, int] | None = None
    scored_at: float | None = None


@dataclass(frozen=True, slots=True)
class Present:
    """Where the event is: the time, what is running, and when finished matches ended, by key.

    A finished match without a time counts as long over. `not_before` is for matches of which more
    is known than when their players ended others: they start then, or later.
    """

    now: float = 0.0
    running: Mapping[str, Running] = field(default_factory=dict)
    ended: Mapping[str, float] = field(default_factory=dict)
    not_before: Mapping[str, float] = field(default_factory=dict)

    def waits(self, key: str) -> float:
        """Minutes until that match may start, by what is known of it; 0 where it may now."""
        return max(self.not_before.get(key, self.now) - self.now, 0.0)


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an entrant can expect: matches in the whole event, and idle minutes from now on.

    Idle is all time between matches, the rest included, but not after the last one.
    """

    matches: float
    idle: float


@dataclass(frozen=True, slots=True)
class Plan:
    """`median` and `late` are times by which half, and nine in ten, of the ways to play it end.

    `order` are the matches that could be called now, most urgent first; `starts` is when each match
    that is not running can be expected to start, on average.
    """

    median: float
    mean: float
    late: float
    order: tuple[str, ...]
    starts: Mapping[str, float]
    prospects: Mapping[EntrantId, Prospect]


def plan(
    graph: Graph,
    state: State,
    floor: Floor,
    present: Present | None = None,
    *,
    seed: str,
    samples: int | None = None,
) -> Plan:
    """Forecast the rest of an event; the same arguments give the same plan.

    `samples` are how often it is played out: 300 times, or less often for thousands of matches.

    Raises FormatError: `boards_missing`, `time_out_of_range`, `not_playable` (a running match has
    no two entrants, or is decided), `plan_too_large`, `pace_out_of_range`, `length_out_of_range`.
    """
    present = present or Present()
    check_present(floor, present)
    rest = _Rest(graph, state, floor)
    samples = samples_of(samples, len(rest.keys), SAMPLES)
    order = tuple(
        key for key in rest.keys if state[key].status is Status.READY and key not in present.running
    )
    tally = simulate(rest.course(present), samples, seed)
    ends = sorted(tally.ends)
    return Plan(
        median=present.now + ends[samples // 2],
        mean=present.now + sum(ends) / samples,
        late=present.now + ends[9 * samples // 10],
        order=order,
        starts={
            key: present.now + minutes / samples
            for key, minutes in zip(rest.keys, tally.started, strict=True)
            if key not in present.running
        },
        prospects=rest.prospects(tally, samples),
    )


def start_order(graph: Graph, state: State, floor: Floor) -> tuple[str, ...]:
    """The matches that are ready, most urgent first, without a forecast."""
    rest = _Rest(graph, state, floor)
    return tuple(key for key in rest.keys if state[key].status is Status.READY)


def longest_paths(graph: Graph, state: State, floor: Floor) -> dict[str, float]:
    """Of each match to come the minutes from its start to the end of the longest path after it.

    For callers that order matches which are equally urgent in a way of their own.
    """
    return _Rest(graph, state, floor).path


class _Rest:
    """What is left of a graph: `keys` are the matches to come, most urgent first."""

    def __init__(self, graph: Graph, state: State, floor: Floor) -> None:
        self.graph = graph
        self.state = state
        self.floor = floor
        to_come = [
            node
            for key, node in graph.items()
            if state[key].is_match and state[key].status in {Status.WAITING, Status.READY}
        ]
        pending = {node.key for node in to_come}
        self.origins = {
            node.key: [_origin(source, state, graph, pending) for source in node.sources]
            for node in to_come
        }
        self.durations = {kind: floor.duration(*kind) for kind in {_kind(node) for node in to_come}}
        self.rests = {node.key: floor.rest(node.bracket, node.round) for node in to_come}
        self.path = self._longest_paths(to_come)
        brackets = {letter: number for number, letter in enumerate(graph.brackets())}
        urgent = sorted(to_come, key=lambda node: (-self.path[node.key], brackets[node.bracket]))
        self.keys = tuple(node.key for node in urgent)
        self.numbers = {key: number for number, key in enumerate(self.keys)}
        self.entrants = sorted(_entrants(graph))
        self.players = {entrant: number for number, entrant in enumerate(self.entrants)}

    def _longest_paths(self, to_come: list[Node]) -> dict[str, float]:
        path: dict[str, float] = {node.key: 0.0 for node in to_come}
        for node in reversed(to_come):
            path[node.key] += self.durations[_kind(node)].mean
            for source in self.origins[node.key]:
                if isinstance(source, WinnerOf | LoserOf):
                    through = path[node.key] + self.rests[node.key]
                    path[source.key] = max(path[source.key], through)
        return path

    def course(self, present: Present) -> Course:
        lasting = {kind: each.cells() for kind, each in self.durations.items()}
        minutes = [lasting[_kind(self.graph[key])] for key in self.keys]
        for key, running in present.running.items():
            number = self._running(key)
            usual = self.durations[_kind(self.graph[key])]
            minutes[number] = cells_left(running, usual, present.now, self.floor.pace)
        feeds: list[list[Feed]] = [[] for _ in self.keys]
        seats: list[int] = []
        for key in self.keys:
            for origin in self.origins[key]:
                if isinstance(origin, Entrant):
                    seats.append(self.players[origin.id])
                    continue
                feeds[self.numbers[origin.key]].append(
                    Feed(len(seats), winner=isinstance(origin, WinnerOf))
                )
                seats.append(NOBODY)
        rested = self._rested(present)
        return Course(
            minutes=tuple(minutes),
            feeds=tuple(tuple(each) for each in feeds),
            seats=tuple(seats),
            running=tuple(self.numbers[key] for key in present.running),
            ready=tuple(self._ready(seats, rested, present)),
            rested=tuple(max(minute, 0.0) for minute in rested),
            boards=self.floor.at_once,
            rests=tuple(self.rests[key] for key in self.keys),
        )

    def prospects(self, tally: Tally, samples: int) -> dict[EntrantId, Prospect]:
        decided = dict.fromkeys(self.entrants, 0)
        for now in self.state.values():
            if now.status is Status.DECIDED:
                for slot in now.participants:
                    if (entrant := entrant_in(slot)) is not None:
                        decided[entrant] += 1
        return {
            entrant: Prospect(decided[entrant] + played / samples, idle / samples)
            for entrant, played, idle in zip(self.entrants, tally.played, tally.idle, strict=True)
        }

    def _running(self, key: str) -> int:
        if key not in self.numbers or self.state[key].status is not Status.READY:
            raise not_playable(key)
        return self.numbers[key]

    def _rested(self, present: Present) -> list[float]:
        """When each player's last match ended, in minutes from now; long ago if unknown."""
        rested = [-math.inf] * len(self.entrants)
        for key, minute in present.ended.items():
            slots = self.state[key].participants if key in self.state else ()
            for slot in slots:
                if (entrant := entrant_in(slot)) is not None:
                    player = self.players[entrant]
                    rested[player] = max(rested[player], minute - present.now)
        return rested

    def _ready(
        self, seats: list[int], rested: list[float], present: Present
    ) -> Iterable[tuple[float, int]]:
        for number, key in enumerate(self.keys):
            both = seats[2 * number : 2 * number + 2]
            if NOBODY not in both and key not in present.running:
                last = max(rested[player] for player in both)
                yield max(last + self.rests[key], present.waits(key)), number


def cells_left(
    running: Running, usual: Duration | Tie, now: float, pace: float
) -> tuple[float, ...]:
    """Equally likely minutes that are left of a running match, which `usual`ly takes so long."""
    if running.needs is None:
        return usual.left_after(now - running.since)
    scored_at = now if running.scored_at is None else running.scored_at
    return duration_left(running.needs, pace).left_after(now - scored_at)


def _origin(
    source: Source, state: State, graph: Graph, pending: set[str]
) -> Entrant | WinnerOf | LoserOf:
    """Who will come out of a slot of a match: somebody known, or out of a match to be played."""
    while isinstance(source, WinnerOf | LoserOf) and source.key not in pending:
        now = state[source.key]
        known = entrant_in(now.winner if isinstance(source, WinnerOf) else now.loser)
        if known is not None:
            return Entrant(known)
        # Beside a bye somebody goes through who is not known yet.
        node = graph[source.key]
        source = node.second if now.first is BYE else node.first
    assert isinstance(source, Entrant | WinnerOf | LoserOf)
    return source


def _kind(node: Node) -> tuple[int, Sets]:
    """What its duration depends on."""
    return node.length, node.sets


def _entrants(graph: Graph) -> set[EntrantId]:
    return {
        source.id
        for node in graph.values()
        for source in node.sources
        if isinstance(source, Entrant)
    }


def samples_of(asked: int | None, matches: int, usual: int) -> int:
    """How often to play so many matches out. Raises FormatError `plan_too_large`."""
    possible = MAX_WORK // max(matches, 1)
    samples = min(usual, possible) if asked is None else asked
    if not 1 <= samples <= possible:
        raise FormatError(
            "plan_too_large",
            "%(samples)s samples of %(matches)s matches are too many, or none: ask for others.",
            samples=samples,
            matches=matches,
        )
    return samples


def not_playable(key: str) -> FormatError:
    return FormatError(
        "not_playable", "%(key)s cannot be running: nobody is playing there now.", key=key
    )


def check_present(floor: Floor, present: Present) -> None:
    """Raises FormatError `boards_missing`, `time_out_of_range`."""
    if floor.boards < 1:
        raise FormatError("boards_missing", "There must be a board to play on.")
    times = [
        present.now,
        floor.between,
        *floor.rests.values(),
        *present.ended.values(),
        *present.not_before.values(),
        *(running.since for running in present.running.values()),
        *(running.scored_at or 0.0 for running in present.running.values()),
    ]
    for minutes in times:
        if not math.isfinite(minutes):
            raise FormatError(
                "time_out_of_range", "%(minutes)s is not a time in minutes.", minutes=minutes
            )
    if (least := min([floor.between, *floor.rests.values()])) < 0:
        raise FormatError(
            "time_out_of_range", "%(minutes)s is not a time in minutes.", minutes=least
        )
