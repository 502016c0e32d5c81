"""Forms of accounts: logging in, choosing a name and a password. The services judge the values."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.errors import DomainError

# Where the error of a service belongs on the form.
FIELDS = {
    "name_invalid": "name",
    "password_weak": "password",
    "password_wrong": "old",
    "username_invalid": "username",
    "username_taken": "username",
}

#: The fields below that are as they were typed, whatever stands in them.
PASSWORDS = frozenset(("password", "again", "old"))


class ServiceForm(forms.Form):
    """A form that can show the error of the service which it was handed to."""

    def refuse(self, error: DomainError) -> int:
        field = FIELDS.get(error.code)
        self.add_error(field if field in self.fields else None, error.message)
        return error.status


def _password(label: Any, complete: str, **more: Any) -> forms.CharField:
    """Spaces count, and what was typed does not go back to the browser."""
    widget = forms.PasswordInput(attrs={"autocomplete": complete})
    return forms.CharField(label=label, widget=widget, strip=False, max_length=200, **more)


def _new_password(label: Any) -> forms.CharField:
    return _password(
        label,
        "new-password",
        help_text=_("8 characters at least; long and unusual beats short and odd."),
    )


def _username() -> forms.CharField:
    attrs = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
    return forms.CharField(
        label=_("User name"), max_length=150, widget=forms.TextInput(attrs=attrs)
    )


class NameForm(ServiceForm):
    name = forms.CharField(
        label=_("Your name"),
        max_length=150,
        help_text=_("The log shows it beside everything you do."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class LoginForm(ServiceForm):
    username = _username()
    password = _password(_("Password"), "current-password")


class NewPasswordForm(ServiceForm):
    password = _new_password(_("Password"))
    again = _password(_("The same password again"), "new-password")

    def clean_again(self) -> str:
        again: str = self.cleaned_data["again"]
        if again != self.cleaned_data.get("password", again):
            raise forms.ValidationError(_("The two passwords differ."), code="passwords_differ")
        return again


class JoinForm(NameForm, NewPasswordForm):
    field_order = ["name", "password", "again"]


class SetupForm(JoinForm):
    username = _username()
    field_order = ["name", "username", "password", "again"]


class PasswordForm(NewPasswordForm):
    old = _password(_("Present password"), "current-password")
    password = _new_password(_("New password"))
    field_order = ["old", "password", "again"]
