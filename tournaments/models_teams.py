"""Teams and pairs: what an event says of them, who makes them up, and the boards of their ties.

The entry stands for all its members in the draw and in tables.
"""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from players.models import Player


class TeamEvent(models.Model):
    """What an event has of this."""

    class Entrants(models.TextChoices):
        SINGLES = "singles", _("Single players")
        PAIRS = "pairs", _("Pairs who consult")
        TEAMS = "teams", _("Teams")

    entrants = models.CharField(
        _("who enters"), max_length=10, choices=Entrants, default=Entrants.SINGLES
    )
    # What an event of teams needs to know, as `formats.teams` reads it; None for all others.
    team_rules = models.JSONField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def of_singles(self) -> bool:
        """Whether each entrant is one person, so that entries have no members."""
        return self.entrants == self.Entrants.SINGLES

    @property
    def of_teams(self) -> bool:
        """Whether its fixtures are ties, each of several boards."""
        return self.team_rules is not None


class Member(models.Model):
    """One of a team or pair. A team's places are its boards from 1, and after them its reserves."""

    # Also that of the entry, so that the database can keep anybody from being in two teams.
    event = models.ForeignKey("Event", on_delete=models.CASCADE, related_name="members")
    entry = models.ForeignKey("Entry", on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=80)

    class Meta:
        ordering = ["entry_id", "place"]
        constraints = [
            models.UniqueConstraint(name="member_place_once", fields=["entry", "place"]),
            models.UniqueConstraint(name="member_player_once", fields=["event", "player"]),
            models.CheckConstraint(
                name="member_placed_and_named", condition=Q(place__gte=1) & ~Q(name="")
            ),
        ]

    def __str__(self) -> str:
        return self.name


class TieManager(models.Manager[Any]):
    """Fixtures without the boards of ties: what feeds what, and what is told of an event, is among
    these. `Fixture.places` gives all."""

    def get_queryset(self) -> models.QuerySet[Any]:
        return super().get_queryset().filter(tie=None)


class TieFixture(models.Model):
    """What a fixture has of this. A board of a tie: which tie and board, and who sits there; a tie:
    the boards won by each."""

    tie = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="boards"
    )
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    member_1 = models.ForeignKey(
        Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    member_2 = models.ForeignKey(
        Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    boards_1 = models.PositiveSmallIntegerField(null=True, blank=True)
    boards_2 = models.PositiveSmallIntegerField(null=True, blank=True)

    places = models.Manager()
    objects = TieManager()

    class Meta:
        abstract = True
