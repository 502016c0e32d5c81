"""What everybody did in the rounds of an event, as a table to work with.

Results come in as plain values (see `round_results`); how a score becomes a place is for
`tiebreaks` and `standings_table`.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId
from tournaments.formats.round_results import (
    DRAWN,
    EFFECTS,
    LOST,
    WON,
    Effect,
    Kind,
    PlayedRound,
    RoundResult,
    Unplayed,
)

NOBODY: Final = -1


class Crosstable:
    """Results by entrant and round. Entrants are numbered from 0 in the order given.

    `got[i]` are the half points of entrant i by round, `foes[i]` the numbers of his opponents
    (`NOBODY` if there was none). `idle[i]` are the rounds he did not play, `chosen[i]` those of
    them that he missed by his own doing, `neutral[i]` those that are no loss; entrants without such
    rounds are not in there. `out` are disqualified.
    """

    def __init__(
        self,
        entrants: Sequence[EntrantId],
        rounds: Sequence[PlayedRound],
        rule: Unplayed = Unplayed.CLUB,
    ) -> None:
        """Enter all results. An entrant without one in some round was absent, or has left.

        Raises FormatError: `entrant_twice`, `unknown_entrant`, `opponent_missing` and
        `opponent_unexpected` (the kind of result needs one, or has none), `plays_himself`,
        `kind_unknown`.
        """
        self.entrants = tuple(entrants)
        self.rounds = tuple(rounds)
        self.rule = rule
        self.idle: dict[int, set[int]] = {}
        self.chosen: dict[int, set[int]] = {}
        self.neutral: dict[int, set[int]] = {}
        self.out: set[int] = set()
        self.numbers = {entrant: number for number, entrant in enumerate(self.entrants)}
        if len(self.numbers) < len(self.entrants):
            raise _twice(max(self.entrants, key=self.entrants.count))
        entered = [self._enter(number, results) for number, results in enumerate(self.rounds)]
        nothing: list[tuple[int, ...]] = [()] * len(self.entrants)
        self.got = list(zip(*(round_.got for round_ in entered), strict=True)) or nothing
        self.foes = list(zip(*(round_.foes for round_ in entered), strict=True)) or nothing

    @cached_property
    def scores(self) -> list[int]:
        """Half points of each entrant."""
        return [sum(got) for got in self.got]

    @cached_property
    def losses(self) -> list[int]:
        """Rounds lost, for whatever reason; byes, rests and rounds after leaving are not lost."""
        losses = [got.count(LOST) for got in self.got]
        for number, rounds in self.neutral.items():
            losses[number] -= len(rounds)
        return losses

    @cached_property
    def worth(self) -> list[int]:
        """What each entrant counts for in the tie-breaks of others, in half points."""
        if self.rule is not Unplayed.FIDE:
            return self.scores
        worth = list(self.scores)
        for number, missed in self.chosen.items():
            last = len(self.rounds) - 1
            while last in missed:
                worth[number] += DRAWN - self.got[number][last]
                last -= 1
        return worth

    @cached_property
    def opposition(self) -> list[list[int]]:
        """The worth of each entrant's opponents by round, in half points.

        Unplayed rounds count by the rule: as an opponent with the own score, or in a round robin as
        whom they were paired with. Nobody counts for nothing.
        """
        worth = [*self.worth, 0]  # NOBODY, -1, is the last one
        found = [[worth[foe] for foe in foes] for foes in self.foes]
        if self.rule is not Unplayed.ROUND_ROBIN:
            for number, rounds in self.idle.items():
                resting = self.neutral.get(number, set()) - self.chosen.get(number, set())
                for round_ in rounds - resting:
                    found[number][round_] = self.scores[number]
        return found

    @cached_property
    def lowest(self) -> list[int]:
        """What a cut takes off the opposition: the lowest, or by FIDE's rule a round missed."""
        lowest = [min(scores, default=0) for scores in self.opposition]
        if self.rule is Unplayed.FIDE:
            for number, rounds in self.chosen.items():
                lowest[number] = min(self.opposition[number][round_] for round_ in rounds)
        return lowest

    @cached_property
    def met(self) -> list[Sequence[int]]:
        """The opponents each really played (in a round robin: was paired with)."""
        met: list[Sequence[int]] = list(self.foes)
        for number, rounds in self.idle.items():
            skipped = set() if self.rule is Unplayed.ROUND_ROBIN else rounds
            met[number] = [
                foe
                for round_, foe in enumerate(self.foes[number])
                if foe != NOBODY and round_ not in skipped
            ]
        return met

    def _enter(self, number: int, results: PlayedRound) -> "_Round":
        round_ = _Round([_UNKNOWN] * len(self.entrants), [NOBODY] * len(self.entrants))
        got, foes, numbers, plain = round_.got, round_.foes, self.numbers, Kind.WIN
        special: list[RoundResult] = []
        try:
            for result in results:
                # Nearly all results are plain wins, so nothing else is done for them here.
                if result.kind is plain and result.b is not None:
                    i, j = numbers[result.a], numbers[result.b]
                    got[i], got[j] = WON, LOST
                    foes[i], foes[j] = j, i
                else:
                    special.append(result)
            seats = 2 * (len(results) - len(special))
            for result in special:
                seats += self._enter_special(number, result, round_)
        except KeyError as unknown:
            raise FormatError(
                "unknown_entrant",
                "There is a result for %(entrant)s, who is not in the event.",
                entrant=unknown.args[0],
            ) from None
        if len(got) - got.count(_UNKNOWN) < seats:
            raise _overlap(results)
        if seats < len(got):
            self._fill_up(number, round_)
        return round_

    def _enter_special(self, number: int, result: RoundResult, round_: "_Round") -> int:
        """Enter a result of any kind; how many entrants it is for."""
        effect = EFFECTS.get(result.kind)
        if effect is None:
            raise FormatError("kind_unknown", "%(kind)s is no kind of result.", kind=result.kind)
        if effect.alone and result.b is not None:
            raise FormatError(
                "opponent_unexpected",
                "A result of the kind %(kind)s is for one entrant: take the opponent out.",
                kind=result.kind,
                entrant=result.a,
            )
        if result.b is None and not effect.alone:
            raise FormatError(
                "opponent_missing",
                "A result of the kind %(kind)s is for two entrants: name the opponent.",
                kind=result.kind,
                entrant=result.a,
            )
        i = self.numbers[result.a]
        round_.got[i] = effect.a
        self._mark(number, i, effect, a=True)
        if result.b is None or effect.b is None:
            return 1
        j = self.numbers[result.b]
        round_.got[j] = effect.b
        round_.foes[i], round_.foes[j] = j, i
        self._mark(number, j, effect, a=False)
        return 2

    def _mark(self, round_: int, number: int, effect: Effect, *, a: bool) -> None:
        if not effect.played:
            self.idle.setdefault(number, set()).add(round_)
        if effect.chosen[not a]:
            self.chosen.setdefault(number, set()).add(round_)
        if effect.neutral:
            self.neutral.setdefault(number, set()).add(round_)
        if effect.out and not a:
            self.out.add(number)

    def _fill_up(self, round_: int, entered: "_Round") -> None:
        for number, got in enumerate(entered.got):
            if got == _UNKNOWN:
                before = round_ - 1
                left = number in self.out or (
                    before in self.neutral.get(number, ()) and before in self.chosen.get(number, ())
                )
                effect = EFFECTS[Kind.WITHDRAWN if left else Kind.ABSENT]
                entered.got[number] = effect.a
                self._mark(round_, number, effect, a=True)


_UNKNOWN = -1


class _Round(NamedTuple):
    """Half points and opponents by entrant, of one round."""

    got: list[int]
    foes: list[int]


def _overlap(results: PlayedRound) -> FormatError:
    """Somebody is in two places of the round: say who."""
    seen: set[EntrantId] = set()
    for result in results:
        if result.a == result.b:
            return FormatError(
                "plays_himself", "Entrant %(entrant)s cannot play himself.", entrant=result.a
            )
        for entrant in (result.a, result.b):
            if entrant in seen:
                return _twice(entrant)
            if entrant is not None:
                seen.add(entrant)
    raise AssertionError("nobody is in the round twice")


def _twice(entrant: EntrantId) -> FormatError:
    return FormatError(
        "entrant_twice", "Entrant %(entrant)s is in one round, or list, twice.", entrant=entrant
    )
