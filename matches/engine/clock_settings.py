"""How a match clock is set: reserve, delay a turn, overtime. Every time is in whole milliseconds.

The reserve is a time a point, a fixed time, or both. Put on in the middle of a match, a clock gives
half the time a point for each point that either side still needs, which is the same at 0-0:

>>> usbgf = ClockSettings(per_point=2 * MINUTE, delay=12 * SECOND)
>>> usbgf.reserve(9) // MINUTE, usbgf.reserve(9, scores=(5, 3)) // MINUTE
(18, 10)

Three kinds of clock differ in what a turn costs:

- `simple_delay` (US clocks since 2013): the delay runs first, then the reserve; what is left of the
  delay is lost. A delay of 0 makes a clock without delay.
- `bronstein`: the reserve runs at once; the end of the turn gives back what was used, at most the
  delay. The same total, but the flag can fall inside the delay.
- `increment` (Fischer): the reserve runs at once, each press adds the whole of it, and it piles up.

What a running clock shows is for `clock`, the settings of known rule sets for `clock_presets`, and
what the fall of a flag costs for the rules of the event.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, Self, get_args

from matches.engine.errors import EngineError, quoted
from matches.engine.score import check_length

SECOND = 1_000
MINUTE = 60 * SECOND
MAX_SETTING = 24 * 60 * MINUTE  # no reserve, delay or overtime that is set is longer
MAX_TIME = 2**53 - 1  # the largest number that every JSON reader keeps exactly
MAX_GRANTS = 99

Kind = Literal["simple_delay", "bronstein", "increment"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class ClockError(EngineError):
    """Not how a clock can be set, or not what can be done to the clock as it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSettings:
    """A way to set a clock. There is no invalid one.

    `per_point`, `fixed` make the reserve: `per_point * length + fixed`, rounded up to a multiple of
    `round_up_to` (a minute in Japan). `delay` is the delay, or the increment, of each turn.
    The first `overtime_count` times that a side's reserve runs out, it gets `overtime` more; the
    next time it has lost on time. Nobody may be given more than `maximum` in all, if there is one.

    Raises ClockError: `clock_kind_unknown`; `clock_value_not_whole`, `clock_value_too_small`,
    `clock_value_too_large`, each with the `name` of the value; `clock_without_reserve`;
    `clock_without_delay` (a Bronstein clock or an increment of 0); `overtime_half_set` (a time, but
    no count, or the reverse); `clock_over_maximum`.
    """

    kind: Kind = "simple_delay"
    per_point: int = 0
    fixed: int = 0
    round_up_to: int = 1
    delay: int = 0
    overtime: int = 0
    overtime_count: int = 0
    maximum: int | None = None

    def __post_init__(self) -> None:
        _check_kind(self.kind)
        for name in ("per_point", "fixed", "delay", "overtime"):
            check_whole(name, getattr(self, name), most=MAX_SETTING)
        check_whole("round_up_to", self.round_up_to, least=1, most=MAX_SETTING)
        check_whole("overtime_count", self.overtime_count, most=MAX_GRANTS)
        if self.maximum is not None:
            check_whole("maximum", self.maximum, least=1)
        _check_together(self)

    def reserve(self, length: int, *, scores: Sequence[int] = (0, 0)) -> int:
        """The reserve of each side, from the start of a match to `length` or put on at `scores`.

        US clock rules of 2013: 2N - sA - sB minutes, for doubles 2.5N - 1.25(sA + sB); of 2001: 3
        minutes for each point that both still need. A fixed time does not shrink with the score,
        of which those rules know nothing. Half a millisecond is rounded up.

        Raises ScoreError `length_...` as `check_length` does, though even lengths are fine;
        ClockError `scores_not_two`, `clock_value_...` for points that cannot be, and
        `clock_over_maximum` when this reserve and all overtime are more than the maximum.
        """
        needed = _points_needed(check_length(length, even_allowed=True), scores)
        reserve = _rounded(-(-self.per_point * needed // 2) + self.fixed, self.round_up_to)
        _check_maximum(self, reserve)
        return reserve

    def to_data(self) -> dict[str, Any]:
        """Plain data, ready for JSON: the inverse of `from_data`."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Read what `to_data` wrote; raises ClockError `clock_data_unreadable` or as the values."""
        return cls(**named_values(data, cls))


def check_whole(name: str, value: object, *, least: int = 0, most: int = MAX_TIME) -> int:
    """Return a whole number from `least` to `most`; raises ClockError `clock_value_...`."""
    if type(value) is not int:
        raise ClockError(
            "clock_value_not_whole",
            "%(name)s is a whole number, not %(value)s.",
            name=name,
            value=quoted(value),
        )
    if value < least:
        raise ClockError(
            "clock_value_too_small", "%(name)s is %(limit)s at least.", name=name, limit=least
        )
    if value > most:
        raise ClockError(
            "clock_value_too_large", "%(name)s is %(limit)s at most.", name=name, limit=most
        )
    return value


def named_values(data: object, kind: type[Any]) -> dict[str, Any]:
    """The values for a dataclass from plain data that names exactly its fields.

    Raises ClockError `clock_data_unreadable`. The values are for the dataclass to judge.
    """
    names = {field.name for field in fields(kind)}
    if not isinstance(data, dict) or set(data) != names:
        raise ClockError(
            "clock_data_unreadable",
            "This is not a stored clock: it needs exactly %(names)s.",
            names=", ".join(sorted(names)),
        )
    return dict(data)


def _check_kind(kind: object) -> None:
    if type(kind) is not str or kind not in KINDS:
        raise ClockError(
            "clock_kind_unknown",
            "%(kind)s is not a kind of clock: choose one of %(known)s.",
            kind=quoted(kind),
            known=", ".join(KINDS),
        )


def _check_together(settings: ClockSettings) -> None:
    if settings.per_point == settings.fixed == 0:
        raise ClockError(
            "clock_without_reserve", "A clock needs a reserve: a time a point or a fixed time."
        )
    if settings.delay == 0 and settings.kind != "simple_delay":
        raise ClockError(
            "clock_without_delay",
            "A clock of kind %(kind)s needs a delay: choose simple_delay for a clock without one.",
            kind=settings.kind,
        )
    if (settings.overtime == 0) != (settings.overtime_count == 0):
        raise ClockError(
            "overtime_half_set", "Overtime is a time and how often it is given: set both or none."
        )
    # The least that any match gives: more than the maximum here is more than the maximum always.
    _check_maximum(settings, _rounded(settings.per_point + settings.fixed, settings.round_up_to))


def _check_maximum(settings: ClockSettings, reserve: int) -> None:
    total = reserve + settings.overtime * settings.overtime_count
    if settings.maximum is not None and total > settings.maximum:
        raise ClockError(
            "clock_over_maximum",
            "Reserve and overtime make %(total)s ms, and %(maximum)s ms is the maximum.",
            total=total,
            maximum=settings.maximum,
        )


def _points_needed(length: int, scores: object) -> int:
    if not isinstance(scores, (tuple, list)) or len(scores) != 2:
        raise ClockError(
            "scores_not_two",
            "Scores are two numbers, one a side, not %(value)s.",
            value=quoted(scores),
        )
    return sum(length - check_whole("score", points, most=length - 1) for points in scores)


def _rounded(time: int, unit: int) -> int:
    return -(-time // unit) * unit
