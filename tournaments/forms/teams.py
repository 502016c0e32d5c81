"""Forms for teams and pairs: what the event asks of them, and their people as somebody types them.

A list of teams is read like any entry list: it is shown first, with what is wrong beside each line,
and nothing is stored before it is confirmed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from config.errors import InvalidError
from players.entrylists import MAX_NAME, read_teams, same_person_key
from players.services.people import PersonFacts
from tournaments.formats.teams import (
    MAX_BOARDS,
    MAX_BONUS,
    MAX_RESERVES,
    Level,
    Ranking,
    Remaining,
    Seating,
)
from tournaments.forms.entries import EntryForm
from tournaments.forms.refusals import plain_text
from tournaments.models import Event
from tournaments.services.entries import NewEntry
from tournaments.services.members import check_members

LEVELS = [
    (Level.POINTS.value, _("more points over all boards, then one board more")),
    (Level.DECIDER.value, _("one board more")),
    (Level.POINTS_OR_DRAW.value, _("more points over all boards, or it is drawn (in rounds)")),
    (Level.DRAW.value, _("nothing: it is drawn (in rounds)")),
]
REMAINING = [
    (Remaining.PLAYED.value, _("are played, too")),
    (Remaining.STOPPED.value, _("are not played")),
]
SEATINGS = [
    (Seating.FIXED.value, _("fixed: a reserve sits in for who is missing")),
    (Seating.FREE.value, _("free for every tie")),
]
RANKINGS = [
    (Ranking.TIES.value, _("ties won, then boards won")),
    (Ranking.BOARDS.value, _("boards won, then ties won")),
]
TEAM_FIELDS = ("boards", "reserves", "seating", "level", "remaining", "ranking", "bonus")


def _choice(label: Any, choices: list[tuple[str, Any]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, required=False)


class TeamFields(forms.Form):
    """To be inherited by the form of an event; passed over unless teams enter it."""

    entrants = forms.ChoiceField(
        label=_("Who enters"),
        choices=Event.Entrants.choices,
        widget=forms.RadioSelect,
        required=False,
        initial=Event.Entrants.SINGLES,
    )
    boards = forms.IntegerField(
        label=_("Boards of a tie"),
        min_value=1,
        max_value=MAX_BOARDS,
        required=False,
        help_text=_("The team that wins more of them wins the tie."),
    )
    reserves = forms.IntegerField(
        label=_("Reserves of a team, at most"),
        min_value=0,
        max_value=MAX_RESERVES,
        required=False,
        help_text=_("Empty: 2."),
    )
    seating = _choice(_("The order of the boards is"), SEATINGS)
    level = _choice(_("Level boards are decided by"), LEVELS)
    remaining = _choice(_("Boards that change nothing any more"), REMAINING)
    ranking = _choice(_("In rounds the table counts"), RANKINGS)
    bonus = forms.IntegerField(
        label=_("Boards that a won tie adds"),
        min_value=0,
        max_value=MAX_BONUS,
        required=False,
        help_text=_("In the table: with 1, 3–2 counts as 4:2."),
    )

    def clean(self) -> dict[str, Any]:
        """What the page hides cannot be wrong."""
        data = super().clean() or self.cleaned_data
        data["entrants"] = data.get("entrants") or Event.Entrants.SINGLES
        if data["entrants"] != Event.Entrants.TEAMS:
            for name in TEAM_FIELDS:
                self.errors.pop(name, None)
                data[name] = None
        elif data.get("boards") is None and "boards" not in self.errors:
            self.add_error("boards", _("Say how many boards a tie has."))
        return data

    def team_spec(self) -> dict[str, Any]:
        """The part of an EventSpec that these fields are; needs valid fields."""
        data = self.cleaned_data
        rules = {name: data[name] for name in TEAM_FIELDS if data[name] not in {None, ""}}
        return {"entrants": data["entrants"], "team_rules": rules or None}

    @staticmethod
    def initial_of_teams(entrants: str, rules: Mapping[str, Any] | None) -> dict[str, Any]:
        return {"entrants": entrants, **(rules or {})}


# --- The people of a team ------------------------------------------------------------------------
class MembersField(forms.CharField):
    """One name a line, board 1 first."""

    def __init__(self, **more: Any) -> None:
        widget = forms.Textarea({"rows": 5, "spellcheck": "false"})
        super().__init__(label=_("Players, one a line"), widget=widget, **more)

    def clean(self, value: Any) -> list[str]:
        lines = super().clean(value).splitlines()
        names = [" ".join(line.split()) for line in lines if line.strip()]
        for name in names:
            plain_text(name)
            if len(name) > MAX_NAME:
                raise forms.ValidationError(
                    _("A name has at most %(max)s characters."), params={"max": MAX_NAME}
                )
        return names


class MembersForm(forms.Form):
    members = MembersField(
        required=False, help_text=_("In the order of the boards; reserves come last.")
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def people(self) -> list[PersonFacts]:
        return people_of(self.cleaned_data["members"])


def add_members(form: EntryForm, event: Event) -> None:
    """Let the form of one entry ask for the members, where teams or pairs enter."""
    if event.of_singles:
        return
    of_teams = event.entrants == Event.Entrants.TEAMS
    order = _("In the order of the boards; reserves come last.")
    form.fields["members"] = MembersField(required=False, help_text=order if of_teams else "")
    form.order_fields(["name", "members"])
    if not of_teams:
        form.fields["name"].required = False
        form.fields["name"].help_text = _("Empty: the two names.")


def entry_said(form: EntryForm) -> NewEntry:
    """The entry with the members that the form asked for."""
    return replace(form.entry(), members=people_of(form.cleaned_data.get("members", ())))


class TeamForm(EntryForm):
    """One team or pair by hand."""

    def __init__(self, data: QueryDict | None = None, *, event: Event) -> None:
        super().__init__(data)
        add_members(self, event)


def people_of(names: Sequence[str]) -> list[PersonFacts]:
    return [PersonFacts(name) for name in names]


# --- The preview of a list -----------------------------------------------------------------------
@dataclass(slots=True)
class TeamPreviewRow:
    """One line of the list: the fields as the page shows them."""

    line: int
    take: bool
    name: str
    members: str  # one a line
    errors: list[str] = field(default_factory=list)
    entered_as: str = ""
    doubles: list[str] = field(default_factory=list)  # players who are in another team as well

    @property
    def players(self) -> list[str]:
        return [name for line in self.members.splitlines() if (name := " ".join(line.split()))]


@dataclass(slots=True)
class TeamPreview:
    text: str
    rows: list[TeamPreviewRow]

    @property
    def taken(self) -> int:
        return sum(each.take for each in self.rows)

    @property
    def faulty(self) -> bool:
        return any(each.errors for each in self.rows)


def read_team_list(text: str, event: Event, known: Mapping[str, str]) -> TeamPreview:
    """Rows whose name is in `known` (key of the name: the name) are unticked."""
    rows = [
        TeamPreviewRow(row.line, take=True, name=row.name, members="\n".join(row.members))
        for row in read_teams(text, pairs=event.entrants == Event.Entrants.PAIRS)
    ]
    for row in rows:
        row.entered_as = known.get(same_person_key(row.name), "") if row.name else ""
        row.take = not row.entered_as
    return TeamPreview(text.replace("\0", "\ufffd"), rows)


def confirmed_team_list(post: QueryDict, event: Event, known: Mapping[str, str]) -> TeamPreview:
    """The list as the director confirmed it."""
    preview = read_team_list(post.get("text", ""), event, known)
    for row in preview.rows:
        if f"members-{row.line}" in post:
            row.take = f"take-{row.line}" in post
            row.name = post.get(f"name-{row.line}", "")
            row.members = post.get(f"members-{row.line}", "")
    return preview


def flag_doubles(preview: TeamPreview, known: Mapping[str, str]) -> None:
    """Say which players are in another team of the list, or of the event: `known` says which."""
    teams: dict[str, str] = dict(known)
    for row in preview.rows:
        if not row.take:
            continue
        keys = {same_person_key(name): name for name in row.players}
        row.doubles = [f"{name} ({teams[key]})" for key, name in keys.items() if key in teams]
        teams |= dict.fromkeys(keys, row.name)


def new_teams(preview: TeamPreview, event: Event) -> list[NewEntry]:
    """The ticked rows as entries. What cannot be right is added to the `errors` of its row."""
    found = []
    for row in preview.rows:
        if not row.take:
            continue
        data = QueryDict(mutable=True)
        data.update({"name": row.name, "members": row.members})
        form = TeamForm(data, event=event)
        if not form.is_valid():
            row.errors += [str(each) for errors in form.errors.values() for each in errors]
            continue
        one = entry_said(form)
        try:
            check_members(event, one.person.name, [person.name for person in one.members])
        except InvalidError as error:
            row.errors.append(error.message)
        found.append(one)
    return found
