"""Undo: the last thing that was done to an event is taken back, step by step.

The log says what was done, with what was before, so the inverse of each deed is worked out from
it and done by the services that do such things anyway; nothing is rolled back behind their backs.
The log keeps both, the deed and its undoing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import pairwise
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, DomainError
from players.actors import Act
from players.services.people import PersonFacts
from tournaments.models import Event
from tournaments.selectors.deeds import UNDONE, Deed, last_deed, latest_deeds
from tournaments.services.dates import put_off
from tournaments.services.disqualifying import entry_disqualify, entry_requalify
from tournaments.services.draw_options import DrawWish
from tournaments.services.drawing import event_discard_draft, event_draft, event_unpublish
from tournaments.services.entries import (
    ENTRY_FIELDS,
    entries_restore,
    entry_change,
    entry_members_undo,
    entry_remove,
)
from tournaments.services.event_facts import event_restore_settings
from tournaments.services.following import MADE, following_delete
from tournaments.services.ladder_undo import LADDER_DEEDS, ladder_undo
from tournaments.services.leaving import leave_brackets
from tournaments.services.lineups import lineup_set
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.overdue import SETTING as OVERDUE, overdue_set
from tournaments.services.redrawing import draw_restore, late_entry_remove
from tournaments.services.refusals import logged_facts
from tournaments.services.results import Impact
from tournaments.services.round_drafts import draft_restore
from tournaments.services.rules import APPLIED, CHANGED, rules_restore, rules_unapply
from tournaments.services.showing import SHOWS, event_show_forecast
from tournaments.services.stage_rules import STAGE_CHANGED, stage_rules_restore
from tournaments.services.stakes import stakes_restore
from tournaments.services.undoing_late import LATE_INVERSES
from tournaments.services.undoing_leaving import leaving_undo
from tournaments.services.undoing_results import NOTHING, result_impact, result_undo
from tournaments.services.undoing_rounds import ROUND_INVERSES
from tournaments.services.undoing_rulings import (
    RULING_INVERSES,
    deed_calls_reopen,
    exclusion_lock,
)


@dataclass(frozen=True, slots=True)
class Undoing:
    """What undoing would do: the deed, and what it means for the fixtures further on.

    `refusal`: why it cannot be undone as things stand, where that was tried.
    """

    deed: Deed
    impact: Impact
    refusal: DomainError | None = None

    @property
    def is_possible(self) -> bool:
        return self.refusal is None and not self.deed.is_blocking


@dataclass(frozen=True, slots=True)
class Offers:
    """What can be undone: the last deed, and what the site did last by itself since then."""

    last: Undoing | None
    by_site: Undoing | None


def undo_preview(event: Event, deed_id: int | None = None) -> Undoing | None:
    """What `event_undo` would take back, and what else that would change. Reads only.

    The last deed, unless `deed_id` is what the site did by itself.
    """
    deed = _deed(event, deed_id)
    return None if deed is None else _preview(event, deed)


def undo_offers(*, event: Event, act: Act) -> Offers:
    """What `event_undo` can take back. Each is done and rolled back, so nobody is offered what is
    refused then; meanwhile the event is locked, as long as undoing takes.

    Nothing else is left of it either: whatever leaves the database waits for the commit.
    """
    found = latest_deeds(event)
    return Offers(_offer(event, found.last, act), _offer(event, found.by_site, act))


def _offer(event: Event, deed: Deed | None, act: Act) -> Undoing | None:
    if deed is None:
        return None
    try:
        found = _preview(event, deed)
    except DomainError as error:
        return Undoing(deed, NOTHING, error)
    return replace(found, refusal=_refusal(event, found, act))


def _preview(event: Event, deed: Deed) -> Undoing:
    line = deed.result
    return Undoing(deed, NOTHING if line is None else result_impact(event, line))


def _deed(event: Event, deed_id: int | None) -> Deed | None:
    if deed_id is None:
        return last_deed(event)
    found = latest_deeds(event)
    is_by_site = found.by_site is not None and found.by_site.id == deed_id
    return found.by_site if is_by_site else found.last


def _refusal(event: Event, found: Undoing, act: Act) -> DomainError | None:
    if found.deed.is_blocking:
        return None
    clear = bool(found.impact.cleared)
    try:
        with transaction.atomic():
            event_undo(event_id=event.pk, deed_id=found.deed.id, act=act, clear=clear)
            transaction.set_rollback(True)
    except DomainError as error:
        return error
    return None


@transaction.atomic
def event_undo(
    *,
    event_id: int,
    deed_id: int,
    act: Act,
    seen_version: int | None = None,
    clear: bool = False,
) -> Event:
    """Take the last deed back, or what the site did by itself since. `deed_id` says which one was
    meant; another one is a conflict.

    Results further on that would no longer fit are a conflict (`would_clear`) unless `clear`.
    Raises ConflictError `nothing_to_undo`, `undo_blocked`, `other_undo` and what the way back
    refuses.
    """
    exclusion_lock(event_id, deed_id)
    event = lock_event(event_id, seen_version=seen_version)
    deed = _meant(event, deed_id)
    log(
        event.tournament_id,
        UNDONE,
        act,
        event=event,
        fixture_key=deed.first.fixture_key,
        match_id=deed.first.match_id,
        subject=deed.first.subject,
        after={"entry": deed.id, "action": deed.action, **_round_of(deed)},
    )
    # What is taken back needs a reason, which players read.
    act = Act(act.by, act.at, act.reason.strip() or _("It was undone."))
    if (line := deed.result) is not None:
        result_undo(event, deed, line, act, clear=clear)
    if deed.action in _INVERSES:
        _INVERSES[deed.action](event, deed, act)
    deed_calls_reopen(event, deed, act)
    event.refresh_from_db()
    return event


def _meant(event: Event, deed_id: int) -> Deed:
    deed = _deed(event, deed_id)
    if deed is None:
        raise ConflictError("nothing_to_undo", _("There is nothing to undo."))
    if deed.is_blocking:
        raise ConflictError(
            "undo_blocked", _("What was done last cannot be undone here, nor what was before it.")
        )
    if deed.id != deed_id:
        raise ConflictError(
            "other_undo",
            _("Something else was done meanwhile. Look at what would be undone now."),
            deed=deed.id,
        )
    return deed


def _round_of(deed: Deed) -> dict[str, Any]:
    """So that the log can tell of which round the deed was."""
    after = deed.first.after
    return {"round": after["round"]} if isinstance(after, dict) and "round" in after else {}


def _undo_entries_added(event: Event, deed: Deed, act: Act) -> None:
    """Those that were added at that moment and are still there."""
    names = [line.subject for line in deed.lines]
    rows = event.entries.filter(created_at=deed.first.at, name__in=names)
    for pk in rows.values_list("pk", flat=True):
        entry_remove(event_id=event.pk, entry_id=pk, act=act)


def _undo_entry_removed(event: Event, deed: Deed, act: Act) -> None:
    """One, or all that were left out at once."""
    begins = [n for n, line in enumerate(deed.lines) if line.action == deed.action]
    parts = [deed.lines[n:end] for n, end in pairwise([*begins, len(deed.lines)])]
    gone = [logged_facts(part[0].before) for part in parts]
    entries_restore(event=event, gone=gone, act=act)
    for was, part in zip(gone, parts, strict=True):
        stakes_restore(event=event, number=was["number"], lines=part)


def _undo_entry_changed(event: Event, deed: Deed, act: Act) -> None:
    before = logged_facts(deed.first.before)
    facts = PersonFacts(**{name: before[name] for name in ENTRY_FIELDS})
    entry_change(
        event_id=event.pk, entry_id=before["entry"], facts=facts, note=before["note"], act=act
    )


def _undo_settings(event: Event, deed: Deed, act: Act) -> None:
    """Some are said alone, and at any time; all others before the draw."""
    before = logged_facts(deed.first.before)
    if SHOWS in before:
        event_show_forecast(event_id=event.pk, shows=before[SHOWS], act=act)
    elif OVERDUE in before:
        overdue_set(event_id=event.pk, rules=before[OVERDUE], act=act)
    else:
        event_restore_settings(event=event, facts=before, act=act)


def _undo_following(event: Event, deed: Deed, _act: Act) -> None:
    assert deed.first.after is not None
    following_delete(lock_event(deed.first.after["event"]))
    bump(event)


def _undo_drafted(event: Event, deed: Deed, act: Act) -> None:
    """Back to the draft before it, or to taking entries."""
    if deed.first.before is None:
        event_discard_draft(event_id=event.pk, act=act)
        return
    _draw_again(event, logged_facts(deed.first.before), act)


def _undo_discarded(event: Event, deed: Deed, act: Act) -> None:
    _draw_again(event, logged_facts(deed.first.before), act)


def _draw_again(event: Event, was: Mapping[str, Any], act: Act) -> None:
    wish = DrawWish.of(was.get("wish"))
    drafted = event_draft(event_id=event.pk, seed=was["seed"], wish=wish, act=act)
    if altered := was.get("altered"):
        draw_restore(event=drafted, altered=altered, act=act)
    if first_round := was.get("round"):
        draft_restore(drafted, first_round)


def _undo_altered(event: Event, deed: Deed, act: Act) -> None:
    draw_restore(event=event, altered=logged_facts(deed.first.before)["altered"], act=act)


def _undo_late(event: Event, deed: Deed, act: Act) -> None:
    before = logged_facts(deed.first.before)
    late_entry_remove(event=event, altered=before["altered"], entry_id=before["entry"], act=act)


def _undo_left(event: Event, deed: Deed, act: Act) -> None:
    leaving_undo(event, deed.lines, act)


def _undo_disqualified(event: Event, deed: Deed, act: Act) -> None:
    """And his leaving, unless he had left before."""
    entry_requalify(event_id=event.pk, entry_id=logged_facts(deed.first.before)["entry"], act=act)
    leaving_undo(event, deed.lines, act)


def _undo_requalified(event: Event, deed: Deed, act: Act) -> None:
    why = Act(act.by, act.at, act.reason or deed.first.reason or _("as before"))
    entry_disqualify(event_id=event.pk, entry_id=logged_facts(deed.first.before)["entry"], act=why)


def _undo_returned(event: Event, deed: Deed, act: Act) -> None:
    before = logged_facts(deed.first.before)
    leave_brackets(event, before["entry"], act, since=datetime.fromisoformat(before["at"]))


def _undo_members(event: Event, deed: Deed, act: Act) -> None:
    entry_members_undo(event=event, was=logged_facts(deed.first.before), act=act)


def _undo_lineup(event: Event, deed: Deed, act: Act) -> None:
    before = logged_facts(deed.first.before)
    lineup_set(
        event_id=event.pk,
        key=deed.first.fixture_key,
        entry_id=before["entry"],
        seats=before["seats"],
        act=act,
    )


def _undo_published(event: Event, _deed: Deed, act: Act) -> None:
    event_unpublish(event_id=event.pk, act=act)


def _undo_date(event: Event, deed: Deed, act: Act) -> None:
    day = date.fromisoformat(logged_facts(deed.first.before)["play_by"])
    put_off(event, deed.first.fixture_key, day, act)


def _undo_ladder(event: Event, deed: Deed, act: Act) -> None:
    ladder_undo(event, deed.first, act)


def _undo_rules(event: Event, deed: Deed, act: Act) -> None:
    rules_restore(event, logged_facts(deed.first.before), act)


def _undo_stage_rules(event: Event, deed: Deed, act: Act) -> None:
    stage_rules_restore(event, deed.first.subject, logged_facts(deed.first.before), act)


def _undo_applied(event: Event, deed: Deed, act: Act) -> None:
    rules_unapply(event, deed.lines, act)


_INVERSES: dict[str, Callable[[Event, Deed, Act], None]] = {
    "entry.added": _undo_entries_added,
    "entry.removed": _undo_entry_removed,
    "entry.changed": _undo_entry_changed,
    "entry.members": _undo_members,
    "event.changed": _undo_settings,
    CHANGED: _undo_rules,
    STAGE_CHANGED: _undo_stage_rules,
    APPLIED: _undo_applied,
    MADE: _undo_following,
    "draw.drafted": _undo_drafted,
    "draw.discarded": _undo_discarded,
    "draw.published": _undo_published,
    "draw.swap": _undo_altered,
    "draw.move_bye": _undo_altered,
    "entry.late": _undo_late,
    "entry.left": _undo_left,
    "entry.disqualified": _undo_disqualified,
    "entry.requalified": _undo_requalified,
    "entry.returned": _undo_returned,
    "match.date.changed": _undo_date,
    "round.slot_assigned": _undo_date,
    **dict.fromkeys(LADDER_DEEDS, _undo_ladder),
    **ROUND_INVERSES,
    **LATE_INVERSES,
    "lineup.changed": _undo_lineup,
    **RULING_INVERSES,
}
