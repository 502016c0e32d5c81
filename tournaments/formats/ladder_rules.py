"""What a director chooses for a ladder: how far up a challenge goes, and what it does to the order.

The usual rules are those of London's Royal Automobile Club: a challenge goes at most 5 places up,
whoever wins it takes the place and those between go down by one, everybody has one open challenge,
and one that is not played within a week counts for the challenger. Other ladders let two players
change places, take several challenges against one player, or send down whoever does not play.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date
from enum import StrEnum
from typing import Any, Self

from tournaments.formats.errors import FormatError
from tournaments.formats.settings import days_after, require_known

LETTER = "H"  # what the keys of its fixtures begin with
MAX_LADDER = 2048
MAX_DAYS = 366
MAX_OPEN = 99  # challenges made by one, or against one


class Winning(StrEnum):
    """What a challenger who wins does to the order."""

    TAKES_PLACE = "takes_place"  # all from the one challenged down to him go down by one
    SWAPS = "swaps"  # the two change places


class Unplayed(StrEnum):
    """What a challenge means that was not played in time."""

    CHALLENGER_WINS = "challenger_wins"
    NOTHING = "nothing"
    CHALLENGED_FALLS = "challenged_falls"


@dataclass(frozen=True, slots=True)
class LadderRules:
    """`reach`: how many places up, None for any. `made`, `faced` and `in_all` are how many open
    challenges somebody may have: as challenger, as the one challenged, and both together.

    `fall` is for challenges that nobody played: how many places the one challenged goes down then.
    """

    reach: int | None = 5
    made: int = 1
    faced: int = 1
    in_all: int = 1
    days: int = 7
    winning: Winning = Winning.TAKES_PLACE
    unplayed: Unplayed = Unplayed.CHALLENGER_WINS
    fall: int = 1

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `as_data`; missing settings are the usual ones.

        Raises FormatError: `ladder_unreadable`, `setting_unknown`, `ladder_out_of_range`,
        `rule_unknown`.
        """
        if not isinstance(data, Mapping):
            raise FormatError("ladder_unreadable", "Give the settings of a ladder by their names.")
        require_known(data, (each.name for each in fields(cls)))
        given = {
            name: value for name, value in data.items() if value is not None or name == "reach"
        }
        given["winning"] = _choice(Winning, given.get("winning", Winning.TAKES_PLACE))
        given["unplayed"] = _choice(Unplayed, given.get("unplayed", Unplayed.CHALLENGER_WINS))
        rules = cls(**given)
        rules.check()
        return rules

    def as_data(self) -> dict[str, Any]:
        data = {each.name: getattr(self, each.name) for each in fields(self)}
        return {**data, "winning": self.winning.value, "unplayed": self.unplayed.value}

    def check(self) -> None:
        ranges = {"made": MAX_OPEN, "faced": MAX_OPEN, "in_all": 2 * MAX_OPEN, "fall": MAX_LADDER}
        ranges |= {"days": MAX_DAYS} | ({} if self.reach is None else {"reach": MAX_LADDER})
        for name, most in ranges.items():
            given = getattr(self, name)
            if type(given) is not int or not 1 <= given <= most:
                raise FormatError(
                    "ladder_out_of_range",
                    "Let %(name)s be 1 to %(most)s, not %(given)s.",
                    name=name,
                    most=most,
                    given=str(given)[:40],
                )

    def play_by(self, made_on: date) -> date:
        """The last day of a challenge that is made on this one."""
        return days_after(made_on, self.days)


def _choice(kind: type[Winning] | type[Unplayed], value: object) -> Any:
    try:
        return kind(str(value))
    except ValueError:
        raise FormatError(
            "rule_unknown",
            "There is no rule called %(name)s. There are: %(names)s.",
            name=str(value)[:40],
            names=", ".join(kind),
        ) from None
