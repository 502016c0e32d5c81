"""Forms for entries: one by hand, or the source of a list."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import RegexValidator
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from players.entrylists import decode, same_person_key
from players.services.people import PersonFacts
from tournaments.forms.refusals import plain_text
from tournaments.services.entries import NewEntry

COUNTRY = RegexValidator(r"^[A-Za-z]{2,3}$", _("A country is a code of three letters, like UKR."))


class EntryForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80, validators=[plain_text])
    country = forms.CharField(
        label=_("Country"), max_length=3, required=False, validators=[COUNTRY]
    )
    club = forms.CharField(label=_("Club"), max_length=80, required=False, validators=[plain_text])
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=9999, required=False)
    note = forms.CharField(label=_("Note"), max_length=200, required=False, validators=[plain_text])

    def entry(self) -> NewEntry:
        return new_entry(self.cleaned_data)


class AddForm(EntryForm):
    """One more by hand. Asks back when somebody of that name is among the `known` already."""

    another = forms.BooleanField(
        label=_("This is somebody else with the same name"), required=False
    )

    def __init__(self, data: QueryDict | None = None, known: Collection[str] = ()) -> None:
        super().__init__(data)
        if data is None or same_person_key(data.get("name", "")) not in known:
            del self.fields["another"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "another" in self.fields and not data.get("another"):
            raise forms.ValidationError(
                _("%(name)s is entered already. Tick the box if this is somebody else."),
                code="already_entered",
                params={"name": data.get("name", "")},
            )
        return data


def new_entry(data: dict[str, Any], **person: str) -> NewEntry:
    """The entry that cleaned fields of an EntryForm say."""
    facts = PersonFacts(
        name=data["name"],
        country=data["country"].upper(),
        club=data["club"],
        rating=data["rating"],
        **person,
    )
    return NewEntry(facts, data.get("note", ""))


class ListText(forms.CharField):
    """Text as pasted. A NUL cannot be in a page, so it becomes what a browser would make of it."""

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\0", "\ufffd")


class ListForm(forms.Form):
    text = ListText(
        label=_("Paste the list"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 10, "spellcheck": "false"}),
        help_text=_(
            "One entry on each line; a table copied from a spreadsheet, with or without a heading, "
            "is fine, too. Nothing is stored before you have looked at it."
        ),
    )
    file = forms.FileField(
        label=_("Or choose a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".csv,.tsv,.txt,text/plain,text/csv"}),
        help_text=_("CSV or plain text."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        file, text = data.get("file"), data.get("text", "")
        size = file.size if file else len(text.encode(errors="replace"))
        if size > settings.MAX_UPLOAD:
            raise forms.ValidationError(
                _("A list has at most %(max)s bytes; this one has %(size)s."),
                code="too_large",
                params={"max": settings.MAX_UPLOAD, "size": size},
            )
        if not file and not text.strip():
            raise forms.ValidationError(_("Paste a list or choose a file."), code="no_list")
        return data

    def as_text(self) -> str:
        """The list, whatever it came in."""
        source = self.source()
        return source if isinstance(source, str) else decode(source)[0]

    def source(self) -> str | bytes:
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        return file.read() if file else str(self.cleaned_data["text"])
