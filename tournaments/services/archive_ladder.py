"""The steps of a ladder in an archive: written, and read as rows that are not saved yet.

Entrants are called by their number of entry there. Whether the steps agree with the rest of the
archive is for `archive_ladder_check`.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.formats.ladder_rules import LadderRules
from tournaments.models import Entry, Event
from tournaments.models_ladders import LadderStep
from tournaments.services.archive_places import LARGE, Place, moment_out

Kind = LadderStep.Kind
ALONE = {Kind.JOINED, Kind.LEFT}  # steps of one entrant


def ladder_out(event: Event, number: Mapping[int, int]) -> list[dict[str, Any]]:
    """`number` is the number of entry by primary key."""
    return [
        {
            "kind": row.kind,
            "at": moment_out(row.at),
            "challenge": row.challenge,
            "entry": number[row.entry_id],
            "opponent": None if row.opponent_id is None else number[row.opponent_id],
            "play_by": row.play_by and row.play_by.isoformat(),
        }
        for row in event.ladder_steps.order_by("number")
    ]


def ladder_rules_read(place: Place, format_: str) -> dict[str, Any] | None:
    if format_ != Event.Format.LADDER:
        if place.value is not None:
            raise place.fault(_("this format is no ladder"))
        return None
    return place.settings(lambda data: LadderRules.of(data).as_data())


def step_read(place: Place, position: int, numbers: set[int]) -> LadderStep:
    """A row with numbers of entry where the keys of entries will be."""
    part = place.record("kind", "at", "challenge", "entry", "opponent", "play_by")
    row = LadderStep(
        number=position,
        kind=part["kind"].choice(Kind.values),
        at=part["at"].moment(),
        challenge=part["challenge"].maybe(lambda challenge: challenge.whole(1, LARGE)),
        entry_id=part["entry"].known(numbers),
        opponent_id=part["opponent"].maybe(lambda opponent: opponent.known(numbers)),
        play_by=part["play_by"].maybe(Place.day),
    )
    given = {name: getattr(row, name) for name in ("challenge", "opponent_id", "play_by")}
    expected = set() if row.kind in ALONE else {"challenge", "opponent_id"}
    expected |= {"play_by"} if row.kind == Kind.CHALLENGED else set()
    if {name for name, value in given.items() if value is not None} != expected:
        raise place.fault(_("a step of this kind has other facts"))
    if row.entry_id == row.opponent_id:
        raise part["opponent"].fault(_("nobody plays himself"))
    return row


def ladder_in(steps: list[LadderStep], event: Event, entries: Mapping[int, Entry]) -> None:
    """Write the rows; `entries` by number."""
    for row in steps:
        row.event, row.entry = event, entries[row.entry_id]
        row.opponent = None if row.opponent_id is None else entries[row.opponent_id]
    LadderStep.objects.bulk_create(steps, batch_size=500)
