"""What a director wishes of the rounds of an event: who is to meet, and who is not.

Wishes are kept with the event, entrants by their number of entry. `forced` and `forbidden` ones
are for the next round and go into it when it is published; `apart` ones are for good.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from tournaments.formats import EntrantId
from tournaments.formats.round_plan import RoundKind
from tournaments.formats.swiss_wishes import Wishes
from tournaments.models import Event

Pair: TypeAlias = tuple[int, int]
PairOrBye: TypeAlias = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Numbers of entries; None beside one is the bye."""

    forced: tuple[PairOrBye, ...] = ()
    forbidden: tuple[Pair, ...] = ()
    apart: tuple[Pair, ...] = ()

    def wishes(self) -> Wishes:
        """For the next round, in which the standing pairs are forbidden as well."""
        return Wishes(
            tuple(
                (EntrantId(one), None if other is None else EntrantId(other))
                for one, other in self.forced
            ),
            tuple(
                (EntrantId(one), EntrantId(other))
                for one, other in dict.fromkeys((*self.forbidden, *self.apart))
            ),
        )

    def as_data(self) -> dict[str, list[list[int | None]]]:
        """As JSON; what there is none of is left out."""
        found = {"forced": self.forced, "forbidden": self.forbidden, "apart": self.apart}
        return {name: [list(pair) for pair in pairs] for name, pairs in found.items() if pairs}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Pairs":
        """The inverse of `as_data`."""
        return cls(
            tuple((one, other) for one, other in data.get("forced", ())),
            _pairs(data.get("forbidden", ())),
            _pairs(data.get("apart", ())),
        )

    def numbers(self) -> set[int]:
        """All who are named."""
        pairs = (*self.forced, *self.forbidden, *self.apart)
        return {number for pair in pairs for number in pair if number is not None}


def _pairs(data: Iterable[Iterable[int]]) -> tuple[Pair, ...]:
    return tuple((one, other) for one, other in data)


def has_choice(event: Event) -> bool:
    """Whether who meets whom is anybody's choice: not in brackets, nor in a round robin."""
    return event.in_rounds and event.format != RoundKind.ROUND_ROBIN


def pairs_of(event: Event) -> Pairs:
    return Pairs.of({**event.next_round, "apart": event.apart})


def in_names(pairs: Iterable[PairOrBye], names: Mapping[int, str], bye: str) -> str:
    """`Anna – Boris; Clara – bye`, for a line of the log."""
    said = [
        f"{names.get(one, one)} – {bye if other is None else names.get(other, other)}"
        for one, other in pairs
    ]
    return "; ".join(said)
