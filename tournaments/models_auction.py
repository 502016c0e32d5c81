"""A calcutta: a purse that is filled by an auction of the entrants, and paid to those who own them.

The terms (what is kept, what the places get) are those of the purse. What an owner is owed is
worked out from places and never stored; only what happened is: sales, payments, payouts.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Auction(models.Model):
    """What makes a purse a calcutta: how the lots were ordered, and which places count."""

    class Order(models.TextChoices):
        ENTRY = "entry", _("in order of entry")
        DRAW = "draw", _("in the order of the draw")
        SEED = "seed", _("the best first, by seeds and ratings")
        LOTS = "lots", _("by lot, from a seed")

    class Ranking(models.TextChoices):
        MAIN = "main", _("places in the main bracket")
        OVERALL = "overall", _("places over all brackets")

    purse = models.OneToOneField(
        "tournaments.Purse", on_delete=models.CASCADE, related_name="auction"
    )
    order = models.CharField(max_length=5, choices=Order, default=Order.ENTRY)
    seed = models.CharField(max_length=200, blank=True)  # of an order by lot
    ranking = models.CharField(max_length=7, choices=Ranking, default=Ranking.MAIN)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="auction_seed_for_lots",
                condition=Q(order="lots") & ~Q(seed="") | ~Q(order="lots") & Q(seed=""),
            )
        ]

    def __str__(self) -> str:
        return f"auction of {self.purse_id}"


class Bidder(models.Model):
    """Who owns a part of the field: a buyer, or an entrant who bought back a share of himself."""

    auction = models.ForeignKey(Auction, on_delete=models.CASCADE, related_name="bidders")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=100)
    # Set if he plays in the event himself.
    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.RESTRICT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="bidder_number_once", fields=["auction", "number"]),
            models.UniqueConstraint(name="bidder_name_once", fields=["auction", "name"]),
            models.UniqueConstraint(name="bidder_entry_once", fields=["auction", "entry"]),
            models.CheckConstraint(name="bidder_named", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name


class Lot(models.Model):
    """Entrants who are sold together. `bought_back` is the entrant's share, in basis points."""

    auction = models.ForeignKey(Auction, on_delete=models.CASCADE, related_name="lots")
    number = models.PositiveSmallIntegerField()
    buyer = models.ForeignKey(
        Bidder, on_delete=models.RESTRICT, null=True, blank=True, related_name="lots"
    )
    price = models.PositiveBigIntegerField(null=True, blank=True)
    bought_back = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="lot_number_once", fields=["auction", "number"]),
            models.CheckConstraint(
                name="lot_sold_or_not",
                condition=Q(buyer=None, price=None, bought_back=0)
                | Q(buyer__isnull=False, price__gte=1),
            ),
            models.CheckConstraint(
                name="lot_not_all_bought_back", condition=Q(bought_back__lt=10_000)
            ),
        ]

    def __str__(self) -> str:
        return f"lot {self.number}"


class LotEntry(models.Model):
    """An entrant in a lot; in one lot of each auction."""

    auction = models.ForeignKey(Auction, on_delete=models.CASCADE, related_name="+")
    lot = models.ForeignKey(Lot, on_delete=models.CASCADE, related_name="members")
    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.RESTRICT, related_name="in_lots"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(name="lot_entry_once", fields=["auction", "entry"])]

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.lot_id}"


class BidPayment(models.Model):
    """What an owner handed over. One entered by mistake stays, marked as taken back."""

    bidder = models.ForeignKey(Bidder, on_delete=models.CASCADE, related_name="payments")
    amount = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    by_name = models.CharField(max_length=160)  # who took it
    note = models.CharField(max_length=100, blank=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="bid_payment_positive", condition=Q(amount__gte=1))
        ]

    def __str__(self) -> str:
        return f"{self.amount} of {self.bidder_id}"


class BidPayout(models.Model):
    """All that an owner had won, paid out to him."""

    bidder = models.OneToOneField(Bidder, on_delete=models.CASCADE, related_name="payout")
    amount = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    by_name = models.CharField(max_length=160)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="bid_payout_positive", condition=Q(amount__gte=1))
        ]

    def __str__(self) -> str:
        return f"{self.amount} to {self.bidder_id}"
