"""The event that follows: the best of an event of rounds play on, in a knockout or in new rounds.

It is an event as any other of the tournament, with settings, entries and a draw of its own. It
remembers by which rule its entrants came in and who they were. While it has no draw they can be
entered anew after a correction; who was added by hand stays. Ties at the cut are never guessed at:
the director gives an order (by a play-off), or has lots drawn, and the event keeps it.

Lock order: the event before, then the event that follows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from players.actors import Act
from tournaments.formats import FormatError, Lots
from tournaments.formats.qualifying import Qualified, Qualifying
from tournaments.models import Entry, Event
from tournaments.selectors.deeds import UNDONE
from tournaments.selectors.qualifying import Rule, named, qualifying_of
from tournaments.selectors.rounds import RoundBoard, load_rounds
from tournaments.services.entries import entry_facts, entry_take_out
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.members import members_copy, rules_further_on
from tournaments.services.refusals import require_in_rounds
from tournaments.services.setting_up import EventSpec, event_create

MADE = "following.made"


@dataclass(frozen=True, slots=True)
class Cut:
    """How many go on; `settled` are numbers of entry in the order that decides ties, and `by_lot`
    draws lots for whatever is tied after that, from the seed of the draw."""

    count: int
    settled: Sequence[int] = ()
    by_lot: bool = False


@transaction.atomic
def following_make(
    *,
    event_id: int,
    spec: EventSpec,
    cut: Cut,
    act: Act,
    seen_version: int | None = None,
) -> Event:
    """Make the event in which the best of this one play on; returns it.

    Raises ConflictError `not_finished`, `tie_at_cut` (with `ties`), InvalidError
    `qualifiers_out_of_range`, `group_too_small`, `order_unreadable` and those of settings.
    """
    source = lock_event(event_id, seen_version=seen_version)
    board = _finished(source)
    rule = Rule(cut.count, spec.format == Event.Format.ELIMINATION, tuple(cut.settled))
    rule, found = _settled(board, rule, by_lot=cut.by_lot)
    spec = replace(spec, entrants=source.entrants, team_rules=rules_further_on(source, spec.format))
    made = event_create(tournament_id=source.tournament_id, spec=spec, act=act)
    made.follows = source
    _keep(made, board, rule, found, by_lot=cut.by_lot)
    made.save(update_fields=["follows", "qualifying"])
    _enter(made, board, found.qualified, act)
    after = {"event": made.pk, "count": cut.count}
    log(source.tournament_id, MADE, act, event=source, subject=made.name, after=after)
    log(
        source.tournament_id,
        "following.entered",
        act,
        event=made,
        subject=source.name,
        after={"count": cut.count},
    )
    bump(source)
    return made


@transaction.atomic
def following_refresh(
    *,
    event_id: int,
    settled: Sequence[int] | None = None,
    by_lot: bool = False,
    act: Act,
    seen_version: int | None = None,
) -> Event:
    """Enter those who go on by now, while the event has no draw. Others stay as they are.

    `settled` replaces the order that decided ties, where it is given. Raises as `following_make`,
    and ConflictError `draw_exists`, and as `entry_take_out` does.
    """
    event = _lock_both(event_id, seen_version)
    source = _source_of(event)
    _require_no_draw(event)
    board = _finished(source)
    rule = Rule.of(event)
    if settled is not None:
        rule = Rule(rule.count, rule.in_order, tuple(settled))
    rule, found = _settled(board, rule, by_lot=by_lot)
    before = [entry.name for entry in event.entries.exclude(came_place=None)]
    _replace(event, board, found.qualified, act)
    _keep(event, board, rule, found, by_lot=by_lot)
    log(
        event.tournament_id,
        "following.refreshed",
        act,
        event=event,
        subject=source.name,
        before={"names": before},
        after={
            "count": rule.count,
            "names": [board.by_number[one.entrant].name for one in found.qualified],
        },
    )
    bump(event, "qualifying")
    return event


@transaction.atomic
def following_remove(*, event_id: int, act: Act, seen_version: int | None = None) -> Event:
    """Undo the making of the event that follows; returns the one before.

    Raises ConflictError `following_begun`.
    """
    event = _lock_both(event_id, seen_version)
    source = _source_of(event)
    made = source.log.filter(action=MADE, after__event=event.pk).first()
    log(
        source.tournament_id,
        UNDONE,
        act,
        event=source,
        subject=event.name,
        after={"entry": made.pk if made else 0, "action": MADE},
    )
    following_delete(event)
    bump(source)
    return source


def following_delete(event: Event) -> None:
    """Only as long as it is as it was made. Needs the event locked and a transaction."""
    if event.state != Event.State.ENTRIES or event.drafts or event.purses.exists():
        raise ConflictError(
            "following_begun",
            _("%(name)s has been drawn, or money is set up for it: it stays.")
            % {"name": event.name},
            event=event.pk,
        )
    if event.entries.filter(came_place=None).exists():
        raise ConflictError(
            "following_begun",
            _("Others were entered into %(name)s by hand: remove them first.")
            % {"name": event.name},
            event=event.pk,
        )
    event.delete()


# --- Steps: each needs the events locked and a transaction ---------------------------------------
def _lock_both(event_id: int, seen_version: int | None) -> Event:
    before = Event.objects.filter(pk=event_id).values_list("follows", flat=True).first()
    if before is not None:
        lock_event(before)
    return lock_event(event_id, seen_version=seen_version)


def _source_of(event: Event) -> Event:
    source = event.follows
    if source is None:
        raise ConflictError("follows_nothing", _("This event does not follow another one here."))
    return source


def _require_no_draw(event: Event) -> None:
    if event.state != Event.State.ENTRIES:
        raise ConflictError(
            "draw_exists", _("The draw was made with these entries: discard the draft first.")
        )


def _finished(source: Event) -> RoundBoard:
    require_in_rounds(source)
    if source.state != Event.State.FINISHED:
        raise ConflictError(
            "not_finished",
            _("%(name)s is not finished: who goes on is known when all its results are in.")
            % {"name": source.name},
        )
    return load_rounds(source)


def _settled(board: RoundBoard, rule: Rule, *, by_lot: bool) -> tuple[Rule, Qualifying]:
    """Who goes on, and the rule with all that was decided for that."""
    unknown = [number for number in rule.settled if number not in board.by_number]
    if unknown or len(set(rule.settled)) < len(rule.settled):
        raise InvalidError(
            "order_unreadable",
            _("Give the order of those who are tied by their numbers of entry, each once."),
        )
    try:
        found = qualifying_of(board, rule)
        # Whoever wins a tie of his group may then be tied with others of other groups.
        while by_lot and found.ties:
            rule = Rule(rule.count, rule.in_order, (*rule.settled, *_lots(board, found)))
            found = qualifying_of(board, rule)
    except FormatError as error:
        raise InvalidError.of(error) from error
    if found.ties:
        raise _tied(board, found)
    return rule, found


def _lots(board: RoundBoard, found: Qualifying) -> list[int]:
    """All who are tied in an order drawn by lot: the seed is that of the draw with `:cut` after it,
    the order before it that of entry."""
    assert board.event.draw is not None
    tied = sorted({entrant for tie in found.ties for entrant in tie.entrants})
    return Lots(f"{board.event.draw['seed']}:cut").shuffled(tied)


def _tied(board: RoundBoard, found: Qualifying) -> ConflictError:
    ties = named(board, found).ties
    said = "; ".join(
        f"{tie.words}: {', '.join(entry.name for entry in tie.entries)}" for tie in ties
    )
    return ConflictError(
        "tie_at_cut",
        _("Decide first who comes before whom. %(ties)s") % {"ties": said},
        ties=[
            {
                "entries": [int(one) for one in tie.entrants],
                "group": tie.group,
                "first": tie.first,
                "last": tie.last,
            }
            for tie in found.ties
        ],
    )


def _keep(event: Event, board: RoundBoard, rule: Rule, found: Qualifying, *, by_lot: bool) -> None:
    event.qualifying = {
        "event": {"slug": board.event.slug, "name": board.event.name},
        "count": rule.count,
        "groups": len(board.tables),
        "in_order": rule.in_order,
        "settled": list(rule.settled),
        "by_lot": by_lot,
        "qualified": [[int(one.entrant), one.group, one.place] for one in found.qualified],
    }


def _enter(event: Event, board: RoundBoard, qualified: Sequence[Qualified], act: Act) -> None:
    """Entries after those that are there, in the order given."""
    taken = event.entries.order_by("-number").values_list("number", flat=True).first() or 0
    here = set(event.entries.values_list("player_id", flat=True))
    rows = []
    for number, one in enumerate(qualified, start=taken + 1):
        entry = board.by_number[one.entrant]
        if entry.player_id in here:
            raise ConflictError(
                "entered_by_hand",
                _("%(name)s was entered by hand: remove that entry first.") % {"name": entry.name},
            )
        rows.append(Entry(event=event, number=number, created_at=act.at, **_facts(entry, one)))
    Entry.objects.bulk_create(rows, batch_size=500)
    if not event.of_singles:
        members_copy(event, [board.by_number[one.entrant] for one in qualified])


def _facts(entry: Entry, one: Qualified) -> dict[str, Any]:
    return {
        "player_id": entry.player_id,
        **entry_facts(entry),
        "came_from": entry,
        "came_group": one.group,
        "came_place": one.place,
    }


def _replace(event: Event, board: RoundBoard, qualified: Sequence[Qualified], act: Act) -> None:
    """Who still goes on keeps his entry; the others give theirs up to those who come."""
    wanted = {board.by_number[one.entrant].player_id: one for one in qualified}
    came = list(event.entries.exclude(came_place=None))
    going = [row for row in came if row.player_id not in wanted]
    for row in going:
        entry_take_out(event, row, act)
    staying = [row for row in came if row.player_id in wanted]
    # A place goes on once: nobody may have another's while they change.
    ids = [row.pk for row in staying]
    event.entries.filter(pk__in=ids).update(came_from=None, came_group=None, came_place=None)
    for row in staying:
        one = wanted.pop(row.player_id)
        row.came_from = board.by_number[one.entrant]
        row.came_group, row.came_place = one.group, one.place
    Entry.objects.bulk_update(staying, ["came_from", "came_group", "came_place"], batch_size=500)
    _enter(event, board, [one for one in qualified if one in wanted.values()], act)
