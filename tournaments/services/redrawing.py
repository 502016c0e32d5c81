"""What a director changes in a draw by hand: two entrants swapped, a bye moved, and late entries.

The draw keeps each change, so that whoever repeats it comes to the same lines, and the public page
shows it. Swapping is for the draft; late entrants come after the draw is published, as long as that
costs nobody's result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, in_words
from players.actors import Act
from tournaments.formats import Draw, EntrantId, FormatError, Graph, Outcome
from tournaments.formats.alterations import Alteration, Altering
from tournaments.formats.drafting import alter, check_results
from tournaments.formats.redraw import alteration_data, draw_said
from tournaments.models import Entry, Event
from tournaments.selectors.access import access_entry
from tournaments.selectors.boards import decided_of, load_board
from tournaments.selectors.rounds import groups_of
from tournaments.services.advancing import advance
from tournaments.services.draw_options import DrawWish
from tournaments.services.drawing import draw_config, draw_of
from tournaments.services.entries import NewEntry, entries_store, entry_take_out
from tournaments.services.grouping import groups_lay
from tournaments.services.late_entries import late_entry_check, late_entry_points
from tournaments.services.laying import fixtures_lay
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.refusals import require_draw

BY_HAND = (Altering.SWAP, Altering.MOVE_BYE)
LATE = (Altering.FILL_BYE, Altering.PRELIMINARY, Altering.GROW)


@dataclass(frozen=True, slots=True)
class LateWay:
    """How somebody comes into a bracket after its draw.

    `fill_bye`: he plays `beside`, who had a bye; `preliminary`: he plays `beside` for that one's
    line; `grow`: the bracket gets twice as many lines, and all others a bye. Who waits for him
    gets the `points` that the rules give for entering late.
    """

    way: str
    beside_id: int | None = None
    points: bool = True


@transaction.atomic
def draft_alter(
    *,
    event_id: int,
    change: str,
    entry_ids: Sequence[int],
    act: Act,
    seen_version: int | None = None,
) -> Event:
    """Swap two entrants (`swap`), or move the bye of the first to the second (`move_bye`).

    In groups two entrants of different groups are swapped, while they are a draft. A bracket is
    changed after publishing as well, as long as it costs no result.

    Raises InvalidError with the code of the FormatError, such as `no_bye`; ConflictError
    `result_in_the_way`.
    """
    event = lock_event(event_id, seen_version=seen_version)
    in_groups = bool(groups_of(event.draw))
    if not in_groups:
        _require_brackets(event)
    if event.draw is None or (in_groups and event.state != Event.State.DRAFTED):
        raise ConflictError("no_draft", _("Only a draft can be changed by hand."))
    if change not in BY_HAND:
        raise InvalidError("change_unknown", _("Swap two entrants, or move a bye."))
    named = [access_entry(event, pk) for pk in entry_ids]
    before = _altered(event)
    _alter(event, Altering(change), named, act)
    log(
        event.tournament_id,
        f"draw.{change}",
        act,
        event=event,
        subject=" – ".join(entry.name for entry in named)[:200],
        before={"altered": before},
        after={"entries": [entry.number for entry in named]},
    )
    bump(event, "draw")
    if event.published_at is not None:
        advance(event, act, whole=True)
    return event


@transaction.atomic
def entry_add_to_bracket(
    *,
    event_id: int,
    entry: NewEntry,
    late: LateWay,
    act: Act,
    seen_version: int | None = None,
) -> Entry:
    """Let somebody in after the draw is published; where the rules are against it `act` says why.

    Raises ConflictError `result_in_the_way`, `late_entry_lost`, `late_entry_barred`, InvalidError
    with the code of the FormatError.
    """
    event = lock_event(event_id, seen_version=seen_version)
    _require_brackets(event)
    if event.published_at is None:
        raise ConflictError(
            "not_published", _("The draw is not published: add the name to the entries.")
        )
    if late.way not in LATE:
        raise InvalidError("way_unknown", _("Say how the late entrant comes into the bracket."))
    late_entry_check(event, act, late.way)
    before = _altered(event)
    (row,) = entries_store(event, [entry], act)
    against = [] if late.way == Altering.GROW else [_beside(event, late.beside_id)]
    _alter(event, Altering(late.way), [row, *against], act)
    log(
        event.tournament_id,
        "entry.late",
        act,
        event=event,
        subject=row.name,
        before={"altered": before, "entry": row.pk},
        after={"way": late.way, "beside": against[0].name if against else ""},
    )
    bump(event, "draw")
    advance(event, act, whole=True)
    if late.points:
        late_entry_points(event, row, act)
    return row


def draw_restore(*, event: Event, altered: Sequence[Mapping[str, Any]], act: Act) -> None:
    """The draw with these changes by hand and no others. Needs the event locked, a transaction.

    Raises ConflictError `result_in_the_way`.
    """
    try:
        if event.in_rounds:
            groups_lay(event, altered, act)
        else:
            _lay(event, draw_of(event, {**(event.draw or {}), "altered": altered}), act)
    except FormatError as error:
        raise ConflictError(error.code, in_words(error), **error.detail) from error
    bump(event, "draw")
    if event.published_at is not None:
        advance(event, act, whole=True)


def late_entry_remove(
    *, event: Event, altered: Sequence[Mapping[str, Any]], entry_id: int, act: Act
) -> None:
    """The inverse of a late entry: the draw as it was before, without the entrant.

    Raises as `entry_take_out` does, where money was taken from him or for him.
    """
    row = access_entry(event, entry_id)
    draw_restore(event=event, altered=altered, act=act)
    entry_take_out(event, row, act)


def _beside(event: Event, entry_id: int | None) -> Entry:
    if entry_id is None:
        raise InvalidError("beside_missing", _("Say whom the late entrant plays."))
    return access_entry(event, entry_id)


def _alter(event: Event, change: Altering, named: Sequence[Entry], act: Act) -> None:
    alteration = Alteration(change, tuple(EntrantId(entry.number) for entry in named))
    try:
        if event.in_rounds:
            groups_lay(event, [*_altered(event), alteration_data(alteration)], act)
        else:
            _lay(event, alter(draw_of(event), draw_config(event), alteration), act)
    except FormatError as error:
        if error.code == "result_in_the_way":
            raise ConflictError(error.code, in_words(error), **error.detail) from error
        raise InvalidError(error.code, _said(error, event), **error.detail) from error


def _said(error: FormatError, event: Event) -> str:
    """With the name of the entrant, whom formats know by number."""
    detail = dict(error.detail)
    if isinstance(number := detail.get("entrant"), int):
        detail["entrant"] = event.entries.get(number=number).name
    return in_words(FormatError(error.code, error.template, **detail))


def _altered(event: Event) -> Sequence[Mapping[str, Any]]:
    return list((event.draw or {}).get("altered", ()))


def _lay(event: Event, drawn: Draw, act: Act) -> None:
    """Make rows and columns those of this draw, provided that it costs no result."""
    graph, outcomes = _numbered(event)
    check_results(graph, drawn.graph, outcomes)
    event.draw = draw_said(drawn, DrawWish.behind(event.draw or {}).apart)
    fixtures_lay(event, drawn.graph, act)
    if event.published_at is None:
        advance(event, act, whole=True)


def _numbered(event: Event) -> tuple[Graph, Mapping[str, Outcome]]:
    """The graph as it is, and the outcomes, with entrants called by their number of entry."""
    numbers = dict(event.entries.values_list("pk", "number"))
    rows = load_board(event).rows
    return draw_of(event).graph, {
        key: Outcome(
            EntrantId(numbers[outcome.winner]),
            EntrantId(numbers[outcome.loser]),
            both_out=outcome.both_out,
        )
        for key, row in rows.items()
        if (outcome := decided_of(row)) is not None
    }


def _require_brackets(event: Event) -> None:
    if event.in_rounds:
        raise ConflictError("in_rounds", _("This event is played in rounds, not in brackets."))
    require_draw(event)
