"""People: who may log in, who plays, and their clubs."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Somebody who logs in: directors and their staff. Players need no account."""


class Club(models.Model):
    name = models.CharField(_("name"), max_length=80, unique=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.CheckConstraint(name="club_named", condition=~Q(name=""))]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person who plays, known across tournaments; an `Entry` keeps what was true on the day."""

    name = models.CharField(_("name"), max_length=80)
    # The two parts are known only when the list said which is which.
    given = models.CharField(_("given name"), max_length=80, blank=True)
    family = models.CharField(_("family name"), max_length=80, blank=True)
    # What the name looks like when order, case and accents are ignored: finds the same person.
    name_key = models.CharField(max_length=160, db_index=True, editable=False)
    country = models.CharField(_("country"), max_length=3, blank=True)
    club = models.ForeignKey(
        Club, on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    federation_no = models.CharField(_("federation number"), max_length=20, blank=True)
    rating = models.PositiveIntegerField(_("rating"), null=True, blank=True)
    user = models.OneToOneField(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="player"
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(name="player_named", condition=~Q(name="")),
            models.CheckConstraint(
                name="player_rating_sane", condition=Q(rating=None) | Q(rating__lte=9999)
            ),
        ]

    def __str__(self) -> str:
        return self.name
