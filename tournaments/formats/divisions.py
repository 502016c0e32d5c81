"""Promotion and relegation: who goes up and down between the divisions of a finished season.

As many as each division says go to its neighbours, by the places of its table. Where a place is
shared across the line nobody guesses: those are named, and whoever runs the league chooses among
them (by a play-off, or by its rules). Whoever withdrew during the season goes down before anybody
else, and out of the league from the lowest division.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId


class Way(StrEnum):
    UP = "up"
    DOWN = "down"
    OUT = "out"  # withdrew from the lowest division


@dataclass(frozen=True, slots=True)
class Finisher:
    """The places `first` to `last` of an entrant in the final table."""

    entrant: EntrantId
    first: int
    last: int
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Division:
    """`number` 1 is the highest; `table` is best first. `up` and `down`: how many move."""

    number: int
    table: Sequence[Finisher]
    up: int = 1
    down: int = 1


@dataclass(frozen=True, slots=True)
class Mover:
    """Somebody who changes division; `to` is None for whoever leaves the league."""

    entrant: EntrantId
    way: Way
    origin: int
    to: int | None


@dataclass(frozen=True, slots=True)
class OpenTie:
    """`places` of those who share a place across the line are free: choose so many of them."""

    division: int
    way: Way
    entrants: tuple[EntrantId, ...]
    places: int


@dataclass(frozen=True, slots=True)
class Movements:
    """`ahead` are the divisions of the next season as far as they are known, highest first.

    In each: those who came down, those who stayed in their order, those who came up. Whoever is in
    an open tie is listed where he was.
    """

    movers: tuple[Mover, ...]
    ties: tuple[OpenTie, ...]
    ahead: tuple[tuple[EntrantId, ...], ...]


def movements(
    divisions: Sequence[Division], chosen: Mapping[EntrantId, Way] | None = None
) -> Movements:
    """Who moves; `chosen` are those of open ties who do, and which way.

    Raises FormatError: `no_divisions`, `division_twice`, `entrant_twice`, `division_too_small`
    (somebody would go up and down at once), `not_tied`, `too_many_chosen`.
    """
    chosen = chosen or {}
    ordered = sorted(divisions, key=lambda division: division.number)
    _check(ordered)
    lines = [line for index in range(len(ordered)) for line in _lines(ordered, index)]
    _check_chosen(lines, chosen)
    movers, ties = [], []
    for line in lines:
        picked = line.picked(chosen)
        if line.tied and len(picked) < line.places:
            ties.append(OpenTie(line.origin, line.way, line.tied, line.places))
            picked = []
        movers += [
            Mover(entrant, line.way, line.origin, line.to) for entrant in (*line.sure, *picked)
        ]
    return Movements(tuple(movers), tuple(ties), _ahead(ordered, movers))


@dataclass(frozen=True, slots=True)
class _Line:
    """One line across a table: who is beyond it for sure, and who shares the places at it."""

    origin: int
    to: int | None
    way: Way
    sure: tuple[EntrantId, ...]
    tied: tuple[EntrantId, ...] = ()
    places: int = 0

    def picked(self, chosen: Mapping[EntrantId, Way]) -> list[EntrantId]:
        return [entrant for entrant in self.tied if chosen.get(entrant) is self.way]


def _lines(ordered: Sequence[Division], index: int) -> list[_Line]:
    division = ordered[index]
    above = ordered[index - 1].number if index else None
    below = ordered[index + 1].number if index + 1 < len(ordered) else None
    present = [one for one in division.table if not one.withdrawn]
    gone = tuple(one.entrant for one in division.table if one.withdrawn)
    up = division.up if above is not None else 0
    down = max(division.down - len(gone), 0) if below is not None else 0
    if up + down > len(present):
        raise FormatError(
            "division_too_small",
            "Division %(number)s is too small for so many to go up and down.",
            number=division.number,
        )
    found = []
    if above is not None:
        found.append(_line((division.number, above, Way.UP), present, up))
    if below is None:
        found.append(_Line(division.number, None, Way.OUT, gone))
    else:
        line = _line((division.number, below, Way.DOWN), present[::-1], down)
        found.append(replace(line, sure=(*line.sure, *gone)))
    return found


def _line(across: tuple[int, int, Way], best: Sequence[Finisher], count: int) -> _Line:
    """The first `count` of the row; those who share a place with one beyond it are tied."""
    inside, beyond = best[:count], best[count:]
    if not inside or not beyond or inside[-1].first != beyond[0].first:
        return _Line(*across, tuple(one.entrant for one in inside))
    shared = inside[-1].first
    sure = tuple(one.entrant for one in inside if one.first != shared)
    tied = tuple(one.entrant for one in best if one.first == shared)
    return _Line(*across, sure, tied, count - len(sure))


def _ahead(
    ordered: Sequence[Division], movers: Sequence[Mover]
) -> tuple[tuple[EntrantId, ...], ...]:
    gone = {mover.entrant for mover in movers}
    rows = []
    for division in ordered:
        down = [m.entrant for m in movers if m.to == division.number and m.way is Way.DOWN]
        up = [m.entrant for m in movers if m.to == division.number and m.way is Way.UP]
        stay = [one.entrant for one in division.table if one.entrant not in gone]
        rows.append((*down, *stay, *up))
    return tuple(rows)


def _check(ordered: Sequence[Division]) -> None:
    if not ordered:
        raise FormatError("no_divisions", "There is no division to move in.")
    numbers = Counter(division.number for division in ordered)
    entrants = Counter(one.entrant for division in ordered for one in division.table)
    for number, count in numbers.items():
        if count > 1:
            raise FormatError(
                "division_twice", "There are two divisions %(number)s.", number=number
            )
    for entrant, count in entrants.items():
        if count > 1:
            raise FormatError(
                "entrant_twice",
                "Entrant %(entrant)s is in one round, or list, twice.",
                entrant=entrant,
            )


def _check_chosen(lines: Sequence[_Line], chosen: Mapping[EntrantId, Way]) -> None:
    tied = {(entrant, line.way) for line in lines for entrant in line.tied}
    for entrant, way in chosen.items():
        if (entrant, way) not in tied:
            raise FormatError(
                "not_tied",
                "%(entrant)s does not share a place that is to be decided.",
                entrant=entrant,
            )
    for line in lines:
        if len(line.picked(chosen)) > line.places:
            raise FormatError(
                "too_many_chosen",
                "Choose %(places)s of those who share a place in division %(number)s.",
                places=line.places,
                number=line.origin,
            )
