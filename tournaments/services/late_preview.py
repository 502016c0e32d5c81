"""What a late entry would mean, before it is made: which round, what score, and against whom.

Reads only. It refuses what `attendance.entry_add_late` would refuse, but for what needs a reason.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.formats import EntrantId, FormatError
from tournaments.formats.pairing import Missed, Pairing
from tournaments.formats.round_event import RoundEvent
from tournaments.formats.swiss_records import WORTH, points
from tournaments.models import Entry, Event
from tournaments.selectors.round_pages import reason_words
from tournaments.selectors.rounds import RoundBoard, load_rounds, member_of
from tournaments.services.attendance import check_late
from tournaments.services.entries import NewEntry
from tournaments.services.round_drafts import refused
from tournaments.services.rounds import require_no_draft, require_running


@dataclass(frozen=True, slots=True)
class LatePreview:
    """`score` is in points, as printed; `lives` are those left, None where nobody has any.

    `waits` tells that the opponent follows from results that are still missing; else `opponent` is
    empty for a bye. `why` are the reasons for the pairing.
    """

    name: str
    round: int
    missed: int
    score: str
    lives: int | None
    waits: bool
    opponent: str = ""
    why: Sequence[str] = ()


def late_preview(event: Event, entry: NewEntry, late: str) -> LatePreview:
    """Raises what `entry_add_late` raises, and what keeps the next round from being paired."""
    require_running(event)
    board = load_rounds(event)
    require_no_draft(board)
    check_late(board, late)
    person, number = entry.person, max(board.by_number, default=0) + 1
    row = Entry(number=number, name=person.name, country=person.country, club=person.club)
    row.first_round, row.late = len(board.published) + 1, late
    found = _preview(board, row)
    if found.waits:
        return found
    pure = board.pure
    pairing = _pairing(
        replace(pure, members=[*pure.members, member_of(row, pure.plan.apart)]), board, row
    )
    names = {**board.names, number: row.name}
    others = [entrant for entrant in pairing.entrants if entrant != number]
    return replace(
        found,
        opponent=names[others[0]] if others else "",
        why=[reason_words(reason, names) for reason in pairing.reasons],
    )


def _preview(board: RoundBoard, row: Entry) -> LatePreview:
    missed, lives = row.first_round - 1, board.pure.plan.lives
    worth = Missed(row.late)
    return LatePreview(
        name=row.name,
        round=row.first_round,
        missed=missed,
        score=points(missed * WORTH[worth]),
        lives=None if lives is None else lives - missed * (worth is Missed.LOSS),
        waits=bool(board.pure.open_matches),
    )


def _pairing(pure: RoundEvent, board: RoundBoard, row: Entry) -> Pairing:
    try:
        round_ = pure.next_round()
    except FormatError as error:
        raise refused(error, {**board.names, row.number: row.name}) from error
    return next(one for one in round_.pairings if EntrantId(row.number) in one.entrants)
