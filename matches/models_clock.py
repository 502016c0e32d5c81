"""The clock of a match, and everything that was ever done to it.

The clock itself is `matches.engine.clock`, kept as its data; the columns beside it are what the
database searches by and what the engine knows nothing of: links, phones, consent.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.engine.clock import ClockState
from matches.engine.clock_settings import ClockSettings

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)


def ms(at: datetime) -> int:
    """The instant as the engine has it: whole milliseconds since 1970."""
    return ms_of(at - _EPOCH)


def ms_of(span: timedelta) -> int:
    """So many whole milliseconds."""
    return span // _MS


def moment(instant: int) -> datetime:
    return _EPOCH + instant * _MS


class Clock(models.Model):
    """One for each match that is played with one."""

    class Stop(models.TextChoices):
        """Why both clocks may be stopped (US rule 5.2)."""

        GAME = "game", _("The game is over")
        SET = "set", _("The set is over")
        BREAK = "break", _("A break between games")
        DICE = "dice", _("Dice on the floor")
        CONTEST = "contest", _("A play is contested")
        CONCESSION = "concession", _("A concession is offered")
        REDO = "redo", _("To move after the dice were lifted in error")
        DIRECTOR = "director", _("The director is called")

    ENDS_TURN = (Stop.GAME, Stop.SET, Stop.BREAK)

    class Ask(models.TextChoices):
        """What has to be known before a flag that is down can be acted on."""

        GAME = "game", _("What stood on the board")
        SAFE = "safe", _("Whether the game could still be lost")

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, related_name="clock")
    state = models.JSONField()  # a ClockState as data, its instants in ms since 1970
    running = models.PositiveSmallIntegerField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)  # when the running side's time is up
    stopped_for = models.CharField(max_length=10, choices=Stop, blank=True)
    break_until = models.DateTimeField(null=True, blank=True)
    confirmed_1_at = models.DateTimeField(null=True, blank=True)
    confirmed_2_at = models.DateTimeField(null=True, blank=True)
    # When a phone that shows the clock, and on which this side presses, was last heard of.
    seen_1_at = models.DateTimeField(null=True, blank=True)
    seen_2_at = models.DateTimeField(null=True, blank=True)
    waits = models.BooleanField(default=False)  # a flag is down, and the director is to rule
    asks = models.CharField(max_length=4, choices=Ask, blank=True)
    # What each side says stood on the board: see `matches.services.clock_games`.
    claim_1 = models.CharField(max_length=30, blank=True)
    claim_2 = models.CharField(max_length=30, blank=True)
    # The points by now, of this set where there are sets; None after a game nobody told of.
    score_1 = models.PositiveSmallIntegerField(null=True, blank=True)
    score_2 = models.PositiveSmallIntegerField(null=True, blank=True)
    sets_over = models.PositiveSmallIntegerField(default=0)
    each_game = models.BooleanField(default=False)  # a new reserve for each game
    asked_by = models.PositiveSmallIntegerField(null=True, blank=True)  # the side, where one may
    epoch = models.PositiveIntegerField(default=1)  # of its links; the next one ends them
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    # The number of the last step, where it was asked for together with the clock.
    last_step: int | None = None

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="clock_runs_until",
                condition=Q(running__in=[1, 2], expires_at__isnull=False, stopped_for="")
                | Q(running=None, expires_at=None),
            ),
            # By some rules the clock of the side on turn runs on in a break.
            models.CheckConstraint(
                name="clock_breaks_off_or_runs_on",
                condition=Q(break_until=None) | Q(stopped_for="break") | Q(running__in=[1, 2]),
            ),
            models.CheckConstraint(
                name="clock_asks_while_it_waits",
                condition=Q(asks="", claim_1="", claim_2="") | ~Q(asks="") & Q(waits=True),
            ),
            models.CheckConstraint(
                name="clock_score_of_both",
                condition=Q(score_1=None, score_2=None)
                | Q(score_1__isnull=False, score_2__isnull=False),
            ),
            models.CheckConstraint(
                name="clock_asked_by_a_side", condition=Q(asked_by=None) | Q(asked_by__in=[1, 2])
            ),
        ]
        indexes = [
            models.Index(
                name="clock_expiry", fields=["expires_at"], condition=Q(running__isnull=False)
            ),
            models.Index(name="clock_waits", fields=["match"], condition=Q(waits=True)),
        ]

    def __str__(self) -> str:
        return f"clock of match {self.match_id}"

    @property
    def score(self) -> tuple[int, int] | None:
        if self.score_1 is None or self.score_2 is None:
            return None
        return self.score_1, self.score_2

    @property
    def confirmed(self) -> tuple[bool, bool]:
        return self.confirmed_1_at is not None, self.confirmed_2_at is not None


class ClockStep(models.Model):
    """One thing that was done to a clock, or that was tried and refused. Never edited."""

    class Kind(models.TextChoices):
        SET_UP = "set_up", _("put on")
        CONFIRMED = "confirmed", _("confirmed")
        PRESS = "press", _("pressed")
        STOP = "stop", _("stopped")
        RESUME = "resume", _("goes on")
        CHANGED = "changed", _("times corrected")
        OVERTIME = "overtime", _("overtime")
        FLAG = "flag", _("time is up")
        UNFLAG = "unflag", _("time was not up")
        HALT = "halt", _("the match is over")
        LATE = "late", _("somebody is late")
        SCORE = "score", _("told the score")
        CLAIM = "claim", _("told what stood on the board")
        GAME = "game", _("the game is lost on time")
        PENALTY = "penalty", _("penalty for the time")
        ASK = "ask_break", _("asks for a break")

    clock = models.ForeignKey(Clock, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField()  # when the server heard of it
    sent_at = models.DateTimeField(null=True, blank=True)  # when it was, by the phone
    sent_id = models.CharField(max_length=40, blank=True)  # how the phone calls it
    refused = models.CharField(max_length=40, blank=True)  # the code of the refusal
    note = models.CharField(max_length=300, blank=True)
    by_name = models.CharField(max_length=160)
    # The clock after it without its settings: see `packed`.
    face = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="clock_step_once", fields=["clock", "number"]),
            models.UniqueConstraint(
                name="clock_step_sent_once",
                fields=["clock", "sent_id"],
                condition=~Q(sent_id=""),
            ),
            models.CheckConstraint(
                name="clock_step_refused_or_done",
                condition=Q(refused="", face__isnull=False) | ~Q(refused="") & Q(face=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.kind} {self.refused}".strip()


# --- The clock after a step, short enough to be kept for every press ------------------------------
_FACE = ("since", "on_turn", "running", "used", "turn", "lost")


def packed(state: ClockState) -> list[int | None]:
    return [*state.reserves, *state.overtimes, *(getattr(state, name) for name in _FACE)]


def unpacked(settings: ClockSettings, face: Sequence[int | None]) -> ClockState:
    data = {
        "settings": settings.to_data(),
        "reserves": list(face[:2]),
        "overtimes": list(face[2:4]),
        **dict(zip(_FACE, face[4:], strict=True)),
    }
    return ClockState.from_data(data)
