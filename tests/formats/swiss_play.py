"""Playing round events out, and judging a round by the book: one fault after another, naively."""

from collections.abc import Iterator, Sequence
from random import Random

from tests.formats.cast import names
from tournaments.formats.graph import EntrantId
from tournaments.formats.pairing import How, Member, Pairing, Past, Result, Round
from tournaments.formats.swiss import SwissRules, pair_round

Pairs = list[tuple[EntrantId, EntrantId | None]]

SEVEN = SwissRules(7)


def members(count: int) -> list[Member]:
    return [Member(EntrantId(number)) for number in range(1, count + 1)]


def past(*rounds: str) -> Past:
    """`ab cd e`: a beat b, c beat d, e had the bye; `a=b` forfeited both, `a!b` a walkover."""
    paired, results = [], {}
    for round_, line in enumerate(rounds, start=1):
        pairings = []
        for number, word in enumerate(line.split(), start=1):
            both = names(word.replace("=", "").replace("!", ""))
            pairings.append(Pairing(number, both[0], both[1] if len(both) == 2 else None))
            if len(both) == 2:
                results[round_, number] = read_result(word, both[0])
        paired.append(Round(round_, tuple(pairings)))
    return Past(tuple(paired), results)


def read_result(word: str, winner: EntrantId) -> Result:
    if "=" in word:
        return Result(None, How.DOUBLE_FORFEIT)
    return Result(winner, How.WALKOVER if "!" in word else How.PLAYED)


def decided(past: Past, round_: Round, chance: Random, *, forfeits: bool = False) -> Past:
    """The past with one more round, each match won by either side alike."""
    results = dict(past.results)
    for pairing in round_.pairings:
        if not pairing.is_bye:
            winner = chance.choice(pairing.entrants)
            odd = forfeits and chance.random() < 0.2
            how = chance.choice([How.WALKOVER, How.DOUBLE_FORFEIT]) if odd else How.PLAYED
            results[round_.number, pairing.number] = Result(
                None if how is How.DOUBLE_FORFEIT else winner, how
            )
    return Past((*past.rounds, round_), results)


def played(field: Sequence[Member], rounds: int, chance: Random, *, forfeits: bool = False) -> Past:
    """A whole Swiss of so many rounds."""
    so_far = Past()
    for _ in range(rounds):
        round_ = pair_round(field, so_far, SwissRules(rounds), seed=f"{chance.random()}")
        so_far = decided(so_far, round_, chance, forfeits=forfeits)
    return so_far


def pairs_of(round_: Round) -> Pairs:
    return [(pairing.first, pairing.second) for pairing in round_.pairings]


def all_pairings(entrants: Sequence[EntrantId]) -> Iterator[Pairs]:
    """Every way to pair these, with one bye if they are odd."""
    if not entrants:
        yield []
        return
    first, *others = entrants
    for other in others:
        for pairs in all_pairings([entrant for entrant in others if entrant != other]):
            yield [(first, other), *pairs]
    if len(entrants) % 2:
        for pairs in all_pairings(others):
            yield [(first, None), *pairs]


class Book:
    """What the rounds so far say, each question answered by leafing through them."""

    def __init__(self, past: Past) -> None:
        self.past = past

    def pairings(self, entrant: EntrantId) -> list[tuple[int, Pairing]]:
        return [
            (round_.number, pairing)
            for round_ in self.past.rounds
            for pairing in round_.pairings
            if entrant in pairing.entrants
        ]

    def score(self, entrant: EntrantId, before: int = 99) -> int:
        """Wins and byes; in this book nobody misses a round for anything but a loss."""
        return sum(
            pairing.is_bye or self.past.results[number, pairing.number].winner == entrant
            for number, pairing in self.pairings(entrant)
            if number < before
        )

    def byes(self, entrant: EntrantId) -> int:
        return sum(pairing.is_bye for _, pairing in self.pairings(entrant))

    def met(self, one: EntrantId, other: EntrantId) -> int:
        return sum(other in pairing.entrants for _, pairing in self.pairings(one))

    def floated(self, entrant: EntrantId, direction: int) -> int:
        """How often it met a score higher (+1) or lower (-1) than its own; a bye is lower."""
        times = 0
        for number, pairing in self.pairings(entrant):
            others = [other for other in pairing.entrants if other != entrant]
            gap = self.score(others[0], number) - self.score(entrant, number) if others else -1
            times += gap * direction > 0
        return times

    def faults(self, pairs: Pairs) -> tuple[int, int, int, int, int]:
        """Second byes, rematches (graded), height of the bye, gaps squared, repeated floats."""
        here = [entrant for pair in pairs for entrant in pair if entrant is not None]
        fewest, lowest = min(map(self.byes, here)), min(map(self.score, here))
        again = rematch = height = gaps = floats = 0
        for one, other in pairs:
            if other is None:
                again += self.byes(one) - fewest
                height += self.score(one) - lowest
                floats += self.floated(one, -1)
                continue
            times = self.met(one, other)
            just_now = bool(times) and other in self.last(one)
            rematch += 2 * times**2 + just_now if times else 0
            high, low = sorted((one, other), key=self.score, reverse=True)
            gap = self.score(high) - self.score(low)
            gaps += gap**2
            floats += self.floated(high, -1) + self.floated(low, 1) if gap else 0
        return again, rematch, height, gaps, floats

    def last(self, entrant: EntrantId) -> tuple[EntrantId, ...]:
        """The entrants of its pairing in the last round."""
        number = len(self.past.rounds)
        found = [pairing.entrants for round_, pairing in self.pairings(entrant) if round_ == number]
        return found[0] if found else ()
