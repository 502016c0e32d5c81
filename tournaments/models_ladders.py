"""What has happened on a ladder, row by row. Its rules and its entries are with the event."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy


class LadderStep(models.Model):
    """Something that happened on a ladder: its order is what follows from all of them.

    `entry` is who challenges, wins, joins or leaves; `opponent` the other one of a challenge. A
    challenge is called by its number, which its fixture has while there is one: none for what was
    not played.
    """

    class Kind(models.TextChoices):
        CHALLENGED = "challenged", _("challenge")
        DECIDED = "decided", _("result")
        BOTH_LOST = "both_lost", _("both lost")
        UNPLAYED = "unplayed", _("not played")
        CALLED_OFF = "called_off", _("called off")
        JOINED = "joined", _("joined")
        LEFT = "left", pgettext_lazy("a ladder", "left")

    RESULTS = ("decided", "both_lost")
    CLOSING = (*RESULTS, "unplayed", "called_off")

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="ladder_steps"
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField()
    challenge = models.PositiveIntegerField(null=True, blank=True)
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+")
    opponent = models.ForeignKey(
        "tournaments.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    play_by = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="ladder_step_once", fields=["event", "number"]),
            models.UniqueConstraint(
                name="ladder_challenge_made_once",
                fields=["event", "challenge"],
                condition=Q(kind="challenged"),
            ),
            models.UniqueConstraint(
                name="ladder_challenge_closed_once",
                fields=["event", "challenge"],
                condition=Q(kind__in=["decided", "both_lost", "unplayed", "called_off"]),
            ),
            models.CheckConstraint(
                name="ladder_step_of_challenge",
                condition=Q(
                    kind__in=["joined", "left"], challenge=None, opponent=None, play_by=None
                )
                | Q(challenge__isnull=False, opponent__isnull=False)
                & ~Q(kind__in=["joined", "left"])
                & ~Q(entry=F("opponent")),
            ),
            models.CheckConstraint(
                name="ladder_challenge_played_by",
                condition=Q(kind="challenged", play_by__isnull=False)
                | ~Q(kind="challenged") & Q(play_by=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"
