"""When a match was called and begun, who of the two is there, and the points that absence costs.

Penalty points count in the score: the match begins at `start_1` to `start_2`. These are the sums of
the penalties that hold, kept beside the result because every score is checked against them.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Beginning(models.Model):
    """What a match knows of its own beginning."""

    called_at = models.DateTimeField(null=True, blank=True)  # since when its players are awaited
    # Who said so, or was seen by staff; the other one has not been seen at the table.
    here_1_at = models.DateTimeField(null=True, blank=True)
    here_2_at = models.DateTimeField(null=True, blank=True)
    begun_at = models.DateTimeField(null=True, blank=True)
    # Up to when the steps of the rules for lateness were worked off, and since when they rest.
    late_done_at = models.DateTimeField(null=True, blank=True)
    excused_at = models.DateTimeField(null=True, blank=True)
    start_1 = models.PositiveSmallIntegerField(default=0)
    start_2 = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def here(self) -> tuple[bool, bool]:
        return self.here_1_at is not None, self.here_2_at is not None

    @property
    def start(self) -> tuple[int, int]:
        """The score at which the match begins."""
        return self.start_1, self.start_2

    @property
    def is_awaited(self) -> bool:
        """Whether the match was called and nobody is known to have begun it."""
        return self.called_at is not None and self.begun_at is None


class Penalty(models.Model):
    """Points that the opponent of `side` gets. Kept when taken back, with who did so and why."""

    class Kind(models.TextChoices):
        LATE = "late", _("coming late")
        CLOCK = "clock", _("out of time")
        CONDUCT = "conduct", _("conduct")
        OTHER = "other", _("something else")

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="penalties")
    number = models.PositiveSmallIntegerField()  # in the match, from 1
    side = models.PositiveSmallIntegerField()  # the offender
    points = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    reason = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    by_name = models.CharField(max_length=160)
    # The moment of the rules' schedule that it is for: no moment gives a point twice.
    late_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    removed_by = models.CharField(max_length=160, blank=True)
    removed_why = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name_plural = "penalties"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="penalty_once", fields=["match", "number"]),
            models.CheckConstraint(
                name="penalty_numbers_sane", condition=Q(side__in=[1, 2], points__range=(1, 99))
            ),
            models.UniqueConstraint(name="penalty_once_a_moment", fields=["match", "late_at"]),
            models.CheckConstraint(
                name="penalty_scheduled_is_late", condition=Q(late_at=None) | Q(kind="late")
            ),
            models.CheckConstraint(
                name="penalty_removed_by_somebody",
                condition=Q(removed_at=None, removed_by="", removed_why="")
                | Q(removed_at__isnull=False) & ~Q(removed_by=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.points} against side {self.side}"

    @property
    def holds(self) -> bool:
        return self.removed_at is None
