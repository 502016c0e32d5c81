"""A drafted round altered by hand: two entrants change places, or the bye goes to another.

A swap is all there is: to give somebody the bye is to swap him with whoever has it. The pairings it
touches say that the director made them, and whether they repeat a match; all others stay as they
were, with their reasons. Which rounds may be altered is for `round_event`.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from tournaments.formats.draw import Notice
from tournaments.formats.errors import FormatError, said
from tournaments.formats.graph import EntrantId
from tournaments.formats.pairing import Pairing, Past, Reason, Round

Swap: TypeAlias = tuple[EntrantId, EntrantId]
Apart: TypeAlias = Mapping[EntrantId, Collection[EntrantId]]

TEMPLATES = {
    "by_hand": said("Paired by the director by hand."),
    "bye_by_hand": said("Bye given by the director by hand."),
    "rematch_by_hand": said("%(entrant)s and %(opponent)s have met before (%(times)s)."),
}


def swapped(round_: Round, swap: Swap, past: Past, apart: Apart) -> Round:
    """The round with the two in each other's places.

    `past` tells who has met, `apart` whom each must not meet. Raises FormatError: `not_paired`
    (one of them is not in this round), `swap_changes_nothing`, `forbidden_to_meet`.
    """
    one, other = swap
    homes = {entrant: pairing for pairing in round_.pairings for entrant in pairing.entrants}
    for entrant in swap:
        if entrant not in homes:
            raise FormatError(
                "not_paired", "Entrant %(entrant)s is not paired in this round.", entrant=entrant
            )
    if homes[one] == homes[other]:
        raise FormatError(
            "swap_changes_nothing", "These two meet already: choose another one to swap with."
        )
    places = {one: other, other: one}
    met = _meetings(past)
    pairings = [
        _by_hand(_moved(pairing, places), met, apart)
        if set(swap) & {*pairing.entrants}
        else pairing
        for pairing in round_.pairings
    ]
    return Round(round_.number, tuple(pairings), _notices(round_, pairings, met))


def bye_swap(round_: Round, entrant: EntrantId) -> Swap:
    """The swap that gives this one the bye.

    Raises FormatError: `no_bye` where everybody has an opponent, `has_bye`.
    """
    holder = next((pairing.first for pairing in round_.pairings if pairing.is_bye), None)
    if holder is None:
        raise FormatError("no_bye", "Everybody has an opponent in this round: there is no bye.")
    if holder == entrant:
        raise FormatError("has_bye", "Entrant %(entrant)s has the bye already.", entrant=entrant)
    return entrant, holder


def altered(round_: Round, swaps: Sequence[Swap], past: Past, apart: Apart) -> Round:
    """The round after all these swaps, in their order."""
    for swap in swaps:
        round_ = swapped(round_, swap, past, apart)
    return round_


def _moved(pairing: Pairing, places: Mapping[EntrantId, EntrantId]) -> Pairing:
    first, second = pairing.first, pairing.second
    return replace(
        pairing,
        first=places.get(first, first),
        second=None if second is None else places.get(second, second),
    )


def _by_hand(pairing: Pairing, met: Mapping[frozenset[EntrantId], int], apart: Apart) -> Pairing:
    first, second = pairing.first, pairing.second
    if second is None:
        return replace(pairing, reasons=(_reason("bye_by_hand"),))
    if second in apart.get(first, ()):
        raise FormatError(
            "forbidden_to_meet",
            "%(one)s and %(other)s are forbidden to meet: lift that first.",
            one=first,
            other=second,
        )
    reasons = [_reason("by_hand")]
    if times := met.get(frozenset(pairing.entrants)):
        reasons.append(_reason("rematch_by_hand", entrant=first, opponent=second, times=times))
    return replace(pairing, reasons=tuple(reasons))


def _reason(code: str, **detail: object) -> Reason:
    return Reason(code, TEMPLATES[code], detail)


def _meetings(past: Past) -> Mapping[frozenset[EntrantId], int]:
    return Counter(
        frozenset(pairing.entrants)
        for round_ in past.rounds
        for pairing in round_.pairings
        if not pairing.is_bye
    )


def _notices(
    round_: Round, pairings: Sequence[Pairing], met: Mapping[frozenset[EntrantId], int]
) -> tuple[Notice, ...]:
    """Those of the round, with the repeats counted anew."""
    repeats = sum(frozenset(pairing.entrants) in met for pairing in pairings)
    others = [notice for notice in round_.notices if notice.code != "rematches"]
    return (*others, Notice("rematches", {"matches": repeats})) if repeats else tuple(others)
