"""What a director wishes of one round: pairs that must be, and pairs that must not."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId

MAX_FORBIDDEN = 50


@dataclass(frozen=True, slots=True)
class Wishes:
    """`forced` pairs meet, or have the bye (None); `forbidden` ones do not meet in this round."""

    forced: tuple[tuple[EntrantId, EntrantId | None], ...] = ()
    forbidden: tuple[tuple[EntrantId, EntrantId], ...] = ()

    def apart(self) -> Mapping[EntrantId, frozenset[EntrantId]]:
        """For each of those concerned, whom it must not meet."""
        found: dict[EntrantId, set[EntrantId]] = {}
        for one, other in self.forbidden:
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
        return {entrant: frozenset(others) for entrant, others in found.items()}


NO_WISHES = Wishes()


def check_wishes(wishes: Wishes, present: Collection[EntrantId]) -> None:
    """Whether the forced pairs can all be; forbidden ones may name anybody.

    Raises FormatError: `too_many_forbidden` (more than 50 for one entrant), `forced_absent`,
    `forced_twice`, `forced_forbidden`, and `forced_byes` for a bye where the number present is
    even, or for two.
    """
    _check_forbidden(wishes)
    forced = Counter(entrant for pair in wishes.forced for entrant in pair if entrant is not None)
    for entrant, times in forced.items():
        if times > 1:
            raise FormatError(
                "forced_twice", "Entrant %(entrant)s is in two forced pairs.", entrant=entrant
            )
        if entrant not in present:
            raise FormatError(
                "forced_absent",
                "Entrant %(entrant)s is to be paired, but not here in this round.",
                entrant=entrant,
            )
    byes = sum(other is None for _, other in wishes.forced)
    if byes > len(present) % 2:
        raise FormatError(
            "forced_byes",
            "With %(present)s present there are %(possible)s byes, not %(byes)s.",
            present=len(present),
            possible=len(present) % 2,
            byes=byes,
        )
    _check_contradictions(wishes)


def _check_forbidden(wishes: Wishes) -> None:
    for entrant, others in wishes.apart().items():
        if len(others) > MAX_FORBIDDEN:
            raise FormatError(
                "too_many_forbidden",
                "Forbid entrant %(entrant)s at most %(limit)s opponents, not %(forbidden)s."
                " Labels keep clubs and countries apart.",
                entrant=entrant,
                limit=MAX_FORBIDDEN,
                forbidden=len(others),
            )


def _check_contradictions(wishes: Wishes) -> None:
    apart = wishes.apart()
    for one, other in wishes.forced:
        if other is not None and other in apart.get(one, ()):
            raise FormatError(
                "forced_forbidden",
                "%(one)s and %(other)s are both forced and forbidden to meet.",
                one=one,
                other=other,
            )
