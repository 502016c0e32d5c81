"""Swiss: everybody plays in every round, against somebody who has done as well so far.

The next round follows from the rounds so far and the event's seed; nothing is ever drawn ahead.
In this order of weight: forced and forbidden pairs are kept; nobody has a second bye before all
have had one; nobody meets twice; the bye goes to a lowest score; scores are close; nobody floats
the same way again and again; those who share a club or country are kept apart; and the rest is
by lot. Backgammon has no colours to balance, and needs no seeding.

Up to `EXACT` members the round is the best there is (see `swiss_match`); larger fields are cut
into blocks (see `swiss_blocks`). The lots of round r are those of the seed `<seed>/<r>`: one for
each member present, in field order. Of pairings equally good, that one is made for which the
numbers of its pairs, each the product of two lots modulo 2^31 - 1, have the smallest sum.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.draw import Notice
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId
from tournaments.formats.lots import Lots
from tournaments.formats.pairing import (
    MAX_ROUNDS,
    Member,
    Pairing,
    Past,
    Reason,
    Round,
    check_members,
    check_past,
    too_many_rounds,
)
from tournaments.formats.swiss_blocks import pair_in_blocks
from tournaments.formats.swiss_cost import SWISS, Fault, Seat, seat
from tournaments.formats.swiss_match import Pair, cheapest
from tournaments.formats.swiss_reasons import Explainer, in_order, reason
from tournaments.formats.swiss_records import Absences, records
from tournaments.formats.swiss_wishes import NO_WISHES, Wishes, check_wishes

EXACT = 300


@dataclass(frozen=True, slots=True)
class SwissRules:
    """How many rounds, and what a round counts that somebody missed."""

    rounds: int
    absences: Absences = field(default_factory=Absences)


def check_rounds(entrants: int, rounds: int) -> tuple[Notice, ...]:
    """Whether so many entrants can play so many rounds; to be asked before anything is stored.

    The notice `rematches_possible` says that rounds after the `safe` first ones may have to repeat
    a match: with more than half of the field met, the rest need not fit together (Dirac).
    Raises FormatError: `field_too_small`, `too_few_rounds`, `too_many_rounds`, `play_round_robin`
    (everybody would have met everybody before the last round).
    """
    if entrants < 2:
        raise FormatError(
            "field_too_small",
            "A Swiss needs at least 2 entrants, and there are %(entrants)s. Add entries first.",
            entrants=entrants,
        )
    if rounds < 1:
        raise FormatError("too_few_rounds", "Play at least 1 round, not %(rounds)s.", rounds=rounds)
    if rounds > MAX_ROUNDS:
        raise too_many_rounds(rounds)
    places = entrants + entrants % 2  # the bye is an opponent, too
    if rounds > places - 1:
        raise FormatError(
            "play_round_robin",
            "%(entrants)s entrants have all met after %(most)s rounds, so %(rounds)s cannot be"
            " played without repeats: play a round robin, or at most %(most)s rounds.",
            entrants=entrants,
            rounds=rounds,
            most=places - 1,
        )
    safe = places // 2
    if rounds > safe:
        return (Notice("rematches_possible", {"safe": safe, "rounds": rounds}),)
    return ()


def pair_round(
    members: Sequence[Member],
    past: Past,
    rules: SwissRules,
    *,
    seed: str,
    wishes: Wishes = NO_WISHES,
) -> Round:
    """The round after those of `past`, in table order: highest scores first, the bye last.

    The order of `members` counts, as in `draw`. The notice `rematches` says how many matches are
    repeats. Raises FormatError: `rounds_over`, `too_few_present`, `no_pairing`, `seed_missing`
    and those of `check_members`, `check_past` and `check_wishes`.
    """
    check_members(members)
    check_past(members, past)
    number = len(past.rounds) + 1
    if number > rules.rounds:
        raise FormatError(
            "rounds_over", "All %(rounds)s rounds have been paired.", rounds=rules.rounds
        )
    seats = seats_of(members, past, rules.absences, seed=seed, wishes=wishes)
    return round_of(number, seats, SWISS, wishes)


def seats_of(
    members: Sequence[Member],
    past: Past,
    absences: Absences,
    *,
    seed: str,
    wishes: Wishes,
    among: Collection[EntrantId] | None = None,
) -> Mapping[EntrantId, Seat]:
    """Who of `among` (of all) is here for the next round, with records and lots, in field order.

    Raises FormatError `too_few_present`, and those of `check_wishes`.
    """
    number = len(past.rounds) + 1
    lots = Lots(f"{seed}/{number}" if seed.strip() else seed)
    found = records(members, past, absences)
    apart = wishes.apart()
    seats = {
        member.id: seat(member, found[member.id], lots, apart.get(member.id, frozenset()))
        for member in members
        if member.is_present(number) and (among is None or member.id in among)
    }
    if len(seats) < 2:
        raise FormatError(
            "too_few_present",
            "Round %(round)s has %(present)s present. Wait for others, or end the event.",
            round=number,
            present=len(seats),
        )
    check_wishes(wishes, seats.keys())
    return seats


def round_of(
    number: int, seats: Mapping[EntrantId, Seat], ranks: Sequence[Fault], wishes: Wishes
) -> Round:
    """Pair the seats by these ranks, and say why."""
    forced = [(seats[one], None if other is None else seats[other]) for one, other in wishes.forced]
    kept = {seat.id for pair in forced for seat in pair if seat is not None}
    free = [seat for entrant, seat in seats.items() if entrant not in kept]
    pairs = (cheapest if len(free) <= EXACT else pair_in_blocks)(free, ranks)
    explain = Explainer(pairs)
    explained = [(pair, explain(pair)) for pair in pairs]
    explained += [(pair, (_forced(pair),)) for pair in forced]
    return Round(number, _at_tables(explained), _notices(pair for pair, _ in explained))


def _forced(pair: Pair) -> Reason:
    return reason("forced_bye" if pair[1] is None else "forced")


def _at_tables(explained: Iterable[tuple[Pair, tuple[Reason, ...]]]) -> tuple[Pairing, ...]:
    ordered = sorted(((in_order(pair), reasons) for pair, reasons in explained), key=_table)
    return tuple(
        Pairing(number, one.id, None if other is None else other.id, reasons)
        for number, ((one, other), reasons) in enumerate(ordered, start=1)
    )


def _table(explained: tuple[Pair, tuple[Reason, ...]]) -> tuple[bool, int, int, int, int]:
    (one, other), _ = explained
    if other is None:
        return True, -one.score, 0, one.lot, one.id
    return False, -one.score, -other.score, one.lot, one.id


def _notices(pairs: Iterable[Pair]) -> tuple[Notice, ...]:
    rematches = sum(other is not None and other.id in one.met for one, other in pairs)
    return (Notice("rematches", {"matches": rematches}),) if rematches else ()
