"""What partners who consult suggest to each other at a board of the site.

A suggestion is for the own side only, and gone with the next action: it is in no archive and no
log.
"""

from django.db import models
from django.db.models import Q


class Suggestion(models.Model):
    """What a player would do, one thing at a time."""

    record = models.ForeignKey(
        "matches.Record", on_delete=models.CASCADE, related_name="suggestions"
    )
    side = models.PositiveSmallIntegerField()
    player = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="+")
    by_name = models.CharField(max_length=160)
    data = models.JSONField()  # the action, as a row of the record would have it
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(name="suggestion_one_each", fields=["record", "player"]),
            models.CheckConstraint(name="suggestion_of_a_side", condition=Q(side__in=[1, 2])),
        ]

    def __str__(self) -> str:
        return f"{self.by_name}: {self.data.get('do')}"
