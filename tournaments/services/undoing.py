"""Undo: the last thing that was done to an event is taken back, step by step.

The log says what was done, with what was before, so the inverse of each deed is worked out from
it and done by the services that do such things anyway; nothing is rolled back behind their backs.
The log keeps both, the deed and its undoing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError
from matches.models import Side
from matches.services.steps import Verdict
from players.actors import Act
from players.services.people import PersonFacts
from tournaments.models import Event, Fixture, LogEntry
from tournaments.selectors.boards import load_board
from tournaments.selectors.deeds import UNDONE, Deed, last_deed
from tournaments.selectors.ties import BY_BOARDS, is_needless, is_stopped
from tournaments.services.attendance import entry_reinstate
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
from tournaments.services.results import Impact, result_enter, result_preview
from tournaments.services.round_drafts import draft_restore
from tournaments.services.rules import APPLIED, CHANGED, rules_restore, rules_unapply
from tournaments.services.showing import SHOWS, event_show_forecast
from tournaments.services.stage_rules import STAGE_CHANGED, stage_rules_restore
from tournaments.services.stakes import stakes_restore
from tournaments.services.undoing_late import LATE_INVERSES
from tournaments.services.undoing_rounds import ROUND_INVERSES
from tournaments.services.undoing_rulings import RULING_INVERSES

NOTHING = Impact((), ())


@dataclass(frozen=True, slots=True)
class Undoing:
    """What undoing would do: the deed, and what it means for the fixtures further on."""

    deed: Deed
    impact: Impact


def undo_preview(event: Event) -> Undoing | None:
    """What `event_undo` would take back, and what else that would change. Reads only."""
    deed = last_deed(event)
    if deed is None:
        return None
    if not deed.action.startswith("result."):
        return Undoing(deed, NOTHING)
    verdict = _own(event, deed.first)
    if _is_passed_over(event, deed.first.fixture_key, verdict):
        return Undoing(deed, NOTHING)
    return Undoing(deed, result_preview(event, deed.first.fixture_key, verdict))


@transaction.atomic
def event_undo(
    *,
    event_id: int,
    deed_id: int,
    act: Act,
    seen_version: int | None = None,
    clear: bool = False,
) -> Event:
    """Take the last deed back. `deed_id` says which one was meant; another one is a conflict.

    Results further on that would no longer fit are a conflict (`would_clear`) unless `clear`.
    """
    event = lock_event(event_id, seen_version=seen_version)
    deed = last_deed(event)
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
    reason = act.reason.strip() or _("undone")
    act = Act(act.by, act.at, reason)
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
    if deed.action in _INVERSES:
        _INVERSES[deed.action](event, deed, act)
    else:
        _undo_result(event, deed, act, clear=clear)
    event.refresh_from_db()
    return event


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
    entry_reinstate(event_id=event.pk, entry_id=logged_facts(deed.first.before)["entry"], act=act)


def _undo_disqualified(event: Event, deed: Deed, act: Act) -> None:
    entry_requalify(event_id=event.pk, entry_id=logged_facts(deed.first.before)["entry"], act=act)


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


def _undo_result(event: Event, deed: Deed, act: Act, *, clear: bool) -> None:
    """The result before comes back, and so do those that it took with it."""
    key, verdict = deed.first.fixture_key, _own(event, deed.first)
    newest = event.log.latest("pk").pk
    if not _is_passed_over(event, key, verdict):
        result_enter(event_id=event.pk, key=key, verdict=verdict, act=act, clear=clear)
    lines = [*_cleared_by_undoing(event, deed, newest), *deed.cleared()]
    gone = {line.fixture_key: line for line in lines if _is_own(event, line)}
    places = {key: place for place, key in enumerate(load_board(event).graph)}
    ties = dict(Fixture.places.filter(event=event, key__in=gone).values_list("key", "tie__key"))
    for key in sorted(ties, key=lambda key: (places.get(ties[key] or key, 0), key)):
        row = _place(event, key)
        if row is not None and _same_pair(row, gone[key]):
            result_enter(event_id=event.pk, key=key, verdict=_was(gone[key]), act=act)


def _is_passed_over(event: Event, key: str, verdict: Verdict | None) -> bool:
    """Boards that the others made needless have no result, and one more of level boards cannot."""
    row = _place(event, key)
    return row is not None and is_needless(row) and (verdict is None or not is_stopped(row))


def _place(event: Event, key: str) -> Fixture | None:
    rows = Fixture.places.select_related("event", "match", "member_1", "member_2")
    return rows.filter(event=event, key=key).first()


def _cleared_by_undoing(event: Event, deed: Deed, newest: int) -> list[LogEntry]:
    """What had fitted the deed but goes with it now, and may fit again when the others are back.

    Not what the deed itself gave, to the opponents of whoever has left.
    """
    given = {line.fixture_key for line in deed.lines if line.action == "match.given"}
    since = event.log.filter(pk__gt=newest, action="match.voided").order_by("pk")
    return [line for line in since if line.before and line.fixture_key not in given]


def _own(event: Event, line: LogEntry) -> Verdict | None:
    """The result before; where boards had brought it, they will again once an award is gone."""
    return _was(line) if _is_own(event, line) else None


def _is_own(event: Event, line: LogEntry) -> bool:
    """Whether the result was entered there: that of a tie comes back with those of its boards."""
    before = line.before or {}
    is_board = line.fixture_key.count(".") > 1
    return not event.of_teams or is_board or before.get("outcome") not in BY_BOARDS


def _same_pair(row: Fixture, line: LogEntry) -> bool:
    """Whether those who meet there now are those whose result went."""
    then = _players(line.match_id)
    return bool(then) and then == _players_at(row)


def _players_at(row: Fixture) -> Sequence[tuple[int, int]]:
    if not is_stopped(row):
        return _players(row.match_id)
    members = enumerate((row.member_1, row.member_2), start=1)
    return [(number, member.player_id) for number, member in members if member is not None]


def _players(match_id: int | None) -> Sequence[tuple[int, int]]:
    sides = Side.objects.filter(match_id=match_id or 0).order_by("number")
    return list(sides.values_list("number", "players"))


def _was(line: LogEntry) -> Verdict | None:
    """The result before the line, None when there was none."""
    before = line.before
    if not before:
        return None
    scores = before["scores"]
    return Verdict(before["winner"], before["outcome"], tuple(scores) if scores else None)


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
