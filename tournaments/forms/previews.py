"""The preview of an entry list: what was read, what the director changed, what is wrong with it.

Nothing is stored between reading and confirming. The page carries the text as it was read, and the
fields of each row by the number of its line; confirming reads the text again, which gives back what
no field shows, and lays the fields over it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from config.errors import InvalidError
from players.entrylists import Finding, Row, decode, read_entries, same_person_key
from tournaments.forms.entries import EntryForm, new_entry
from tournaments.services.entries import MAX_ENTRIES, NewEntry

SHOWN = tuple(EntryForm.base_fields)


@dataclass(slots=True)
class PreviewRow:
    """One line of the list: `values` are the fields as the page shows them, all text."""

    row: Row
    take: bool
    values: dict[str, str]
    findings: list[Finding] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    entered_as: str = ""  # who stands in the event under the same name

    @property
    def line(self) -> int:
        return self.row.line


@dataclass(slots=True)
class Preview:
    """`findings` are those about the list as a whole and about lines that gave no row."""

    text: str
    rows: list[PreviewRow]
    findings: list[Finding]

    @property
    def taken(self) -> int:
        return sum(each.take for each in self.rows)

    @property
    def faulty(self) -> bool:
        return any(each.errors for each in self.rows)


def read_list(source: str | bytes, known: Mapping[str, str]) -> Preview:
    """Read a list; rows whose name is in `known` (key of the name: the name) are unticked.

    Raises InvalidError `too_many_rows` for more than an event can take.
    """
    text, assumed = decode(source) if isinstance(source, bytes) else (source, ())
    read = read_entries(text)
    if len(read.rows) > MAX_ENTRIES:
        raise InvalidError(
            "too_many_entries",
            _("An event takes at most %(max)s entries; this list has %(n)s.")
            % {"max": MAX_ENTRIES, "n": len(read.rows)},
        )
    rows = [PreviewRow(row, row.include, _values(row)) for row in read.rows]
    preview = Preview(text.replace("\0", "\ufffd"), rows, [])
    _place_findings(preview, [*assumed, *read.findings])
    flag_known(preview, known)
    return preview


def confirmed_list(post: QueryDict, known: Mapping[str, str]) -> Preview:
    """The list as the director confirmed it, with errors in the rows that cannot be entered."""
    preview = read_list(post.get("text", ""), known)
    for each in preview.rows:
        if f"name-{each.line}" in post:
            each.take = f"take-{each.line}" in post
            each.values = {name: post.get(f"{name}-{each.line}", "") for name in SHOWN}
    return preview


def flag_known(preview: Preview, known: Mapping[str, str], *, untick: bool = True) -> None:
    """Say which rows bear the name of somebody who is entered already."""
    for each in preview.rows:
        each.entered_as = known.get(same_person_key(each.values["name"]), "")
        if each.entered_as and untick:
            each.take = False


def new_entries(preview: Preview) -> list[NewEntry]:
    """The ticked rows as entries. What cannot be right is added to the `errors` of its row."""
    found = []
    for each in preview.rows:
        if not each.take:
            continue
        data = {}
        for name, one in EntryForm.base_fields.items():
            try:
                data[name] = one.clean(each.values[name])
            except forms.ValidationError as error:
                each.errors += [f"{one.label}: {message}" for message in error.messages]
        if not each.errors:
            found.append(new_entry(data, **_kept(each)))
    return found


def _kept(each: PreviewRow) -> dict[str, str]:
    """What the list said and no field shows; the parts of a name hold only while it is the same."""
    kept = {"federation_no": each.row.federation_no}
    if each.values["name"].strip() == each.row.name:
        kept |= {"given": each.row.given, "family": each.row.family}
    return kept


def _values(row: Row) -> dict[str, str]:
    rating = "" if row.rating is None else str(row.rating)
    return {
        "name": row.name,
        "country": row.country,
        "club": row.club,
        "rating": rating,
        "note": _note(row),
    }


def _note(row: Row) -> str:
    """The note of the list, and whether the fee is paid: no field of an entry says that else."""
    paid = {True: _("paid"), False: _("not paid"), None: ""}[row.paid]
    return "; ".join(part for part in (row.note, paid) if part)


def _place_findings(preview: Preview, findings: Sequence[Finding]) -> None:
    by_line = {each.line: each for each in preview.rows}
    for one in findings:
        place = by_line.get(one.line)
        (place.findings if place else preview.findings).append(one)
