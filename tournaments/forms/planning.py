"""Forms about time: what if there were other boards, and whether the public sees the forecast."""

from datetime import datetime, time
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event
from tournaments.selectors.days import today_in
from tournaments.selectors.outlooks import MAX_BOARDS, MAX_ENTRIES, WhatIf


class WhatIfForm(forms.Form):
    """Sent by GET: it asks and changes nothing. Whatever is empty is as it is."""

    entries = forms.IntegerField(
        label=_("Entries"), min_value=2, max_value=MAX_ENTRIES, required=False
    )
    boards = forms.IntegerField(
        label=_("Boards"), min_value=1, max_value=MAX_BOARDS, required=False
    )
    start = forms.TimeField(
        label=_("First match at"),
        required=False,
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
    )

    def what_if(self, event: Event, at: datetime) -> WhatIf:
        data = self.cleaned_data
        start = data["start"]
        return WhatIf(
            entries=data["entries"],
            boards=data["boards"],
            starts_at=None if start is None else _moment(event, start, at),
        )


def _moment(event: Event, start: time, at: datetime) -> datetime:
    """That time at the place, today if the tournament is on, else on its first day."""
    tournament = event.tournament
    today = today_in(tournament.time_zone, at)
    day = today if tournament.starts_on <= today <= tournament.ends_on else tournament.starts_on
    return datetime.combine(day, start, tzinfo=ZoneInfo(tournament.time_zone))


class ForecastForm(forms.Form):
    shows_forecast = forms.BooleanField(
        label=_("Show on the public page when the event is expected to end"),
        required=False,
        help_text=_("Said with “about”, and with the time by which nine in ten such events end."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
