"""What the archive of an event says of the event before: by which rule its entrants came, and as
what. That one has an archive of its own; the two find each other again by their addresses.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.formats.grouping import MAX_GROUPS
from tournaments.models import Entry, Event
from tournaments.services.archive_places import LARGE, SMALL, Place

if TYPE_CHECKING:
    from tournaments.services.archive_facts import Archive

# What an archive from before there were events that follow would have said.
NOTHING_BEFORE: Mapping[str, Any] = {"came_group": None, "came_place": None}


def read_qualifying(place: Place) -> dict[str, Any]:
    part = place.record("event", "count", "groups", "in_order", "settled", "by_lot", "qualified")
    event = part["event"].record("slug", "name")
    return {
        "event": {
            "slug": event["slug"].column(Event, "slug"),
            "name": event["name"].column(Event, "name"),
        },
        "count": part["count"].whole(2, LARGE),
        "groups": part["groups"].whole(1, MAX_GROUPS),
        "in_order": part["in_order"].flag(),
        "settled": [number.whole(1, LARGE) for number in part["settled"].items()],
        "by_lot": part["by_lot"].flag(),
        "qualified": [_qualified(each) for each in part["qualified"].items()],
    }


def _qualified(place: Place) -> list[int]:
    numbers = place.items()
    if len(numbers) != 3:
        raise place.fault(_("number, group and place are expected here"))
    number, group, at = numbers
    return [number.whole(1, LARGE), group.whole(1, MAX_GROUPS), at.whole(1, SMALL)]


def read_came(part: Mapping[str, Place]) -> dict[str, Any]:
    group = part["came_group"].maybe(lambda place: place.whole(1, MAX_GROUPS))
    at = part["came_place"].maybe(lambda place: place.whole(1, SMALL))
    if (group is None) != (at is None):
        raise part["came_place"].fault(_("group and place go together"))
    return {"came_group": group, "came_place": at}


def following_differences(archive: "Archive") -> Iterator[str]:
    """Whoever came as the place of a group is one of those who qualified, each once."""
    kept = archive.event.qualifying
    came = [
        (row.came_group, row.came_place)
        for row in (facts.row for facts in archive.entries)
        if row.came_place is not None
    ]
    known = set() if kept is None else {(group, at) for _n, group, at in kept["qualified"]}
    if len(set(came)) < len(came) or not set(came) <= known:
        yield _("entries: somebody came from a place that did not go on")


def following_link(event: Event, entries: Mapping[int, Entry]) -> None:
    """Tie an event that was taken in to the one before it, and to those after, where these are."""
    _tie(event, list(entries.values()))
    waiting = event.tournament.events.filter(follows=None, qualifying__event__slug=event.slug)
    for follower in waiting.exclude(pk=event.pk):
        _tie(follower, list(follower.entries.all()))


def _tie(event: Event, entries: list[Entry]) -> None:
    if event.qualifying is None:
        return
    slug = event.qualifying["event"]["slug"]
    rounds = event.tournament.events.filter(round_rules__isnull=False)
    source = rounds.filter(slug=slug).exclude(pk=event.pk).first()
    if source is None:
        return
    event.follows = source
    event.save(update_fields=["follows"])
    before = {entry.number: entry for entry in source.entries.all()}
    numbers = {(group, at): n for n, group, at in event.qualifying["qualified"]}
    came = [entry for entry in entries if entry.came_place is not None]
    for entry in came:
        entry.came_from = before.get(numbers.get((entry.came_group, entry.came_place), 0))
    Entry.objects.bulk_update(came, ["came_from"], batch_size=500)
