"""The form in which somebody gives an address for messages. The service judges it."""

from django import forms
from django.utils.translation import gettext_lazy as _


class AddressForm(forms.Form):
    email = forms.CharField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "inputmode": "email"}),
    )
