"""What the log says of calcuttas: its sentences by action, and what its facts are called."""

from django.utils.translation import gettext_lazy

SENTENCES = {
    "money.calcutta.changed": gettext_lazy("Set up the calcutta %(subject)s"),
    "money.calcutta.removed": gettext_lazy("Removed the calcutta %(subject)s"),
    "money.calcutta.published": gettext_lazy("Published the sales of the calcutta"),
    "money.calcutta.hidden": gettext_lazy("Took the sales of the calcutta off the public page"),
    "money.lots.changed": gettext_lazy("Put the lots of %(subject)s into order"),
    "money.lots.bundled": gettext_lazy("To be sold together: %(subject)s"),
    "money.lots.parted": gettext_lazy("To be sold alone: %(subject)s"),
    "money.lot.sold": gettext_lazy("Sold %(subject)s to %(buyer)s for %(price)s"),
    "money.lot.changed": gettext_lazy("Corrected the sale of %(subject)s"),
    "money.lot.left": gettext_lazy("%(subject)s left the lots of %(pool)s"),
    "money.lot.taken_back": gettext_lazy("Took back the sale of %(subject)s to %(buyer)s"),
    "money.bid_paid": gettext_lazy("%(subject)s paid %(amount)s for lots of %(pool)s"),
    "money.bid_payment_taken_back": gettext_lazy(
        "Took back the payment of %(amount)s by %(subject)s for lots of %(pool)s"
    ),
    "money.bid_paid_out": gettext_lazy("Paid out %(amount)s to %(subject)s from %(pool)s"),
    "money.bid_payout_taken_back": gettext_lazy(
        "Took back the payout of %(amount)s to %(subject)s from %(pool)s"
    ),
}

FIELDS = {
    "ranking": gettext_lazy("what counts"),
    "order": gettext_lazy("order of the lots"),
    "seed": gettext_lazy("seed"),
    "buyer": gettext_lazy("buyer"),
    "price": gettext_lazy("price"),
    "bought_back": gettext_lazy("share bought back"),
}
