"""The groups of a round robin as everybody may see them: what they are called, who is in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.formats.grouping import group_letter
from tournaments.models import Entry, Event
from tournaments.selectors.rounds import groups_of


@dataclass(frozen=True, slots=True)
class GroupView:
    """`entries` in the order in which they were dealt."""

    letter: str
    name: str
    entries: Sequence[Entry]


def group_name(number: int) -> str:
    return _("Group %(letter)s") % {"letter": group_letter(number)}


def group_views(event: Event, entries: Sequence[Entry]) -> list[GroupView]:
    """None where everybody meets everybody. No query."""
    by_number = {entry.number: entry for entry in entries}
    return [
        GroupView(group_letter(n), group_name(n), [by_number[number] for number in group])
        for n, group in enumerate(groups_of(event.draw), start=1)
    ]


def group_numbers(event: Event) -> Mapping[int, int]:
    """The group of each, from 1, by his number of entry."""
    return {number: n for n, group in enumerate(groups_of(event.draw), start=1) for number in group}
