"""What the director decides of the pairings of an event of rounds.

Pairs that are to meet in the next round, pairs that are not, pairs that never meet; and a draft
altered by hand. A draft follows a wish at once, or the wish is refused with the reason.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import InvalidError, NotFoundError
from players.actors import Act
from tournaments.formats import EntrantId, FormatError
from tournaments.formats.round_hand import Swap, bye_swap
from tournaments.formats.round_plan import RoundKind
from tournaments.formats.swiss_wishes import check_wishes
from tournaments.models import Event, Round
from tournaments.selectors.round_wishes import Pair, PairOrBye, Pairs, in_names, pairs_of
from tournaments.selectors.rounds import RoundBoard, load_rounds, member_of, pure_round
from tournaments.services.locking import bump, lock_event
from tournaments.services.log import log
from tournaments.services.refusals import require_in_rounds, schedule_fixed
from tournaments.services.round_drafts import (
    draft_alter,
    draft_data,
    draft_next,
    draft_restore,
    no_draft,
    refused,
)


@transaction.atomic
def pairs_set(*, event_id: int, pairs: Pairs, act: Act, seen_version: int | None = None) -> Event:
    """All wishes at once, in place of those there were.

    Raises InvalidError: `unknown_entrant`, `same_entrant`, and what `check_wishes` and the pairing
    of the round refuse, such as `forced_twice`, `forced_absent`, `forced_forbidden`.
    """
    event = lock_event(event_id, seen_version=seen_version)
    _set(event, pairs, act)
    return event


@transaction.atomic
def pair_add(
    *,
    event_id: int,
    kind: str,
    pair: PairOrBye,
    act: Act,
    seen_version: int | None = None,
) -> Event:
    """One wish more; `kind` is `forced`, `forbidden` or `apart`. Refused as in `pairs_set`."""
    event = lock_event(event_id, seen_version=seen_version)
    found = pairs_of(event).as_data()
    if list(pair) not in found.get(kind, ()):
        _set(event, Pairs.of({**found, kind: [*found.get(kind, ()), list(pair)]}), act)
    return event


@transaction.atomic
def pair_lift(
    *, event_id: int, kind: str, pair: PairOrBye, act: Act, seen_version: int | None = None
) -> Event:
    """One wish less."""
    event = lock_event(event_id, seen_version=seen_version)
    found = pairs_of(event).as_data()
    if list(pair) not in found.get(kind, ()):
        raise NotFoundError("no_such_pair", _("That pair is not in the list any more."))
    left = [each for each in found[kind] if each != list(pair)]
    _set(event, Pairs.of({**found, kind: left}), act)
    return event


@transaction.atomic
def round_swap(
    *, event_id: int, first: int, second: int, act: Act, seen_version: int | None = None
) -> Round:
    """Swap two entrants of the draft, by their numbers. Only the director's reason is left to it.

    Raises ConflictError `no_draft`; InvalidError `not_paired`, `swap_changes_nothing`,
    `forbidden_to_meet`, `pairing_fixed`.
    """
    event = lock_event(event_id, seen_version=seen_version)
    return _alter(event, act, lambda _draft: (EntrantId(first), EntrantId(second)))


@transaction.atomic
def round_bye(*, event_id: int, entrant: int, act: Act, seen_version: int | None = None) -> Round:
    """Give the bye of the draft to this entrant. Also raises InvalidError `no_bye`, `has_bye`."""
    event = lock_event(event_id, seen_version=seen_version)
    return _alter(event, act, lambda draft: bye_swap(pure_round(draft), EntrantId(entrant)))


def pairs_restore(event: Event, was: Mapping[str, Any], act: Act) -> None:
    """Wishes and draft as the log kept them. Needs the event locked and a transaction."""
    _store(event, Pairs.of(was["pairs"]))
    draft_restore(event, was["draft"])
    bump(event, "apart", "next_round")


# --- Steps ---------------------------------------------------------------------------------------
def _set(event: Event, pairs: Pairs, act: Act) -> None:
    require_choice(event)
    board = load_rounds(event)
    names = board.names
    _check_named(pairs, names)
    before, draft = pairs_of(event), draft_data(board.draft)
    if pairs == before:
        return
    _store(event, pairs)
    _pair_again(load_rounds(event, board.fixtures), act)
    log(
        event.tournament_id,
        "pairs.changed",
        act,
        event=event,
        before={**_words(before, names), "was": {"pairs": before.as_data(), "draft": draft}},
        after=_words(pairs, names),
    )
    bump(event, "apart", "next_round", "drafts", "draw")


def _pair_again(board: RoundBoard, act: Act) -> None:
    """The draft follows the wishes. Without one they are held against who will be there."""
    event = board.event
    if board.draft is None:
        number = len(board.published) + 1
        members = [member_of(entry) for entry in board.entries]
        there = {member.id for member in members if member.is_present(number)}
        try:
            check_wishes(pairs_of(event).wishes(), there)
        except FormatError as error:
            raise refused(error, board.names) from error
        return
    row, has_changed = draft_next(board, act)
    if has_changed and row.number == 1:
        assert event.draw is not None
        event.drafts += 1
        event.draw = {**event.draw, "notices": [notice["code"] for notice in row.notices]}


def require_choice(event: Event) -> None:
    """Whether who meets whom is anybody's choice."""
    require_in_rounds(event)
    if event.format == RoundKind.ROUND_ROBIN:
        raise schedule_fixed()


def _check_named(pairs: Pairs, names: Mapping[int, str]) -> None:
    for number in pairs.numbers():
        if number not in names:
            raise InvalidError("unknown_entrant", _("There is no such entry in this event."))
    for one, other in (*pairs.forced, *pairs.forbidden, *pairs.apart):
        if one == other:
            raise InvalidError(
                "same_entrant",
                _("Name two for a pair, not %(name)s twice.") % {"name": names[one]},
            )


def _store(event: Event, pairs: Pairs) -> None:
    data = pairs.as_data()
    event.apart = data.pop("apart", [])
    kept = {key: event.next_round[key] for key in ("drafts", "pairs") if key in event.next_round}
    event.next_round = {**data, **kept}


def _words(pairs: Pairs, names: Mapping[int, str]) -> dict[str, str]:
    """For the log, in which a bye is a dash."""
    groups: dict[str, tuple[PairOrBye, ...] | tuple[Pair, ...]] = {
        "forced": pairs.forced, "forbidden": pairs.forbidden, "apart": pairs.apart,
    }  # fmt: skip
    return {kind: in_names(found, names, "bye") for kind, found in groups.items()}


def _alter(event: Event, act: Act, which: Callable[[Round], Swap]) -> Round:
    require_choice(event)
    board = load_rounds(event)
    draft = board.draft
    if draft is None:
        raise no_draft()
    names, before = board.names, draft_data(draft)
    try:
        swap = which(draft)
    except FormatError as error:
        raise refused(error, names) from error
    draft_alter(board, draft, swap)
    log(
        event.tournament_id,
        "round.altered",
        act,
        event=event,
        subject=" – ".join(names[number] for number in swap),
        before={"draft": before},
        after={"round": draft.number},
    )
    bump(event)
    return draft
