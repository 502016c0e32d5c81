"""Who goes on from a table, or from several groups, into the event that follows.

So many of each group as all can send, and for the rest the best of the next place: 8 out of three
groups are the first two of each and the two best thirds. Those thirds come from different groups,
so of what they did only the part of their matches that they won is compared. Places that are
shared are never guessed at: they come back as ties, and a director's order settles them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.crossing import MAX_QUALIFIERS
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId
from tournaments.formats.grouping import group_letter


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a table: `place` is the first of the places that he shares with others."""

    entrant: EntrantId
    place: int
    wins: int
    losses: int

    @property
    def part_won(self) -> Fraction:
        return Fraction(self.wins, max(self.wins + self.losses, 1))


@dataclass(frozen=True, slots=True)
class Qualified:
    """Who goes on, and as which place of which group, both from 1."""

    entrant: EntrantId
    group: int
    place: int


@dataclass(frozen=True, slots=True)
class Tie:
    """Who shares the places `first` to `last`: of a group, or (0) of the best of the next place."""

    entrants: tuple[EntrantId, ...]
    group: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Qualifying:
    """All winners of groups, then all runners-up, and so on; settled when there are no `ties`."""

    qualified: tuple[Qualified, ...]
    ties: tuple[Tie, ...]


def qualify(
    tables: Sequence[Sequence[Ranked]],
    count: int,
    *,
    in_order: bool,
    settled: Sequence[EntrantId] = (),
) -> Qualifying:
    """The best `count` of the groups, whose `tables` hold those who can go on, best first.

    With `in_order` the places of those who go on count as well (a knockout by cross-over), else
    only who goes on. `settled` is an order that decides ties, all of whose entrants are in it.
    Raises FormatError: `qualifiers_out_of_range`, `group_too_small`.
    """
    _check(tables, count)
    each, rest = divmod(count, len(tables))
    groups = [_Group(number, table, settled) for number, table in enumerate(tables, start=1)]
    found = [
        Qualified(group.order[place], group.number, place + 1)
        for place in range(each)
        for group in groups
    ]
    ties = [tie for group in groups for tie in group.ties(each, in_order=in_order)]
    if rest:
        best, more = _best_of(groups, each, rest, settled)
        found += best
        ties += [tie for tie in more if tie not in ties]
    return Qualifying(tuple(found), tuple(ties))


def _check(tables: Sequence[Sequence[Ranked]], count: int) -> None:
    here = sum(map(len, tables))
    most = min(here, MAX_QUALIFIERS)
    if not 2 <= count <= most:
        raise FormatError(
            "qualifiers_out_of_range",
            "Of %(entrants)s let 2 to %(most)s go on, not %(count)s.",
            entrants=here,
            most=most,
            count=count,
        )
    each, rest = divmod(count, len(tables))
    deep = sum(len(table) > each for table in tables)
    for number, table in enumerate(tables, start=1):
        if len(table) < each or (deep < rest and len(table) == each):
            raise FormatError(
                "group_too_small",
                "Group %(group)s has only %(entrants)s who can go on: let fewer go on from the"
                " groups.",
                group=group_letter(number),
                entrants=len(table),
            )


class _Group:
    """A table with its ties settled as far as they are."""

    def __init__(self, number: int, table: Sequence[Ranked], settled: Sequence[EntrantId]) -> None:
        self.number = number
        self.rows: Mapping[EntrantId, Ranked] = {row.entrant: row for row in table}
        self.order: list[EntrantId] = []
        self._open: list[Tie] = []
        shared: dict[int, list[EntrantId]] = {}
        for row in table:
            shared.setdefault(row.place, []).append(row.entrant)
        for tied in shared.values():
            order = _settled(tied, settled)
            if order is None:
                first = len(self.order) + 1
                self._open.append(Tie(tuple(tied), number, first, first + len(tied) - 1))
            self.order += tied if order is None else order

    def ties(self, cut: int, *, in_order: bool) -> list[Tie]:
        """Those across the cut after so many places and, if their order counts, before it."""
        return [tie for tie in self._open if tie.first <= cut and (in_order or tie.last > cut)]

    def at(self, place: int) -> Tie | None:
        """The open tie that has this place."""
        return next((tie for tie in self._open if tie.first <= place <= tie.last), None)


def _settled(tied: Sequence[EntrantId], settled: Sequence[EntrantId]) -> list[EntrantId] | None:
    """The tied in the order that was settled; None if it was not."""
    if len(tied) > 1 and not set(tied) <= set(settled):
        return None
    return sorted(tied, key=settled.index) if len(tied) > 1 else list(tied)


def _best_of(
    groups: Sequence[_Group], each: int, rest: int, settled: Sequence[EntrantId]
) -> tuple[list[Qualified], list[Tie]]:
    """The `rest` best of those next in their groups, and what is still to be settled for that."""
    nexts = [(group, group.order[each]) for group in groups if len(group.order) > each]
    parts = {entrant: group.rows[entrant].part_won for group, entrant in nexts}
    ranked: list[EntrantId] = []
    open_: list[Tie] = []
    for part in sorted(set(parts.values()), reverse=True):
        level = [entrant for entrant in parts if parts[entrant] == part]
        order = _settled(level, settled)
        if order is None and len(ranked) < rest < len(ranked) + len(level):
            open_.append(Tie(tuple(level), 0, len(ranked) + 1, len(ranked) + len(level)))
        ranked += level if order is None else order
    lowest = min(parts[entrant] for entrant in ranked[:rest])
    # Who of a group is next matters only if he may be good enough.
    within = [
        tie
        for group, _ in nexts
        if (tie := group.at(each + 1)) is not None
        and max(group.rows[one].part_won for one in tie.entrants) >= lowest
    ]
    number = {entrant: group.number for group, entrant in nexts}
    best = [Qualified(entrant, number[entrant], each + 1) for entrant in ranked[:rest]]
    return best, within + ([] if within else open_)
