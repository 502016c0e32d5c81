"""Play-offs of an event of rounds: who is tied where one decides, and what was played."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.tiebreaks import PlayOff
from tournaments.models import Entry, Event
from tournaments.selectors.rounds import RoundBoard, load_rounds, plan_of


@dataclass(frozen=True, slots=True)
class PlayOffs:
    """`waiting` are those tied for the first place, `tied` all who may play one, `played` winner
    and loser of each."""

    waiting: Sequence[Sequence[Entry]]
    tied: Sequence[Entry]
    played: Sequence[tuple[Entry, Entry]]


def play_offs(event: Event, board: RoundBoard | None = None) -> PlayOffs | None:
    """None where no play-off decides anything, or not yet."""
    if not event.in_rounds or event.state != Event.State.FINISHED:
        return None
    if PlayOff.code not in plan_of(event).tie_breaks:
        return None
    board = board or load_rounds(event)
    entries = board.by_number
    tied = [
        row.entrant
        for table in board.tables
        for row in table.rows
        if any(table.may_play_off(row.entrant, other.entrant) for other in table.rows)
    ]
    return PlayOffs(
        waiting=[
            [entries[one] for one in tie] for table in board.tables for tie in table.play_offs
        ],
        tied=[entries[one] for one in tied],
        played=[(entries[won], entries[lost]) for won, lost in event.play_offs],
    )
