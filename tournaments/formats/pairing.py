"""What the round formats share: who meets whom in a round, why, and how it ended.

Swiss, lives and round robin all speak of rounds of pairings. A round is made once and then kept;
results are kept beside it by (round, number), so that a correction changes a result and nothing
else. Who is paired with whom is for `swiss`, `lives` and `robin`, points and places for those
who make the table.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from tournaments.formats.draw import MAX_FIELD, Notice
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId

MAX_ROUNDS = 64

Key: TypeAlias = tuple[int, int]  # a round's number and a pairing's number in it, both from 1


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a pairing is as it is: `code` is stable, `template` English, `detail` holds the facts.

    Entrants stand in `detail` as ids; who shows the message puts names in their place.
    """

    code: str
    template: str
    detail: Mapping[str, object] = field(default_factory=dict)

    @property
    def message(self) -> str:
        return self.template % self.detail


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants at a table, or one with a bye (`second` is None). Numbers count from 1."""

    number: int
    first: EntrantId
    second: EntrantId | None
    reasons: tuple[Reason, ...] = ()

    @property
    def is_bye(self) -> bool:
        return self.second is None

    @property
    def entrants(self) -> tuple[EntrantId, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True, slots=True)
class Round:
    """One round as published: pairings in table order, and what the director should know."""

    number: int
    pairings: tuple[Pairing, ...]
    notices: tuple[Notice, ...] = ()


class How(StrEnum):
    """However it ended, the two count as met and are not paired again."""

    PLAYED = "played"
    WALKOVER = "walkover"  # one did not come: a win for the other
    FORFEIT = "forfeit"  # one had begun and lost by a ruling, or on time
    DOUBLE_FORFEIT = "double_forfeit"  # neither came: a loss for both
    DOUBLE_LOSS = "double_loss"  # it was ruled that both lost
    DRAWN = "drawn"  # a tie of teams whose boards were level

    @property
    def begun(self) -> bool:
        """Whether the two sat down to play."""
        return self not in {How.WALKOVER, How.DOUBLE_FORFEIT}


BOTH_LOST = frozenset({How.DOUBLE_FORFEIT, How.DOUBLE_LOSS})
NO_WINNER = BOTH_LOST | {How.DRAWN}


@dataclass(frozen=True, slots=True)
class Result:
    """Who won a pairing, None where both lost, or drew; a bye has no result, it is a win."""

    winner: EntrantId | None
    how: How = How.PLAYED


class Missed(StrEnum):
    """What a round counts in which a member was not paired."""

    LOSS = "loss"
    HALF = "half"
    BYE = "bye"  # a win, and the member has had a bye


@dataclass(frozen=True, slots=True)
class Member:
    """One of the field: from which round to which it takes part, and in which it is away.

    `labels` are what it may share with others, such as "club:Kyiv" or "country:UA"; those who
    share a label are kept apart where that costs nothing else. `late` is what each round counts
    before the first one, unless that is as the rules of the event have it.
    """

    id: EntrantId
    first_round: int = 1
    last_round: int | None = None
    away: frozenset[int] = frozenset()
    labels: frozenset[str] = frozenset()
    late: Missed | None = None

    def has_left(self, round_: int) -> bool:
        return self.last_round is not None and round_ > self.last_round

    def is_present(self, round_: int) -> bool:
        return round_ >= self.first_round and not self.has_left(round_) and round_ not in self.away


@dataclass(frozen=True, slots=True)
class Past:
    """The rounds so far, in order from 1, and their results."""

    rounds: tuple[Round, ...] = ()
    results: Mapping[Key, Result] = field(default_factory=dict)

    def until(self, rounds: int) -> "Past":
        """What was known when so many rounds were over."""
        results = {key: result for key, result in self.results.items() if key[0] <= rounds}
        return Past(self.rounds[:rounds], results)


def check_members(members: Sequence[Member]) -> None:
    """Raises FormatError `field_too_large` or `entrant_twice`."""
    if len(members) > MAX_FIELD:
        raise FormatError(
            "field_too_large",
            "A field holds at most %(limit)s entrants, and there are %(entrants)s.",
            entrants=len(members),
            limit=MAX_FIELD,
        )
    for entrant, times in Counter(member.id for member in members).items():
        if times > 1:
            raise FormatError(
                "entrant_twice", "Entrant %(entrant)s is in the field twice.", entrant=entrant
            )


def check_past(members: Sequence[Member], past: Past) -> None:
    """Whether the rounds so far are sound and complete.

    Raises FormatError: `rounds_out_of_order`, `too_many_rounds`, `unknown_entrant`,
    `paired_twice`, `number_twice`, `unknown_pairing` (a result of no match), `wrong_winner`,
    `results_missing` (with the keys of the matches still open).
    """
    if len(past.rounds) > MAX_ROUNDS:
        raise too_many_rounds(len(past.rounds))
    if [round_.number for round_ in past.rounds] != list(range(1, len(past.rounds) + 1)):
        raise FormatError(
            "rounds_out_of_order", "Give the rounds in order, numbered 1, 2, 3 and so on."
        )
    known = {member.id for member in members}
    for round_ in past.rounds:
        _check_round(round_, known)
    _check_results(past)


def too_many_rounds(rounds: int) -> FormatError:
    return FormatError(
        "too_many_rounds",
        "An event has at most %(limit)s rounds, not %(rounds)s.",
        rounds=rounds,
        limit=MAX_ROUNDS,
    )


def _check_round(round_: Round, known: set[EntrantId]) -> None:
    seen: set[EntrantId] = set()
    numbers: set[int] = set()
    for pairing in round_.pairings:
        if pairing.number in numbers:
            raise FormatError(
                "number_twice",
                "Round %(round)s has two pairings with number %(number)s.",
                round=round_.number,
                number=pairing.number,
            )
        numbers.add(pairing.number)
        for entrant in pairing.entrants:
            if entrant in seen or entrant not in known:
                raise _misplaced(entrant, round_.number, is_known=entrant in known)
            seen.add(entrant)


def _misplaced(entrant: EntrantId, number: int, *, is_known: bool) -> FormatError:
    if is_known:
        return FormatError(
            "paired_twice",
            "Entrant %(entrant)s is paired twice in round %(round)s.",
            entrant=entrant,
            round=number,
        )
    return FormatError(
        "unknown_entrant",
        "Entrant %(entrant)s of round %(round)s is not in the field.",
        entrant=entrant,
        round=number,
    )


def _check_results(past: Past) -> None:
    matches = {
        (round_.number, pairing.number): pairing
        for round_ in past.rounds
        for pairing in round_.pairings
        if not pairing.is_bye
    }
    for key, result in past.results.items():
        if key not in matches:
            raise FormatError(
                "unknown_pairing",
                "There is a result for round %(round)s, number %(number)s, but no such match.",
                round=key[0],
                number=key[1],
            )
        check_result(matches[key], result)
    missing = sorted(matches.keys() - past.results.keys())
    if missing:
        raise FormatError(
            "results_missing",
            "Enter first what is missing: %(missing)s (round.number).",
            missing=", ".join(f"{round_}.{number}" for round_, number in missing),
            keys=missing,
        )


def check_result(pairing: Pairing, result: Result) -> None:
    """Raises FormatError `wrong_winner` unless the winner is of this pairing (or rightly none)."""
    nobody = result.how in NO_WINNER
    if (result.winner is None) != nobody or not (nobody or result.winner in pairing.entrants):
        raise FormatError(
            "wrong_winner",
            "Number %(number)s was won by one of its two entrants, unless both lost or drew.",
            number=pairing.number,
            winner=result.winner,
        )
