"""The draw: drafted from a seed, looked at, drawn again or published."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.services.ruling import match_void
from players.actors import Act
from tournaments.formats import Draw, DrawConfig, EntrantId, FormatError, Lengths, draw
from tournaments.formats.bracket_plan import BracketPlan
from tournaments.formats.redraw import Said, draw_said, redrawn
from tournaments.formats.sets import SetPlan
from tournaments.models import Entry, Event, Fixture
from tournaments.selectors.boards import has_begun
from tournaments.selectors.rounds import load_rounds
from tournaments.services.advancing import advance, offer_tables
from tournaments.services.draw_options import (
    BLIND_WISH,
    DrawWish,
    drawn_before,
    options_for,
)
from tournaments.services.forgetting import fixtures_forget
from tournaments.services.grouping import round_draw
from tournaments.services.laying import fixtures_lay
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.members import check_squads
from tournaments.services.refusals import require_draw, require_no_payouts
from tournaments.services.round_drafts import draft_data
from tournaments.services.rounds import publish_rounds, store_draft, unpublish_first_round
from tournaments.services.tables import tables_leave


@transaction.atomic
def event_draft(
    *,
    event_id: int,
    seed: str,
    wish: DrawWish = BLIND_WISH,
    act: Act,
    seen_version: int | None = None,
) -> Event:
    """Draw, for staff to look at. A draft before it is replaced; the log keeps its seed.

    The field order is the order of entry, so anybody can repeat the draw from the public list and
    the options, which are kept with all the facts that the `wish` went by.
    """
    event = lock_event(event_id, seen_version=seen_version)
    require_draw(event)
    _require_unpublished(event)
    before = _drawn_before(event)
    check_squads(event)
    event.stages.all().delete()
    entries = list(event.entries.order_by("number"))
    if event.in_rounds:
        _draw_round(event, entries, seed, wish, act)
    else:
        _draw_brackets(event, entries, seed, wish, act)
    event.state = Event.State.DRAFTED
    event.drafts += 1
    advance(event, act, whole=True)
    log(
        event.tournament_id,
        "draw.drafted",
        act,
        event=event,
        before=before,
        after={
            "seed": seed,
            "draft": event.drafts,
            "entries": len(entries),
            "wish": wish.as_data(),
        },
    )
    bump(event, "state", "drafts", "draw")
    return event


def _draw_round(
    event: Event, entries: Sequence[Entry], seed: str, wish: DrawWish, act: Act
) -> None:
    """The first round, which is paired by the seed and the groups of `event.draw`."""
    event.draw = round_draw(event, entries, seed, wish)
    first = store_draft(load_rounds(event), act)
    event.draw["notices"] = [said["code"] for said in first.notices]


def _draw_brackets(
    event: Event, entries: Sequence[Entry], seed: str, wish: DrawWish, act: Act
) -> None:
    field = [EntrantId(entry.number) for entry in entries]
    options = options_for(event, entries, wish)
    try:
        drawn = draw(field, draw_config(event), seed=seed, options=options)
    except FormatError as error:
        raise InvalidError.of(error) from error
    event.draw = draw_said(drawn, wish.apart)
    fixtures_lay(event, drawn.graph, act)


def _drawn_before(event: Event) -> dict[str, Any] | None:
    """What it takes to draw this again; of rounds also what was done to the first one by hand."""
    before = drawn_before(event.draw)
    if before is not None and event.in_rounds:
        before["round"] = draft_data(load_rounds(event).draft)
    return before


@transaction.atomic
def event_discard_draft(*, event_id: int, act: Act, seen_version: int | None = None) -> Event:
    """Back to taking entries."""
    event = lock_event(event_id, seen_version=seen_version)
    if event.state != Event.State.DRAFTED:
        raise ConflictError("no_draft", _("There is no draft to discard."))
    before = _drawn_before(event)
    event.stages.all().delete()
    event.state, event.draw = Event.State.ENTRIES, None
    log(event.tournament_id, "draw.discarded", act, event=event, before=before)
    bump(event, "state", "draw")
    return event


@transaction.atomic
def event_publish(*, event_id: int, act: Act, seen_version: int | None = None) -> Event:
    """The draft becomes the draw: matches are made and sent to tables."""
    event = lock_event(event_id, seen_version=seen_version)
    if event.state != Event.State.DRAFTED:
        raise ConflictError("no_draft", _("Make a draft of the draw first; then publish it."))
    event.state, event.published_at = Event.State.RUNNING, act.at
    log(
        event.tournament_id,
        "draw.published",
        act,
        event=event,
        after={"seed": _seed(event), "draft": event.drafts},
    )
    if event.in_rounds:
        publish_rounds(event, act)
    bump(event, "state", "published_at", "next_round")
    advance(event, act, whole=True)
    return event


@transaction.atomic
def event_unpublish(*, event_id: int, act: Act, seen_version: int | None = None) -> Event:
    """Back to the draft, as long as nobody has reported anything. Its matches no longer count."""
    event = lock_event(event_id, seen_version=seen_version)
    require_draw(event)
    if event.published_at is None:
        raise ConflictError("not_published", _("The draw is not published."))
    rows = list(Fixture.places.filter(event=event, match__isnull=False).select_related("match"))
    begun = [row.key for row in rows if has_begun(row)]
    if begun:
        raise ConflictError(
            "play_has_begun",
            _("There are results already: %(keys)s. Take them back first.")
            % {"keys": ", ".join(begun)},
            fixtures=begun,
        )
    require_no_payouts(event)
    for row in rows:
        assert row.match is not None
        voided = match_void(match_id=row.match.pk, act=act, seen_version=row.match.version)
        row.match, row.match_version, row.ready_at = None, voided.version, None
    tables_leave(Fixture.places.filter(event=event))
    if event.in_rounds:
        unpublish_first_round(event)
    else:
        _without_matches(event, rows)
    event.state, event.published_at, event.finished_at = Event.State.DRAFTED, None, None
    log(event.tournament_id, "draw.unpublished", act, event=event, before={"seed": _seed(event)})
    bump(event, "state", "published_at", "finished_at")
    transaction.on_commit(partial(offer_tables, event.tournament_id, act.at))
    return event


def _without_matches(event: Event, rows: Sequence[Fixture]) -> None:
    """The fixtures as they were in the draft; the boards of ties go."""
    boards = Fixture.places.filter(event=event, tie__isnull=False)
    fixtures_forget(boards)
    boards.delete()
    ties = [row for row in rows if row.tie_id is None]
    for row in ties:
        row.boards_1 = row.boards_2 = None
    fields = ["match", "match_version", "ready_at", "boards_1", "boards_2"]
    Fixture.objects.bulk_update(ties, fields, batch_size=500)


def _seed(event: Event) -> str:
    assert event.draw is not None
    return str(event.draw["seed"])


def draw_config(event: Event) -> DrawConfig:
    """The event's columns as the pure configuration."""
    from_final = {int(rounds): length for rounds, length in event.lengths_from_final.items()}
    consolation, sets = event.consolation_length, SetPlan.of(event.sets)
    return BracketPlan.of(event.bracket_rules or {}).config(
        Lengths(event.length, from_final, sets.sets, sets.from_final),
        None if consolation is None else Lengths(consolation),
    )


def draw_of(event: Event, said: Said | None = None) -> Draw:
    """The draw of an event of brackets again, or another one that data tells of."""
    said = event.draw if said is None else said
    assert said is not None
    return redrawn(said, draw_config(event))


def _require_unpublished(event: Event) -> None:
    if event.published_at is not None:
        raise ConflictError("draw_published", _("The draw is published and cannot be drawn again."))
