"""Drafts of rounds as rows: paired, paired again, kept for the log and brought back.

All of it needs the event locked and a transaction, and leaves the log and the version to the
callers. A draft is counted when it differs from the one before it, whatever became of that one;
the first round is the draw, of which `Event.drafts` counts the drafts.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from players.actors import Act
from tournaments.formats import EntrantId, FormatError
from tournaments.formats.pairing import Pairing, Round as PureRound
from tournaments.formats.round_hand import Swap
from tournaments.models import Event, Round, Stage
from tournaments.selectors.round_wishes import pairs_of
from tournaments.selectors.rounds import (
    RoundBoard,
    load_rounds,
    pairings_data,
    plan_of,
    pure_round,
    told,
)

ENTRANTS = ("entrant", "one", "other")  # facts of a refusal that are numbers of entry


def draft_next(board: RoundBoard, act: Act) -> tuple[Round, bool]:
    """The next round as a draft, and whether that is another one than there was.

    A draft that is as it should be stays, with all that was altered in it by hand.
    """
    paired = paired_next(board)
    draft = board.draft
    if draft is not None:
        if is_right(board, draft, paired):
            _follows_from(draft, made_with(board, paired))
            return draft, False
        draft.delete()
    return draft_store(board, paired, act), True


def _follows_from(draft: Round, wishes: dict[str, Any]) -> None:
    """The same pairings may follow from other wishes by now; what was swapped by hand stays."""
    swaps = {name: draft.made_with[name] for name in ("swaps",) if name in draft.made_with}
    if draft.made_with != (now := wishes | swaps):
        draft.made_with = now
        draft.save(update_fields=["made_with"])


def is_right(board: RoundBoard, draft: Round, paired: PureRound) -> bool:
    """Whether it is what would be paired now, and altered by hand."""
    try:
        return pure_round(draft) == board.pure.altered(paired, swaps_of(draft))
    except FormatError:
        return False


def paired_next(board: RoundBoard) -> PureRound:
    try:
        return board.pure.next_round()
    except FormatError as error:
        raise refused(error, board.names) from error


def draft_store(board: RoundBoard, paired: PureRound, act: Act) -> Round:
    event = board.event
    return Round.objects.create(
        stage=_stage(event),
        number=paired.number,
        pairings=pairings_data(paired.pairings),
        notices=told(paired.notices),
        made_with=made_with(board, paired),
        drafts=count_draft(event, paired) if paired.number > 1 else 1,
        drafted_at=act.at,
    )


def made_with(board: RoundBoard, paired: PureRound) -> dict[str, Any]:
    """What the round follows from beside the results and the seed."""
    there = {entrant for pairing in paired.pairings for entrant in pairing.entrants}
    labels = {
        str(member.id): sorted(member.labels)
        for member in board.pure.members
        if member.labels and member.id in there
    }
    return pairs_of(board.event).as_data() | ({"labels": labels} if labels else {})


def count_draft(event: Event, paired: PureRound) -> int:
    """How many drafts of the next round differed, with this one; the event takes note of it."""
    pairs = _plain(paired.pairings)
    before = event.next_round
    drafts: int = before.get("drafts", 0) + (pairs != before.get("pairs"))
    event.next_round = {**before, "drafts": drafts, "pairs": pairs}
    return drafts


def _plain(pairings: Iterable[Pairing]) -> list[list[int | None]]:
    return [[pairing.first, pairing.second] for pairing in pairings]


def plain_pairs(row: Round) -> list[list[int | None]]:
    """Who was paired before anything was altered by hand, as `count_draft` notes it."""
    pairs = _plain(pure_round(row).pairings)
    for one, other in reversed(swaps_of(row)):
        places: dict[int | None, int | None] = {one: other, other: one}
        pairs = [[places.get(each, each) for each in pair] for pair in pairs]
    return pairs


def draft_alter(board: RoundBoard, draft: Round, swap: Swap) -> None:
    """Swap two in the draft, which says so."""
    try:
        after = board.pure.altered(pure_round(draft), [swap])
    except FormatError as error:
        raise refused(error, board.names) from error
    draft.pairings, draft.notices = pairings_data(after.pairings), told(after.notices)
    draft.made_with = {
        **draft.made_with, "swaps": [*draft.made_with.get("swaps", ()), list(swap)],
    }  # fmt: skip
    draft.save(update_fields=["pairings", "notices", "made_with"])


def swaps_of(row: Round) -> list[Swap]:
    swaps = row.made_with.get("swaps", ())
    return [(EntrantId(one), EntrantId(other)) for one, other in swaps]


# --- For the log, and back -----------------------------------------------------------------------
def draft_data(row: Round | None) -> dict[str, Any] | None:
    """All of it as JSON, for the log."""
    if row is None:
        return None
    return {
        "number": row.number,
        "pairings": row.pairings,
        "notices": row.notices,
        "made_with": row.made_with,
        "drafts": row.drafts,
        "drafted_at": row.drafted_at.isoformat(),
        "published_at": row.published_at and row.published_at.isoformat(),
    }


def draft_restore(event: Event, data: Mapping[str, Any] | None) -> None:
    """Make the draft what the log kept of it, or none at all.

    The number of drafts stays what it has become: what was looked at was looked at.
    """
    drafts = 1
    if (draft := load_rounds(event).draft) is not None:
        drafts = draft.drafts
        draft.delete()
    if data is None:
        return
    drafted_at = parse_datetime(data["drafted_at"])
    assert drafted_at is not None
    kept = {name: data[name] for name in ("number", "pairings", "notices", "made_with")}
    Round.objects.create(
        stage=_stage(event),
        drafts=max(drafts, data["drafts"]),
        drafted_at=drafted_at,
        **kept,
    )


def _stage(event: Event) -> Stage:
    stage, _made = Stage.objects.get_or_create(
        event=event, bracket=plan_of(event).letter, defaults={"kind": event.format}
    )
    return stage


# --- What is refused -----------------------------------------------------------------------------
def refused(error: FormatError, names: Mapping[int, str]) -> InvalidError:
    """What the format refused, with entrants by name; its detail keeps their numbers."""
    said = {
        fact: names.get(value, value) if fact in ENTRANTS and isinstance(value, int) else value
        for fact, value in error.detail.items()
    }
    return InvalidError(error.code, _(error.template) % said, **error.detail)


def no_draft() -> ConflictError:
    return ConflictError("no_draft", _("Make a draft of the round first; then publish it."))
