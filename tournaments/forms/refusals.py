"""What a service refused, at the field it is about and in the reader's language.

Pure packages speak English with codes and data; here is what the pages say for their codes.
"""

from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from config.errors import DomainError

WORDS = {
    "length_too_short": gettext_lazy("A match is to 1 point at least."),
    "length_too_long": gettext_lazy("A match is to %(limit)s points at most."),
    "length_even": gettext_lazy(
        "%(length)s is even, and match lengths are odd by custom. Choose %(below)s or %(above)s, "
        "or tick “allow even match lengths” to play to %(length)s."
    ),
    "score_negative": gettext_lazy("Nobody can have less than 0 points."),
    "score_two_winners": gettext_lazy(
        "Both sides cannot win: a match to %(length)s is over when one side has %(length)s."
    ),
    "score_no_winner": gettext_lazy(
        "Nobody has won by this score: the winner of a match to %(length)s has %(length)s points."
    ),
    "score_over_length": gettext_lazy(
        "In a match to %(length)s points beyond %(length)s do not count: write %(instead)s."
    ),
    "field_too_small": gettext_lazy(
        "A draw needs at least 2 entrants, and there are %(entrants)s. Add entries first."
    ),
    "seed_missing": gettext_lazy("Give the draw a seed: any text, such as dice thrown in public."),
    "confirm_minutes": gettext_lazy("Silence confirms after 0 (never) to 20160 minutes."),
}

FIELDS = {
    "name_missing": "name",
    "ends_before_start": "ends_on",
    "time_zone_unknown": "time_zone",
    "table_count": "tables",
    "confirm_minutes": "confirm_minutes",
    "reason_missing": "reason",
    "username_invalid": "username",
    "username_taken": "username",
    "role_unknown": "role",
    "seed_missing": "seed",
}


def words(error: DomainError) -> str:
    """The message of an error in the reader's language."""
    template = WORDS.get(error.code)
    if template is None:
        return error.message
    facts: dict[str, Any] = dict(error.detail)
    if isinstance(length := facts.get("length"), int):
        facts |= {"below": max(1, length - 1), "above": length + 1}
    return str(template) % facts


def refuse(form: forms.Form, error: DomainError) -> int:
    """Add the error to the form, at its field if it has one; returns the HTTP status."""
    field = FIELDS.get(error.code)
    if error.code.startswith("length_"):
        field = _field_holding(form, error.detail.get("length"))
    form.add_error(field if field in form.fields else None, words(error))
    return error.status


def _field_holding(form: forms.Form, value: Any) -> str | None:
    lengths = (name for name in form.fields if name.endswith("length"))
    return next((name for name in lengths if form.cleaned_data.get(name) == value), None)


def plain_text(value: str) -> None:
    """A validator: control characters are in no name that a person typed."""
    if any(ord(char) < 32 or 127 <= ord(char) < 160 for char in value):
        raise forms.ValidationError(_("Remove the control characters."), code="control_characters")
