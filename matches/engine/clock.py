"""The match clock as a value: whose time runs, since when, and what is left of it.

It reads no clock. Every event and every question brings its instant, `at`: whole milliseconds since
any epoch, the same for all. An event gives a new clock.

>>> from matches.engine.clock_settings import MINUTE, SECOND, ClockSettings
>>> settings = ClockSettings(per_point=2 * MINUTE, delay=12 * SECOND)
>>> clock = new_clock(settings, length=7).start(1, at=0)   # after the opening roll
>>> clock = clock.press(1, at=20 * SECOND)                 # 12 s of delay, 8 s of reserve
>>> clock.left(1, at=20 * SECOND), clock.running, clock.turn
(832000, 2, 2)
>>> clock.delay_left(2, at=25 * SECOND), clock.flag_at()
(7000, 872000)

A turn begins with `start` or the other side's press, and ends with a press or with `stop` (a pass,
the end of a game or a match). `pause` only interrupts it, for fallen dice or the director, and
`resume` goes on with it: what was used of the delay stays used, and no time is lost or won. So a
pause is no way to a new delay. A new game is `start`ed, and its first turn has a whole delay.

The flag falls at the instant at which the reserve is 0: with exactly 0 left, time has run out. From
then on no event is taken as if nothing had happened: `expired` says what the settings provide, and
`expire` makes it so, either overtime with both clocks stopped or the loss of time. What lost time
costs is for the rules of the event; time that the director then gives revives the clock.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from matches.engine.clock_face import ClockFace, check_side, of_side, with_side
from matches.engine.clock_settings import MAX_SETTING, ClockError, ClockSettings, check_whole


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockState(ClockFace):
    """A clock and what can happen to it; each event gives the clock after it.

    All methods raise ClockError: `time_went_back` for an `at` before the last event, `side_unknown`
    for a side that is not 1 or 2, `clock_value_...` for what is no time, and what they name.
    """

    def start(self, side: int, at: int) -> "ClockState":
        """Begin a turn of `side` while both clocks stand, as after the opening roll or a break.

        A turn that was interrupted is over, as by `stop`. Raises `clock_running`, `time_lost`.
        """
        check_side(side)
        return _begun(_closed(self._standing(at)), side)

    def press(self, side: int, at: int) -> "ClockState":
        """End the turn of `side`: its clock stops, and the other's starts.

        A roll that cannot be played needs a press, too. Raises `clock_stopped`, `not_on_turn`,
        `flag_fallen`, `time_lost`.
        """
        check_side(side)
        pressed = _closed(self._settled(at, side=side))
        if self.settings.kind == "increment":
            pressed = _given(pressed, side, of_side(pressed.reserves, side) + self.settings.delay)
        return _begun(pressed, 3 - side)

    def pause(self, at: int) -> "ClockState":
        """Stop both clocks within a turn. Raises `clock_stopped`, `flag_fallen`, `time_lost`."""
        return replace(self._settled(at), running=None)

    def stop(self, at: int) -> "ClockState":
        """Stop both clocks and end the turn: a pass, the end of a game, a break between games.

        Bronstein gives back as at a press. An increment is only for a press. Ends a turn that
        `pause` interrupted, too. Raises `nobody_on_turn`, `flag_fallen`, `time_lost`.
        """
        if self.running is not None:
            return _closed(self._settled(at))
        self._check_turn()
        return _closed(self._standing(at))

    def resume(self, at: int, *, side: int | None = None) -> "ClockState":
        """Go on with the turn that `pause` interrupted, with what was left of its delay.

        With `side` the other one, that turn is over, and one of `side` begins as by `start`.
        Raises `clock_running`, `nobody_on_turn`, `time_lost`.
        """
        if side is not None:
            check_side(side)
            if side != self.on_turn:
                return self.start(side, at)
        standing = self._standing(at)
        self._check_turn()
        return replace(standing, running=self.on_turn)

    def set_reserve(self, side: int, ms: int, at: int) -> "ClockState":
        """Give `side` a reserve of `ms`, 1 or more: a faulty clock, or a clock put on in a match.

        The turn and its delay go on. A side whose time was lost is in the match again, with both
        clocks stopped. Raises `flag_fallen`.
        """
        check_side(side)
        check_whole("ms", ms, least=1)
        return _given(self._corrected(at), side, ms)

    def adjust(self, side: int, ms: int, at: int) -> "ClockState":
        """Add `ms` to the reserve of `side`, or take time off when it is negative.

        As `set_reserve`; also raises `reserve_too_small` when nothing would be left.
        """
        check_side(side)
        check_whole("ms", ms, least=-MAX_SETTING, most=MAX_SETTING)
        current = self._corrected(at)
        left = of_side(current.reserves, side)
        if left + ms < 1:
            raise ClockError(
                "reserve_too_small",
                "Side %(side)s has %(left)s ms: less than that can be taken off.",
                side=side,
                left=left,
            )
        return _given(current, side, left + ms)

    def renew(self, ms: int, at: int) -> "ClockState":
        """Give both sides a whole new reserve of `ms`, and all overtime, as for a game or a set.

        The turn is over, and so is a loss of time. Raises `clock_running`.
        """
        check_whole("ms", ms, least=1)
        self.check_time(at)
        if self.running is not None:
            raise _runs(self.running)
        return replace(
            self,
            since=at,
            on_turn=None,
            used=0,
            lost=None,
            reserves=(ms, ms),
            overtimes=(0, 0),
        )

    def expire(self, at: int) -> "ClockState":
        """Act on the fall of the flag, both clocks stopped: overtime, or the loss of time.

        Overtime becomes the reserve, and the turn is there to be resumed. Its delay is used up;
        what Bronstein would give back for time before the fall is gone with that time.
        Raises `flag_standing` when time has not run out, `time_lost` when it is lost already.
        """
        expiry = self.expired(at)
        if expiry is None:
            self._check_not_lost()
            raise ClockError("flag_standing", "Nobody's time has run out at %(at)s.", at=at)
        overtimes = of_side(self.overtimes, expiry.side) + (0 if expiry.lost else 1)
        return replace(
            self,
            since=at,
            running=None,
            reserves=with_side(self.reserves, expiry.side, expiry.overtime),
            used=max(self.used, self.settings.delay) if self.delays_first() else 0,
            overtimes=with_side(self.overtimes, expiry.side, overtimes),
            lost=expiry.side if expiry.lost else None,
        )

    def _settled(self, at: int, *, side: int | None = None) -> "ClockState":
        """The running clock as of `at`, its turn still going on, unless time has run out."""
        self.check_time(at)
        self._check_not_lost()
        if self.running is None:
            raise ClockError("clock_stopped", "Both clocks are stopped: start one first.")
        if side not in (None, self.running):
            raise ClockError(
                "not_on_turn",
                "Side %(side)s is not on turn: the clock of side %(running)s runs.",
                side=side,
                running=self.running,
            )
        if self.fallen(at):
            raise ClockError(
                "flag_fallen",
                "The time of side %(side)s ran out at %(flag_at)s: act on that first.",
                side=self.running,
                flag_at=self.flag_at(),
            )
        left = self.left(self.running, at)
        return replace(
            self,
            since=at,
            used=self.used + self.elapsed(at),
            reserves=with_side(self.reserves, self.running, left),
        )

    def _standing(self, at: int) -> "ClockState":
        """The clock at `at` with both sides stopped and nobody's time lost."""
        self.check_time(at)
        self._check_not_lost()
        if self.running is not None:
            raise _runs(self.running)
        return replace(self, since=at)

    def _corrected(self, at: int) -> "ClockState":
        """The clock at `at` as a director may correct it, running or not, lost or not."""
        if self.running is not None:
            return self._settled(at)
        self.check_time(at)
        return replace(self, since=at)

    def _check_not_lost(self) -> None:
        if self.lost is not None:
            raise ClockError(
                "time_lost",
                "Side %(side)s has lost on time: the clock runs again only if the director gives "
                "it time.",
                side=self.lost,
            )

    def _check_turn(self) -> None:
        if self.on_turn is None:
            raise ClockError("nobody_on_turn", "It is nobody's turn: start one for a side.")


def new_clock(
    settings: ClockSettings, *, length: int, scores: Sequence[int] = (0, 0)
) -> ClockState:
    """A clock for a match to `length`, both sides stopped, put on at `scores` or at the start.

    Raises as `ClockSettings.reserve` does.
    """
    reserve = settings.reserve(length, scores=scores)
    return ClockState(settings=settings, reserves=(reserve, reserve))


def _runs(side: int) -> ClockError:
    return ClockError("clock_running", "The clock of side %(side)s runs already.", side=side)


def _closed(clock: ClockState) -> ClockState:
    """The end of the turn, if there is one, with what Bronstein gives back; nobody's turn."""
    ended = replace(clock, on_turn=None, running=None, used=0)
    if clock.on_turn is None or clock.settings.kind != "bronstein":
        return ended
    back = min(clock.used, clock.settings.delay)
    return _given(ended, clock.on_turn, of_side(clock.reserves, clock.on_turn) + back)


def _begun(clock: ClockState, side: int) -> ClockState:
    return replace(clock, on_turn=side, running=side, turn=clock.turn + 1)


def _given(clock: ClockState, side: int, reserve: int) -> ClockState:
    lost = None if clock.lost == side else clock.lost
    return replace(clock, lost=lost, reserves=with_side(clock.reserves, side, reserve))
