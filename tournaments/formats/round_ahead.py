"""Who meets in the rounds to come, as far as it matters for how long they take.

The rounds of a round robin are known. Those of a Swiss are not, but how many matches they have is,
and that nobody has a second bye before all have had one. In lives, who has lost how often is tossed
for; records meet that are as close as can be, and the end is that of `lives`. Players have numbers
here, entrants have not.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from tournaments.formats.lives import LivesRules, are_paid_off, are_trio
from tournaments.formats.pairing import Member, Missed
from tournaments.formats.round_course import Pair
from tournaments.formats.swiss_records import missed_in


@dataclass(frozen=True, slots=True)
class KnownRounds:
    """Rounds that are the same whoever wins, by their number."""

    rounds: Mapping[int, Sequence[Pair]]

    @property
    def most(self) -> int:
        return sum(map(len, self.rounds.values()))

    def begun(self) -> Self:
        return self

    def lost(self, round_: int, losers: Sequence[int]) -> None:
        """Nothing follows from it."""

    def pairs(self, round_: int) -> Sequence[Pair] | None:
        return self.rounds.get(round_)


def swiss_rounds(
    numbers: Iterable[int], present: Callable[[int], Sequence[int]], byes: Mapping[int, int]
) -> KnownRounds:
    """The rounds with these numbers; `present` says who plays in one, `byes` how many each had."""
    had = dict(byes)
    rounds = {}
    for number in numbers:
        here = list(present(number))
        if len(here) % 2:
            bye = min(reversed(here), key=lambda player: had.get(player, 0))
            had[bye] = had.get(bye, 0) + 1
            here.remove(bye)
        half = len(here) // 2
        rounds[number] = list(zip(here[:half], here[half:], strict=True))
    return KnownRounds(rounds)


@dataclass(frozen=True, slots=True)
class LivesAhead:
    """Players who are left: how often each has lost, and how many byes each has had.

    `comers` are those of them who are not in all rounds. `trio` is who waits of the last three, and
    how many of their two matches are to come; before the second one only its two are left.
    """

    losses: Mapping[int, int]
    byes: Mapping[int, int]
    rules: LivesRules
    comers: Mapping[int, Member] = field(default_factory=dict)
    trio: tuple[int, int] | None = None

    @property
    def most(self) -> int:
        """Each match costs a life."""
        return sum(self.rules.lives - lost for lost in self.losses.values())

    def begun(self) -> "LivesGoing":
        return LivesGoing(self)


class LivesGoing:
    """One way in which an event of lives can go on."""

    def __init__(self, ahead: LivesAhead) -> None:
        self.ahead = ahead
        self.losses = dict(ahead.losses)
        self.byes = dict(ahead.byes)
        self.alive = list(ahead.losses)
        self.trio = ahead.trio

    def lost(self, round_: int, losers: Sequence[int]) -> None:
        for player in losers:
            if player in self.losses:  # else out already, by results that were corrected since
                self.losses[player] += 1
        if self.trio is not None:
            self._go_on_of_trio(losers)
            return
        for player, member in self.ahead.comers.items():
            if not member.is_present(round_):
                self._miss(player, member, round_)
        lives = self.ahead.rules.lives
        self.alive = [
            player
            for player in self.alive
            if self.losses[player] < lives and not self._has_left(player, round_ + 1)
        ]
        self._pay_off()
        if are_trio([self.losses[player] for player in self.alive]):
            waiting = min(reversed(self.alive), key=self.byes.__getitem__)
            self.trio = waiting, 2

    def pairs(self, round_: int) -> Sequence[Pair] | None:
        if self.trio is not None:
            return self._pairs_of_trio()
        if len(self.alive) == 2:
            return [(self.alive[0], self.alive[1])]
        here = self.alive
        if self.ahead.comers:
            here = [player for player in here if self._is_present(player, round_)]
        if len(here) < 2:
            return None
        here.sort(key=self.losses.__getitem__)
        if len(here) % 2:
            bye = min(reversed(here), key=lambda one: (self.byes[one], -self.losses[one]))
            self.byes[bye] += 1
            here = [player for player in here if player != bye]
        return list(zip(here[::2], here[1::2], strict=True))

    def _miss(self, player: int, member: Member, round_: int) -> None:
        missed = missed_in(member, round_, self.ahead.rules.absences)
        self.losses[player] += missed is Missed.LOSS
        self.byes[player] += missed is Missed.BYE

    def _pay_off(self) -> None:
        rules = self.ahead.rules
        if rules.places is None or len(self.alive) > rules.places:
            return
        left = [rules.lives - self.losses[player] for player in self.alive]
        if are_paid_off(left):
            self.alive = [one for one, lives in zip(self.alive, left, strict=True) if lives > 1]

    def _go_on_of_trio(self, losers: Sequence[int]) -> None:
        assert self.trio is not None
        waiting, left = self.trio
        self.trio = waiting, left - 1
        self.alive = [player for player in self.alive if player not in losers]

    def _pairs_of_trio(self) -> Sequence[Pair] | None:
        assert self.trio is not None
        waiting, left = self.trio
        playing = [player for player in self.alive if left == 1 or player != waiting]
        return [(playing[0], playing[1])] if left and len(playing) > 1 else None

    def _has_left(self, player: int, round_: int) -> bool:
        member = self.ahead.comers.get(player)
        return member is not None and member.has_left(round_)

    def _is_present(self, player: int, round_: int) -> bool:
        member = self.ahead.comers.get(player)
        return member is None or member.is_present(round_)
