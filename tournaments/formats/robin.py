"""Round robin: everybody meets everybody, by the Berger tables; and groups.

The tables are those of the FIDE Handbook (C.05, annex 1). Who has which number is for the caller
to draw by lot; from then on nothing is left to chance.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId
from tournaments.formats.pairing import How, Key, Pairing, Result, Round, check_result

MAX_ROBIN = 128

Table: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]  # pairs of numbers by round


def berger(players: int) -> Table:
    """The rounds for an even number of players, as pairs of the numbers 1 ... players.

    The last number stays in its place, first and second in turn. The others stand in a circle:
    whoever meets the last one is at the top, those at equal distances from the top meet each
    other, and from round to round the top moves on by half the field.
    Raises FormatError: `field_odd`, `field_too_small`, `field_too_large`.
    """
    _check_size(players)
    if players % 2:
        raise FormatError("field_odd", "Let one number more be the bye.", entrants=players)
    circle = players - 1
    rounds = []
    for round_ in range(circle):
        top = round_ * players // 2 % circle
        pairs = [(players - 1, top) if round_ % 2 else (top, players - 1)]
        pairs += [((top + step) % circle, (top - step) % circle) for step in range(1, players // 2)]
        rounds.append(tuple((one + 1, other + 1) for one, other in pairs))
    return tuple(rounds)


def _check_size(players: int) -> None:
    if players < 2:
        raise FormatError(
            "field_too_small",
            "A round robin needs at least 2 entrants, and there are %(entrants)s.",
            entrants=players,
        )
    if players > MAX_ROBIN:
        raise FormatError(
            "field_too_large",
            "A round robin holds at most %(limit)s entrants, and there are %(entrants)s:"
            " play in groups.",
            entrants=players,
            limit=MAX_ROBIN,
        )


def round_robin(field: Sequence[EntrantId], *, cycles: int = 1) -> tuple[Round, ...]:
    """All rounds, everybody meeting everybody once or twice; entrants are numbered in order.

    With an odd number, whoever would meet the number after the last has the bye, listed last.
    The second cycle has first and second changed about, and before it the last two rounds of the
    first cycle change places, so that from 3 entrants on nobody meets twice in a row.
    Raises FormatError: `cycles_out_of_range`, `entrant_twice`, and those of `berger`.
    """
    if cycles not in {1, 2}:
        raise FormatError(
            "cycles_out_of_range", "Let them meet once or twice, not %(cycles)s times.",
            cycles=cycles,
        )  # fmt: skip
    if len(set(field)) < len(field):
        raise FormatError("entrant_twice", "An entrant is in the field twice.")
    _check_size(len(field))
    table = berger(len(field) + len(field) % 2)
    if cycles == 2:
        back = tuple(tuple((two, one) for one, two in pairs) for pairs in table)
        table = (*table[:-2], *reversed(table[-2:]), *back)
    return tuple(
        Round(number, _pairings(pairs, field)) for number, pairs in enumerate(table, start=1)
    )


def _pairings(pairs: Sequence[tuple[int, int]], field: Sequence[EntrantId]) -> tuple[Pairing, ...]:
    by_number: dict[int, EntrantId] = dict(enumerate(field, start=1))
    pairs = sorted(pairs, key=lambda pair: max(pair) > len(field))
    pairings = []
    for number, (one, two) in enumerate(pairs, start=1):
        met = [by_number[place] for place in (one, two) if place in by_number]
        pairings.append(Pairing(number, met[0], met[1] if len(met) == 2 else None))
    return tuple(pairings)


@dataclass(frozen=True, slots=True)
class Settled:
    """What counts after withdrawals: results, and the pairings that count for nobody (`void`)."""

    results: Mapping[Key, Result]
    void: frozenset[Key]
    cancelled: frozenset[EntrantId]


def settle_withdrawals(
    rounds: Sequence[Round], results: Mapping[Key, Result], withdrawn: Collection[EntrantId]
) -> Settled:
    """Apply the usual rule (FIDE C.05) to everybody who left a round robin.

    Who has played fewer than half of his matches is taken out: all of them are void, also those
    he has played. Who has played half or more keeps them, and the rest is lost without play. A
    walkover won counts as played; one lost does not. `results` may have gaps.
    Raises FormatError `wrong_winner`.
    """
    matches = {
        (round_.number, pairing.number): pairing
        for round_ in rounds
        for pairing in round_.pairings
        if not pairing.is_bye
    }
    cancelled = frozenset(
        entrant for entrant in withdrawn if _played_too_few(entrant, matches, results)
    )
    void = frozenset(
        key for key, pairing in matches.items() if not cancelled.isdisjoint(pairing.entrants)
    )
    settled = {}
    for key, pairing in matches.items():
        result = results.get(key) or _lost_without_play(pairing, withdrawn)
        if result is not None and key not in void:
            check_result(pairing, result)
            settled[key] = result
    return Settled(settled, void, cancelled)


def _played_too_few(
    entrant: EntrantId, matches: Mapping[Key, Pairing], results: Mapping[Key, Result]
) -> bool:
    own = [key for key, pairing in matches.items() if entrant in pairing.entrants]
    played = [
        key
        for key in own
        if key in results and (results[key].how.begun or results[key].winner == entrant)
    ]
    return 2 * len(played) < len(own)


def _lost_without_play(pairing: Pairing, withdrawn: Collection[EntrantId]) -> Result | None:
    stayed = [entrant for entrant in pairing.entrants if entrant not in withdrawn]
    match stayed:
        case [entrant]:
            return Result(entrant, How.WALKOVER)
        case []:
            return Result(None, How.DOUBLE_FORFEIT)
        case _:
            return None


def snake(seeded: Sequence[EntrantId], groups: int) -> tuple[tuple[EntrantId, ...], ...]:
    """Deal a field, best first, into groups: 1 ... g, then g ... 1, and so on.

    Raises FormatError `groups_out_of_range` unless every group gets at least two.
    """
    if not 1 <= groups <= len(seeded) // 2:
        raise FormatError(
            "groups_out_of_range",
            "%(entrants)s entrants make 1 to %(most)s groups, not %(groups)s.",
            entrants=len(seeded),
            most=len(seeded) // 2,
            groups=groups,
        )
    dealt: list[list[EntrantId]] = [[] for _ in range(groups)]
    for place, entrant in enumerate(seeded):
        lap, step = divmod(place, groups)
        dealt[groups - 1 - step if lap % 2 else step].append(entrant)
    return tuple(map(tuple, dealt))
