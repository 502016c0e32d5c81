"""Rules that contradict each other, each with a code and what to change."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tournaments.rulesets.errors import RuleError, said
from tournaments.rulesets.telling import Values, has_clock


class Contradiction(NamedTuple):
    """`rules` are those of which one has to change, the one to look at first."""

    code: str
    rules: tuple[str, ...]
    words: str
    is_there: Callable[[Values], bool]


def check_together(values: Values) -> None:
    """Raises RuleError with the code of the first contradiction and `rules`, whom it is about."""
    for each in contradictions(values):
        raise RuleError(each.code, each.words, rules=list(each.rules))


def contradictions(values: Values) -> Iterator[Contradiction]:
    """All of them, in the order in which they are best repaired."""
    return (each for each in CONTRADICTIONS if each.is_there(values))


CONTRADICTIONS = (
    Contradiction(
        "clock_without_reserve",
        ("reserve_per_point", "reserve_flat", "clock"),
        said("A clock needs a reserve: give a time for each point or besides, or do without one."),
        lambda v: has_clock(v) and v["reserve_per_point"] == v["reserve_flat"] == 0,
    ),
    Contradiction(
        "pairs_without_reserve",
        ("doubles_reserve_per_point", "reserve_flat", "clock"),
        said("The clock of pairs needs a reserve: give a time for each point or besides."),
        lambda v: has_clock(v) and v["doubles_reserve_per_point"] == v["reserve_flat"] == 0,
    ),
    Contradiction(
        "clock_without_delay",
        ("delay", "doubles_delay", "clock_kind"),
        said("This kind of clock needs a delay: give one, or take the simple delay with 0."),
        lambda v: (
            has_clock(v)
            and v["clock_kind"] != "simple_delay"
            and 0 in (v["delay"], v["doubles_delay"])
        ),
    ),
    Contradiction(
        "imposed_takes_all",
        ("imposed_off_per_point", "reserve_per_point"),
        said(
            "Put on late in a match, this clock would have no time left: take off at most half the"
            " reserve for a point."
        ),
        lambda v: has_clock(v) and 2 * v["imposed_off_per_point"] > v["reserve_per_point"] > 0,
    ),
    Contradiction(
        "overtime_half_set",
        ("overtime", "overtime_count", "flag"),
        said("Overtime is a time and how often it is given: set both."),
        lambda v: v["flag"] == "overtime" and 0 in (v["overtime"], v["overtime_count"]),
    ),
    Contradiction(
        "penalty_half_set",
        ("flag_points", "overtime", "flag"),
        said("A penalty for running out of time is points and a time to go on with: set both."),
        lambda v: v["flag"] == "penalty" and 0 in (v["flag_points"], v["overtime"]),
    ),
    Contradiction(
        "penalties_without_grace",
        ("late_grace", "late"),
        said("Without grace everybody would be late: let the first point fall after 1 minute."),
        lambda v: v["late"] == "points" and v["late_grace"] == 0,
    ),
    Contradiction(
        "late_clock_without_clock",
        ("late", "clock"),
        said("Without clocks no clock can run for who comes late: choose points, or use clocks."),
        lambda v: v["late"] == "clock" and not has_clock(v),
    ),
    Contradiction(
        "forfeit_without_points",
        ("forfeit_at", "late"),
        said("No match is lost by points where coming late costs none: choose minutes, or never."),
        lambda v: v["late"] != "points" and v["forfeit_at"] in ("majority", "full"),
    ),
    Contradiction(
        "forfeit_without_minutes",
        ("forfeit_minutes", "forfeit_at"),
        said("Say after how many minutes the match is lost."),
        lambda v: v["forfeit_at"] == "minutes" and v["forfeit_minutes"] == 0,
    ),
    Contradiction(
        "forfeit_never",
        ("forfeit_at", "late"),
        said("Coming late loses the match here: say after how many minutes."),
        lambda v: v["late"] == "forfeit" and v["forfeit_at"] != "minutes",
    ),
    Contradiction(
        "forfeit_before_penalties",
        ("forfeit_minutes", "late_grace"),
        said("The match would be lost before the first penalty point: give more minutes."),
        lambda v: (
            v["late"] == "points"
            and v["forfeit_at"] == "minutes"
            and 0 < v["forfeit_minutes"] <= v["late_grace"]
        ),
    ),
    Contradiction(
        "breaks_without_time",
        ("break_minutes", "breaks"),
        said("A break of no minutes is none: give it a length, or allow none."),
        lambda v: v["breaks"] == "between_games" and v["break_minutes"] == 0,
    ),
    Contradiction(
        "legal_moves_without_window",
        ("correction_until", "moves"),
        said("Where players keep each other to the rules an illegal play can be corrected."),
        lambda v: v["moves"] != "enforced" and v["correction_until"] == "none",
    ),
    Contradiction(
        "window_without_illegal_moves",
        ("correction_until", "moves"),
        said("Where no illegal play can be made there is none to correct: choose “not at all”."),
        lambda v: v["moves"] == "enforced" and v["correction_until"] != "none",
    ),
    Contradiction(
        "holland_without_crawford",
        ("holland", "crawford"),
        said("The Holland rule is about what follows the Crawford game: it needs that rule."),
        lambda v: v["holland"] and not v["crawford"],
    ),
    Contradiction(
        "silence_of_both",
        ("confirm_minutes", "reporter"),
        said("Where both players report, silence confirms nothing: set those minutes to 0."),
        lambda v: v["reporter"] == "both" and v["confirm_minutes"] > 0,
    ),
    Contradiction(
        "committee_uneven",
        ("committee", "appeals"),
        said("A committee needs an odd number of members, so that it decides."),
        lambda v: v["appeals"] == "committee" and v["committee"] % 2 == 0,
    ),
    Contradiction(
        "late_entry_closed",
        ("late_entry_minutes", "late_entry"),
        said("There are no late entries, so there is no time for them: set it to 0."),
        lambda v: v["late_entry"] == "none" and v["late_entry_minutes"] > 0,
    ),
    Contradiction(
        "late_entry_unpunished",
        ("late_entry_points", "late"),
        said("Coming late costs no points here, so late entries cannot begin with some."),
        lambda v: v["late_entry_points"] and v["late"] != "points",
    ),
)
