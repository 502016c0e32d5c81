"""What a rule set says; see `presets` for the sets themselves and `stored` for how it is kept.

A rule set is data. An event copies it when it is created and each match copies it from the event,
so that a later edit never changes a match that is being played.

    >>> from tournaments.rulesets.presets import USBGF
    >>> USBGF.rules.reserve(9), USBGF.rules.late_points(12), USBGF.rules.minutes_to_forfeit(7)
    (1080, 2, 20)
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from matches.engine.clock_settings import SECOND, ClockSettings
from tournaments.rulesets.board import CubeRules, MoveRules
from tournaments.rulesets.checks import check_together
from tournaments.rulesets.errors import RuleError, said
from tournaments.rulesets.meaning import Meaning, Value, meanings_of
from tournaments.rulesets.playing import ClockRules, FlagRules, TimeRules
from tournaments.rulesets.running import EntryRules, RatingRules, ReportRules, RulingRules


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """All rules of an event, in groups. There is no impossible one.

    `code` is the preset it starts from. The length of matches, sets, the format, byes, tie-breaks
    and prizes are settings of the event and of its money, not of the rule set.

    Raises RuleError: `rule_...` for a single value (see `Meaning.check`), and for rules that
    contradict each other what `checks.check_together` says.
    """

    code: str
    clock: ClockRules = field(default_factory=ClockRules)
    flag: FlagRules = field(default_factory=FlagRules)
    time: TimeRules = field(default_factory=TimeRules)
    moves: MoveRules = field(default_factory=MoveRules)
    cube: CubeRules = field(default_factory=CubeRules)
    reports: ReportRules = field(default_factory=ReportRules)
    rulings: RulingRules = field(default_factory=RulingRules)
    entries: EntryRules = field(default_factory=EntryRules)
    rating: RatingRules = field(default_factory=RatingRules)

    def __post_init__(self) -> None:
        values = self.values()
        for name, meaning in MEANINGS.items():
            meaning.check(name, values[name])
        check_together(values)

    def values(self) -> dict[str, Value]:
        """Every rule by its name, in the order of telling."""
        return {name: getattr(getattr(self, group), name) for name, group in _GROUP_OF.items()}

    def changed(self, changes: Mapping[str, Any]) -> "RuleSet":
        """The same set with some rules of the director's own; RuleError `rule_unknown` and as the
        values."""
        for name in changes:
            if name not in MEANINGS:
                raise RuleError(
                    "rule_unknown", "There is no rule %(rule)s.", rule=str(name)[:40], rules=[]
                )
        groups = {
            group: replace(getattr(self, group), **own)
            for group in GROUPS
            if (own := {name: changes[name] for name in changes if _GROUP_OF[name] == group})
        }
        return replace(self, **groups)

    def clock_settings(self, *, doubles: bool = False) -> ClockSettings | None:
        """How the clock of a match is set, for one player or two who consult; None without one.

        The engine's clock that is put on later always loses half the time of a point for each
        point won: `imposed_off_per_point` says so for people.
        """
        if self.clock.clock == "off":
            return None
        rules, overtime = self.clock, self.flag.flag == "overtime"
        per_point = rules.doubles_reserve_per_point if doubles else rules.reserve_per_point
        return ClockSettings(
            kind=rules.clock_kind,  # type: ignore[arg-type]  # one of its options
            per_point=per_point * SECOND,
            fixed=rules.reserve_flat * SECOND,
            delay=(rules.doubles_delay if doubles else rules.delay) * SECOND,
            overtime=self.flag.overtime * SECOND if overtime else 0,
            overtime_count=self.flag.overtime_count if overtime else 0,
        )

    def reserve(
        self, length: int, *, scores: tuple[int, int] = (0, 0), doubles: bool = False
    ) -> int:
        """The seconds of each side, from the start or for a clock that is put on at a score.

        Those of one game where the reserve is for a game.
        """
        rules = self.clock
        per_point = rules.doubles_reserve_per_point if doubles else rules.reserve_per_point
        if rules.reserve_covers == "game":
            return per_point + rules.reserve_flat
        return per_point * length + rules.reserve_flat - rules.imposed_off_per_point * sum(scores)

    def late_points(self, minutes: int) -> int:
        """What the opponent of somebody who is so late gets."""
        if self.time.late != "points" or minutes < self.time.late_grace:
            return 0
        return 1 + (minutes - self.time.late_grace) // self.time.late_step

    def minutes_to_forfeit(self, length: int) -> int | None:
        """After how many minutes the match is lost by itself; None if it never is."""
        if self.time.forfeit_at == "minutes":
            return self.time.forfeit_minutes
        points = self.points_to_forfeit(length)
        if points is None:
            return None
        return self.time.late_grace + (points - 1) * self.time.late_step

    def points_to_forfeit(self, length: int) -> int | None:
        """With how many points for coming late the match is lost; None: not by points."""
        return {"majority": length // 2 + 1, "full": length}.get(self.time.forfeit_at)


_TYPES: Mapping[str, type[Any]] = MappingProxyType(
    {
        "clock": ClockRules,
        "flag": FlagRules,
        "time": TimeRules,
        "moves": MoveRules,
        "cube": CubeRules,
        "reports": ReportRules,
        "rulings": RulingRules,
        "entries": EntryRules,
        "rating": RatingRules,
    }
)
#: The groups with their headings.
GROUPS: Mapping[str, str] = MappingProxyType(
    {
        "clock": said("Clocks"),
        "flag": said("Running out of time"),
        "time": said("Coming late, and breaks"),
        "moves": said("Plays and dice"),
        "cube": said("Cube and score"),
        "reports": said("Results"),
        "rulings": said("Rulings"),
        "entries": said("Who may play"),
        "rating": said("Rating"),
    }
)
_GROUP_OF: Mapping[str, str] = MappingProxyType(
    {each.name: group for group, type_ in _TYPES.items() for each in fields(type_)}
)
#: What each rule means, by its name, in the order of telling.
MEANINGS: Mapping[str, Meaning] = MappingProxyType(
    {name: meaning for type_ in _TYPES.values() for name, meaning in meanings_of(type_)}
)


def rules_in(group: str) -> list[str]:
    """The names of the rules of a group."""
    return [name for name, own in _GROUP_OF.items() if own == group]
