"""When an event of rounds will end, and each of its rounds.

`plan_rounds` plays the rest out many times (see `round_course`), with durations from `pace`:

- A round begins after the last match of the one before, and the time to pair it (`PAIRING`).
- Matches of rounds that are published are played as tables take them, a player's in their order,
  so those of a round robin whose rounds are all open overlap. Its rounds that are not open yet are
  taken to be opened one by one like those of other formats: an event that opens them earlier is
  over earlier.
- In lives everybody wins as often as anybody else, so a field of unequal players ends a little
  earlier. How many rounds it takes comes out of that, by the rules of `lives`.

Rests between matches are in it, breaks are not. Times are minutes, as in `planning`; keys are those
of fixtures (`node_key`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tournaments.formats.graph import EntrantId, node_key
from tournaments.formats.lives import LivesState, Stage
from tournaments.formats.outlook import samples_for
from tournaments.formats.pace import Duration
from tournaments.formats.pairing import Member, Pairing
from tournaments.formats.planning import (
    Floor,
    Plan,
    Present,
    Prospect,
    cells_left,
    check_present,
    not_playable,
    samples_of,
)
from tournaments.formats.round_ahead import KnownRounds, LivesAhead, swiss_rounds
from tournaments.formats.round_course import (
    Cells,
    Field,
    OpenMatch,
    Pair,
    RoundCourse,
    RoundTally,
    simulate,
)
from tournaments.formats.round_event import RoundEvent
from tournaments.formats.round_plan import RoundKind, check_plan
from tournaments.formats.sets import ONE_SET, Sets
from tournaments.formats.together import Tie

PAIRING = 5.0  # minutes from the last match of a round to the first one of the next


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """To how many points matches are where the plan of the rounds does not say, and their sets."""

    length: int
    sets: Sets = ONE_SET


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """By `median` the round is over in one in two ways in which it is played, by `late` in nine
    in ten."""

    median: float
    late: float


@dataclass(frozen=True, slots=True)
class RoundsPlan:
    """`plan` is what `planning.plan` would tell, with a round's fixtures once it is published.

    `ends` are by round, of those not over that are played in most ways. `last_round` and
    `of_player` are the fewest and the most rounds, and matches of one player, in any of the ways;
    `matches` are those to come, on average.
    """

    plan: Plan
    ends: Mapping[int, RoundEnd]
    last_round: tuple[int, int]
    of_player: tuple[int, int]
    matches: float


def plan_rounds(
    event: RoundEvent,
    matches: MatchPlan,
    floor: Floor,
    present: Present | None = None,
    *,
    seed: str,
    samples: int | None = None,
) -> RoundsPlan:
    """Forecast the rest of an event, from its first round on where none is published.

    The same arguments give the same plan. `samples` are how often it is played out, without them
    `outlook.samples_for` so many matches. Raises FormatError as `planning.plan`, `check_plan` and
    `RoundEvent` do, such as `boards_missing`, `field_too_small`, `not_playable`.
    """
    present = present or Present()
    check_present(floor, present)
    check_plan(event.plan)
    event.check()
    if not event.past.rounds:
        event.check_field()
    rest = _Rest(event, matches, floor, present)
    course = rest.course()
    most = len(course.open) + course.field.most
    samples = samples_of(samples, most, samples_for(most))
    tally = simulate(course, samples, seed)
    ends = sorted(tally.ends)
    return RoundsPlan(
        plan=Plan(
            median=present.now + ends[samples // 2],
            mean=present.now + sum(ends) / samples,
            late=present.now + ends[9 * samples // 10],
            order=rest.order(course),
            starts={
                key: present.now + minutes / samples
                for key, match, minutes in zip(rest.keys, course.open, tally.started, strict=True)
                if not match.running
            },
            prospects=rest.prospects(tally, samples),
        ),
        ends=_ends(tally, samples, present.now),
        last_round=(min(tally.last), max(tally.last)),
        of_player=(tally.least or 0, tally.most),
        matches=sum(tally.played) / 2 / samples,
    )


def _ends(tally: RoundTally, samples: int, now: float) -> dict[int, RoundEnd]:
    """Of rounds that most ways play; none is told to end before the one it follows.

    A last round is not played in all of them, and those that do may have been quick so far.
    """
    found: dict[int, RoundEnd] = {}
    median = late = 0.0
    for number, ends in sorted(tally.rounds.items()):
        if 2 * len(ends) > samples:
            ends.sort()
            median = max(median, ends[len(ends) // 2])
            late = max(late, ends[9 * len(ends) // 10])
            found[number] = RoundEnd(now + median, now + late)
    return found


class _Rest:
    """What is left of an event: `keys` are the matches of published rounds that have no result."""

    def __init__(
        self, event: RoundEvent, matches: MatchPlan, floor: Floor, present: Present
    ) -> None:
        self.event = event
        self.matches = matches
        self.floor = floor
        self.present = present
        self.players = {member.id: number for number, member in enumerate(event.members)}
        self.pairings = {
            node_key(event.plan.letter, round_.number, pairing.number): (round_.number, pairing)
            for round_ in event.past.rounds
            for pairing in round_.pairings
            if not pairing.is_bye
        }
        self.open = {
            key: (number, pairing)
            for key, (number, pairing) in self.pairings.items()
            if (number, pairing.number) in event.open_matches
        }
        self.keys = tuple(self.open)
        self.next_round = len(event.past.rounds) + 1
        for key in present.running:
            if key not in self.open:
                raise not_playable(key)

    def course(self) -> RoundCourse:
        rested = self._rested
        pause = self._pause(self.next_round)
        last = max(rested.values(), default=-pause)
        numbers = range(self.next_round, max([self.next_round, *self._changes()]) + 1)
        return RoundCourse(
            open=tuple(self._open_matches()),
            lost=self._lost(),
            next_round=self.next_round,
            starts=max(last + pause, 0.0) if self.event.past.rounds else 0.0,
            minutes=tuple(self._cells(number) for number in numbers),
            field=self._field(),
            rested=tuple(max(rested.get(one, 0.0), 0.0) for one in self.players.values()),
            boards=self.floor.at_once,
            pauses=tuple(self._pause(number) for number in numbers),
        )

    def order(self, course: RoundCourse) -> tuple[str, ...]:
        """What could be called now: neither of the two is playing."""
        busy = {player for match in course.open if match.running for player in match.pair}
        return tuple(
            key
            for key, match in zip(self.keys, course.open, strict=True)
            if busy.isdisjoint(match.pair)
        )

    def prospects(self, tally: RoundTally, samples: int) -> dict[EntrantId, Prospect]:
        decided = dict.fromkeys(self.players, 0)
        for key, (_number, pairing) in self.pairings.items():
            if key not in self.open:
                for entrant in pairing.entrants:
                    decided[entrant] += 1
        return {
            entrant: Prospect(
                decided[entrant] + tally.played[player] / samples, tally.idle[player] / samples
            )
            for entrant, player in self.players.items()
        }

    # --- Published rounds ------------------------------------------------------------------------
    def _open_matches(self) -> Iterable[OpenMatch]:
        """A player's matches follow each other, after one that is running."""
        latest: dict[int, int] = {}
        for number, key in enumerate(self.keys):
            if key in self.present.running:
                for player in self._pair(self.open[key][1]):
                    latest[player] = number
        for number, (key, (round_, pairing)) in enumerate(self.open.items()):
            pair = self._pair(pairing)
            if (running := self.present.running.get(key)) is not None:
                usual = self._duration(round_)
                minutes = cells_left(running, usual, self.present.now, self.floor.pace)
                yield OpenMatch(round_, pair, minutes, running=True)
                continue
            last = max((self._rested[one] for one in pair if one in self._rested), default=None)
            rest = self._rest(round_)
            ready = max(0.0 if last is None else last + rest, self.present.waits(key))
            before = tuple(latest[player] for player in pair if player in latest)
            cells = self._cells(round_)
            yield OpenMatch(round_, pair, cells, ready=ready, before=before, rest=rest)
            latest |= dict.fromkeys(pair, number)

    def _rest(self, round_: int) -> float:
        return self.floor.rest(self.event.plan.letter, round_)

    def _pause(self, round_: int) -> float:
        """Before a round that is to be paired: those who ended last play in it, as a rule."""
        return max(PAIRING, self._rest(round_))

    def _changes(self) -> list[int]:
        """The rounds from which on matches have another length, or players another rest."""
        letter = self.event.plan.letter
        return [*self.event.plan.lengths, *(n for one, n in self.floor.rests if one == letter)]

    def _pair(self, pairing: Pairing) -> Pair:
        one, other = pairing.entrants
        return self.players[one], self.players[other]

    @cached_property
    def _rested(self) -> dict[int, float]:
        """When each player's last match ended, in minutes from now, where that is known."""
        rested: dict[int, float] = {}
        for key, minute in self.present.ended.items():
            if key in self.pairings:
                ended = minute - self.present.now
                for player in self._pair(self.pairings[key][1]):
                    rested[player] = max(rested.get(player, ended), ended)
        return rested

    def _duration(self, round_: int) -> Duration | Tie:
        length = self.event.plan.length_of(round_, self.matches.length)
        return self.floor.duration(length, self.matches.sets)

    def _cells(self, round_: int) -> Cells:
        length = self.event.plan.length_of(round_, self.matches.length)
        if length not in self._made:
            self._made[length] = self._duration(round_).cells()
        return self._made[length]

    @cached_property
    def _made(self) -> dict[int, Cells]:
        return {}

    def _lost(self) -> dict[int, list[int]]:
        """Who has lost in published rounds that are not complete, or follow one that is not."""
        past = self.event.past
        lost: dict[int, list[int]] = {}
        for round_ in past.rounds[self.event.complete :]:
            losers = lost.setdefault(round_.number, [])
            for pairing in round_.pairings:
                result = past.results.get((round_.number, pairing.number))
                if result is not None:
                    losers += [
                        self.players[one] for one in pairing.entrants if one != result.winner
                    ]
        return lost

    # --- Rounds to come --------------------------------------------------------------------------
    def _field(self) -> Field:
        match self.event.plan.kind:
            case RoundKind.SWISS:
                assert self.event.plan.rounds is not None
                numbers = range(self.next_round, self.event.plan.rounds + 1)
                return swiss_rounds(numbers, self._present, self._byes())
            case RoundKind.ROUND_ROBIN:
                return self._robin()
            case RoundKind.LIVES:
                return self._lives(self.event.lives_now)

    def _present(self, round_: int) -> list[int]:
        return [self.players[m.id] for m in self.event.members if m.is_present(round_)]

    def _byes(self) -> dict[int, int]:
        byes: dict[int, int] = {}
        for round_ in self.event.past.rounds:
            for pairing in round_.pairings:
                if pairing.is_bye:
                    player = self.players[pairing.first]
                    byes[player] = byes.get(player, 0) + 1
        return byes

    def _robin(self) -> KnownRounds:
        rounds = {}
        for round_ in self.event.schedule[self.next_round - 1 :]:
            here = set(self._present(round_.number))
            pairs = (self._pair(pairing) for pairing in round_.pairings if not pairing.is_bye)
            rounds[round_.number] = [pair for pair in pairs if here.issuperset(pair)]
        return KnownRounds(rounds)

    def _lives(self, state: LivesState) -> Field:
        if state.stage is Stage.OVER:
            return KnownRounds({})
        alive = {one.entrant: one for one in state.alive}
        trio = None
        if state.plan is not None and state.next is not None:
            trio = self.players[state.plan.waiting], len(state.next.pairings)
            if len(state.next.pairings) == 1:
                alive = {one: alive[one] for one in state.next.pairings[0].entrants}
        rules = self.event.lives_rules
        return LivesAhead(
            losses={self.players[one]: found.losses for one, found in alive.items()},
            byes={self.players[one]: found.byes for one, found in alive.items()},
            rules=rules,
            comers={
                self.players[member.id]: member
                for member in self.event.members
                if member.id in alive and not _is_in_all(member)
            },
            trio=trio,
        )


def _is_in_all(member: Member) -> bool:
    return member.first_round == 1 and member.last_round is None and not member.away
