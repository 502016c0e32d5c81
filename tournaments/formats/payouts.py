"""Payout tables: how a prize pool is split over places.

A table gives parts of a whole by `Position`, a place in a bracket; `schedule` turns it into money.
All money is in minor units (cents), integers throughout, and every schedule adds up to its pool to
the cent. Presets are splits that organisers publish; each states where it is from. Who takes which
place, and how ties share, is for `money`.

Rounding is by largest remainder (Hamilton): every place gets its share rounded down to the unit,
and the units left over go one by one to the largest remainders, to the better place among equals.
What the pool holds beyond whole units goes to the first position of the table.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.formats.errors import FormatError
from tournaments.formats.graph import CONSOLATION, MAIN

WHOLE = 10_000  # 100 % in basis points


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a bracket: place 2 of `M` is the runner-up of the main bracket."""

    bracket: str
    place: int

    def __str__(self) -> str:
        return f"{self.bracket} {self.place}"


Parts = Mapping[Position, int]
"""What each position gets, best first: parts of a whole in a table, money in a schedule."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A published split. `rows` are parts for so many entrants at most, from few to many."""

    code: str
    name: str
    source: str
    rows: tuple[tuple[int, Parts], ...]

    def table(self, entrants: int) -> Parts:
        """The split for so many entrants.

        Raises FormatError `preset_out_of_range`: the preset has no split for a field that large, or
        pays more places than there are entrants.
        """
        for most, parts in self.rows:
            if len(parts) <= entrants <= most:
                return parts
        raise FormatError(
            "preset_out_of_range",
            "%(preset)s has no split for %(entrants)s entrants: make a table by hand.",
            preset=self.name,
            entrants=entrants,
        )


def by_parts(parts: Iterable[int], bracket: str = MAIN) -> dict[Position, int]:
    """Parts for the places 1, 2, ... of one bracket: 4, 2, 1, 1 pays half to the winner.

    Raises FormatError `share_negative`, `table_empty`.
    """
    table = {Position(bracket, place): part for place, part in enumerate(parts, start=1)}
    _check(table)
    return table


def by_percentages(basis_points: Parts) -> Parts:
    """A table by hand in hundredths of a per cent, checked to be all of the pool.

    Raises FormatError `not_all_of_it` (they do not add up to 100 %), `share_negative`,
    `table_empty`.
    """
    _check(basis_points)
    if (total := sum(basis_points.values())) != WHOLE:
        raise FormatError(
            "not_all_of_it",
            "The percentages add up to %(percent)s, not to 100 %%: change them by %(missing)s.",
            percent=f"{total / 100:g} %",
            missing=f"{(WHOLE - total) / 100:+g} %",
        )
    return basis_points


def by_amounts(amounts: Parts, pool: int) -> Parts:
    """A schedule by hand, in money, checked to be all of the pool.

    Raises FormatError `amounts_differ` (they do not add up to the pool), `share_negative`,
    `table_empty`.
    """
    _check(amounts)
    if (total := sum(amounts.values())) != pool:
        raise FormatError(
            "amounts_differ",
            "The prizes add up to %(total)s and the pool is %(pool)s: change them by %(missing)s.",
            total=total,
            pool=pool,
            missing=pool - total,
        )
    return amounts


def schedule(table: Parts, pool: int, *, unit: int = 1) -> dict[Position, int]:
    """What each position of the table is worth, in multiples of `unit` (see the module).

    Raises FormatError `table_empty`, `share_negative`, `pool_negative`, `unit_too_small`.
    """
    _check(table)
    if pool < 0:
        raise FormatError("pool_negative", "A pool of %(pool)s cannot be paid out.", pool=pool)
    if unit < 1:
        raise FormatError("unit_too_small", "Round to 1 cent or more, not to %(unit)s.", unit=unit)
    units = _largest_remainder(list(table.values()), pool // unit)
    paid = dict(zip(table, (unit * share for share in units), strict=True))
    paid[next(iter(table))] += pool % unit
    return paid


def _largest_remainder(parts: list[int], units: int) -> list[int]:
    total = sum(parts)
    shares = [units * part // total for part in parts]
    remainders = [units * part % total for part in parts]
    # Sorting is stable, so among equal remainders the better place comes first.
    by_remainder = sorted(range(len(parts)), key=lambda index: -remainders[index])
    for index in by_remainder[: units - sum(shares)]:
        shares[index] += 1
    return shares


def _check(parts: Parts) -> None:
    for position, part in parts.items():
        if part < 0:
            raise FormatError(
                "share_negative", "%(position)s would get less than nothing.", position=position
            )
    if not sum(parts.values()):
        raise FormatError("table_empty", "The table pays nobody: give at least one place a share.")


def _main_and_consolation(
    main: Iterable[int], consolation: Iterable[int]
) -> tuple[tuple[int, Parts], ...]:
    both = by_parts(main) | by_parts(consolation, CONSOLATION)
    return ((_ANY, both),)


_ANY = 1 << 16

PRESETS = (
    Preset(
        "main_consolation_40",
        "40 / 25, consolation 25 / 10",
        "columbusbg.org",
        _main_and_consolation((40, 25), (25, 10)),
    ),
    Preset(
        "main_consolation_45",
        "45 / 22, consolation 22 / 11",
        "tourneygeek.com, for 32 players",
        _main_and_consolation((45, 22), (22, 11)),
    ),
    Preset(
        "three_50_33_17",
        "50 / 33 / 17",
        "Bellingham round robin",
        ((_ANY, by_parts((50, 33, 17))),),
    ),
    Preset(
        "three_50_30_20",
        "50 / 30 / 20",
        "Worldwide Backgammon Internet Federation",
        ((_ANY, by_parts((50, 30, 20))),),
    ),
    Preset(
        "six_30_20",
        "30 / 20 / 15 / 15 / 10 / 10",
        "Worldwide Backgammon Internet Federation, for six paid places",
        ((_ANY, by_parts((30, 20, 15, 15, 10, 10))),),
    ),
    Preset(
        "by_entrants",
        "By number of entrants",
        "poker tables of fabulouspoker and vegaspoker",
        (
            (12, by_parts((50, 30, 20))),
            (18, by_parts((40, 30, 20, 10))),
            (27, by_parts((40, 23, 16, 12, 9))),
            (36, by_parts((33, 20, 15, 11, 8, 7, 6))),
            (50, by_parts((29, 18, 13, 10, 8, 7, 6, 5, 4))),
        ),
    ),
)


def preset(code: str) -> Preset:
    """The preset of that code; raises FormatError `preset_unknown`."""
    for known in PRESETS:
        if known.code == code:
            return known
    raise FormatError("preset_unknown", "There is no payout preset %(preset)s.", preset=code)
