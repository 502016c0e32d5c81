"""Who plays in an event: added from a list, corrected at any time, removed before the draw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from players.actors import Act
from players.models import Player
from players.services.people import PersonFacts, find_or_create_players
from tournaments.models import Entry, Event, LogEntry
from tournaments.models_money import DealShare, Payout
from tournaments.selectors.access import access_entry
from tournaments.selectors.round_wishes import has_choice, pairs_of
from tournaments.services.calcutta_lots import lots_leave
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log, log_entry
from tournaments.services.members import (
    check_members,
    members_change,
    members_kept,
    members_restore,
    members_said,
    members_store,
    members_undo,
    named,
)
from tournaments.services.passes import give_passes
from tournaments.services.refusals import payouts_made, place_taken, require_nothing_paid
from tournaments.services.stakes import stakes_log

MAX_ENTRIES = 2048
ENTRY_FIELDS = ("name", "country", "club", "rating")  # what an entry says of its person


@dataclass(frozen=True, slots=True)
class NewEntry:
    """One line of an entry list as the director confirmed it.

    A team or pair has `members`: those of a team in the order of its boards, reserves after them.
    """

    person: PersonFacts
    note: str = ""
    members: Sequence[PersonFacts] = ()


@transaction.atomic
def entries_add(
    *, event_id: int, entries: Sequence[NewEntry], act: Act, seen_version: int | None = None
) -> list[Entry]:
    """Add all or none. Known players are found again by name, country and federation number.

    A second entry with the same name in one event is taken to be another person: the preview
    showed it as a duplicate and the director kept it.
    """
    event = lock_event(event_id, seen_version=seen_version)
    require_entries_open(event)
    rows = entries_store(event, entries, act)
    LogEntry.objects.bulk_create(
        [
            log_entry(event.tournament_id, "entry.added", act, event=event, subject=row.name)
            for row in rows
        ],
        batch_size=500,
    )
    bump(event)
    return rows


def entries_store(
    event: Event, entries: Sequence[NewEntry], act: Act, **attendance: Any
) -> list[Entry]:
    """Write the rows, with their people and links. Needs the event locked and a transaction."""
    numbers = list(event.entries.values_list("number", "player_id"))
    if len(numbers) + len(entries) > MAX_ENTRIES:
        raise InvalidError(
            "too_many_entries",
            _("An event takes at most %(max)s entries; with this list it would have %(n)s.")
            % {"max": MAX_ENTRIES, "n": len(numbers) + len(entries)},
        )
    if not entries:
        raise InvalidError("no_names", _("The list holds no names to enter."))
    taken = {player_id for _number, player_id in numbers}
    entries = [replace(new, person=named(event, new.person, new.members)) for new in entries]
    for new in entries:
        check_members(event, new.person.name, [member.name for member in new.members])
    people = [entry.person for entry in entries]
    players = find_or_create_players(people, taken=taken, at=act.at)
    start = max((number for number, _player in numbers), default=0) + 1
    rows = Entry.objects.bulk_create(
        [
            _entry(event, number, new, player, act.at, **attendance)
            for number, (new, player) in enumerate(zip(entries, players, strict=True), start)
        ],
        batch_size=500,
    )
    if event.of_singles:
        give_passes(event.tournament_id, players)
    else:
        members_store(event, rows, [new.members for new in entries], act.at)
    return rows


def _entry(
    event: Event, number: int, new: NewEntry, player: Player, at: datetime, **attendance: Any
) -> Entry:
    person = new.person
    return Entry(
        event=event,
        player=player,
        number=number,
        name=person.name,
        country=person.country,
        club=person.club,
        rating=person.rating,
        note=new.note,
        created_at=at,
        **attendance,
    )


@transaction.atomic
def entry_change(
    *,
    event_id: int,
    entry_id: int,
    facts: PersonFacts,
    note: str | None = None,
    act: Act,
    seen_version: int | None = None,
) -> Entry:
    """Correct what the list said about an entrant: possible at any time, the draw stays.

    The note stays as it is unless another one is given.
    """
    event = lock_event(event_id, seen_version=seen_version)
    entry = access_entry(event, entry_id)
    before = _logged(entry)
    for name in ENTRY_FIELDS:
        setattr(entry, name, getattr(facts, name))
    if note is not None:
        entry.note = note
    entry.save(update_fields=[*ENTRY_FIELDS, "note"])
    log(
        event.tournament_id,
        "entry.changed",
        act,
        event=event,
        subject=entry.name,
        before=before,
        after=_logged(entry),
    )
    bump(event)
    return entry


@transaction.atomic
def entry_members_change(
    *,
    event_id: int,
    entry_id: int,
    members: Sequence[PersonFacts],
    act: Act,
    seen_version: int | None = None,
) -> Entry:
    """Say who is in a team or pair, and in which order.

    After the draw is published names may be corrected and reserves may join. Raises ConflictError
    `members_fixed`, InvalidError with the code of the FormatError.
    """
    event = lock_event(event_id, seen_version=seen_version)
    entry = access_entry(event, entry_id)
    before = {**members_said(entry), **members_kept(entry), "entry": entry.pk}
    members_change(event, entry, members, act.at)
    _members_log(event, entry, before, act)
    return entry


def entry_members_undo(*, event: Event, was: Mapping[str, Any], act: Act) -> None:
    """The inverse of a change of members. Needs the event locked and a transaction."""
    entry = access_entry(event, was["entry"])
    before = {**members_said(entry), **members_kept(entry), "entry": entry.pk}
    members_undo(event, entry, was)
    _members_log(event, entry, before, act)


def _members_log(event: Event, entry: Entry, before: Mapping[str, Any], act: Act) -> None:
    log(
        event.tournament_id,
        "entry.members",
        act,
        event=event,
        subject=entry.name,
        before=before,
        after=members_said(entry),
    )
    bump(event)


@transaction.atomic
def entry_remove(
    *, event_id: int, entry_id: int, act: Act, seen_version: int | None = None
) -> None:
    """Take an entry off the list, before the draw. The log keeps what it was."""
    event = lock_event(event_id, seen_version=seen_version)
    require_entries_open(event)
    entry_take_out(event, access_entry(event, entry_id), act)
    bump(event)


def entry_take_out(event: Event, entry: Entry, act: Act) -> None:
    """Delete an entry that nothing rests on. Needs the event locked and a transaction."""
    _require_in_no_pair(event, entry)
    if (
        Payout.objects.filter(entry=entry).exists()
        or DealShare.objects.filter(entry=entry).exists()
    ):
        raise payouts_made()
    require_nothing_paid(entry)
    log(
        event.tournament_id,
        "entry.removed",
        act,
        event=event,
        subject=entry.name,
        before={
            **_logged(entry),
            **members_kept(entry),
            "number": entry.number,
            "player": entry.player_id,
            "came": [entry.came_from_id, entry.came_group, entry.came_place],
        },
    )
    stakes_log(event, entry, act)
    lots_leave(event, entry)
    entry.delete()


def _require_in_no_pair(event: Event, entry: Entry) -> None:
    """Its number may become another's. Pairs of a format that the event once had are forgotten."""
    if entry.number not in pairs_of(event).numbers():
        return
    if has_choice(event):
        raise ConflictError(
            "entry_in_pairs",
            _("The director has said whom %(name)s meets or not: lift that first.")
            % {"name": entry.name},
        )
    event.apart, event.next_round = [], {}
    event.save(update_fields=["apart", "next_round"])


def entries_restore(*, event: Event, gone: Sequence[Mapping[str, Any]], act: Act) -> None:
    """Bring removed entries back as the log kept them, with the numbers they had.

    Needs the event locked and a transaction.
    """
    require_entries_open(event)
    for was in gone:
        entry = Entry(
            event=event,
            player_id=was["player"],
            number=was["number"],
            note=was["note"],
            created_at=act.at,
            **{name: was[name] for name in ENTRY_FIELDS},
            **_came(was),
        )
        _check_free(event, entry)
        entry.save()
        if not event.of_singles:
            members_restore(event, entry, was)
        log(event.tournament_id, "entry.added", act, event=event, subject=entry.name)
    bump(event)


def _came(was: Mapping[str, Any]) -> dict[str, int | None]:
    """From which entry, group and place of another event: logs from before there was that say no
    more than the usual."""
    came_from, group, place = was.get("came") or (None, None, None)
    known = came_from is not None and Entry.objects.filter(pk=came_from).exists()
    return {
        "came_from_id": came_from if known else None,
        "came_group": group,
        "came_place": place,
    }


def _check_free(event: Event, entry: Entry) -> None:
    taken = event.entries.filter(Q(number=entry.number) | Q(player=entry.player_id))
    known = Player.objects.filter(pk=entry.player_id).exists()
    if taken.exists() or not known:
        raise place_taken(entry)


def require_entries_open(event: Event) -> None:
    """Raises ConflictError `draw_in_draft`, `draw_published`."""
    if event.state == Event.State.DRAFTED:
        raise ConflictError(
            "draw_in_draft", _("Discard the draft of the draw first; then change the entries.")
        )
    if event.state != Event.State.ENTRIES:
        raise ConflictError("draw_published", _("The draw is published: the entries are fixed."))


def entry_facts(entry: Entry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in ENTRY_FIELDS}


def _logged(entry: Entry) -> dict[str, Any]:
    return {**entry_facts(entry), **members_said(entry), "note": entry.note, "entry": entry.pk}
