"""A chouette on the site: who plays, by which house rules, and one row for each action.

It belongs to no event. Where it stands is the replay of its rows (`matches.engine.chouette_table`);
rows are added and never changed. What is done beside the board is a row as well (ChouetteStep), so
that both together are its log. Players are known by the number of their seat.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.models_record import Record


class Chouette(models.Model):
    title = models.CharField(max_length=80)
    code = models.CharField(max_length=24, unique=True)  # of its address, which nobody guesses
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="chouettes"
    )
    rules = models.JSONField(default=dict)  # as `chouette_data.rules_to_data` writes them
    game = models.CharField(max_length=40)
    order = models.JSONField()  # the seats that began, the box first
    dice = models.CharField(max_length=10, choices=Record.Dice)
    # Dice of the site, as of a record; the seeds are what the players gave before the first throw.
    context = models.CharField(max_length=200, blank=True)
    secret = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    seed_1 = models.CharField(max_length=200, blank=True)
    seed_2 = models.CharField(max_length=200, blank=True)
    # The table as it was after its last game, so that only the current one has to be replayed.
    folded = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="chouette_dice_committed",
                condition=Q(dice="site") & ~Q(commitment="") & ~Q(context="") & ~Q(secret="")
                | Q(dice="board", commitment="", context="", secret=""),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def seeds(self) -> tuple[str, str]:
        return self.seed_1, self.seed_2

    @property
    def by_site(self) -> bool:
        return self.dice == Record.Dice.SITE


class ChouetteSeat(models.Model):
    """A player at the table, also one who has left: his account stays."""

    chouette = models.ForeignKey(Chouette, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    seed = models.CharField(max_length=60, blank=True)
    joined_at = models.DateTimeField(null=True, blank=True)  # when the link was first used to play
    epoch = models.PositiveIntegerField(default=1)  # of the link; the next one ends it

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="chouette_seat_once", fields=["chouette", "number"]),
            models.UniqueConstraint(name="chouette_name_once", fields=["chouette", "name"]),
            models.CheckConstraint(name="chouette_seat_counted", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return self.name


class ChouetteAction(models.Model):
    """One action at the table."""

    chouette = models.ForeignKey(Chouette, on_delete=models.CASCADE, related_name="actions")
    number = models.PositiveIntegerField()  # from 1, without gaps
    data = models.JSONField()  # as `chouette_table.to_data`; dice in the order thrown
    at = models.DateTimeField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)  # whose action; None: the host's
    by_name = models.CharField(max_length=160)
    sent_id = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="chouette_action_once", fields=["chouette", "number"]),
            models.UniqueConstraint(
                name="chouette_sent_once", fields=["chouette", "sent_id"], condition=~Q(sent_id="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.data.get('do')}"


class ChouetteStep(models.Model):
    """What was done to a chouette that is no action at the table. Only ever added."""

    class Kind(models.TextChoices):
        CREATED = "created", _("set up")
        SAT = "sat", _("sat down")
        LINK = "link", _("new link")
        CLOSED = "closed", _("closed")
        IMPORTED = "imported", _("imported")

    chouette = models.ForeignKey(Chouette, on_delete=models.CASCADE, related_name="steps")
    kind = models.CharField(max_length=10, choices=Kind)
    after = models.PositiveIntegerField()  # so many actions
    at = models.DateTimeField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)  # whom it is about
    by_name = models.CharField(max_length=160)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} after {self.after}"
