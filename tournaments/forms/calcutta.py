"""Forms for a calcutta: its terms, its lots, and a sale as it is typed while the hammer falls."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from tournaments.formats.currency import bare, read_percent
from tournaments.forms.money import AMOUNTS, MoneyForm, PurseForm, splits
from tournaments.forms.refusals import plain_text
from tournaments.models import Entry
from tournaments.models_auction import Auction
from tournaments.selectors.calcutta_views import LotView
from tournaments.services.calcutta_selling import Sale


class AuctionForm(PurseForm):
    """The terms: as those of a side pool, but that nobody pays a fee."""

    ranking = forms.ChoiceField(label=_("Whose places count"), choices=Auction.Ranking.choices)

    def __init__(self, data: Any = None, *, currency: str, **more: Any) -> None:
        super().__init__(data, currency=currency, side=True, **more)
        del self.fields["fee"], self.fields["guaranteed"]
        split = self.fields["split"]
        assert isinstance(split, forms.ChoiceField)
        split.choices = [one for one in splits(side=True) if one[0] != AMOUNTS]
        self.fields["added"].help_text = _("By a sponsor, on top of what is sold.")


class OrderForm(forms.Form):
    order = forms.ChoiceField(label=_("Order of the lots"), choices=Auction.Order.choices)
    seed = forms.CharField(
        label=_("Seed"),
        max_length=200,
        required=False,
        validators=[plain_text],
        help_text=_("For an order by lot: any text, such as dice thrown in public."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)


class BundleForm(forms.Form):
    """Whom to sell together, or each alone; nobody who is sold already."""

    entries = forms.TypedMultipleChoiceField(
        label=_("Entrants"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Any = None, *, choices: Sequence[tuple[int, str]]) -> None:
        super().__init__(data)
        field = self.fields["entries"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = list(choices)


class SaleForm(MoneyForm):
    """Which lot (not asked when a sale is corrected), to whom, for how much."""

    lot = forms.TypedChoiceField(label=pgettext_lazy("auction", "Lot"), coerce=int)
    buyer = forms.CharField(
        label=_("Buyer"),
        max_length=100,
        validators=[plain_text],
        widget=forms.TextInput({"list": "buyers", "autocomplete": "off", "autofocus": True}),
    )
    price = forms.CharField(
        label=_("Price"),
        max_length=20,
        widget=forms.TextInput({"inputmode": "decimal", "class": "short", "autocomplete": "off"}),
    )
    share = forms.CharField(
        label=_("Bought back, per cent"),
        max_length=8,
        required=False,
        widget=forms.TextInput({"inputmode": "decimal", "class": "short", "autocomplete": "off"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, data: Any = None, *, currency: str, lots: Sequence[LotView] = (), **more: Any
    ) -> None:
        super().__init__(data, **more)
        self.currency_code = currency
        field = self.fields["lot"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(lot.row.number, f"{lot.row.number}. {lot.name}"[:90]) for lot in lots]
        if not lots:
            del self.fields["lot"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        price = self.amount("price") if data.get("price") else 0
        share = self.read("share", read_percent) if (data.get("share") or "").strip() else 0
        if not self.errors:
            data["sale"] = Sale(price, data["buyer"], bought_back=share)
        return data

    @staticmethod
    def initial_of(lot: LotView, currency: str) -> dict[str, str]:
        """The answers that give this sale."""
        share = lot.row.bought_back
        return {
            "buyer": lot.buyer.name if lot.buyer else "",
            "price": bare(lot.price, currency),
            "share": f"{share / 100:g}" if share else "",
        }


def bundle_choices(
    lots: Sequence[LotView], outside: Sequence[Entry], labels: dict[int, str]
) -> list[tuple[int, str]]:
    """All who are not sold: those in no lot first."""
    free = [entry.pk for entry in outside]
    free += [entry.pk for lot in lots if not lot.is_sold for entry in lot.entries]
    return [(pk, labels[pk]) for pk in free]
