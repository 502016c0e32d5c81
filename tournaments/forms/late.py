"""Who comes late where the rules of the event are against it."""

from django import forms
from django.utils.translation import gettext_lazy as _


def add_reason(form: forms.Form, bar: str, *, required: bool = False) -> None:
    """Ask why he is let in all the same; `bar` is what the rules say against it, if anything.
    It is not `required` where that depends on what else is chosen."""
    if bar:
        form.fields["reason"] = forms.CharField(
            label=_("Reason to let him in all the same"),
            required=required,
            max_length=300,
            help_text=bar,
        )
