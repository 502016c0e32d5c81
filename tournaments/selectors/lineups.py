"""Who sits where in a tie, and who could: for the page on which a director names players."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Event, Fixture
from tournaments.models_teams import Member
from tournaments.selectors.boards import is_open
from tournaments.selectors.fixtures import FixtureView
from tournaments.selectors.ties import boards_of, rules_of


@dataclass(frozen=True, slots=True)
class Seat:
    """`begun`: the board has a result or a report, so its player stays."""

    board: int
    member_id: int
    name: str
    begun: bool


@dataclass(frozen=True, slots=True)
class Choice:
    member_id: int
    name: str
    place: int
    is_reserve: bool


@dataclass(frozen=True, slots=True)
class Lineup:
    entry_id: int
    team: str
    seats: Sequence[Seat]
    squad: Sequence[Choice]

    @property
    def may_change(self) -> bool:
        return any(not seat.begun for seat in self.seats)


def lineups(event: Event, tie: FixtureView) -> list[Lineup]:
    """Of both teams, as long as the tie is to be played; two queries."""
    if not event.of_teams or not tie.is_tie or not tie.playing:
        return []
    count = rules_of(event).boards
    row = event.fixtures.get(key=tie.key)
    boards = [one for one in boards_of([row.pk])[row.pk] if (one.board or 0) <= count]
    squads: dict[int, list[Choice]] = {}
    entries = [row.entry_1_id, row.entry_2_id]
    for one in Member.objects.filter(event=event, entry__in=entries).order_by("place"):
        choice = Choice(one.pk, one.name, one.place, one.place > count)
        squads.setdefault(one.entry_id, []).append(choice)
    found = []
    for side, slot in enumerate(tie.slots, start=1):
        if slot.entry_id is not None:
            seats = [_seat(board, side) for board in boards]
            found.append(Lineup(slot.entry_id, slot.label, seats, squads.get(slot.entry_id, [])))
    return found


def _seat(row: Fixture, side: int) -> Seat:
    member = row.member_1 if side == 1 else row.member_2
    assert member is not None
    return Seat(row.board or 0, member.pk, member.name, begun=not is_open(row))
