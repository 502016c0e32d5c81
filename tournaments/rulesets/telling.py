"""Which rules say anything: the length of an overtime is no rule where there is none."""

from collections.abc import Callable, Mapping
from typing import Any

Values = Mapping[str, Any]


def has_clock(values: Values) -> bool:
    """Whether there may be a clock at all."""
    return bool(values["clock"] != "off")


def _by_hand(values: Values) -> bool:
    """Whether the board lets players do what the rules forbid."""
    return bool(values["moves"] != "enforced")


def _with_points(values: Values) -> bool:
    return bool(values["late"] == "points")


def _with_grace(values: Values) -> bool:
    return values["late"] in ("points", "clock")


def _with_fibs(values: Values) -> bool:
    return bool(values["rating"] == "fibs")


_ONLY_IF: Mapping[str, Callable[[Values], bool]] = {
    "clock_kind": has_clock,
    "reserve_per_point": has_clock,
    "reserve_flat": lambda v: has_clock(v) and v["reserve_flat"] > 0,
    "reserve_covers": lambda v: has_clock(v) and v["reserve_covers"] != "match",
    "delay": has_clock,
    "doubles_reserve_per_point": has_clock,
    "doubles_delay": has_clock,
    "imposed_off_per_point": has_clock,
    "imposed_from": has_clock,
    "flag": has_clock,
    "overtime": lambda v: has_clock(v) and v["flag"] in ("overtime", "penalty"),
    "overtime_count": lambda v: has_clock(v) and v["flag"] == "overtime",
    "flag_points": lambda v: has_clock(v) and v["flag"] == "penalty",
    "safe_win": lambda v: has_clock(v) and v["flag"] in ("lose_match", "overtime"),
    "late_grace": _with_grace,
    "late_step": _with_points,
    "forfeit_minutes": lambda v: v["forfeit_at"] == "minutes",
    "break_minutes": lambda v: v["breaks"] != "none",
    "clock_runs_in_break": lambda v: has_clock(v) and v["breaks"] != "none",
    "correction_until": _by_hand,
    "who_speaks": _by_hand,
    "premature_roll": _by_hand,
    "die_on_checker": _by_hand,
    "dice_sets": _by_hand,
    "baffle_box": _by_hand,
    "confirm_minutes": lambda v: v["reporter"] != "both",
    "committee": lambda v: v["appeals"] == "committee",
    "appeal_minutes": lambda v: v["appeals"] != "director",
    "late_entry_minutes": lambda v: v["late_entry"] != "none",
    "late_entry_points": lambda v: v["late_entry"] != "none",
    "reentry_percent": lambda v: v["reentry"],
    "reentry_count": lambda v: v["reentry"],
    "rating_factor": _with_fibs,
    "rating_width": lambda v: v["rating"] in ("fibs", "danish"),
    "rating_ramp": _with_fibs,
    "rated_when": lambda v: v["rating"] != "none",
}


def is_told(name: str, values: Values) -> bool:
    """Whether the rule says anything beside the others."""
    asked = _ONLY_IF.get(name)
    return asked is None or asked(values)
