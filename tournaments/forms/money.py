"""Forms for the money of an event; amounts are typed as people write them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from config.errors import in_words
from tournaments.formats import CONSOLATION, MAIN, FormatError
from tournaments.formats.currency import CURRENCIES, bare, read_amount, read_percent
from tournaments.formats.money import Deduction
from tournaments.formats.payouts import PRESETS, Position
from tournaments.forms.refusals import plain_text
from tournaments.forms.results import reason_field
from tournaments.models import Entry
from tournaments.models_money import Purse
from tournaments.selectors.money_words import preset_words
from tournaments.services.money_setting_up import PurseSpec

DEDUCTIONS = (1, 2, 3)  # how many there is room for
PERCENT, AMOUNTS = Purse.Split.PERCENT.value, Purse.Split.AMOUNTS.value
BY_PRESET = "preset:"


def splits(*, side: bool) -> list[tuple[str, Any]]:
    """A side pool has one ranking, so nothing there pays a consolation."""
    presets = [
        one
        for one in PRESETS
        if not (side and any(at.bracket != MAIN for _most, row in one.rows for at in row))
    ]
    return [
        *((f"{BY_PRESET}{one.code}", preset_words(one.code)) for one in presets),
        (PERCENT, _("By hand, in per cent")),
        (AMOUNTS, _("By hand, as amounts")),
    ]


def _text(label: Any, **more: Any) -> forms.CharField:
    return forms.CharField(
        label=label, required=False, max_length=more.pop("max_length", 200), **more
    )


def _amount(label: Any, **more: Any) -> forms.CharField:
    widget = forms.TextInput({"inputmode": "decimal", "class": "short", "autocomplete": "off"})
    return _text(label, max_length=20, widget=widget, **more)


class MoneyForm(forms.Form):
    """What reads amounts in a currency, and says at its field what it cannot read."""

    currency_code = ""

    def read(self, name: str, reader: Callable[[str], Any]) -> Any:
        try:
            return reader(self.cleaned_data.get(name) or "")
        except FormatError as error:
            self.add_error(name, in_words(error))
            return None

    def amount(self, name: str, default: int | None = 0) -> Any:
        if not (self.cleaned_data.get(name) or "").strip():
            return default
        return self.read(name, lambda text: read_amount(text, self.currency_code))


class PurseForm(MoneyForm):
    """The prizes of an event, or (`side`) a side pool, which has a name and one bracket."""

    name = forms.CharField(label=_("Name"), max_length=60, validators=[plain_text])
    currency = forms.ChoiceField(
        label=_("Currency"),
        choices=[(code, code) for code in CURRENCIES],
        help_text=_("The same for the whole tournament."),
    )
    fee = _amount(_("Entry fee"), help_text=_("What each entrant pays, such as 50 or 12.50."))
    added = _amount(_("Added money"), help_text=_("By a sponsor, on top of the fees."))
    guaranteed = _amount(
        _("Guaranteed pool"),
        help_text=_("If the fees do not reach it, the organiser adds the rest."),
    )
    split = forms.ChoiceField(label=_("How the pool is split"))
    main = _text(
        _("Main draw, by hand"),
        help_text=_("Place by place, best first, with a space between them: 50 30 20."),
    )
    consolation = _text(_("Consolation, by hand"), help_text=_("The same way: 15 5."))
    consolation_share = _text(
        _("Share of the consolation, in per cent"),
        max_length=8,
        widget=forms.TextInput({"inputmode": "decimal", "class": "short"}),
        help_text=_(
            "With a ready table for one bracket: what the consolation gets of the pool. Say above "
            "how it is split there, such as 2 1."
        ),
    )
    unit = _amount(
        _("Round prizes to"),
        help_text=_("Such as 1, 5 or 10. What is left over goes to the winner."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        data: Any = None,
        *,
        currency: str = "",
        side: bool = False,
        consolation: bool = False,
        **more: Any,
    ) -> None:
        super().__init__(data, **more)
        self.side, self.currency_code = side, currency
        for n in DEDUCTIONS:
            label = format_lazy(_("Deduction {n}"), n=n)
            self.fields[f"name_{n}"] = _text(label, max_length=40, validators=[plain_text])
            self.fields[f"percent_{n}"] = _amount(_("Per cent"))
            self.fields[f"fixed_{n}"] = _amount(_("Fixed sum"))
        split = self.fields["split"]
        assert isinstance(split, forms.ChoiceField)
        split.choices = splits(side=side)
        gone = ["currency", "consolation", "consolation_share"] if side else ["name"]
        if not consolation and not side:
            gone += ["consolation", "consolation_share"]
        for name in gone:
            del self.fields[name]
        if side:
            self.fields["fee"].label = _("Fee of the side pool")
            self.fields["main"].label = _("Places, by hand")

    @property
    def deduction_rows(self) -> list[list[forms.BoundField]]:
        return [[self[f"{part}_{n}"] for part in ("name", "percent", "fixed")] for n in DEDUCTIONS]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self.currency_code = data.get("currency") or self.currency_code
        if not self.currency_code or self.errors:
            return data
        by_preset = data["split"].startswith(BY_PRESET)
        data["spec"] = PurseSpec(
            name=data.get("name", ""),
            fee=self.amount("fee"),
            added=self.amount("added"),
            guaranteed=self.amount("guaranteed"),
            unit=self.amount("unit", default=1),
            deductions=self._deductions(),
            split=Purse.Split.PRESET.value if by_preset else data["split"],
            preset=data["split"].removeprefix(BY_PRESET) if by_preset else "",
            consolation_share=self._percent("consolation_share") if by_preset else 0,
            prizes=self._prizes(by_preset=by_preset),
        )
        return data

    def spec(self) -> PurseSpec:
        spec: PurseSpec = self.cleaned_data["spec"]
        return spec

    def _percent(self, name: str) -> Any:
        text = (self.cleaned_data.get(name) or "").strip()
        return self.read(name, read_percent) if text else 0

    def _deductions(self) -> list[Deduction]:
        found = []
        for n in DEDUCTIONS:
            name = (self.cleaned_data.get(f"name_{n}") or "").strip()
            points, fixed = self._percent(f"percent_{n}"), self.amount(f"fixed_{n}")
            if name or points or fixed:
                found.append(Deduction(name, points or 0, fixed or 0))
        return found

    def _prizes(self, *, by_preset: bool) -> dict[Position, int]:
        """With a preset only the split of the consolation's share is by hand."""
        read: Callable[[str], int] = read_percent
        if self.cleaned_data["split"] == AMOUNTS:
            read = self._read_amount
        main = [] if by_preset else self._parts("main", read)
        other: Sequence[int] = []
        if not by_preset or (self.cleaned_data.get("consolation_share") or "").strip():
            other = self._parts("consolation", read)
        return {
            **{Position(MAIN, place): part for place, part in enumerate(main, 1)},
            **{Position(CONSOLATION, place): part for place, part in enumerate(other, 1)},
        }

    def _read_amount(self, text: str) -> int:
        return read_amount(text, self.currency_code)

    def _parts(self, name: str, read: Callable[[str], int]) -> list[int]:
        def parts(text: str) -> list[int]:
            return [read(part) for part in re.split(r"[\s;/]+", text.strip()) if part]

        return self.read(name, parts) or [] if name in self.fields else []

    @staticmethod
    def initial_of(spec: PurseSpec, currency: str) -> dict[str, Any]:
        """The answers that give this spec."""

        def amount(value: int) -> str:
            return bare(value, currency) if value else ""

        def parts(bracket: str) -> str:
            found = [part for at, part in spec.prizes.items() if at.bracket == bracket]
            if spec.split == AMOUNTS:
                return " ".join(bare(part, currency) for part in found)
            return " ".join(f"{part / 100:g}" for part in found)

        initial = {
            "name": spec.name,
            "currency": currency,
            "fee": amount(spec.fee),
            "added": amount(spec.added),
            "guaranteed": amount(spec.guaranteed),
            "unit": amount(spec.unit) if spec.unit > 1 else "",
            "split": f"{BY_PRESET}{spec.preset}" if spec.preset else spec.split,
            "main": parts(MAIN),
            "consolation": parts(CONSOLATION),
            "consolation_share": f"{spec.consolation_share / 100:g}"
            if spec.consolation_share
            else "",
        }
        for n, deduction in zip(DEDUCTIONS, spec.deductions, strict=False):
            initial[f"name_{n}"] = deduction.name
            if deduction.basis_points:
                initial[f"percent_{n}"] = f"{deduction.basis_points / 100:g}"
            initial[f"fixed_{n}"] = amount(deduction.fixed)
        return initial


class MembersForm(forms.Form):
    """Who is in a side pool."""

    members = forms.TypedMultipleChoiceField(
        label=_("Who is in it"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Any = None, *, entries: Iterable[Entry], **more: Any) -> None:
        super().__init__(data, **more)
        field = self.fields["members"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(entry.pk, entry.name) for entry in entries]


class PaymentForm(MoneyForm):
    """A payment of so much; empty: all that is left."""

    amount_paid = _amount(_("Amount"), help_text=_("Empty: all that is left."))
    note = _text(_("Note"), max_length=100, validators=[plain_text], help_text=_("Such as card."))
    left = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: Any = None, *, currency: str, **more: Any) -> None:
        super().__init__(data, **more)
        self.currency_code = currency

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        data["sum"] = self.amount("amount_paid", default=None)
        return data


class FeeForm(MoneyForm):
    """An entry fee of one's own."""

    fee = _amount(
        _("Own entry fee"), help_text=_("0: plays for free. Empty: the same as everybody.")
    )

    def __init__(self, data: Any = None, *, currency: str, **more: Any) -> None:
        super().__init__(data, **more)
        self.currency_code = currency

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        data["sum"] = self.amount("fee", default=None)
        return data


class DealForm(MoneyForm):
    """What each of them gets instead; who is left empty takes no part."""

    reason = reason_field()

    def __init__(
        self, data: Any = None, *, currency: str, parties: Mapping[int, str], **more: Any
    ) -> None:
        super().__init__(data, **more)
        self.currency_code = currency
        self.parties = parties
        shares = {f"share_{pk}": _amount(name) for pk, name in parties.items()}
        self.fields = {**shares, **self.fields}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        shares = {pk: self.amount(f"share_{pk}", default=None) for pk in self.parties}
        data["shares"] = {pk: share for pk, share in shares.items() if share is not None}
        return data
