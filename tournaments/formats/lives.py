"""Lives: a Swiss without a number of rounds, in which those who have lost so often are out.

Everybody begins with the same number of lives and loses one with each match. Rounds are paired
as in a Swiss, with other weights (the "More Swiss" of Chicago and Gateway): nobody has a second
bye before all who are left have had one; the bye goes to a worst record; records are as close as
can be; and then nobody meets twice, as far as possible. It ends in one of these ways:

- Two left: they play until one has no life left. The better record has more lives in hand.
- Three left with equal records: the contingent bye, see `ContingentBye`.
- With `places` announced, as soon as no more than these are left all of them are in the money.
  Once one leads alone, those with their last life are paid off, as they could not win any more,
  unless keeping them saves a bye.

The money itself, and how those who went out together share it, is not worked out here.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.formats.errors import FormatError, said
from tournaments.formats.graph import EntrantId
from tournaments.formats.lots import Lots
from tournaments.formats.pairing import (
    MAX_ROUNDS,
    Member,
    Missed,
    Pairing,
    Past,
    Reason,
    Result,
    Round,
    check_members,
    check_past,
)
from tournaments.formats.swiss import round_of, seats_of
from tournaments.formats.swiss_cost import Fault
from tournaments.formats.swiss_records import Absences, Record, records
from tournaments.formats.swiss_wishes import NO_WISHES, Wishes

# Closer records come before new opponents.
LIVES = (
    Fault.BYE_AGAIN, Fault.BYE_HEIGHT, Fault.GAP, Fault.REMATCH, Fault.FLOATS, Fault.SHARED,
)  # fmt: skip

TEMPLATES = {
    "last_two": said(
        "The last two: %(first)s must be beaten %(first_lives)s times,"
        " %(second)s %(second_lives)s times."
    ),
    "trio_first": said("Three are left with equal records: the winner meets %(waiting)s."),
    "contingent_bye": said(
        "Three are left with equal records: waits by lot, among those with fewest byes."
    ),
    "trio_last": said(
        "If %(waiting)s wins, %(other)s is second; if %(other)s wins, %(waiting)s is third."
    ),
}


@dataclass(frozen=True, slots=True)
class LivesRules:
    """Out after `lives` losses. `places` is how many are paid at most, if that was announced.

    A missed round costs a life, or counts as a bye; half a life there is not.
    """

    lives: int
    places: int | None = None
    absences: Absences = field(default_factory=Absences)


class Stage(StrEnum):
    ROUNDS = "rounds"
    TRIO = "trio"
    DUEL = "duel"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Standing:
    entrant: EntrantId
    losses: int
    lives: int  # that are left
    byes: int


@dataclass(frozen=True, slots=True)
class ContingentBye:
    """The end for three with equal records in two matches (the standard of the ABT).

    `one` and `two` play, and the winner meets `waiting`. If `waiting` wins that, he is first and
    the other one second. If not, he is third: his match was the semi-final, and whoever lost the
    one before it is second.
    """

    waiting: EntrantId
    one: EntrantId
    two: EntrantId

    def places(self, winner: EntrantId, last: Result) -> tuple[tuple[EntrantId, ...], ...]:
        """Who is first, second, third; those who share a place together."""
        loser = self.two if winner == self.one else self.one
        if last.winner is None:
            return (winner, self.waiting), (loser,)
        if last.winner == self.waiting:
            return (self.waiting,), (winner,), (loser,)
        return (winner,), (loser,), (self.waiting,)


@dataclass(frozen=True, slots=True)
class LivesState:
    """Where an event stands: who is in, best first, and what comes next.

    `out` has those who went out, together if at the same time, best first. `next` is None when
    all is over; then `places` has everybody, and `champion` the first, unless that is shared.
    """

    stage: Stage
    alive: tuple[Standing, ...]
    out: tuple[tuple[EntrantId, ...], ...]
    next: Round | None = None
    plan: ContingentBye | None = None
    final: tuple[tuple[EntrantId, ...], ...] = ()
    in_the_money: bool = False

    @property
    def places(self) -> tuple[tuple[EntrantId, ...], ...]:
        return self.final + self.out

    @property
    def champion(self) -> EntrantId | None:
        match self.final:
            case ((champion,), *_):
                return champion
            case _:
                return None


def lives_state(
    members: Sequence[Member],
    past: Past,
    rules: LivesRules,
    *,
    seed: str,
    wishes: Wishes = NO_WISHES,
) -> LivesState:
    """Who is still in, and the next round or how it ended, from the rounds so far.

    Raises FormatError: `lives_out_of_range`, `places_out_of_range`, `half_a_life`, `past_the_end`
    (there are more rounds than the results allow, as after a correction), `other_pairing` (the
    last three did not meet as they should), and those of `pair_round`.
    """
    event = _replayed(members, past, rules)
    if (ending := _ending(event, seed=seed)) is not None:
        return ending
    seats = seats_of(
        members, past, rules.absences, seed=seed, wishes=wishes, among=frozenset(event.alive)
    )
    return event.state(Stage.ROUNDS, next_=round_of(event.rounds + 1, seats, LIVES, wishes))


def lives_standing(
    members: Sequence[Member], past: Past, rules: LivesRules, *, seed: str
) -> LivesState:
    """The same without pairing a round of many, which takes longest: `next` is of the end alone.

    Raises FormatError as `lives_state` does, but for those of `pair_round`.
    """
    event = _replayed(members, past, rules)
    return _ending(event, seed=seed) or event.state(Stage.ROUNDS)


def are_trio(losses: Collection[int]) -> bool:
    """Whether so many losses of those who are left lead to the contingent bye."""
    return len(losses) == 3 and len(set(losses)) == 1


def are_paid_off(lives: Collection[int]) -> bool:
    """Whether, of those left with so many lives and in the money, who has one is paid off now."""
    if len(lives) < 2:
        return False
    most, second = sorted(lives, reverse=True)[:2]
    if most == second:
        return False
    staying = sum(left > 1 for left in lives)
    saves_a_bye = staying > 1 and staying % 2 == 1 and len(lives) % 2 == 0
    return not saves_a_bye


def _check_rules(rules: LivesRules, members: Sequence[Member]) -> None:
    if not 1 <= rules.lives <= MAX_ROUNDS // 2:
        raise FormatError(
            "lives_out_of_range",
            "Let them have 1 to %(most)s lives, not %(lives)s.",
            most=MAX_ROUNDS // 2,
            lives=rules.lives,
        )
    if rules.places is not None and rules.places < 1:
        raise FormatError(
            "places_out_of_range", "Pay at least 1 place, not %(places)s.", places=rules.places
        )
    missed = {rules.absences.late, rules.absences.away, *(member.late for member in members)}
    if Missed.HALF in missed:
        raise FormatError(
            "half_a_life", "Let a missed round cost a life or be a bye: there is no half of one."
        )


def _past_the_end(rounds: int) -> FormatError:
    return FormatError(
        "past_the_end",
        "By these results all was over after round %(rounds)s. Take back what was paired since.",
        rounds=rounds,
    )


class _Event:
    """An event replayed round by round: who is left after `rounds` of them."""

    def __init__(self, members: Sequence[Member], past: Past, rules: LivesRules) -> None:
        self.members = members
        self.past = past
        self.rules = rules
        self.rounds = 0
        self.alive = [member.id for member in members]
        self.out: list[tuple[EntrantId, ...]] = []
        self._settle()

    def play_on(self) -> None:
        self.rounds += 1
        self._settle()

    @property
    def has_ended(self) -> bool:
        return len(self.alive) < 2 or self.is_trio

    @property
    def is_trio(self) -> bool:
        losses = [self.found[entrant].losses for entrant in self.alive]
        return self.rounds > 0 and are_trio(losses)

    @property
    def in_the_money(self) -> bool:
        return self.rules.places is not None and len(self.alive) <= self.rules.places

    def lives(self, entrant: EntrantId) -> int:
        return self.rules.lives - self.found[entrant].losses

    def state(
        self,
        stage: Stage,
        *,
        next_: Round | None = None,
        plan: ContingentBye | None = None,
        final: tuple[tuple[EntrantId, ...], ...] = (),
    ) -> LivesState:
        best_first = sorted(self.alive, key=lambda entrant: self.found[entrant].losses)
        standings = tuple(
            Standing(
                entrant, self.found[entrant].losses, self.lives(entrant), self.found[entrant].byes
            )
            for entrant in best_first
        )
        out = tuple(reversed(self.out))
        return LivesState(stage, standings, out, next_, plan, final, self.in_the_money)

    def _settle(self) -> None:
        """Take out those who lost their last life in this round, or left; then pay off."""
        past = self.past.until(self.rounds)
        self.found: Mapping[EntrantId, Record] = records(self.members, past, self.rules.absences)
        left = {member.id for member in self.members if member.has_left(self.rounds + 1)}
        self._take_out([one for one in self.alive if one in left or self.lives(one) <= 0])
        self._take_out(self._paid_off())

    def _take_out(self, entrants: Sequence[EntrantId]) -> None:
        if entrants:
            self.out.append(tuple(entrants))
            self.alive = [entrant for entrant in self.alive if entrant not in entrants]

    def _paid_off(self) -> Sequence[EntrantId]:
        if not self.in_the_money or not are_paid_off([*map(self.lives, self.alive)]):
            return ()
        return [entrant for entrant in self.alive if self.lives(entrant) == 1]


def _replayed(members: Sequence[Member], past: Past, rules: LivesRules) -> _Event:
    _check_rules(rules, members)
    check_members(members)
    check_past(members, past)
    event = _Event(members, past, rules)
    while not event.has_ended and event.rounds < len(past.rounds):
        event.play_on()
    return event


def _ending(event: _Event, *, seed: str) -> LivesState | None:
    """The state when three with equal records, two, or fewer are left; None before."""
    if event.is_trio:
        return _trio(event, seed=seed)
    if event.rounds < len(event.past.rounds):
        raise _past_the_end(event.rounds)
    if len(event.alive) < 2:
        return event.state(Stage.OVER, final=(tuple(event.alive),) if event.alive else ())
    if len(event.alive) == 2:
        return event.state(Stage.DUEL, next_=_duel(event))
    return None


def _duel(event: _Event) -> Round:
    """The better record has lives in hand: each must be beaten as often as it has lives."""
    first, second = sorted(event.alive, key=event.lives, reverse=True)
    why = _reason(
        "last_two",
        first=first,
        first_lives=event.lives(first),
        second=second,
        second_lives=event.lives(second),
    )
    return Round(event.rounds + 1, (Pairing(1, first, second, (why,)),))


def _trio(event: _Event, *, seed: str) -> LivesState:
    plan = _contingent_bye(event, seed=seed)
    played = event.past.rounds[event.rounds :]
    number = event.rounds + 1
    if len(played) > 2:
        raise _past_the_end(number + 1)
    if not played:
        return event.state(Stage.TRIO, next_=_first_of_trio(number, plan), plan=plan)
    winner = _result(event.past, played[0], plan.one, plan.two).winner
    if winner is None:
        return event.state(Stage.OVER, plan=plan, final=((plan.waiting,), (plan.one, plan.two)))
    if len(played) == 1:
        return event.state(Stage.TRIO, next_=_last_of_trio(number + 1, plan, winner), plan=plan)
    last = _result(event.past, played[1], winner, plan.waiting)
    return event.state(Stage.OVER, plan=plan, final=plan.places(winner, last))


def _contingent_bye(event: _Event, *, seed: str) -> ContingentBye:
    """Who waits is drawn among those with fewest byes, by the seed `<seed>/<round>/trio`."""
    fewest = min(event.found[entrant].byes for entrant in event.alive)
    among = [entrant for entrant in event.alive if event.found[entrant].byes == fewest]
    lots = f"{seed}/{event.rounds + 1}/trio" if seed.strip() else seed
    waiting = among[Lots(lots).below(len(among))]
    one, two = (entrant for entrant in event.alive if entrant != waiting)
    return ContingentBye(waiting, one, two)


def _first_of_trio(number: int, plan: ContingentBye) -> Round:
    first = _reason("trio_first", waiting=plan.waiting)
    bye = _reason("contingent_bye", waiting=plan.waiting)
    return Round(
        number,
        (Pairing(1, plan.one, plan.two, (first,)), Pairing(2, plan.waiting, None, (bye,))),
    )


def _last_of_trio(number: int, plan: ContingentBye, winner: EntrantId) -> Round:
    why = _reason("trio_last", waiting=plan.waiting, other=winner)
    return Round(number, (Pairing(1, winner, plan.waiting, (why,)),))


def _reason(code: str, **detail: object) -> Reason:
    return Reason(code, TEMPLATES[code], detail)


def _result(past: Past, round_: Round, one: EntrantId, two: EntrantId) -> Result:
    for pairing in round_.pairings:
        if set(pairing.entrants) == {one, two}:
            return past.results[round_.number, pairing.number]
    raise FormatError(
        "other_pairing",
        "By these results %(one)s and %(two)s meet in round %(round)s, but that was paired"
        " otherwise. Take that round back.",
        one=one,
        two=two,
        round=round_.number,
    )
