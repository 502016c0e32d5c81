"""Calls, rulings, appeals and sanctions of an archive: out, and in again.

People are called by their number of entry, members of teams and pairs by that and their place; who
is of another event, or of the staff, is a name only. A time to appeal that is not over, and a
committee that has not decided, have their alarms where the event comes in.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from matches.models import Match
from matches.models_late import Penalty
from matches.services.deadlines import set_deadline
from tournaments.models import Entry, Event
from tournaments.models_rulings import (
    APPEAL_WINDOW,
    COMMITTEE,
    Appeal,
    Call,
    Ruling,
    Sanction,
    Seat,
    Voice,
)
from tournaments.services.archive_places import Who, moment_out
from tournaments.services.archive_rulings_read import (
    APPEAL,
    RULING,
    SANCTION,
    Facts,
    RulingFacts,
)

Named: TypeAlias = Callable[[int | None], Any]  # how the archive calls a player


# --- Out -----------------------------------------------------------------------------------------
def rulings_out(
    event: Event, refs: Mapping[int, str], number: Mapping[int, int], named: Named
) -> dict[str, Any]:
    """`refs` are the matches, `number` the entries by primary key. Six queries."""
    calls = list(event.calls.prefetch_related("voices").order_by("pk"))
    places = {call.pk: n for n, call in enumerate(calls)}
    rulings = list(event.rulings.select_related("replaces").order_by("number"))
    found = Appeal.objects.filter(ruling__event=event).prefetch_related("seats")
    appeals = {appeal.ruling_id: _appeal(appeal, named) for appeal in found}
    sanctions = event.sanctions.select_related("ruling", "penalty").order_by("number")
    return {
        "calls": [
            {
                "match": refs[call.match_id],
                **_columns(call, "state", "called_at", "taken_at", "taken_by", "closed_at"),
                "voices": [
                    {
                        "player": named(voice.player_id),
                        **_columns(voice, "side", "kind", "words", "by_name", "at", "withdrawn_at"),
                    }
                    for voice in call.voices.all()
                ],
            }
            for call in calls
        ],
        "rulings": [
            {
                "number": one.number,
                "match": refs[one.match_id],
                "call": places.get(one.call_id or 0),
                "replaces": one.replaces.number if one.replaces else None,
                **_columns(one, *RULING),
                "effects": _in_order(one.effects),
                "taken_back": one.taken_back,
                "appeal": appeals.get(one.pk),
            }
            for one in rulings
        ],
        "sanctions": [
            {
                "number": one.number,
                "entry": number.get(one.entry_id or 0),
                "player": named(one.player_id),
                "match": refs.get(one.match_id or 0),
                "penalty": one.penalty.number if one.penalty else None,
                "ruling": one.ruling.number if one.ruling else None,
                **_columns(one, *SANCTION),
            }
            for one in sanctions
        ],
    }


def _appeal(appeal: Appeal, named: Named) -> dict[str, Any]:
    seats = [
        {"name": seat.name, "player": named(seat.player_id), "vote": seat.vote}
        for seat in appeal.seats.all()
    ]
    return {"player": named(appeal.player_id), **_columns(appeal, *APPEAL), "seats": seats}


def _columns(row: Any, *names: str) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in names}
    return {
        name: moment_out(value) if hasattr(value, "astimezone") else value
        for name, value in values.items()
    }


def _in_order(data: Any) -> Any:
    return {name: data[name] for name in sorted(data)}


# --- In ------------------------------------------------------------------------------------------
class _Writer:
    def __init__(
        self,
        event: Event,
        matches: Mapping[str, Match],
        entries: Mapping[int, Entry],
        player_of: Callable[[Who], int | None],
    ) -> None:
        self.event, self.matches, self.entries = event, matches, entries
        self.player_of = player_of

    def write(self, facts: RulingFacts) -> None:
        calls = [self._call(one) for one in facts.calls]
        rulings: dict[int, Ruling] = {}
        for one in facts.rulings:
            rulings[one.row.number] = self._ruling(one, calls, rulings)
        for one in facts.sanctions:
            row: Sanction = one.row
            row.event, row.player_id = self.event, self._player(one)
            row.match = self.matches[one.match] if one.match else None
            row.entry = self.entries.get(one.points_to["entry"] or 0)
            row.ruling = rulings.get(one.points_to["ruling"] or 0)
            if (number := one.points_to["penalty"]) is not None:
                row.penalty = Penalty.objects.get(match=row.match_id, number=number)
            row.save()

    def _call(self, one: Facts) -> Call:
        row: Call = one.row
        row.event, row.match = self.event, self.matches[one.match or ""]
        row.save()
        for part in one.parts:
            part.row.call, part.row.player_id = row, self._player(part)
        Voice.objects.bulk_create([part.row for part in one.parts])
        return row

    def _ruling(self, one: Facts, calls: Sequence[Call], before: Mapping[int, Ruling]) -> Ruling:
        row: Ruling = one.row
        row.event, row.match = self.event, self.matches[one.match or ""]
        at = one.points_to["call"]
        row.call = None if at is None else calls[at]
        row.replaces = before.get(one.points_to["replaces"] or 0)
        row.save()
        for part in one.parts:
            self._appeal(row, part)
        if row.stands and not one.parts and row.appeal_until and not row.final_at:
            set_deadline(APPEAL_WINDOW, row.pk, row.appeal_until)
        return row

    def _appeal(self, ruling: Ruling, one: Facts) -> None:
        row: Appeal = one.row
        row.ruling, row.player_id = ruling, self._player(one)
        row.save()
        for part in one.parts:
            part.row.appeal, part.row.player_id = row, self._player(part)
        Seat.objects.bulk_create([part.row for part in one.parts])
        if row.is_open and row.due_at and not row.reminded_at:
            set_deadline(COMMITTEE, row.pk, row.due_at)

    def _player(self, one: Facts) -> int | None:
        return None if one.who is None else self.player_of(one.who)


def rulings_in(
    facts: RulingFacts,
    event: Event,
    matches: Mapping[str, Match],
    entries: Mapping[int, Entry],
    player_of: Callable[[Who], int | None],
) -> None:
    """Write them, the matches being there. Needs a transaction."""
    _Writer(event, matches, entries, player_of).write(facts)
