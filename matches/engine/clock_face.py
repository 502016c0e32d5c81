"""What can be read off a match clock that the last event left as it is.

The events themselves, and the words used here, are those of `clock`.
"""

from dataclasses import dataclass
from typing import Any, Self

from matches.engine.clock_settings import (
    MAX_TIME,
    ClockError,
    ClockSettings,
    check_whole,
    named_values,
)
from matches.engine.errors import quoted


@dataclass(frozen=True, slots=True)
class Expiry:
    """Time that ran out: whose, when, and how many ms of overtime follow (0: time is lost)."""

    side: int
    at: int
    overtime: int

    @property
    def lost(self) -> bool:
        return self.overtime == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockFace:
    """A clock as the last event left it. There is no invalid one.

    `reserves` of both sides at `since`, the instant of the last event (None before any); `on_turn`
    the side whose turn it is, `running` the same side or None when both clocks stand; `used` the ms
    of this turn before `since`; `turn` how many turns have begun; `overtimes` how often each side
    got overtime; `lost` the side whose time is lost.

    Raises ClockError: `clock_without_settings`, `clock_pair_needed`, `clock_value_...` and
    `side_unknown` for single values, `clock_contradictory` for values that do not go together. Its
    methods raise `time_went_back` for an `at` before the last event, and as for values.
    """

    settings: ClockSettings
    reserves: tuple[int, int]
    since: int | None = None
    on_turn: int | None = None
    running: int | None = None
    used: int = 0
    turn: int = 0
    overtimes: tuple[int, int] = (0, 0)
    lost: int | None = None

    def __post_init__(self) -> None:
        _check_values(self)
        _check_agreement(self)

    def left(self, side: int, at: int) -> int:
        """The reserve of `side` at `at`, 0 once its time has run out."""
        check_side(side)
        self.check_time(at)
        reserve = of_side(self.reserves, side)
        return max(0, reserve - self._charge(at)) if side == self.running else reserve

    def delay_left(self, side: int, at: int) -> int:
        """What is left at `at` of this turn's delay; 0 for a side that is not on turn.

        Under Bronstein the part of the delay that is not yet used; an increment is no delay.
        """
        check_side(side)
        self.check_time(at)
        if side != self.on_turn or self.settings.kind == "increment":
            return 0
        return max(0, self.settings.delay - self.used - self.elapsed(at))

    def flag_at(self) -> int | None:
        """The instant at which the running side's reserve will be 0; None when nothing runs."""
        if self.running is None or self.since is None:
            return None
        first = self.delay_left(self.running, self.since) if self.delays_first() else 0
        return self.since + first + of_side(self.reserves, self.running)

    def fallen(self, at: int) -> bool:
        """Whether a flag is down at `at`: fallen by then, or time lost before."""
        self.check_time(at)
        flag_at = self.flag_at()
        return self.lost is not None or (flag_at is not None and at >= flag_at)

    def expired(self, at: int) -> Expiry | None:
        """The time that has run out by `at`, and what follows; None if none has.

        None, too, when `expire` has acted on it: then `lost` or `overtimes` tell.
        """
        self.check_time(at)
        flag_at = self.flag_at()
        if self.running is None or flag_at is None or at < flag_at:
            return None
        again = of_side(self.overtimes, self.running) < self.settings.overtime_count
        return Expiry(self.running, flag_at, self.settings.overtime if again else 0)

    def to_data(self) -> dict[str, Any]:
        """Plain data, ready for JSON: the inverse of `from_data`."""
        names = ("since", "on_turn", "running", "used", "turn", "lost")
        return {
            "settings": self.settings.to_data(),
            "reserves": list(self.reserves),
            "overtimes": list(self.overtimes),
            **{name: getattr(self, name) for name in names},
        }

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Read what `to_data` wrote; raises ClockError `clock_data_unreadable` or as the values."""
        values = named_values(data, cls)
        values["settings"] = ClockSettings.from_data(values["settings"])
        for name in ("reserves", "overtimes"):
            if isinstance(values[name], list):
                values[name] = tuple(values[name])
        return cls(**values)

    def delays_first(self) -> bool:
        """Whether the delay runs before the reserve, rather than being given back."""
        return self.settings.kind == "simple_delay"

    def elapsed(self, at: int) -> int:
        """How long the running clock has run since the last event; 0 when both stand."""
        return at - self.since if self.running is not None and self.since is not None else 0

    def check_time(self, at: int) -> None:
        """Raise ClockError unless `at` is an instant, and not before the last event."""
        check_whole("at", at)
        if self.since is not None and at < self.since:
            raise ClockError(
                "time_went_back",
                "%(at)s is before the last event of this clock, at %(since)s.",
                at=at,
                since=self.since,
            )

    def not_before(self, at: int) -> int:
        """`at`, or the instant of the last event if that is later: one that `check_time` takes.

        Of use where machines whose times differ by a little tell one after the other.
        """
        return at if self.since is None else max(at, self.since)

    def _charge(self, at: int) -> int:
        """What the running side's reserve has lost since the last event."""
        elapsed = self.elapsed(at)
        if not self.delays_first():
            return elapsed
        return max(0, elapsed - max(0, self.settings.delay - self.used))


def of_side(pair: tuple[int, int], side: int) -> int:
    """Of two numbers, one a side, that of `side`."""
    return pair[side - 1]


def with_side(pair: tuple[int, int], side: int, value: int) -> tuple[int, int]:
    """The pair with another number for `side`."""
    return (value, pair[1]) if side == 1 else (pair[0], value)


def shown_time(ms: int) -> str:
    """A time as a clock shows it: `14:00`, `1:05:00`; a second that has begun is still there.

    >>> shown_time(61_001), shown_time(0), shown_time(65 * 60_000)
    ('1:02', '0:00', '1:05:00')
    """
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def check_side(side: object) -> None:
    """Raise ClockError `side_unknown` for what is not 1 or 2."""
    if type(side) is not int or side not in (1, 2):
        raise ClockError("side_unknown", "A side is 1 or 2.")


def _check_values(clock: ClockFace) -> None:
    if not isinstance(clock.settings, ClockSettings):
        raise ClockError(
            "clock_without_settings",
            "A clock needs ClockSettings, not %(value)s.",
            value=quoted(clock.settings),
        )
    _check_pair("reserves", clock.reserves)
    _check_pair("overtimes", clock.overtimes, most=clock.settings.overtime_count)
    check_whole("used", clock.used)
    check_whole("turn", clock.turn)
    if clock.since is not None:
        check_whole("since", clock.since)
    for side in (clock.on_turn, clock.running, clock.lost):
        if side is not None:
            check_side(side)


def _check_pair(name: str, pair: object, *, most: int = MAX_TIME) -> None:
    if type(pair) is not tuple or len(pair) != 2:
        raise ClockError(
            "clock_pair_needed",
            "%(name)s are two numbers, one a side, not %(value)s.",
            name=name,
            value=quoted(pair),
        )
    for value in pair:
        check_whole(name, value, most=most)


def _check_agreement(clock: ClockFace) -> None:
    """Only a side that lost on time has no reserve; only a turn has a running clock or a use."""
    spent = [side for side in (1, 2) if of_side(clock.reserves, side) == 0]
    agrees = (
        spent == ([] if clock.lost is None else [clock.lost])
        and clock.running in (None, clock.on_turn)
        and (clock.lost is None or (clock.running is None and clock.on_turn == clock.lost))
        and (clock.on_turn is None or (clock.turn > 0 and clock.since is not None))
        and (clock.on_turn is not None or clock.used == 0)
        and (clock.turn == 0 or clock.since is not None)
    )
    if not agrees:
        raise ClockError(
            "clock_contradictory", "This is not a state that the events of a clock can lead to."
        )
