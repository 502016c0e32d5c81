"""Undo: which deed was seen, at which version, and which results would go with it."""

from django import forms

from tournaments.forms.results import VersionForm


class UndoForm(VersionForm):
    deed = forms.IntegerField(widget=forms.HiddenInput)
    cleared = forms.CharField(widget=forms.HiddenInput, required=False, empty_value="")
