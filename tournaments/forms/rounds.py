"""Forms for events of rounds while they run: late entries, and how many rounds are played."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.pairing import MAX_ROUNDS
from tournaments.forms.entries import AddForm
from tournaments.models import Entry

CHOOSE = {"required": _("Say who won the play-off, and against whom.")}


class LateForm(AddForm):
    """One more, into the next round; asks back as the list of entries does."""

    late = forms.ChoiceField(
        label=_("Each round missed so far counts as"), choices=Entry.Late, initial=Entry.Late.LOSS
    )


class LateLivesForm(LateForm):
    """Half a life there is not."""

    late = forms.ChoiceField(
        label=_("Each round missed so far counts as"),
        choices=[choice for choice in Entry.Late.choices if choice[0] != Entry.Late.HALF],
        initial=Entry.Late.LOSS,
    )


class RoundsForm(forms.Form):
    rounds = forms.IntegerField(label=_("Number of rounds"), min_value=1, max_value=MAX_ROUNDS)
    version = forms.IntegerField(widget=forms.HiddenInput)


class PlayOffForm(forms.Form):
    """Entries by their primary keys, chosen among those whom the page showed."""

    winner = forms.IntegerField(min_value=1, error_messages=CHOOSE)
    loser = forms.IntegerField(min_value=1, error_messages=CHOOSE)
    version = forms.IntegerField(widget=forms.HiddenInput)


class EntrantForm(forms.Form):
    """A button beside an entry on a page that showed this version."""

    entry = forms.IntegerField(min_value=1)
    version = forms.IntegerField(widget=forms.HiddenInput)
