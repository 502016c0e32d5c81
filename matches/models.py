"""One match between two sides, what was reported about it, and when something must happen.

A match stands alone: it knows its sides, its length and its own copy of the rules, not the event
it belongs to. Rows here are written by `matches.services` only.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from matches import (  # noqa: F401 (for Django)
    models_chouette,
    models_clock,
    models_comments,
    models_pairs,
    models_record,
)
from matches.models_late import Beginning
from players.models import Player


class Outcome(models.TextChoices):
    """How a match came to its end."""

    PLAYED = "played", _("played")
    WALKOVER = "walkover", _("walkover")  # the loser did not come
    FORFEIT = "forfeit", _("forfeit")  # the loser had begun: it was ruled, or his clock ran out
    DOUBLE_FORFEIT = "double_forfeit", _("double forfeit")  # neither came
    DOUBLE_LOSS = "double_loss", _("double loss")  # it was ruled that both lost
    DRAWN = "drawn", _("drawn")  # of a tie of teams, whose boards may be level; never of a match


BOTH_LOST = (Outcome.DOUBLE_FORFEIT, Outcome.DOUBLE_LOSS)
NO_WINNER = (*BOTH_LOST, Outcome.DRAWN)
RULED = [each for each in Outcome.choices if each[0] != Outcome.DRAWN]  # what staff may rule


class Match(Beginning):
    class State(models.TextChoices):
        OPEN = "open", _("to be played")
        REPORTED = "reported", _("reported")
        DISPUTED = "disputed", _("disputed")
        DECIDED = "decided", _("decided")
        VOID = "void", _("void")

    OVER = (State.DECIDED, State.VOID)  # nothing more is played

    length = models.PositiveSmallIntegerField(_("length"))
    # A match of sets is over when a side has won so many; then the score is told in sets, and each
    # set is to `length` points, the last possible one to `decider` if that is set.
    sets_to_win = models.PositiveSmallIntegerField(default=1)
    decider = models.PositiveSmallIntegerField(null=True, blank=True)
    # Copied from the event when the match is made: a later edit does not touch a running match.
    rules = models.JSONField(default=dict)
    # What spectators get to see of it while it is played on the site: how many seconds later than
    # the players, and whether they may comment on it, which the players do not see meanwhile.
    watch_delay = models.PositiveIntegerField(default=0)
    watch_comments = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    outcome = models.CharField(max_length=20, choices=Outcome, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)  # the number of a side
    # Final score by side. A decided match may have none: the director tapped the winner only.
    score_1 = models.PositiveSmallIntegerField(null=True, blank=True)
    score_2 = models.PositiveSmallIntegerField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.CheckConstraint(
                name="match_length_sane", condition=Q(length__gte=1, length__lte=99)
            ),
            models.CheckConstraint(
                name="match_sets_sane",
                condition=Q(sets_to_win__range=(1, 50))
                & (Q(decider=None) | Q(decider__range=(1, 99), sets_to_win__gt=1)),
            ),
            models.CheckConstraint(
                name="match_decided_has_winner",
                condition=Q(state="decided", winner__in=[1, 2], decided_at__isnull=False)
                & ~Q(outcome__in=["", *NO_WINNER])
                | Q(state="decided", winner=None, decided_at__isnull=False)
                & Q(outcome__in=NO_WINNER, score_1=None, score_2=None)
                | ~Q(state="decided")
                & Q(winner=None, outcome="", decided_at=None, score_1=None, score_2=None),
            ),
            models.CheckConstraint(
                name="match_scores_fit",
                condition=Q(score_1=None, score_2=None)
                | Q(sets_to_win=1)
                & (
                    Q(winner=1, score_1=F("length"), score_2__lt=F("length"))
                    | Q(winner=2, score_2=F("length"), score_1__lt=F("length"))
                )
                | Q(sets_to_win__gt=1)
                & (
                    Q(winner=1, score_1=F("sets_to_win"), score_2__lt=F("sets_to_win"))
                    | Q(winner=2, score_2=F("sets_to_win"), score_1__lt=F("sets_to_win"))
                ),
            ),
            models.CheckConstraint(
                name="match_scores_from_start",
                condition=Q(score_1=None)
                | Q(sets_to_win__gt=1)
                | Q(score_1__gte=F("start_1"), score_2__gte=F("start_2")),
            ),
            models.CheckConstraint(
                name="match_watch_delay_sane", condition=Q(watch_delay__lte=7200)
            ),
            models.CheckConstraint(
                name="match_both_here_begun",
                condition=Q(here_1_at=None) | Q(here_2_at=None) | Q(begun_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"match {self.pk} to {self.length}"

    @property
    def is_over(self) -> bool:
        return self.state in self.OVER

    @property
    def target(self) -> int:
        """What the winner's score is: points, or sets where there are several."""
        return self.sets_to_win if self.sets_to_win > 1 else self.length


class Side(models.Model):
    """One side of a match: a player, or a pair that consults."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=160)
    players = models.ManyToManyField(Player, related_name="sides")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="side_once", fields=["match", "number"]),
            models.CheckConstraint(name="side_first_or_second", condition=Q(number__in=[1, 2])),
        ]

    def __str__(self) -> str:
        return self.name


class Report(models.Model):
    """What one side said the result was. Kept whatever becomes of it."""

    class State(models.TextChoices):
        PENDING = "pending", _("waiting for the opponent")
        CLAIMED = "claimed", _("disputed")
        CONFIRMED = "confirmed", _("confirmed")
        REPLACED = "replaced", _("replaced by the same player")
        OVERRULED = "overruled", _("overruled by the director")

    LIVE = (State.PENDING, State.CLAIMED)  # those that still count

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reports")
    side = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField()
    score_1 = models.PositiveSmallIntegerField()
    score_2 = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.PENDING)
    by_name = models.CharField(max_length=160)
    created_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                name="report_numbers_sane", condition=Q(side__in=[1, 2], winner__in=[1, 2])
            ),
            models.UniqueConstraint(
                name="report_one_live_a_side",
                fields=["match", "side"],
                condition=Q(state__in=["pending", "claimed"]),
            ),
            models.CheckConstraint(
                name="report_settled_when_not_live",
                condition=Q(state__in=["pending", "claimed"], settled_at=None)
                | ~Q(state__in=["pending", "claimed"]) & Q(settled_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.by_name}: {self.score_1}-{self.score_2}"


class Deadline(models.Model):
    """A moment at which something must happen: one row for each kind and subject.

    The row is the truth and Celery only rings: whoever notices that `due_at` has passed calls the
    handler of the kind, which sets `done_at` in the transaction that does what is due.
    """

    kind = models.CharField(max_length=40)
    subject_id = models.BigIntegerField()  # the kind says of which model
    due_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    # For which moment a ring was sent; a moved deadline is armed again.
    armed_for = models.DateTimeField(null=True, blank=True)
    # How often its handler failed, with what, and when it is tried again.
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.CharField(max_length=300, blank=True)
    retry_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="deadline_once", fields=["kind", "subject_id"]),
            models.CheckConstraint(
                name="deadline_retried_when_failed",
                condition=Q(attempts=0, retry_at=None, last_error="")
                | Q(attempts__gte=1, retry_at__isnull=False),
            ),
        ]
        indexes = [
            models.Index(name="deadline_pending", fields=["due_at"], condition=Q(done_at=None))
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject_id} at {self.due_at}"


class RequestKey(models.Model):
    """An idempotency key with the answer it got, so that a phone that retries enters nothing twice.

    Written in the same transaction as the change it belongs to.
    """

    actor = models.CharField(max_length=80)
    key = models.CharField(max_length=100)
    fingerprint = models.CharField(max_length=64)  # SHA-256 of the request
    status = models.PositiveSmallIntegerField(null=True)
    body = models.JSONField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(name="request_key_once", fields=["actor", "key"])]

    def __str__(self) -> str:
        return f"{self.actor} {self.key}"
