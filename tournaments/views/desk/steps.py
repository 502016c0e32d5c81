"""What an event asks of its director next, by its state."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.selectors.staffed import EventCard


@dataclass(frozen=True, slots=True)
class Step:
    label: str
    url: str


def next_step(card: EventCard) -> Step:
    event = card.event
    words = {
        "entries": (_("Add entries"), "event_entries_edit"),
        "drafted": (_("Look at the draft and publish it"), "event_draft"),
        "running": (_("Open the control room"), "event_desk"),
        "finished": (_("Print the result sheet"), "event_sheet"),
    }
    label, name = words[event.state]
    if event.state == "entries" and card.entries >= 2:
        label, name = _("Make the draw"), "event_draft"
        if event.is_ladder:
            label, name = _("Open the ladder"), "event_ladder"
    return Step(label, reverse(name, args=[event.tournament.slug, event.slug]))


def with_steps(cards: Sequence[EventCard]) -> list[tuple[EventCard, Step]]:
    return [(card, next_step(card)) for card in cards]
