"""Points of a league: what a match won, lost or missed is worth, or what a pair of matches is.

Usual schemes of British and other club leagues: 2-1 (two for a win, one for a match lost), 3-1,
and by pairs 3-2-1, where two who meet twice get 3 for both matches, 2 for one each and 1 for none.
The point of the loser is for turning up, so whoever did not come gets what the scheme says of that.
How points become places is for `standings_table`, where `LeaguePoints` is one more criterion.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Self

from tournaments.formats.crosstable import Crosstable
from tournaments.formats.errors import FormatError, said
from tournaments.formats.graph import EntrantId
from tournaments.formats.round_results import Kind, PlayedRound, RoundResult
from tournaments.formats.tiebreaks import FRACTIONS, Column

MAX_POINTS = 100
MEETINGS = 2  # a pair of matches is two
NONE = Fraction(0)
WORTH_LOSING = frozenset({Kind.WIN, Kind.FORFEIT, Kind.DISQUALIFICATION, Kind.DOUBLE_LOSS})
WITH_WINNER = frozenset({Kind.WIN, Kind.FORFEIT, Kind.DISQUALIFICATION, Kind.WALKOVER})

Totals = dict[EntrantId, Fraction]


@dataclass(frozen=True, slots=True)
class PointsScheme:
    """`win` and `loss` are for each match played, `missed` is for one lost without coming.

    With `pair` points are for two matches together, by how many of them were won: none, one, both;
    `win` and `loss` then have no meaning, and `missed` is for whoever came to neither.
    """

    win: Fraction
    loss: Fraction
    missed: Fraction = NONE
    bye: Fraction = NONE
    pair: tuple[Fraction, Fraction, Fraction] | None = None

    @classmethod
    def of(cls, text: str, *, missed: str = "0", bye: str = "0") -> Self:
        """From `2-1`, win and loss of a match, or `3-2-1`, for both, one and none of a pair.

        Numbers are whole, decimal or fractions (`1/2`). Raises FormatError: `points_unreadable`,
        `points_out_of_range`, `points_not_falling` (somebody would gain by losing).
        """
        values = [_number(part, text) for part in str(text).split("-")]
        if len(values) not in {2, 3}:
            raise _unreadable(text)
        lost, free = _number(missed, missed), _number(bye, bye)
        falling = [*values, lost]
        if falling != sorted(falling, reverse=True) or values[0] == values[-1]:
            raise FormatError(
                "points_not_falling",
                "Winning has to be worth more than losing, and that not less than not coming:"
                " %(text)s, and %(missed)s for not coming, does not say so.",
                text=str(text),
                missed=str(missed),
            )
        if len(values) == 2:
            return cls(values[0], values[1], lost, free)
        both, one, none = values
        return cls(both, none, lost, free, (none, one, both))

    @property
    def text(self) -> str:
        """The inverse of `of`, in the shortest way."""
        values = self.pair[::-1] if self.pair else (self.win, self.loss)
        return "-".join(map(str, values))

    @property
    def per_unit(self) -> int:
        """All points are whole when counted in this part of 1."""
        values = (self.win, self.loss, self.missed, self.bye, *(self.pair or ()))
        return lcm(*(value.denominator for value in values), 2)


def league_points(
    scheme: PointsScheme, entrants: Sequence[EntrantId], rounds: Sequence[PlayedRound]
) -> Totals:
    """The points of everybody after these rounds; a pair counts once both matches are over.

    Raises FormatError `draws_not_counted`: no scheme says what a draw is worth.
    """
    totals: Totals = dict.fromkeys(entrants, NONE)
    pairs: dict[frozenset[EntrantId], list[RoundResult]] = defaultdict(list)
    for result in (result for results in rounds for result in results):
        if result.b is None:
            totals[result.a] += _alone(scheme, result.kind)
        elif result.kind is Kind.DRAW:
            raise FormatError("draws_not_counted", "No league points are set for a draw.")
        elif scheme.pair:
            pairs[frozenset((result.a, result.b))].append(result)
        else:
            totals[result.a] += _of_match(scheme, result, result.a)
            totals[result.b] += _of_match(scheme, result, result.b)
    for pair, results in pairs.items():
        if len(results) == MEETINGS:
            for entrant in pair:
                totals[entrant] += _of_pair(scheme, results, entrant)
    return totals


def _alone(scheme: PointsScheme, kind: Kind) -> Fraction:
    if kind is Kind.HALF_BYE:
        return scheme.bye / 2
    return scheme.bye if kind is Kind.BYE else NONE


def _of_match(scheme: PointsScheme, result: RoundResult, entrant: EntrantId) -> Fraction:
    if _won(result, entrant):
        return scheme.win
    return scheme.loss if result.kind in WORTH_LOSING else scheme.missed


def _of_pair(scheme: PointsScheme, results: Sequence[RoundResult], entrant: EntrantId) -> Fraction:
    assert scheme.pair is not None
    wins = sum(_won(result, entrant) for result in results)
    came = wins or any(result.kind in WORTH_LOSING for result in results)
    return scheme.pair[wins] if came else scheme.missed


def _won(result: RoundResult, entrant: EntrantId) -> bool:
    return result.a == entrant and result.kind in WITH_WINNER


@dataclass(frozen=True)
class LeaguePoints(Column):
    """The points of the league, in place of half points for wins."""

    scheme: PointsScheme

    code = "league_points"
    name = said("Points")

    def column(self, table: Crosstable) -> Sequence[int]:
        totals: Mapping[EntrantId, Fraction] = league_points(
            self.scheme, table.entrants, table.rounds
        )
        return [int(totals[entrant] * self.scheme.per_unit) for entrant in table.entrants]

    def show(self, value: int) -> str:
        points = Fraction(value, self.scheme.per_unit)
        whole, rest = divmod(points, 1)
        if 100 * rest in FRACTIONS:
            fraction = FRACTIONS[int(100 * rest)]
            return fraction if fraction and not whole else f"{whole}{fraction}"
        return str(points)


def _number(text: str, whole: str) -> Fraction:
    try:
        value = Fraction(str(text).strip())
    except (ValueError, ZeroDivisionError, OverflowError):
        raise _unreadable(whole) from None
    if not 0 <= value <= MAX_POINTS or value.denominator > MAX_POINTS:
        raise FormatError(
            "points_out_of_range",
            "Let points be 0 to %(most)s, in simple parts such as 1/2, not %(given)s.",
            most=MAX_POINTS,
            given=str(text)[:40],
        )
    return value


def _unreadable(text: object) -> FormatError:
    return FormatError(
        "points_unreadable",
        "Write points as 2-1 (a win, a loss), or as 3-2-1 for a pair of matches"
        " (both won, one, none), not %(text)s.",
        text=str(text)[:40],
    )
