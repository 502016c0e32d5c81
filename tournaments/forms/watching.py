"""What spectators get to see: of an event or of one match."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.services.watching import MAX_DELAY, Watching
from tournaments.forms.refusals import plain_text


class WatchingForm(forms.Form):
    delay_minutes = forms.IntegerField(
        label=_("Spectators are behind, minutes"),
        min_value=0,
        max_value=MAX_DELAY // 60,
        required=False,
        help_text=_(
            "Players and staff see the board of a match on the site as it is; everybody else so "
            "much later. 0: at once."
        ),
    )
    delay_seconds = forms.IntegerField(
        label=_("and seconds"), min_value=0, max_value=59, required=False
    )
    comments = forms.BooleanField(
        label=_("Spectators may comment on matches on the site"),
        required=False,
        help_text=_(
            "Players of the tournament and staff write, everybody reads, and the two who play see "
            "it when their match is over."
        ),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def watching(self) -> Watching:
        data = self.cleaned_data
        seconds = 60 * (data["delay_minutes"] or 0) + (data["delay_seconds"] or 0)
        return Watching(seconds, data["comments"])

    @staticmethod
    def initial_of(kept: Any) -> dict[str, Any]:
        """Of an event or a match."""
        seen = Watching.of(kept)
        minutes, seconds = divmod(seen.delay, 60)
        return {"delay_minutes": minutes, "delay_seconds": seconds, "comments": seen.comments}


class CommentRemovalForm(forms.Form):
    comment = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Why it is removed"), max_length=300, required=False, validators=[plain_text]
    )
