"""Side pools: money beside the prizes, for those who paid into it and by their order alone.

The best-placed member of a pool takes its first prize, whatever place that was in the event;
members who tied in the event share. Amounts are integers in minor units, as in `money`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.errors import FormatError
from tournaments.formats.graph import MAIN, EntrantId
from tournaments.formats.money import HOUSE, Finish, Line, Reason, shared
from tournaments.formats.payouts import Parts, schedule

Ranking = Sequence[Collection[EntrantId]]
"""All entrants of an event, best first; those in one group are tied."""


def ranking(
    brackets: Mapping[str, Sequence[Finish]], order: Sequence[str] = (MAIN,)
) -> tuple[tuple[EntrantId, ...], ...]:
    """Rank everybody by the first bracket, ties by the next one, and so on.

    Being in a later bracket counts for more than not being in it. With only the main bracket in
    `order` its ties stay ties.
    """
    best: dict[EntrantId, list[int]] = {}
    nowhere = 1 + max((f.last for found in brackets.values() for f in found), default=0)
    for number, bracket in enumerate(order):
        for finish in brackets.get(bracket, ()):
            best.setdefault(finish.entrant, [nowhere] * len(order))[number] = finish.first
    groups: dict[tuple[int, ...], list[EntrantId]] = {}
    for entrant in sorted(best, key=lambda entrant: best[entrant]):
        groups.setdefault(tuple(best[entrant]), []).append(entrant)
    return tuple(tuple(tied) for tied in groups.values())


@dataclass(frozen=True, slots=True)
class SidePool:
    """A pool beside the prizes, for those who paid into it; the table counts only them."""

    name: str
    members: frozenset[EntrantId]
    amount: int
    table: Parts
    unit: int = 1


def side_pool(side: SidePool, ranked: Ranking, lots: Sequence[EntrantId]) -> tuple[Line, ...]:
    """What the best-placed members are owed; the lines add up to the pool.

    Raises FormatError: `member_unranked`, `table_of_brackets`, and what `payouts.schedule` and
    `money.prizes` raise.
    """
    among = _restricted(ranked, side.members)
    amounts = schedule(side.table, side.amount, unit=side.unit)
    by_place = {at.place: amount for at, amount in amounts.items()}
    if len(by_place) < len(amounts):
        raise FormatError(
            "table_of_brackets",
            "%(name)s has one ranking: its table cannot pay places of several brackets.",
            name=side.name,
        )
    pattern = Line(HOUSE, 0, Reason.SIDE_POOL, side.name)
    return tuple(shared(by_place, among, lots, pattern))


def _restricted(
    ranked: Ranking, members: Collection[EntrantId]
) -> dict[tuple[int, int], list[EntrantId]]:
    """The members by the places they take among themselves."""
    groups: dict[tuple[int, int], list[EntrantId]] = {}
    placed: set[EntrantId] = set()
    for tied in ranked:
        here = [entrant for entrant in tied if entrant in members and entrant not in placed]
        if here:
            groups[len(placed) + 1, len(placed) + len(here)] = here
            placed.update(here)
    for entrant in sorted(members):
        if entrant not in placed:
            raise FormatError(
                "member_unranked",
                "Entrant %(entrant)s is in the pool but has no place in the event.",
                entrant=entrant,
            )
    return groups
