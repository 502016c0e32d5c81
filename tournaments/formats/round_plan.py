"""What a director chooses for an event of rounds: how many, for how many lives, ranked by what.

A plan is checked before anything is stored, and again together with the field when it is drawn.
How rounds follow from it is for `round_event`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

from tournaments.formats.errors import FormatError, said
from tournaments.formats.grouping import MAX_GROUPS
from tournaments.formats.league import LeaguePlan
from tournaments.formats.league_points import LeaguePoints
from tournaments.formats.pairing import MAX_ROUNDS, too_many_rounds
from tournaments.formats.round_options import check_places, length_in, read_apart, read_lengths
from tournaments.formats.round_results import PlayedRound, Unplayed
from tournaments.formats.settings import require_known
from tournaments.formats.tiebreaks import (
    ROUND_ROBIN,
    SIMPLE,
    SWISS,
    DrawnLot,
    LivesLeft,
    PlayOff,
    Score,
    TieBreak,
    Wins,
    tie_break,
)


class RoundKind(StrEnum):
    """The formats that are played in rounds; a stage of another kind is a bracket."""

    SWISS = "swiss"
    LIVES = "lives"
    ROUND_ROBIN = "round_robin"


LETTERS = {RoundKind.SWISS: "S", RoundKind.LIVES: "L", RoundKind.ROUND_ROBIN: "R"}
CHOICES = tuple(code for code in (*SIMPLE, DrawnLot.code) if code != Score.code)
DEFAULTS = {
    RoundKind.SWISS: tuple(each.code for each in SWISS[1:]),
    RoundKind.LIVES: (),
    RoundKind.ROUND_ROBIN: tuple(each.code for each in ROUND_ROBIN[1:]),
}
MAX_LIVES = 9


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """`rounds` is for a Swiss, `lives` for lives, `cycles` and `groups` for a round robin.

    `tie_breaks` are codes, asked after the points in this order; lives have none, since who goes
    out later comes before who went out earlier. `unplayed` says what a round alone counts for in
    the tie-breaks of a Swiss. A round robin with a `league` is one division of it. `places` is how
    many an event of lives pays at most. `lengths` are match lengths from a round on, and `apart`
    what keeps entrants apart where that costs nothing else; see `round_options` for both.
    """

    kind: RoundKind
    rounds: int | None = None
    lives: int | None = None
    cycles: int | None = None
    tie_breaks: tuple[str, ...] = ()
    unplayed: Unplayed = Unplayed.CLUB
    league: LeaguePlan | None = None
    groups: int = 1
    places: int | None = None
    lengths: Mapping[int, int] = field(default_factory=dict)
    apart: tuple[str, ...] = ()

    @classmethod
    def of(cls, kind: str, data: Mapping[str, Any]) -> Self:
        """The inverse of `as_data`; missing settings are the usual ones.

        Raises FormatError as `check_plan` does, `setting_unknown`, `rule_unknown`, and those of
        `read_lengths` and `read_apart`.
        """
        kind = RoundKind(kind)
        require_known(data, SETTINGS[kind])
        given = {name: value for name, value in data.items() if value is not None}
        given["tie_breaks"] = _codes(given.get("tie_breaks", DEFAULTS[kind]))
        given["unplayed"] = _rule(kind, given.get("unplayed", Unplayed.CLUB))
        given["lengths"] = read_lengths(given.get("lengths", {}))
        given["apart"] = read_apart(given.get("apart", ()))
        if kind is RoundKind.ROUND_ROBIN:
            given.setdefault("cycles", 1)
        if "league" in given:
            given["league"] = LeaguePlan.of(given["league"])
        plan = cls(kind, **given)
        check_plan(plan)
        return plan

    def as_data(self) -> dict[str, Any]:
        data = {name: getattr(self, name) for name in SETTINGS[self.kind]}
        for name in OPTIONS & data.keys():
            if not data[name]:
                del data[name]
        if self.lengths:
            data["lengths"] = {str(number): length for number, length in self.lengths.items()}
        if self.apart:
            data["apart"] = list(self.apart)
        if "tie_breaks" in data:
            data["tie_breaks"] = list(self.tie_breaks)
        if "unplayed" in data:
            data["unplayed"] = self.unplayed.value
        if "league" in data:  # told only where there is one
            del data["league"]
            data |= {} if self.league is None else {"league": self.league.as_data()}
        if self.groups == 1:  # nothing that anybody has to know
            data.pop("groups", None)
        return data

    @property
    def letter(self) -> str:
        """What the keys of its fixtures begin with."""
        return LETTERS[self.kind]

    def length_of(self, round_: int, usual: int) -> int:
        """The match length of a round; `usual` is that of the event."""
        return length_in(self.lengths, round_, usual)

    def order(self, seed: str, play_offs: PlayedRound = ()) -> tuple[TieBreak, ...]:
        """What the table is sorted by, first to last; `play_offs` are the results of such."""
        if self.lives is not None:
            return LivesLeft(self.lives), Wins()
        points = Score() if self.league is None else LeaguePoints(self.league.scheme)
        return points, *(_tie_break(code, seed, play_offs) for code in self.tie_breaks)


SETTINGS = {
    RoundKind.SWISS: ("rounds", "tie_breaks", "unplayed", "lengths", "apart"),
    RoundKind.LIVES: ("lives", "places", "lengths", "apart"),
    RoundKind.ROUND_ROBIN: ("cycles", "groups", "tie_breaks", "lengths", "league"),
}
OPTIONS = {"places", "lengths", "apart"}  # told only where they are set


def _tie_break(code: str, seed: str, play_offs: PlayedRound) -> TieBreak:
    match code:
        case DrawnLot.code:
            return DrawnLot(f"{seed}/lot")
        case PlayOff.code:
            return PlayOff(play_offs)
        case _:
            return tie_break(code)


def _codes(codes: Any) -> tuple[str, ...]:
    if not isinstance(codes, Sequence) or isinstance(codes, str):
        raise FormatError("tie_breaks_unreadable", "Give the tie-breaks as a list of their names.")
    return tuple(str(code) for code in codes)


def _rule(kind: RoundKind, rule: str) -> Unplayed:
    if kind is RoundKind.ROUND_ROBIN:
        return Unplayed.ROUND_ROBIN
    if rule not in {Unplayed.CLUB, Unplayed.FIDE}:
        raise FormatError(
            "rule_unknown", "There is no rule for unplayed rounds called %(name)s.", name=rule
        )
    return Unplayed(rule)


def check_plan(plan: RoundPlan) -> None:
    """Raises FormatError: `too_few_rounds`, `too_many_rounds`, `lives_out_of_range`,
    `cycles_out_of_range`, `groups_out_of_range`, `places_out_of_range`, `tie_break_unknown`,
    `tie_break_twice`, `league_in_groups`, `pairs_need_two_cycles`.
    """
    match plan.kind:
        case RoundKind.SWISS:
            _check_rounds(plan.rounds)
        case RoundKind.LIVES:
            _check_range("lives_out_of_range", LIVES_RANGE, plan.lives, MAX_LIVES)
            check_places(plan.places)
        case RoundKind.ROUND_ROBIN:
            _check_range("cycles_out_of_range", CYCLES_RANGE, plan.cycles, 2)
            _check_league(plan)
            _check_range("groups_out_of_range", GROUPS_RANGE, plan.groups, MAX_GROUPS)
    for code in plan.tie_breaks:
        if code not in CHOICES:
            raise FormatError(
                "tie_break_unknown", "There is no tie-break called %(name)s.", name=code
            )
        if plan.tie_breaks.count(code) > 1:
            raise FormatError(
                "tie_break_twice", "The tie-break %(name)s is in the list twice.", name=code
            )


def _check_league(plan: RoundPlan) -> None:
    if plan.league is not None and plan.groups > 1:
        raise FormatError(
            "league_in_groups",
            "A league is one table: make an event for each of its divisions, not groups.",
        )
    if plan.league is not None and plan.league.scheme.pair and plan.cycles != 2:
        raise FormatError(
            "pairs_need_two_cycles",
            "Points for a pair of matches need everybody to meet twice.",
        )


LIVES_RANGE = said("Let them have 1 to %(most)s lives, not %(given)s.")
CYCLES_RANGE = said("Let them meet 1 to %(most)s times, not %(given)s.")
GROUPS_RANGE = said("Play in 1 to %(most)s groups, not %(given)s.")


def _check_rounds(rounds: object) -> None:
    if type(rounds) is not int or rounds < 1:
        raise FormatError("too_few_rounds", "Play at least 1 round, not %(rounds)s.", rounds=rounds)
    if rounds > MAX_ROUNDS:
        raise too_many_rounds(rounds)


def _check_range(code: str, template: str, given: object, most: int) -> None:
    if type(given) is not int or not 1 <= given <= most:
        raise FormatError(code, template, given=given, most=most)
