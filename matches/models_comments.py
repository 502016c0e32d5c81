"""What spectators say of a match that is played on the site, each at the action that they saw."""

from django.db import models
from django.db.models import F, Q


class Comment(models.Model):
    """One line of one spectator. The players of the match see it when the match is over.

    One that a director removed stays, so that an archive tells it, and is shown to nobody.
    """

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="comments")
    # Which set was played, for its author; 1 where there are none. The actions are those of it.
    set_number = models.PositiveSmallIntegerField(default=1)
    # The number of the action after which the board stood that was looked at; 0: before the first.
    number = models.PositiveIntegerField()
    # The last action that the author could know of: nobody reads this before seeing that one.
    known = models.PositiveIntegerField()
    text = models.CharField(max_length=500)
    at = models.DateTimeField()
    by_kind = models.CharField(max_length=10)  # as in `players.actors`
    by_id = models.BigIntegerField(null=True, blank=True)
    by_name = models.CharField(max_length=160)
    removed_at = models.DateTimeField(null=True, blank=True)
    removed_by = models.CharField(max_length=160, blank=True)
    removed_for = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="comment_says_something", condition=~Q(text="")),
            models.CheckConstraint(
                name="comment_of_what_was_known", condition=Q(number__lte=F("known"))
            ),
            models.CheckConstraint(
                name="comment_removed_by_somebody",
                condition=Q(removed_at=None, removed_by="", removed_for="")
                | Q(removed_at__isnull=False) & ~Q(removed_by=""),
            ),
        ]
        indexes = [models.Index(name="comment_of_author", fields=["by_kind", "by_id", "at"])]

    def __str__(self) -> str:
        return f"{self.by_name}: {self.text}"
