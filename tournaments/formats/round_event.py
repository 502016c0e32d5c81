"""An event played in rounds, whichever format: what comes next, whether it is over, who is where.

The one place that knows which module answers for which format. Everything follows from the plan,
the members in their order, the event's seed, and the rounds with their results so far.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest

from tournaments.formats import lives, round_hand, swiss_reasons
from tournaments.formats.draw import Notice
from tournaments.formats.errors import FormatError, said
from tournaments.formats.graph import EntrantId
from tournaments.formats.grouping import Groups, group_letter
from tournaments.formats.lives import LivesRules, LivesState, lives_standing, lives_state
from tournaments.formats.lots import Lots
from tournaments.formats.pairing import (
    Key,
    Member,
    Pairing,
    Past,
    Reason,
    Round,
    check_members,
    check_past,
)
from tournaments.formats.robin import round_robin
from tournaments.formats.round_hand import Swap
from tournaments.formats.round_plan import RoundKind, RoundPlan
from tournaments.formats.round_results import PlayedRound
from tournaments.formats.swiss import SwissRules, check_rounds, pair_round
from tournaments.formats.swiss_wishes import NO_WISHES, Wishes

ROBIN_TEMPLATES = {
    "by_table": said("By the table of the round robin: numbers %(one)s and %(two)s of the lot."),
    "rest": said("An odd number: rests in this round, by the table of the round robin."),
    "opponent_left": said("%(entrant)s has left the event."),
    "opponent_away": said("%(entrant)s is away in this round."),
}
TEMPLATES = {
    **swiss_reasons.TEMPLATES,
    **lives.TEMPLATES,
    **ROBIN_TEMPLATES,
    **round_hand.TEMPLATES,
}
# The facts of a reason that are entrants; the others are numbers and scores.
ENTRANT_FACTS = frozenset({"entrant", "opponent", "waiting", "other", "first", "second"})
# Pairings of the last three and the last two, which the rules of lives give.
FIXED = frozenset({"last_two", "trio_first", "contingent_bye", "trio_last"})
# Results that were corrected since: what was paired on them is then more than there should be.
OUTRUN = frozenset({"past_the_end", "other_pairing"})


@dataclass(frozen=True)
class RoundEvent:
    """`members` in the order of entry; `past` are the published rounds, some results may miss.

    `groups` are those of a round robin that is played in several; () is one of everybody.
    `play_offs` are results between those tied in the end.
    `wishes` are for the next round. A round robin has none: its rounds were drawn at the start.
    """

    plan: RoundPlan
    members: Sequence[Member]
    seed: str
    past: Past = field(default_factory=Past)
    groups: Groups = ()
    wishes: Wishes = NO_WISHES
    play_offs: PlayedRound = ()

    def next_round(self) -> Round:
        """The round after the published ones, with a reason for each pairing.

        Raises FormatError: `rounds_over`, `results_missing`, `field_too_small` and others of the
        formats.
        """
        first = not self.past.rounds
        match self.plan.kind:
            case RoundKind.SWISS:
                assert self.plan.rounds is not None
                notices = self.check_field() if first else ()
                rules = SwissRules(self.plan.rounds)
                paired = pair_round(
                    self.members, self.past, rules, seed=self.seed, wishes=self.wishes
                )
                return replace(paired, notices=(*notices, *paired.notices))
            case RoundKind.LIVES:
                return self._next_of_lives()
            case RoundKind.ROUND_ROBIN:
                return self._next_of_robin()

    def _next_of_lives(self) -> Round:
        self.check_field()
        state = lives_state(
            self.members, self.past, self.lives_rules, seed=self.seed, wishes=self.wishes
        )
        if state.next is None:
            raise _over(len(self.past.rounds))
        return state.next

    def _next_of_robin(self) -> Round:
        """As scheduled; who would meet somebody that has left has nobody to meet."""
        check_members(self.members)
        number = len(self.past.rounds) + 1
        if number > len(self.schedule):
            raise _over(number - 1)
        here = {member.id for member in self.members if member.is_present(number)}
        left = {member.id for member in self.members if member.has_left(number)}
        return _without_absent(self.schedule[number - 1], here, left)

    def altered(self, round_: Round, swaps: Sequence[Swap]) -> Round:
        """A draft of the next round with these two and two in each other's places.

        Raises FormatError: `pairing_fixed` where the rules leave no choice, and those of
        `round_hand.swapped`.
        """
        codes = {reason.code for pairing in round_.pairings for reason in pairing.reasons}
        if swaps and (self.plan.kind is RoundKind.ROUND_ROBIN or codes & FIXED):
            raise FormatError("pairing_fixed", "Who meets in this round is fixed by the rules.")
        return round_hand.altered(round_, swaps, self.past, self.wishes.apart())

    @cached_property
    def schedule(self) -> tuple[Round, ...]:
        """All rounds of a round robin, as the lot gave out the numbers; () for other formats.

        A round of several groups has the pairings of the first group, then those of the next; a
        small group is done before a large one.
        """
        if self.plan.kind is not RoundKind.ROUND_ROBIN:
            return ()
        if not self.groups:
            return self._scheduled([member.id for member in self.members], self.seed)
        return _side_by_side(
            [
                self._scheduled(sorted(group), f"{self.seed}/{group_letter(number)}")
                for number, group in enumerate(self.groups, start=1)
            ]
        )

    def _scheduled(self, field: Sequence[EntrantId], seed: str) -> tuple[Round, ...]:
        assert self.plan.cycles is not None
        lot = Lots(seed).shuffled(field)
        rounds = round_robin(lot, cycles=self.plan.cycles)
        numbers = {entrant: number for number, entrant in enumerate(lot, start=1)}
        return tuple(
            replace(round_, pairings=tuple(_explained(one, numbers) for one in round_.pairings))
            for round_ in rounds
        )

    @property
    def last_round(self) -> int | None:
        """How many rounds there will be, where that is known."""
        return len(self.schedule) or self.plan.rounds

    @cached_property
    def complete(self) -> int:
        """How many rounds from the first on have all their results."""
        missing = {number for number, _ in self.open_matches}
        rounds = len(self.past.rounds)
        return min(missing) - 1 if missing else rounds

    @cached_property
    def open_matches(self) -> frozenset[Key]:
        """The matches of published rounds that have no result yet."""
        return frozenset(
            (round_.number, pairing.number)
            for round_ in self.past.rounds
            for pairing in round_.pairings
            if not pairing.is_bye and (round_.number, pairing.number) not in self.past.results
        )

    @property
    def is_over(self) -> bool:
        if not self.past.rounds or self.open_matches:
            return False
        if self.plan.kind is not RoundKind.LIVES:
            return len(self.past.rounds) == self.last_round
        try:
            return self._lives_standing(self.past).stage is lives.Stage.OVER
        except FormatError as error:
            return error.code == "past_the_end"

    @cached_property
    def lives_now(self) -> LivesState:
        """After the last complete round that goes with the results, however they were corrected.

        Its next round is told only of the last three and two (see `lives_standing`).
        """
        for rounds in range(self.complete, 0, -1):
            try:
                return self._lives_standing(self.past.until(rounds))
            except FormatError as error:
                if error.code not in OUTRUN:
                    raise
        return self._lives_standing(Past())

    def is_out(self, entrant: EntrantId) -> bool:
        """Whether all lives are lost, or it was paid off; who left an event is not out by that."""
        if self.plan.lives is None:
            return False
        return any(entrant in group for group in self.lives_now.out) and not any(
            member.id == entrant and member.last_round is not None for member in self.members
        )

    def _lives_standing(self, past: Past) -> LivesState:
        return lives_standing(self.members, past, self.lives_rules, seed=self.seed)

    @property
    def lives_rules(self) -> LivesRules:
        """Of an event of lives."""
        assert self.plan.lives is not None
        return LivesRules(self.plan.lives, self.plan.places)

    def check_field(self) -> tuple[Notice, ...]:
        """Whether so many can begin an event with this plan, and what to know about it.

        Raises FormatError: `field_too_small`, `field_too_large`, `play_round_robin`.
        """
        if self.plan.rounds is not None:
            return check_rounds(len(self.members), self.plan.rounds)
        if self.plan.lives is not None and len(self.members) < 2:
            raise _too_small(len(self.members))
        check_members(self.members)
        assert self.schedule or self.plan.lives is not None
        return ()

    def check(self) -> None:
        """Whether the rounds are sound, and every match of a round before the last was decided.

        Raises FormatError as `check_past` does, except for results that are still missing.
        """
        try:
            check_past(self.members, self.past)
        except FormatError as error:
            if error.code != "results_missing":
                raise


def _side_by_side(schedules: Sequence[Sequence[Round]]) -> tuple[Round, ...]:
    """The rounds of all groups as rounds of the event, numbered on from group to group."""
    merged = []
    for number, rounds in enumerate(zip_longest(*schedules), start=1):
        pairings = [one for round_ in rounds if round_ for one in round_.pairings]
        numbered = (replace(one, number=n) for n, one in enumerate(pairings, start=1))
        merged.append(Round(number, tuple(numbered)))
    return tuple(merged)


def _explained(pairing: Pairing, numbers: Mapping[EntrantId, int]) -> Pairing:
    if pairing.second is None:
        return replace(pairing, reasons=(_reason("rest"),))
    one, two = numbers[pairing.first], numbers[pairing.second]
    return replace(pairing, reasons=(_reason("by_table", one=one, two=two),))


def _without_absent(round_: Round, here: set[EntrantId], left: set[EntrantId]) -> Round:
    pairings = []
    for pairing in round_.pairings:
        match [entrant for entrant in pairing.entrants if entrant in here]:
            case [entrant] if not pairing.is_bye:
                gone = next(other for other in pairing.entrants if other != entrant)
                code = "opponent_left" if gone in left else "opponent_away"
                why = _reason(code, entrant=gone)
                pairings.append(Pairing(pairing.number, entrant, None, (why,)))
            case []:
                continue
            case _:
                pairings.append(pairing)
    return Round(round_.number, tuple(pairings), round_.notices)


def _reason(code: str, **detail: object) -> Reason:
    return Reason(code, TEMPLATES[code], detail)


def _too_small(entrants: int) -> FormatError:
    return FormatError(
        "field_too_small",
        "An event needs at least 2 entrants, and there are %(entrants)s. Add entries first.",
        entrants=entrants,
    )


def _over(rounds: int) -> FormatError:
    return FormatError(
        "rounds_over", "All is played: there is no round after round %(rounds)s.", rounds=rounds
    )
