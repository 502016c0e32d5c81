"""What a service refused, at the field it is about; and what no field may hold."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from config.errors import DomainError
from players.legible import has_controls

FIELDS = {
    "name_missing": "name",
    "ends_before_start": "ends_on",
    "ends_in_past": "ends_on",
    "time_zone_unknown": "time_zone",
    "table_count": "tables",
    "closes_before_opens": "entries_close_at",
    "confirm_minutes": "confirm_minutes",
    "silence_of_both": "confirm_minutes",
    "reason_missing": "reason",
    "username_invalid": "username",
    "username_taken": "username",
    "role_unknown": "role",
    "seed_missing": "seed",
    "decider_alone": "decider",
    "pool_name_taken": "name",
    "ranking_unknown": "ranking",
    "buyer_missing": "buyer",
    "buyer_ambiguous": "buyer",
    "lot_sold": "lot",
    "bundle_bought_back": "share",
    "share_out_of_range": "share",
    "owns_himself": "share",
    "auction_begun": "order",
    "not_drawn": "order",
    "order_unknown": "order",
    "currency_fixed": "currency",
    "not_all_of_it": "main",
    "amounts_differ": "main",
    "table_empty": "main",
    "preset_out_of_range": "split",
    "consolation_twice": "consolation_share",
    "share_too_large": "consolation_share",
    "consolation_unpaid": "consolation",
    "too_few_rounds": "rounds",
    "too_many_rounds": "rounds",
    "rounds_out_of_range": "rounds",
    "lives_out_of_range": "lives",
    "places_out_of_range": "places",
    "tie_break_twice": "tie_1",
    "points_unreadable": "league_points",
    "points_out_of_range": "league_points",
    "points_not_falling": "league_points",
    "pairs_need_two_cycles": "cycles",
    "seed_unknown": "seeds",
    "seed_twice": "seeds",
    "drop_rounds_out_of_range": "drop_rounds",
    "qualifiers_uneven": "qualifiers",
    "boards_out_of_range": "boards",
    "reserves_out_of_range": "reserves",
    "bonus_out_of_range": "bonus",
    "draws_not_counted": "level",
    "entries_exist": "entrants",
    "pair_of_two": "members",
    "too_few_members": "members",
    "too_many_members": "members",
    "member_twice": "members",
    "members_fixed": "members",
    "decision_missing": "decision",
    "committee_size": "members",
    "committee_ruled": "members",
    "committee_plays": "members",
    "committee_directs": "members",
    "penalty_points": "points",
    "match_missing": "key",
    "late_entry_barred": "reason",
}


def refuse(form: forms.Form, error: DomainError) -> int:
    """Add the error to the form, at its field if it has one; returns the HTTP status."""
    field = FIELDS.get(error.code)
    if error.code.startswith("length_"):
        field = _field_holding(form, error.detail.get("length"))
    form.add_error(field if field in form.fields else None, error.message)
    return error.status


def _field_holding(form: forms.Form, value: Any) -> str | None:
    lengths = (name for name in form.fields if name.endswith("length"))
    return next((name for name in lengths if form.cleaned_data.get(name) == value), None)


def plain_text(value: str) -> None:
    """A validator: control characters are in no name that a person typed."""
    if has_controls(value):
        raise forms.ValidationError(_("Remove the control characters."), code="control_characters")
