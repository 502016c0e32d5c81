"""Inviting somebody to the staff."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.refusals import plain_text
from tournaments.models import Staff


class InviteForm(forms.Form):
    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        validators=[plain_text],
        widget=forms.TextInput({"autocapitalize": "none", "autocomplete": "off"}),
        help_text=_("Somebody new gets an account under this name with the link you pass on."),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=Staff.Role.choices,
        initial=Staff.Role.SCORER,
        help_text=_(
            "Scorers enter results. Directors also make draws and correct. Owners also invite."
        ),
    )
