"""Calls for the director, what was ruled, appeals against it, and sanctions.

Nothing here is ever taken out: what no longer holds says so, with its reason.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.models import Match
from matches.models_late import Penalty
from players.models import Player

EVENT = "tournaments.Event"
APPEAL_WINDOW = "appeal_window"  # the kind of deadline at which a ruling is final; of a ruling
COMMITTEE = "committee"  # and at which a committee should have decided; of an appeal
SIDE = Q(side=None) | Q(side__in=[1, 2])


class Call(models.Model):
    """The director is wanted at a match. There is one open call a match, whoever makes it."""

    class Kind(models.TextChoices):
        ILLEGAL = "illegal", _("An illegal play")
        DICE = "dice", _("The dice")
        CLOCK = "clock", _("The clock")
        SCORE = "score", _("The score")
        CONDUCT = "conduct", _("Conduct")
        EQUIPMENT = "equipment", _("Board, checkers or other equipment")
        BREAK = "break", _("A break")
        OTHER = "other", _("Something else")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        TAKEN = "taken", _("somebody is on the way")
        RULED = "ruled", _("ruled on")
        SETTLED = "settled", _("settled between the players")
        CLOSED = "closed", _("closed without a ruling")
        OVER = "over", _("over with the match")

    OPEN = (State.WAITING, State.TAKEN)

    event = models.ForeignKey(EVENT, on_delete=models.CASCADE, related_name="calls")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="calls")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    called_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.CharField(max_length=160, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["called_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                name="call_one_open",
                fields=["match"],
                condition=Q(state__in=["waiting", "taken"]),
            ),
            models.CheckConstraint(
                name="call_closed_when_not_open",
                condition=Q(state__in=["waiting", "taken"], closed_at=None)
                | ~Q(state__in=["waiting", "taken"]) & Q(closed_at__isnull=False),
            ),
            models.CheckConstraint(
                name="call_taken_by_somebody",
                condition=Q(taken_at=None, taken_by="") & ~Q(state="taken")
                | Q(taken_at__isnull=False) & ~Q(taken_by=""),
            ),
        ]

    def __str__(self) -> str:
        return f"call {self.pk} {self.state}"

    @property
    def is_open(self) -> bool:
        return self.state in self.OPEN


class Voice(models.Model):
    """What one of those at the table said when calling. A side is missing where nobody knows."""

    call = models.ForeignKey(Call, on_delete=models.CASCADE, related_name="voices")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=10, choices=Call.Kind, default=Call.Kind.OTHER)
    words = models.CharField(max_length=300, blank=True)
    by_name = models.CharField(max_length=160)
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.CheckConstraint(name="voice_of_a_side", condition=SIDE)]

    def __str__(self) -> str:
        return f"{self.by_name}: {self.kind}"


class Ruling(models.Model):
    """What was ruled at a match. One that was amended is replaced by another and stays."""

    class Kind(models.TextChoices):
        CORRECTED = "corrected", _("Illegal play, to be corrected")
        CONDONED = "condoned", _("Illegal play, stands")
        PREMATURE_ROLL = "premature_roll", _("Premature roll")
        COCKED_DICE = "cocked_dice", _("Cocked dice")
        SET_UP = "set_up", _("Wrong set-up")
        DICE = "dice", _("The dice are mixed or changed")
        CLOCK = "clock", _("The clock")
        SCORE = "score", _("The score or the result")
        CONDUCT = "conduct", _("Conduct")
        EQUIPMENT = "equipment", _("Board or clock is replaced")
        SPECTATOR = "spectator", _("A spectator is removed")
        OTHER = "other", _("Something else")

    class State(models.TextChoices):
        STANDS = "stands", _("stands")
        AMENDED = "amended", _("amended")
        WITHDRAWN = "withdrawn", _("withdrawn")
        OVERTURNED = "overturned", _("overturned on appeal")

    event = models.ForeignKey(EVENT, on_delete=models.CASCADE, related_name="rulings")
    number = models.PositiveIntegerField()
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rulings")
    call = models.ForeignKey(
        Call, on_delete=models.SET_NULL, null=True, blank=True, related_name="rulings"
    )
    replaces = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="replaced_by"
    )
    kind = models.CharField(max_length=20, choices=Kind)
    side = models.PositiveSmallIntegerField(null=True, blank=True)  # against whom, if anybody
    decision = models.CharField(max_length=300)
    reason = models.CharField(max_length=300, blank=True)
    rule = models.CharField(max_length=40, blank=True)  # its name in the rule set of the match
    # What it did, as far as it did: {"times": {"1": {"before": ms, "after": ms}}, "penalty":
    # {"side", "points"}, "result": {"before", "after"}, "warning": a side}.
    effects = models.JSONField(default=dict, blank=True)
    taken_back = models.JSONField(default=list, blank=True)  # which of the effects
    by_name = models.CharField(max_length=160)
    by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField()
    # None where none is possible, or until the match is over.
    appeal_until = models.DateTimeField(null=True, blank=True)
    final_at = models.DateTimeField(null=True, blank=True)  # when the time to appeal was over
    state = models.CharField(max_length=10, choices=State, default=State.STANDS)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="ruling_number_once", fields=["event", "number"]),
            models.CheckConstraint(name="ruling_on_a_side", condition=SIDE),
            models.CheckConstraint(
                name="ruling_in_words_and_for_a_reason",
                condition=~Q(decision="") & (~Q(reason="") | Q(kind="spectator")),
            ),
            models.CheckConstraint(
                name="ruling_ended_when_not_standing",
                condition=Q(state="stands", ended_at=None)
                | ~Q(state="stands") & Q(ended_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"ruling {self.number}"

    @property
    def stands(self) -> bool:
        return self.state == self.State.STANDS


class Appeal(models.Model):
    """A player does not accept a ruling. There is one at most against each."""

    class State(models.TextChoices):
        OPEN = "open", _("to be decided")
        UPHELD = "upheld", _("the ruling stands")
        OVERTURNED = "overturned", _("the ruling is overturned")
        LAPSED = "lapsed", _("lapsed: the ruling was changed before it was decided")

    ruling = models.OneToOneField(Ruling, on_delete=models.CASCADE, related_name="appeal")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    side = models.PositiveSmallIntegerField()
    by_name = models.CharField(max_length=160)
    words = models.CharField(max_length=300, blank=True)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)  # when the committee is to have decided
    reminded_at = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)  # of the committee

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [
            models.CheckConstraint(name="appeal_of_a_side", condition=Q(side__in=[1, 2])),
            models.CheckConstraint(
                name="appeal_decided_when_not_open",
                condition=Q(state="open", decided_at=None)
                | ~Q(state="open") & Q(decided_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"appeal against {self.ruling_id}"

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN


class Seat(models.Model):
    """A member of the committee: a player of the tournament or one of its staff, and the vote."""

    class Vote(models.TextChoices):
        UPHOLD = "uphold", _("the ruling stands")
        OVERTURN = "overturn", _("the ruling is overturned")

    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=160)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    vote = models.CharField(max_length=10, choices=Vote, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="seat_once", fields=["appeal", "number"]),
            models.UniqueConstraint(name="seat_player_once", fields=["appeal", "player"]),
            models.UniqueConstraint(name="seat_user_once", fields=["appeal", "user"]),
            models.CheckConstraint(
                name="seat_of_player_or_staff", condition=Q(player=None) | Q(user=None)
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Sanction(models.Model):
    """A step on the ladder from a warning to exclusion, for somebody in a tournament."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("Warning")
        POINTS = "points", _("Penalty points")
        FORFEIT = "forfeit", _("Loss of a match")
        EXCLUSION = "exclusion", _("Exclusion")

    event = models.ForeignKey(EVENT, on_delete=models.CASCADE, related_name="sanctions")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(max_length=160)
    # Who: a single player, or the entry alone where a whole team or pair is meant.
    entry = models.ForeignKey(
        "tournaments.Entry",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="sanctions",
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="sanctions"
    )
    # Where it took effect. Points without one wait for the next match.
    match = models.ForeignKey(
        Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="sanctions"
    )
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    penalty = models.OneToOneField(
        Penalty, on_delete=models.SET_NULL, null=True, blank=True, related_name="sanction"
    )
    everywhere = models.BooleanField(default=False)  # excluded from the tournament, not one event
    ruling = models.ForeignKey(
        Ruling, on_delete=models.SET_NULL, null=True, blank=True, related_name="sanctions"
    )
    reason = models.CharField(max_length=300)
    by_name = models.CharField(max_length=160)
    given_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["given_at", "pk"]
        constraints = [
            models.UniqueConstraint(name="sanction_number_once", fields=["event", "number"]),
            models.CheckConstraint(name="sanction_for_a_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="sanction_points",
                condition=Q(kind="points", points__gte=1) | ~Q(kind="points") & Q(points=None),
            ),
            models.CheckConstraint(
                name="sanction_everywhere_excludes",
                condition=Q(everywhere=False) | Q(kind="exclusion"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}"

    @property
    def holds(self) -> bool:
        return self.withdrawn_at is None

    @property
    def waits(self) -> bool:
        """Whether it is to take effect in the next match."""
        return self.holds and self.kind == self.Kind.POINTS and self.match_id is None
