"""Tasks of the Swiss: the next round of fields small and large, and how good it is."""

from collections.abc import Sequence
from random import Random

from bench.tasks import Task, field
from tournaments.formats.pairing import Member, Past, Result, Round
from tournaments.formats.swiss import EXACT, SwissRules, pair_round, seats_of
from tournaments.formats.swiss_blocks import pair_in_blocks
from tournaments.formats.swiss_cost import SWISS, Costs, Seat
from tournaments.formats.swiss_match import Pair, cheapest
from tournaments.formats.swiss_records import Absences
from tournaments.formats.swiss_wishes import NO_WISHES

FEASIBLE = 1_000  # for one matching over everybody; it is cubic


def swiss(size: int, rounds: int, target: float | None = None) -> Task:
    """The round after so many, each won by either side alike."""
    members = [Member(entrant) for entrant in field(size)]
    rules = SwissRules(rounds + 1)
    past = _played(members, rounds)
    seats = [*seats_of(members, past, Absences(), seed="bench", wishes=NO_WISHES).values()]

    def least() -> list[tuple[Seat, Seat]]:
        """In order of score, each with the next one whom he has not met; who is left, is left."""
        order = sorted(seats, key=lambda seat: -seat.score)
        pairs, taken = [], set()
        for at, one in enumerate(order):
            if one.id in taken:
                continue
            for other in order[at + 1 :]:
                if other.id not in taken and other.id not in one.met:
                    pairs.append((one, other))
                    taken.add(other.id)
                    break
        return pairs

    return Task(
        f"Swiss, round {rounds + 1} of {size:,}",
        lambda: pair_round(members, past, rules, seed="bench"),
        least,
        target,
        turns=5,
        quality=lambda: _quality(seats),
    )


def _played(members: Sequence[Member], rounds: int) -> Past:
    chance, past = Random(1), Past()
    for _ in range(rounds):
        round_ = pair_round(members, past, SwissRules(rounds + 1), seed="bench")
        past = Past((*past.rounds, round_), {**past.results, **_results(round_, chance)})
    return past


def _results(round_: Round, chance: Random) -> dict[tuple[int, int], Result]:
    return {
        (round_.number, pairing.number): Result(chance.choice(pairing.entrants))
        for pairing in round_.pairings
        if not pairing.is_bye
    }


def _quality(seats: Sequence[Seat]) -> str:
    """Faults of the round beside those of the best one; where that is not known, of a bound."""
    made = cheapest(seats, SWISS) if len(seats) <= EXACT else pair_in_blocks(seats, SWISS)
    said = f"rematches {_again(made)}, pairs across scores {_across(made)}"
    if len(seats) <= EXACT:
        return f"{said}; this is the best there is"
    if len(seats) > FEASIBLE:
        scores = sorted((seat.score for seat in seats), reverse=True)
        least = sum(a != b for a, b in zip(scores[::2], scores[1::2], strict=False))
        return f"{said}; no pairing has fewer than {least} across"
    best = cheapest(seats, SWISS)
    price, lowest = _faults(made, seats), _faults(best, seats)
    equal = "equal" if price == lowest else f"{price / lowest:.6f} times as much"
    return f"{said}; best {_again(best)} and {_across(best)}, all faults together {equal}"


def _again(pairs: Sequence[Pair]) -> int:
    return sum(other is not None and other.id in one.met for one, other in pairs)


def _across(pairs: Sequence[Pair]) -> int:
    return sum(other is not None and other.score != one.score for one, other in pairs)


def _faults(pairs: Sequence[Pair], seats: Sequence[Seat]) -> int:
    costs = Costs(seats, SWISS)
    return sum(costs.bye(a) if b is None else costs.faults(a, b) for a, b in pairs)
