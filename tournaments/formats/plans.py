"""How a pool will be split, by a published table or by hand, and who is owed what.

A plan becomes a schedule (money by position) once the pool is known, and lines (money by person)
as places become known: whoever has left a bracket is owed his share at once, the rest of the
schedule stays open until somebody takes it. Schedule, lines and open places add up to the pool.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.formats.errors import FormatError
from tournaments.formats.graph import CONSOLATION, EntrantId
from tournaments.formats.money import (
    Finish,
    Line,
    Payee,
    PayeeKind,
    Reason,
    apply_deal,
    finishes,
    shared,
)
from tournaments.formats.payouts import (
    WHOLE,
    Parts,
    Position,
    by_amounts,
    by_percentages,
    preset,
    schedule,
)
from tournaments.formats.places import Place


class Split(StrEnum):
    PRESET = "preset"
    PERCENT = "percent"
    AMOUNTS = "amounts"


@dataclass(frozen=True, slots=True)
class Plan:
    """`parts` are basis points or money by hand; with a preset those of the consolation's share.

    `consolation_share`, in basis points, is what a preset for one bracket leaves the consolation.
    """

    split: Split = Split.PERCENT
    preset: str = ""
    consolation_share: int = 0
    parts: Parts = field(default_factory=dict)
    unit: int = 1


def table_of(plan: Plan, entrants: int, brackets: Collection[str]) -> Parts:
    """The parts by position for so many entrants.

    Raises FormatError `bracket_missing`, and what `payouts.preset`, `Preset.table`,
    `by_percentages` raise.
    """
    table = plan.parts
    if plan.split is Split.PRESET:
        table = preset(plan.preset).table(entrants)
        if plan.consolation_share:
            table = with_consolation(table, plan.parts, plan.consolation_share)
    elif plan.split is Split.PERCENT:
        table = by_percentages(table)
    _check_brackets(table, brackets)
    return table


def _check_brackets(table: Parts, brackets: Collection[str]) -> None:
    for position in table:
        if position.bracket not in brackets:
            raise FormatError(
                "bracket_missing",
                "The table pays %(position)s, and there is no such bracket: change the table.",
                position=position,
            )


def with_consolation(main: Parts, consolation: Parts, share: int) -> Parts:
    """A table whose last `share` basis points go to the consolation, split by its own parts.

    Raises FormatError `share_too_large`, `consolation_twice`, `consolation_unpaid`.
    """
    if not 0 <= share < WHOLE:
        raise FormatError(
            "share_too_large", "The consolation can get less than 100 %%: lower its share."
        )
    if any(position.bracket == CONSOLATION for position in main):
        raise FormatError(
            "consolation_twice",
            "This table has a part for the consolation already: leave out the share.",
        )
    whole_main, whole_other = sum(main.values()), sum(consolation.values())
    if not whole_other:
        raise FormatError(
            "consolation_unpaid", "Say how the share of the consolation is split, such as 2 1."
        )
    return {
        **{at: part * (WHOLE - share) * whole_other for at, part in main.items()},
        **{at: part * share * whole_main for at, part in consolation.items()},
    }


def planned(plan: Plan, pool: int, entrants: int, brackets: Collection[str]) -> dict[Position, int]:
    """The schedule: what each position is worth. It adds up to the pool, or is refused.

    Raises FormatError as `table_of`, `payouts.schedule` and `payouts.by_amounts` do.
    """
    table = table_of(plan, entrants, brackets)
    if plan.split is Split.AMOUNTS:
        return dict(by_amounts(table, pool))
    return schedule(table, pool, unit=plan.unit)


@dataclass(frozen=True, slots=True)
class Standing:
    """Who came where in a bracket so far; `finished` when nothing is left to play in it."""

    places: Sequence[Place] = ()
    finished: bool = False

    @property
    def still_in(self) -> tuple[EntrantId, ...]:
        return tuple(place.entrant for place in self.places if not place.final)

    @property
    def only_these_are_left(self) -> bool:
        """Whether those still in will share out the first places among them, and nobody else."""
        left = [place for place in self.places if not place.final]
        return bool(left) and len(left) == max(place.last for place in left)


@dataclass(frozen=True, slots=True)
class Settled:
    """The lines that are known, and what is open by place. Together they are the schedule."""

    lines: tuple[Line, ...]
    open: Mapping[int, int]
    scheduled: tuple[Line, ...]


Deal = Mapping[EntrantId, int]


def settled(
    by_place: Mapping[int, int],
    standing: Standing,
    lots: Sequence[EntrantId],
    pattern: Line,
    deal: Deal | None = None,
) -> Settled:
    """What one bracket pays to whom as things stand.

    A deal made before the end is one of all who are still in. Raises FormatError as `money.shared`
    and `money.apply_deal` do.
    """
    found: Sequence[Finish] = (
        finishes(standing.places) if standing.finished else _known(standing, deal or {})
    )
    groups: dict[tuple[int, int], list[EntrantId]] = {}
    for finish in sorted(found, key=lambda finish: finish.first):
        groups.setdefault((finish.first, finish.last), []).append(finish.entrant)
    due = by_place
    if not standing.finished:
        groups = {at: tied for at, tied in groups.items() if len(tied) == at[1] - at[0] + 1}
        taken = {place for first, last in groups for place in range(first, last + 1)}
        due = {place: amount for place, amount in by_place.items() if place in taken}
    lines = tuple(shared(due, groups, lots, pattern))
    still_open = {at: amount for at, amount in by_place.items() if at not in due and amount}
    return _dealt(lines, still_open, deal, pattern.source)


def _known(standing: Standing, deal: Deal) -> list[Finish]:
    """Those who are out; and those who are in one by one, if they all agreed on a deal."""
    known = [Finish(p.entrant, p.first, p.last) for p in standing.places if p.final]
    parties = standing.still_in
    if deal and standing.only_these_are_left and set(parties) <= deal.keys():
        known += [Finish(entrant, n, n) for n, entrant in enumerate(parties, 1)]
    return known


def _dealt(
    lines: tuple[Line, ...], still_open: Mapping[int, int], deal: Deal | None, source: str
) -> Settled:
    if not deal:
        return Settled(lines, still_open, lines)
    parties = {payee_of(entrant): amount for entrant, amount in deal.items()}
    paid = apply_deal(lines, parties, source)
    return Settled(paid.actual, still_open, paid.scheduled)


def payee_of(entrant: EntrantId) -> Payee:
    return Payee(PayeeKind.ENTRANT, entrant)


def agreed(deal: Deal, due: Mapping[EntrantId, int]) -> None:
    """Check that a deal shares out exactly what its parties are owed together.

    Raises FormatError `deal_empty`, `deal_differs`, `deal_negative`.
    """
    if len(deal) < 2:
        raise FormatError("deal_empty", "A deal is made by two or more.")
    lines = [Line(payee_of(one), amount, Reason.PRIZE, "") for one, amount in due.items()]
    apply_deal(lines, {payee_of(one): amount for one, amount in deal.items()}, "")
