"""The money of an event: what is collected, how it is split, who has paid and who was paid.

Amounts are integers in minor units of the tournament's currency. What is owed to whom is worked
out from places and never stored; only what happened is: payments, payouts, agreements.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Purse(models.Model):
    """Money collected for one purpose: number 0 for the prizes of the event, else a side pool."""

    class Split(models.TextChoices):
        PRESET = "preset", _("by a published table")
        PERCENT = "percent", _("by hand, in per cent")
        AMOUNTS = "amounts", _("by hand, as amounts")

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="purses")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=60, blank=True)  # of a side pool
    fee = models.PositiveBigIntegerField(default=0)
    added = models.PositiveBigIntegerField(default=0)
    guaranteed = models.PositiveBigIntegerField(default=0)
    unit = models.PositiveBigIntegerField(default=1)  # prizes are rounded to it
    split = models.CharField(max_length=8, choices=Split, default=Split.PERCENT)
    preset = models.CharField(max_length=30, blank=True)
    # What a preset leaves the consolation, in basis points; its prizes say how that is split.
    consolation_share = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="purse_once", fields=["event", "number"]),
            models.UniqueConstraint(name="purse_name_once", fields=["event", "name"]),
            models.CheckConstraint(
                name="purse_side_pools_are_named",
                condition=Q(number=0, name="") | Q(number__gt=0) & ~Q(name=""),
            ),
            models.CheckConstraint(name="purse_unit_positive", condition=Q(unit__gte=1)),
            models.CheckConstraint(
                name="purse_consolation_share_sane", condition=Q(consolation_share__lt=10_000)
            ),
            models.CheckConstraint(
                name="purse_preset_named",
                condition=Q(split="preset") & ~Q(preset="") | ~Q(split="preset") & Q(preset=""),
            ),
        ]

    def __str__(self) -> str:
        return f"purse {self.number} {self.name}".strip()


class Deduction(models.Model):
    """What is kept from the fees of a purse: a part in basis points and a fixed sum."""

    purse = models.ForeignKey(Purse, on_delete=models.CASCADE, related_name="deductions")
    name = models.CharField(max_length=40)
    basis_points = models.PositiveSmallIntegerField(default=0)
    fixed = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="deduction_once", fields=["purse", "name"]),
            models.CheckConstraint(name="deduction_named", condition=~Q(name="")),
            models.CheckConstraint(
                name="deduction_part_of_whole", condition=Q(basis_points__lte=10_000)
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Prize(models.Model):
    """What a place gets by hand: basis points, money, or parts of the consolation's share."""

    purse = models.ForeignKey(Purse, on_delete=models.CASCADE, related_name="prizes")
    bracket = models.CharField(max_length=2)
    place = models.PositiveSmallIntegerField()
    part = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="prize_once", fields=["purse", "bracket", "place"]),
            models.CheckConstraint(name="prize_place_from_one", condition=Q(place__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.bracket} {self.place}"


class PoolMember(models.Model):
    """Who is in a side pool."""

    purse = models.ForeignKey(Purse, on_delete=models.CASCADE, related_name="members")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="pools")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(name="pool_member_once", fields=["purse", "entry"])]

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.purse_id}"


class OwnFee(models.Model):
    """An entry fee that differs from the others': late, reduced, free."""

    entry = models.OneToOneField(
        "tournaments.Entry", on_delete=models.CASCADE, related_name="own_fee"
    )
    amount = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return str(self.amount)


class Payment(models.Model):
    """What an entrant handed over. One entered by mistake stays, marked as taken back."""

    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.CASCADE, related_name="payments"
    )
    amount = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    by_name = models.CharField(max_length=160)  # who took it
    note = models.CharField(max_length=100, blank=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.CheckConstraint(name="payment_positive", condition=Q(amount__gte=1))]

    def __str__(self) -> str:
        return f"{self.amount} of {self.entry_id}"


class Deal(models.Model):
    """An agreement of some entrants to share otherwise what a bracket of a purse owes them."""

    purse = models.ForeignKey(Purse, on_delete=models.CASCADE, related_name="deals")
    bracket = models.CharField(max_length=2)
    reason = models.CharField(max_length=300)
    at = models.DateTimeField()
    by_name = models.CharField(max_length=160)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="deal_once", fields=["purse", "bracket"]),
            models.CheckConstraint(name="deal_has_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"deal on {self.bracket}"


class DealShare(models.Model):
    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="shares")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.RESTRICT, related_name="+")
    amount = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(name="deal_share_once", fields=["deal", "entry"])]

    def __str__(self) -> str:
        return str(self.amount)


class Payout(models.Model):
    """A line that was paid out: what one bracket of a purse owed an entrant."""

    purse = models.ForeignKey(Purse, on_delete=models.CASCADE, related_name="payouts")
    bracket = models.CharField(max_length=2)
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.RESTRICT, related_name="+")
    amount = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    by_name = models.CharField(max_length=160)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="payout_once", fields=["purse", "bracket", "entry"]),
            models.CheckConstraint(name="payout_positive", condition=Q(amount__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.amount} to {self.entry_id}"
