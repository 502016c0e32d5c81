"""Events of teams and of pairs: what a director sets, who may sit where, what boards count for.

A team meets another in a *tie* of so many boards, and the team that wins more of them wins the tie.
Its members are listed in the order of the boards, reserves after them; before a tie somebody may
sit in for a regular member. A pair is two people who consult at one board.

How a tie stands by its boards is decided elsewhere, board by board (docs/rules.md, Team matches);
here are the rules around it. Customs: five boards, one or two reserves, a board order that is fixed
for the event (world and online federations); a team's score of boards won, and one more for the tie
(Russian team cups).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, ClassVar, Self

from tournaments.formats.crosstable import Crosstable
from tournaments.formats.errors import FormatError, said
from tournaments.formats.graph import EntrantId
from tournaments.formats.pairing import How, Key, Result, Round
from tournaments.formats.settings import require_known
from tournaments.formats.tiebreaks import Column, TieBreak

MAX_BOARDS = 9
MAX_RESERVES = 9
MAX_BONUS = 9
PAIR = 2  # the people of a pair


class Entrants(StrEnum):
    """Who enters an event."""

    SINGLES = "singles"
    PAIRS = "pairs"
    TEAMS = "teams"


class Level(StrEnum):
    """What becomes of a tie in which both teams won as many boards: a decider is one more."""

    DECIDER = "decider"
    POINTS = "points_decider"  # more points over all boards, and if they are equal a decider
    POINTS_OR_DRAW = "points"
    DRAW = "draw"


WITH_DRAWS = frozenset({Level.POINTS_OR_DRAW, Level.DRAW})
BY_POINTS = frozenset({Level.POINTS, Level.POINTS_OR_DRAW})


class Seating(StrEnum):
    """Where the members of a team may sit."""

    FIXED = "fixed"  # regular members at their own boards, a reserve for who is missing
    FREE = "free"


class Ranking(StrEnum):
    """What the table of an event of rounds is sorted by first."""

    TIES = "ties"
    BOARDS = "boards"


class Remaining(StrEnum):
    """What becomes of the boards that cannot change the tie any more."""

    PLAYED = "played"  # the tie is over with its last board
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class TeamRules:
    """`reserves` are at most so many; `bonus` is what a tie won adds to the boards won."""

    boards: int
    reserves: int = 2
    seating: Seating = Seating.FIXED
    level: Level = Level.POINTS
    remaining: Remaining = Remaining.PLAYED
    ranking: Ranking = Ranking.TIES
    bonus: int = 0

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `as_data`; missing settings are the usual ones.

        Raises FormatError: `setting_unknown`, `setting_missing`, `boards_out_of_range`,
        `reserves_out_of_range`, `bonus_out_of_range`, `choice_unknown`.
        """
        require_known(data, (field.name for field in fields(cls)))
        given = {name: value for name, value in data.items() if value is not None}
        if "boards" not in given:
            raise FormatError("setting_missing", "Say how many boards a tie has.", name="boards")
        for name, most in _NUMBERS.items():
            _check_number(name, given.get(name, 1), most)
        chosen = {
            name: _chosen(kind, given[name]) for name, kind in _CHOICES.items() if name in given
        }
        return cls(**{**given, **chosen})

    def as_data(self) -> dict[str, Any]:
        data = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: str(v) if isinstance(v, StrEnum) else v for name, v in data.items()}

    @property
    def majority(self) -> int:
        """With how many boards a tie is won, whatever the other boards bring."""
        return self.boards // 2 + 1


_CHOICES: dict[str, type[StrEnum]] = {
    "seating": Seating,
    "level": Level,
    "remaining": Remaining,
    "ranking": Ranking,
}
_NUMBERS = {"boards": MAX_BOARDS, "reserves": MAX_RESERVES, "bonus": MAX_BONUS}
_LEAST = {"boards": 1, "reserves": 0, "bonus": 0}
_RANGES = {
    "boards": (
        "boards_out_of_range",
        said("A tie has %(least)s to %(most)s boards, not %(given)s."),
    ),
    "reserves": (
        "reserves_out_of_range",
        said("A team has %(least)s to %(most)s reserves, not %(given)s."),
    ),
    "bonus": (
        "bonus_out_of_range",
        said("A tie won adds %(least)s to %(most)s boards, not %(given)s."),
    ),
}


def _check_number(name: str, given: object, most: int) -> None:
    least = _LEAST[name]
    if type(given) is not int or not least <= given <= most:
        code, template = _RANGES[name]
        raise FormatError(code, template, given=given, least=least, most=most)


def _chosen(kind: type[StrEnum], value: object) -> StrEnum:
    if value not in list(kind):
        raise FormatError(
            "choice_unknown",
            "There is no %(name)s to choose here. There are: %(names)s.",
            name=value,
            names=", ".join(kind),
        )
    return kind(str(value))


# --- Who sits where ------------------------------------------------------------------------------
def check_squad(rules: TeamRules | None, members: Sequence[str]) -> None:
    """Whether these people make a team, or (without rules) a pair. They are called by name.

    Raises FormatError: `pair_of_two`, `too_few_members`, `too_many_members`, `member_twice`.
    """
    if rules is None:
        if len(members) != PAIR:
            raise FormatError(
                "pair_of_two", "A pair is two people, not %(given)s.", given=len(members)
            )
    else:
        _check_size(rules, len(members))
    for name in members:
        if members.count(name) > 1:
            raise FormatError("member_twice", "%(name)s is in one team twice.", name=name)


def _check_size(rules: TeamRules, size: int) -> None:
    most = rules.boards + rules.reserves
    if size < rules.boards:
        raise FormatError(
            "too_few_members",
            "A team needs at least %(least)s members, and there are %(given)s.",
            least=rules.boards,
            given=size,
        )
    if size > most:
        raise FormatError(
            "too_many_members",
            "A team has at most %(most)s members with its reserves, and there are %(given)s.",
            most=most,
            given=size,
        )


def check_lineup(rules: TeamRules, squad: Sequence[int], seats: Sequence[int]) -> None:
    """Whether these of the squad may sit at boards 1, 2, 3 and so on. Both are ids of members, the
    squad in its board order, reserves after it.

    Raises FormatError: `seats_missing`, `too_many_seats`, `not_in_squad`, `seated_twice` (each with
    the `board`), `order_fixed` (a regular member away from his own board).
    """
    if len(seats) != rules.boards:
        code = "seats_missing" if len(seats) < rules.boards else "too_many_seats"
        raise FormatError(
            code,
            "Name one player for each of the %(boards)s boards; there are %(given)s.",
            boards=rules.boards,
            given=len(seats),
        )
    regular = {member: board for board, member in enumerate(squad[: rules.boards], start=1)}
    for board, member in enumerate(seats, start=1):
        if member not in squad:
            raise FormatError(
                "not_in_squad", "Board %(board)s: that player is not in the team.", board=board
            )
        if seats.index(member) != board - 1:
            raise FormatError(
                "seated_twice", "Board %(board)s: that player sits at another board.", board=board
            )
        if rules.seating is Seating.FIXED and regular.get(member, board) != board:
            raise FormatError(
                "order_fixed",
                "The board order is fixed: the player named for board %(board)s belongs to board "
                "%(own)s. Only a reserve sits in for who is missing.",
                board=board,
                own=regular[member],
            )


# --- Standings -----------------------------------------------------------------------------------
TieScores = Mapping[Key, tuple[int, int]]  # boards won, by the first and by the second of a pairing


@dataclass(frozen=True)
class BoardsWon(Column):
    """Boards won, with the bonus for ties, as `boards_won` counts them."""

    won: Mapping[EntrantId, int]
    code: ClassVar[str] = "boards"
    name: ClassVar[str] = said("Boards")

    def column(self, table: Crosstable) -> Sequence[int]:
        return [self.won.get(entrant, 0) for entrant in table.entrants]


@dataclass(frozen=True, slots=True)
class Ties:
    """What a table of teams counts beside ties: by which rules, and how the boards went."""

    rules: TeamRules
    scores: TieScores

    def order(
        self,
        usual: Sequence[TieBreak],
        rounds: Sequence[Round],
        results: Mapping[Key, Result],
    ) -> tuple[TieBreak, ...]:
        """The usual criteria of the format, with the boards after the first of them or before."""
        boards = BoardsWon(boards_won(self.rules, rounds, results, self.scores))
        if self.rules.ranking is Ranking.BOARDS:
            return boards, *usual
        return usual[0], boards, *usual[1:]


def boards_won(
    rules: TeamRules, rounds: Sequence[Round], results: Mapping[Key, Result], scores: TieScores
) -> dict[EntrantId, int]:
    """What each team has won over all ties, those still being played among them.

    A tie that was awarded counts all boards for the winner. A bye is a tie won by the smallest
    majority, which is neither the best nor the worst way to win one.
    """
    won: dict[EntrantId, int] = {}
    for round_ in rounds:
        for pairing in round_.pairings:
            if pairing.second is None:
                won[pairing.first] = won.get(pairing.first, 0) + rules.majority + rules.bonus
                continue
            key = (round_.number, pairing.number)
            pair = (pairing.first, pairing.second)
            for entrant, count in zip(
                pair, _of_tie(rules, pair, results.get(key), scores.get(key)), strict=True
            ):
                won[entrant] = won.get(entrant, 0) + count
    return won


def _of_tie(
    rules: TeamRules,
    pair: tuple[EntrantId, EntrantId],
    result: Result | None,
    score: tuple[int, int] | None,
) -> tuple[int, ...]:
    winner = result.winner if result else None
    bonus = [rules.bonus * (one == winner) for one in pair]
    if result is not None and result.how not in {How.PLAYED, How.DRAWN}:
        return tuple(
            rules.boards * (one == winner) + more for one, more in zip(pair, bonus, strict=True)
        )
    return tuple(count + more for count, more in zip(score or (0, 0), bonus, strict=True))
