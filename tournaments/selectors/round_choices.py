"""What the director has decided of the pairings, by name, and whom he can still choose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Entry, Event, Round
from tournaments.selectors.round_wishes import PairOrBye, has_choice, pairs_of


@dataclass(frozen=True, slots=True)
class Named:
    """An entrant as the API calls him, by the key of his entry, and as people do."""

    id: int
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class PairView:
    """`second` is None for the bye; `kind` as in `services.round_wishes.pair_add`."""

    kind: str
    first: Named
    second: Named | None


@dataclass(frozen=True, slots=True)
class Choices:
    """`draft` is the number of the drafted round, which can be altered by hand, if there is one."""

    forced: Sequence[PairView]
    forbidden: Sequence[PairView]
    apart: Sequence[PairView]
    entries: Sequence[Entry]
    number: int
    draft: int | None

    @property
    def all(self) -> list[PairView]:
        return [*self.forced, *self.forbidden, *self.apart]


def choices(event: Event) -> Choices | None:
    """None where nobody has a choice: in brackets and in a round robin. Two queries."""
    if not has_choice(event):
        return None
    entries = list(event.entries.order_by("number"))
    known = {entry.number: Named(entry.pk, entry.number, entry.name) for entry in entries}
    rounds = list(Round.objects.filter(stage__event=event).values_list("number", "published_at"))
    drafts = [number for number, published_at in rounds if published_at is None]
    pairs = pairs_of(event)
    return Choices(
        _views("forced", pairs.forced, known),
        _views("forbidden", pairs.forbidden, known),
        _views("apart", pairs.apart, known),
        entries,
        len(rounds) - len(drafts) + 1,
        drafts[0] if drafts else None,
    )


def _views(kind: str, pairs: Sequence[PairOrBye], known: Mapping[int, Named]) -> Sequence[PairView]:
    return [
        PairView(kind, known[one], None if other is None else known[other]) for one, other in pairs
    ]


def numbers_of(event: Event) -> dict[int, int]:
    """The number of entry by the key of the entry."""
    return dict(event.entries.values_list("pk", "number"))
