"""A ladder as rows and as the pure `Ladder`, and the way between the two.

Entrants are called by their number of entry here, in what is logged and in an archive alike.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.formats import EntrantId, node_key
from tournaments.formats.ladder import (
    CalledOff,
    Challenged,
    ChallengeId,
    Decided,
    Happening,
    Joined,
    Ladder,
    NotPlayed,
    Step,
    Withdrew,
    ladder,
    steps,
)
from tournaments.formats.ladder_rules import LETTER, LadderRules
from tournaments.models import Entry, Event
from tournaments.models_ladders import LadderStep
from tournaments.selectors.days import today_in

ALGORITHM = "order-of-entry"  # what stands in place of a draw
ROUND = 1  # its fixtures are all of one

Kind = LadderStep.Kind


def challenge_key(number: int) -> str:
    return node_key(LETTER, ROUND, number)


def rules_of(event: Event) -> LadderRules:
    """The column as the rules; it was written from some."""
    assert event.ladder_rules is not None
    return LadderRules.of(event.ladder_rules)


@dataclass(frozen=True)
class LadderBoard:
    """All rows that decide the order of a ladder; entries in the order of entry."""

    event: Event
    entries: Sequence[Entry]
    rows: Sequence[LadderStep]

    @cached_property
    def by_number(self) -> dict[int, Entry]:
        return {entry.number: entry for entry in self.entries}

    @cached_property
    def numbers(self) -> dict[int, EntrantId]:
        """The number of entry by primary key."""
        return {entry.pk: EntrantId(entry.number) for entry in self.entries}

    @property
    def first_order(self) -> list[EntrantId]:
        """Who was on it when it was opened, from the top."""
        assert self.event.draw is not None
        return [EntrantId(number) for number in self.event.draw["field"]]

    @cached_property
    def happenings(self) -> list[Happening]:
        zone = self.event.tournament.time_zone
        return [happening_of(row, self.numbers, zone) for row in self.rows]

    @cached_property
    def now(self) -> Ladder:
        return ladder(rules_of(self.event), self.first_order, self.happenings)

    @cached_property
    def steps(self) -> list[Step]:
        return list(steps(rules_of(self.event), self.first_order, self.happenings))

    @cached_property
    def won(self) -> Counter[EntrantId]:
        """Challenges won on the board, whoever made them."""
        won = (row.entry_id for row in self.rows if row.kind == Kind.DECIDED)
        return Counter(self.numbers[pk] for pk in won)

    @cached_property
    def lost(self) -> Counter[EntrantId]:
        ended = [row for row in self.rows if row.kind in LadderStep.RESULTS]
        lost = [row.opponent_id for row in ended]
        lost += [row.entry_id for row in ended if row.kind == Kind.BOTH_LOST]
        return Counter(self.numbers[pk] for pk in lost if pk is not None)

    @property
    def next_challenge(self) -> int:
        """The number of the next one: none is used twice, so a key always means one challenge."""
        return max((row.challenge or 0 for row in self.rows), default=0) + 1

    def name(self, entrant: int) -> str:
        return self.by_number[entrant].name


def load_ladder(event: Event) -> LadderBoard:
    """Two queries, whatever the size of the ladder."""
    return LadderBoard(
        event,
        list(event.entries.order_by("number")),
        list(event.ladder_steps.order_by("number")),
    )


def happening_of(row: LadderStep, numbers: dict[int, EntrantId], zone: str) -> Happening:
    """Days are those at the place of the ladder."""
    on, entrant = today_in(zone, row.at), numbers[row.entry_id]
    if row.kind == Kind.JOINED:
        return Joined(on, entrant)
    if row.kind == Kind.LEFT:
        return Withdrew(on, entrant)
    assert row.challenge is not None
    challenge = ChallengeId(row.challenge)
    match row.kind:
        case Kind.CHALLENGED:
            assert row.opponent_id is not None
            assert row.play_by is not None
            return Challenged(on, challenge, entrant, numbers[row.opponent_id], row.play_by)
        case Kind.DECIDED | Kind.BOTH_LOST:
            return Decided(on, challenge, entrant if row.kind == Kind.DECIDED else None)
        case Kind.UNPLAYED:
            return NotPlayed(on, challenge)
        case _:
            return CalledOff(on, challenge)
