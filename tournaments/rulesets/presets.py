"""The rule sets a director can start from.

What is written here is what each federation says otherwise than the defaults, or says expressly;
a key of `sources` tells where, and an empty one that it is our own reading. "club" is the usual
club evening: silence confirms after ten minutes, long enough to walk to the desk and short enough
not to hold up the next round.

Events keep only what differs from their preset, so a preset never changes: a new edition of a
federation's rules is a new preset with a code of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tournaments.rulesets.errors import said
from tournaments.rulesets.meaning import Value
from tournaments.rulesets.ruleset import MEANINGS, RuleSet


@dataclass(frozen=True, slots=True)
class Preset:
    """`name` and `about` are English, to be translated; `cited` is where a value was read."""

    rules: RuleSet
    name: str
    about: str
    usual_length: int
    cited: Mapping[str, str]

    @property
    def code(self) -> str:
        return self.rules.code

    def source(self, name: str) -> str:
        """The key of the source of a rule, empty where it is our own choice."""
        return self.cited.get(name, "")


Said = Mapping[str, tuple[Value, str]]  # the value of a rule, and where it was read


def _preset(code: str, name: str, about: str, usual_length: int, rules: Said) -> Preset:
    values = {rule: value for rule, (value, _source) in rules.items()}
    # A default that the preset says nothing of is as good as its own source.
    cited = {rule: meaning.source for rule, meaning in MEANINGS.items() if meaning.source}
    cited |= {rule: source for rule, (_value, source) in rules.items()}
    made = RuleSet(code=code).changed(values)
    return Preset(made, name, about, usual_length, MappingProxyType(cited))


USBGF = _preset(
    "usbgf",
    said("USBGF"),
    said("United States: clocks on demand, legal moves, re-entry."),
    9,
    {
        "clock": ("preference", "USC13"),
        "die_on_checker": (False, "US08"),
        "premature_roll": ("opponent_choice", "USB24"),
        "baffle_box": ("each", "GA19"),
        "late": ("points", "NVBC"),
        "late_grace": (5, "NVBC"),
        "late_step": (5, "NVBC"),
        "forfeit_at": ("majority", ""),
        "reporter": ("winner", ""),
        "confirm_minutes": (0, ""),
        "appeals": ("committee", ""),
        "committee": (3, ""),
        "late_entry": ("last_seed", "NVBC"),
        "late_entry_points": (True, "NVBC"),
        "reentry": (True, "JAM"),
        "reentry_percent": (50, "JAM"),
        "rating": ("fibs", ""),
    },
)
WBGF = _preset(
    "wbgf",
    said("WBGF and EBGF"),
    said("World and Europe: clocks always, both players report."),
    9,
    {
        "clock": ("obligation", "BGDE"),
        "reserve_per_point": (120, "TRIER"),
        "reserve_flat": (0, "TRIER"),
        "delay": (12, "TRIER"),
        "doubles_reserve_per_point": (180, "TRIER"),
        "doubles_delay": (12, "TRIER"),
        "imposed_from": ("director", ""),
        "flag": ("lose_match", "TRIER"),
        "late_grace": (15, "INT-JP"),
        "late_step": (5, "INT-JP"),
        "breaks": ("director", "TRIER"),
        "break_minutes": (0, "TRIER"),
        "clock_runs_in_break": (True, "TRIER"),
        "moves": ("legal", "WBGF21"),
        "correction_until": ("roll", ""),
        "who_speaks": ("players_officials", ""),
        "premature_roll": ("stands", ""),
        "settlements": ("forbidden", "INT-JP"),
        "dead_cube": ("at_level", ""),
        "reporter": ("both", "INT-JP"),
        "confirm_minutes": (0, "INT-JP"),
        "appeals": ("committee", "WBA24"),
        "committee": (3, "WBA24"),
        "reentry": (False, "SBGF"),
        "rating": ("fibs", ""),
        "rated_when": ("both_moved", "NBGF24"),
    },
)
UKBGF = _preset(
    "ukbgf",
    said("UKBGF"),
    said("United Kingdom: clocks on demand, correction until a roll or a double."),
    11,
    {
        "clock": ("preference", "WORC"),
        "reserve_per_point": (120, "UKO"),
        "reserve_flat": (0, "UKO"),
        "delay": (12, "UKO"),
        "doubles_reserve_per_point": (150, ""),
        "doubles_delay": (18, ""),
        "imposed_off_per_point": (60, "BIBACLK"),
        "imposed_from": ("at_once", "WORC"),
        "flag": ("lose_match", "BIBACLK"),
        "safe_win": (True, "BIBACLK"),
        "late": ("points", "UKO"),
        "forfeit_at": ("majority", "UKO"),
        "moves": ("legal", "WORC"),
        "correction_until": ("roll_or_double", "WORC"),
        "who_speaks": ("players_officials", "WORC"),
        "die_on_checker": (False, ""),
        "dice_sets": ("shared_two", "BIBACLK"),
        "baffle_box": ("option", "UKO"),
        "dead_cube": ("at_level", ""),
        "settlements": ("unrated", "UKPOL"),
        "reporter": ("winner", "LEAGUES"),
        "appeals": ("with_director", "UKO"),
        "reentry": (True, "MANCHESTER"),
        "rating": ("fibs", ""),
        "rated_when": ("complete", "UKPOL"),
    },
)
ONLINE = _preset(
    "online",
    said("Online"),
    said("On a server that knows the rules: time is final, both report with the match file."),
    9,
    {
        "clock": ("obligation", "WBIF"),
        "reserve_per_point": (120, "WBIF"),
        "delay": (15, "WBIF"),
        "doubles_reserve_per_point": (120, "WBIF"),
        "doubles_delay": (15, "WBIF"),
        "imposed_from": ("director", ""),
        "flag": ("lose_match", "WBIF"),
        "late": ("forfeit", "CBI"),
        "forfeit_at": ("minutes", "CBI"),
        "forfeit_minutes": (20, "CBI"),
        "breaks": ("none", "HBC"),
        "break_minutes": (0, "HBC"),
        "between_matches": (10, "HBC"),
        "moves": ("enforced", ""),
        "correction_until": ("none", ""),
        "who_speaks": ("players", ""),
        "premature_roll": ("stands", ""),
        "dice_sets": ("shared_two", ""),
        "baffle_box": ("off", ""),
        "reporter": ("both", "WBIF"),
        "confirm_minutes": (0, "WBIF"),
        "match_file": (True, "WBIF"),
        "late_entry": ("fill_byes", "GSITE"),
        "late_entry_minutes": (5, "GSITE"),
        "rating": ("own", "WBIF"),
    },
)
FNR = _preset(
    "fnr",
    said("ФНР, Russia"),
    said("Russia: clocks always, the baffle box first, staff do not play."),
    9,
    {
        "clock": ("obligation", ""),
        "reserve_per_point": (120, "RU-FNR"),
        "reserve_flat": (0, "RU-FNR"),
        "delay": (8, "RU-FNR"),
        "doubles_reserve_per_point": (120, ""),
        "doubles_delay": (8, ""),
        "flag": ("lose_match", ""),
        "late": ("none", ""),
        "forfeit_at": ("never", ""),
        "breaks": ("director", ""),
        "moves": ("legal", ""),
        "baffle_box": ("preference", "RU-MS"),
        "reporter": ("both", ""),
        "confirm_minutes": (0, ""),
        "min_age": (10, "RU-FNR"),
        "identity": (True, "RU-FNR"),
        "staff_may_play": (False, "RU-FNR"),
        "rating": ("fibs", ""),
    },
)
CLUB = _preset(
    "club",
    said("Club"),
    said("A club evening: a clock if both want one, silence confirms a report."),
    7,
    {},
)

PRESETS: Mapping[str, Preset] = MappingProxyType(
    {each.code: each for each in (CLUB, USBGF, WBGF, UKBGF, ONLINE, FNR)}
)
