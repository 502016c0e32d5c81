"""Calls, rulings, appeals and sanctions of an archive as rows that are not saved yet.

What the database would refuse is a fault here, with its place. See `archive_rulings`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from tournaments.models_rulings import Appeal, Call, Ruling, Sanction, Seat, Voice
from tournaments.services.archive_effects import effects_read, taken_back_read
from tournaments.services.archive_places import LARGE, SMALL, Place, Who, who_read

Refs: TypeAlias = Mapping[str, int]  # the matches, and how many penalties each has
NONE: Mapping[str, Any] = {"calls": [], "rulings": [], "sanctions": []}
ENDED = ("appeal_until", "final_at", "ended_at")
RULING = (
    *("kind", "side", "decision", "reason", "rule", "by_name", "made_at", *ENDED),
    *("state", "ended_reason"),
)
SANCTION = (
    *("kind", "name", "points", "everywhere", "reason", "by_name", "given_at"),
    *("withdrawn_at", "withdrawn_reason"),
)
APPEAL = (
    *("side", "by_name", "words", "made_at", "due_at", "reminded_at", "state"),
    *("decided_at", "reason"),
)


@dataclass(frozen=True, slots=True)
class Facts:
    """A row that is not saved yet, and what it points to as the archive calls it."""

    row: Any
    match: str | None = None
    who: Who | None = None
    points_to: Mapping[str, int | None] = field(default_factory=dict)
    parts: Sequence["Facts"] = ()


@dataclass(frozen=True, slots=True)
class RulingFacts:
    calls: Sequence[Facts]
    rulings: Sequence[Facts]
    sanctions: Sequence[Facts]


def rulings_read(place: Place, numbers: set[int], refs: Refs) -> RulingFacts:
    part = place.record("calls", "rulings", "sanctions")
    calls = [_call(one, numbers, refs) for one in part["calls"].items()]
    part["calls"].once((one.match if one.row.is_open else n) for n, one in enumerate(calls))
    rulings: list[Facts] = []
    for one in part["rulings"].items():
        rulings.append(_ruling(one, numbers, refs, (len(calls), rulings)))
    part["rulings"].once(one.row.number for one in rulings)
    known = {one.row.number for one in rulings}
    sanctions = [_sanction(one, numbers, refs, known) for one in part["sanctions"].items()]
    part["sanctions"].once(one.row.number for one in sanctions)
    part["sanctions"].once(
        (one.match, one.points_to["penalty"]) if one.points_to["penalty"] else n
        for n, one in enumerate(sanctions)
    )
    return RulingFacts(calls, rulings, sanctions)


def _call(place: Place, numbers: set[int], refs: Refs) -> Facts:
    part = place.record(
        "match", "state", "called_at", "taken_at", "taken_by", "closed_at", "voices"
    )
    row = Call(
        state=part["state"].choice(Call.State.values),
        called_at=part["called_at"].moment(),
        taken_at=part["taken_at"].maybe(Place.moment),
        taken_by=part["taken_by"].column(Call, "taken_by"),
        closed_at=part["closed_at"].maybe(Place.moment),
    )
    if row.is_open == (row.closed_at is not None):
        raise part["closed_at"].fault(_("this does not go with the state"))
    taken = row.taken_at is not None
    if taken != bool(row.taken_by) or (row.state == Call.State.TAKEN and not taken):
        raise part["taken_by"].fault(_("this does not go with the state"))
    voices = [_voice(one, numbers) for one in part["voices"].items()]
    return Facts(row, part["match"].match_ref(refs), parts=voices)


def _voice(place: Place, numbers: set[int]) -> Facts:
    part = place.record("player", "side", "kind", "words", "by_name", "at", "withdrawn_at")
    row = Voice(
        side=part["side"].maybe(Place.side),
        kind=part["kind"].choice(Call.Kind.values),
        words=part["words"].column(Voice, "words"),
        by_name=part["by_name"].column(Voice, "by_name"),
        at=part["at"].moment(),
        withdrawn_at=part["withdrawn_at"].maybe(Place.moment),
    )
    return Facts(row, who=who_read(part["player"], numbers))


def _ruling(
    place: Place, numbers: set[int], refs: Refs, before: tuple[int, Sequence[Facts]]
) -> Facts:
    """`before`: how many calls there are, and the rulings before this one."""
    part = place.record(
        "number", "match", "call", "replaces", *RULING, "effects", "taken_back", "appeal"
    )
    calls, earlier = before
    row = Ruling(
        number=part["number"].whole(1, LARGE),
        kind=part["kind"].choice(Ruling.Kind.values),
        side=part["side"].maybe(Place.side),
        decision=part["decision"].column(Ruling, "decision"),
        reason=part["reason"].column(Ruling, "reason"),
        rule=part["rule"].column(Ruling, "rule"),
        effects=effects_read(part["effects"]),
        by_name=part["by_name"].column(Ruling, "by_name"),
        made_at=part["made_at"].moment(),
        state=part["state"].choice(Ruling.State.values),
        ended_reason=part["ended_reason"].column(Ruling, "ended_reason"),
        **{name: part[name].maybe(Place.moment) for name in ENDED},
    )
    row.taken_back = taken_back_read(part["taken_back"], row.effects)
    if row.stands == (row.ended_at is not None):
        raise part["ended_at"].fault(_("this does not go with the state"))
    if not row.reason and row.kind != Ruling.Kind.SPECTATOR:
        raise part["reason"].fault(_("this may not be empty"))
    replaced = part["replaces"].maybe(lambda one: one.whole(1, LARGE))
    free = {one.row.number for one in earlier} - {one.points_to["replaces"] for one in earlier}
    if replaced is not None and replaced not in free:
        raise part["replaces"].fault(_("there is no such ruling before this one"))
    call = part["call"].maybe(lambda one: one.whole(0, calls - 1))
    appeal = part["appeal"].maybe(lambda one: _appeal_read(one, numbers))
    return Facts(
        row,
        part["match"].match_ref(refs),
        points_to={"call": call, "replaces": replaced},
        parts=[appeal] if appeal else [],
    )


def _appeal_read(place: Place, numbers: set[int]) -> Facts:
    part = place.record("player", *APPEAL, "seats")
    row = Appeal(
        side=part["side"].side(),
        by_name=part["by_name"].column(Appeal, "by_name"),
        words=part["words"].column(Appeal, "words"),
        made_at=part["made_at"].moment(),
        state=part["state"].choice(Appeal.State.values),
        reason=part["reason"].column(Appeal, "reason"),
        **{
            name: part[name].maybe(Place.moment) for name in ("due_at", "reminded_at", "decided_at")
        },
    )
    if row.is_open == (row.decided_at is not None):
        raise part["decided_at"].fault(_("this does not go with the state"))
    seats = [_seat(one, n, numbers) for n, one in enumerate(part["seats"].items(), start=1)]
    part["seats"].once(one.who for one in seats if one.who is not None)
    return Facts(row, who=who_read(part["player"], numbers), parts=seats)


def _seat(place: Place, number: int, numbers: set[int]) -> Facts:
    part = place.record("name", "player", "vote")
    row = Seat(
        number=number,
        name=part["name"].column(Seat, "name"),
        vote=part["vote"].choice(["", *Seat.Vote.values]),
    )
    return Facts(row, who=who_read(part["player"], numbers))


def _sanction(place: Place, numbers: set[int], refs: Refs, rulings: set[int]) -> Facts:
    part = place.record("number", "entry", "player", "match", "penalty", "ruling", *SANCTION)
    row = Sanction(
        number=part["number"].whole(1, LARGE),
        kind=part["kind"].choice(Sanction.Kind.values),
        name=part["name"].column(Sanction, "name"),
        points=part["points"].maybe(lambda one: one.whole(1, SMALL)),
        everywhere=part["everywhere"].flag(),
        reason=part["reason"].column(Sanction, "reason"),
        by_name=part["by_name"].column(Sanction, "by_name"),
        given_at=part["given_at"].moment(),
        withdrawn_at=part["withdrawn_at"].maybe(Place.moment),
        withdrawn_reason=part["withdrawn_reason"].column(Sanction, "withdrawn_reason"),
    )
    if (row.kind == Sanction.Kind.POINTS) != (row.points is not None):
        raise part["points"].fault(_("only penalty points are points"))
    if row.everywhere and row.kind != Sanction.Kind.EXCLUSION:
        raise part["everywhere"].fault(_("only an exclusion is one everywhere"))
    ruling = part["ruling"].maybe(lambda one: one.whole(1, LARGE))
    if ruling is not None and ruling not in rulings:
        raise part["ruling"].fault(_("there is no such ruling"))
    entry = part["entry"].maybe(lambda one: one.known(numbers))
    match = part["match"].maybe(lambda one: one.match_ref(refs))
    penalty = part["penalty"].maybe(lambda one: one.whole(1, refs.get(match or "", 0)))
    return Facts(
        row,
        match,
        who_read(part["player"], numbers),
        {"entry": entry, "ruling": ruling, "penalty": penalty},
    )
