"""The table of an event of rounds at any moment: places, the value of each criterion, each round.

A match that is still open counts for nobody, neither as won nor as lost nor for tie-breaks, and a
round in which all are open does not count at all, so the table can be looked at at any time. Lives
are counted after complete rounds only: who is out is told when the round is over.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from tournaments.formats.disqualified import places_without
from tournaments.formats.graph import EntrantId
from tournaments.formats.pairing import How, Key, Member, Missed, Pairing, Result, Round
from tournaments.formats.robin import settle_withdrawals
from tournaments.formats.round_event import RoundEvent
from tournaments.formats.round_plan import RoundKind
from tournaments.formats.round_results import Kind, PlayedRound, RoundResult
from tournaments.formats.standings_table import standings
from tournaments.formats.teams import Ties
from tournaments.formats.tiebreaks import PlayOff, TieBreak

KINDS = {
    How.PLAYED: Kind.WIN,
    How.WALKOVER: Kind.WALKOVER,
    How.FORFEIT: Kind.FORFEIT,
    How.DOUBLE_FORFEIT: Kind.DOUBLE_FORFEIT,
    How.DOUBLE_LOSS: Kind.DOUBLE_LOSS,
    How.DRAWN: Kind.DRAW,
}
NOBODY_WON = frozenset({Kind.DOUBLE_FORFEIT, Kind.DOUBLE_LOSS, Kind.DRAW})
MISSED = {Missed.LOSS: Kind.ABSENT, Missed.HALF: Kind.HALF_BYE, Missed.BYE: Kind.BYE}

Scores = Mapping[Key, tuple[int, int]]  # the match score, the winner's points first


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one entrant. `kind` is None while the match is open."""

    kind: Kind | None
    opponent: EntrantId | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """The places `first` to `last`; `shown` are the values of the criteria as they are printed."""

    entrant: EntrantId
    first: int
    last: int
    shown: tuple[str, ...]
    wins: int
    losses: int
    cells: tuple[Cell, ...]
    is_out: bool = False
    disqualified: bool = False


@dataclass(frozen=True, slots=True)
class RoundTable:
    """Best first. `rule` is the text on unplayed rounds to print under the table, if one holds.

    `play_offs` are those tied for the first place whom only a play-off can part.
    """

    rows: tuple[Row, ...]
    order: tuple[TieBreak, ...]
    rule: str
    play_offs: tuple[tuple[EntrantId, ...], ...] = ()

    def may_play_off(self, one: EntrantId, other: EntrantId) -> bool:
        """Whether nothing that is asked before a play-off parts the two."""
        codes = [criterion.code for criterion in self.order]
        if PlayOff.code not in codes:
            return False
        asked = codes.index(PlayOff.code)
        shown = {row.entrant: row.shown[:asked] for row in self.rows if not row.disqualified}
        return one != other and one in shown and shown[one] == shown.get(other)


def round_table(
    event: RoundEvent,
    scores: Scores,
    disqualified: Collection[EntrantId] = (),
    ties: Ties | None = None,
) -> RoundTable:
    """Everybody. Those who have the same place in their groups share the places.

    Those `disqualified` are listed last and take no place; `ties` are for an event of teams,
    whose boards count as well.
    """
    return side_by_side(group_tables(event, scores, disqualified, ties))


def group_tables(
    event: RoundEvent,
    scores: Scores,
    disqualified: Collection[EntrantId] = (),
    ties: Ties | None = None,
) -> tuple[RoundTable, ...]:
    """A table for each group; one where everybody meets everybody."""
    table = _Table(event, scores, disqualified, ties)
    groups = event.groups or ([member.id for member in event.members],)
    return tuple(table.table(group) for group in groups)


def side_by_side(tables: Sequence[RoundTable]) -> RoundTable:
    """Whoever is disqualified in his group is last here as well."""
    if len(tables) == 1:
        return tables[0]
    rows = sorted(
        (row for table in tables for row in table.rows),
        key=lambda row: (row.disqualified, row.first),
    )
    sharing: dict[tuple[bool, int], list[int]] = {}
    for place, row in enumerate(rows, start=1):
        sharing.setdefault((row.disqualified, row.first), []).append(place)
    merged = []
    for row in rows:
        shared = sharing[row.disqualified, row.first]
        merged.append(replace(row, first=shared[0], last=shared[-1]))
    return replace(tables[0], rows=tuple(merged))


class _Table:
    def __init__(
        self,
        event: RoundEvent,
        scores: Scores,
        disqualified: Collection[EntrantId],
        ties: Ties | None,
    ) -> None:
        self.event = event
        self.disqualified = frozenset(disqualified)
        self.scores = scores
        self.is_robin = event.plan.kind is RoundKind.ROUND_ROBIN
        self.rounds, self.results = self._settled()
        usual = event.plan.order(event.seed, event.play_offs)
        self.order = ties.order(usual, self.rounds, self.results) if ties else usual

    def _settled(self) -> tuple[Sequence[Round], Mapping[Key, Result]]:
        """The rounds and results that count; withdrawals from a round robin change both."""
        past = self.event.past
        if not self.is_robin:
            return past.rounds, past.results
        schedule = self.event.schedule
        left = {member.id for member in self.event.members if member.last_round is not None}
        settled = settle_withdrawals(schedule, {**past.results, **self._missed()}, left)
        kept = [
            Round(
                r.number, tuple(p for p in r.pairings if (r.number, p.number) not in settled.void)
            )
            for r in schedule[: len(past.rounds)]
        ]
        return kept, settled.results

    def _missed(self) -> dict[Key, Result]:
        """What was won because the opponent was away when the round was published."""
        met = {
            (round_.number, pairing.number): pairing.entrants
            for round_ in self.event.past.rounds
            for pairing in round_.pairings
        }
        missed = {}
        for round_ in self.event.schedule[: len(self.event.past.rounds)]:
            for pairing in round_.pairings:
                key = (round_.number, pairing.number)
                if not pairing.is_bye and len(met.get(key, ())) == 1:
                    missed[key] = Result(met[key][0], How.WALKOVER)
                elif not pairing.is_bye and key not in met:
                    missed[key] = Result(None, How.DOUBLE_FORFEIT)
        return missed

    @cached_property
    def played(self) -> list[list[RoundResult]]:
        return [[*self._of_pairings(round_), *self._of_the_rest(round_)] for round_ in self.rounds]

    def _of_pairings(self, round_: Round) -> PlayedRound:
        return list(chain.from_iterable(self._of(round_.number, one) for one in round_.pairings))

    def _of(self, number: int, pairing: Pairing) -> PlayedRound:
        if pairing.second is None:
            return [RoundResult(pairing.first, kind=Kind.REST if self.is_robin else Kind.BYE)]
        key = (number, pairing.number)
        result = self.results.get(key)
        if result is None:
            return [RoundResult(entrant, kind=Kind.REST) for entrant in pairing.entrants]
        kind = KINDS[result.how]
        if result.winner is None:
            return [RoundResult(pairing.first, pairing.second, kind)]
        loser = pairing.second if result.winner == pairing.first else pairing.first
        return [RoundResult(result.winner, loser, kind, self.scores.get(key, (0, 0)))]

    def _of_the_rest(self, round_: Round) -> list[RoundResult]:
        """Those who were not paired: late, away, or gone; in a round robin it counts for nobody."""
        paired = {entrant for one in round_.pairings for entrant in one.entrants}
        return [
            RoundResult(member.id, kind=self._kind_of_absence(member, round_.number))
            for member in self.event.members
            if member.id not in paired
        ]

    def _kind_of_absence(self, member: Member, number: int) -> Kind:
        if self.is_robin:
            return Kind.REST
        if member.has_left(number):
            return Kind.WITHDRAWN
        if number < member.first_round:
            return MISSED[member.late or Missed.LOSS]
        return Kind.ABSENT

    def table(self, group: Sequence[EntrantId]) -> RoundTable:
        here = set(group)
        entrants = [member.id for member in self.event.members if member.id in here]
        counted = [[one for one in round_ if one.a in here] for round_ in self.played]
        counted = counted[: self._begun]
        found = standings(entrants, counted, self.order, self.event.plan.unplayed)
        places = self._places_of_lives() or {
            row.entrant: (row.first, row.last, False) for row in found.rows
        }
        spans = {one: (first, last) for one, (first, last, _) in places.items()}
        for one, span in places_without(spans, self.disqualified).items():
            places[one] = (*span, places[one][2])
        rows = [self._row(row.entrant, found.shown(row), places[row.entrant]) for row in found.rows]
        rows.sort(key=lambda row: (row.disqualified, row.first))
        rule = "" if self.event.plan.kind is RoundKind.LIVES else found.rule.text
        waiting = tuple(tie for tie in found.play_offs if not self.disqualified & {*tie})
        return RoundTable(tuple(rows), self.order, rule, waiting)

    @property
    def _begun(self) -> int:
        """How many rounds count: one that was just published and has no result yet does not."""
        return max((number for number, _ in self.results), default=0)

    def _places_of_lives(self) -> dict[EntrantId, tuple[int, int, bool]]:
        """By who is out when; those still in share places by their lives. {} for other formats."""
        if self.event.plan.lives is None:
            return {}
        state = self.event.lives_now
        lives: dict[int, list[EntrantId]] = {}
        for one in () if state.final else state.alive:
            lives.setdefault(one.losses, []).append(one.entrant)
        groups = [*state.final, *lives.values(), *state.out]
        still_in = len(lives)
        found: dict[EntrantId, tuple[int, int, bool]] = {}
        first = 1
        for number, group in enumerate(groups):
            is_out = not state.final and number >= still_in
            found |= {one: (first, first + len(group) - 1, is_out) for one in group}
            first += len(group)
        return found

    def _row(self, entrant: EntrantId, shown: tuple[str, ...], place: tuple[int, int, bool]) -> Row:
        cells = tuple(self._cells[number].get(entrant, Cell(Kind.REST)) for number in self._numbers)
        met = [cell for cell in cells if cell.kind is not None and cell.opponent is not None]
        wins, draws = sum(cell.won for cell in met), sum(cell.kind is Kind.DRAW for cell in met)
        first, last, is_out = place
        return Row(
            entrant,
            first,
            last,
            shown,
            wins,
            len(met) - wins - draws,
            cells,
            is_out,
            entrant in self.disqualified,
        )

    @property
    def _numbers(self) -> range:
        return range(len(self.rounds))

    @cached_property
    def _cells(self) -> list[dict[EntrantId, Cell]]:
        return list(map(self._cells_of, self.rounds, self.played))

    def _cells_of(self, round_: Round, results: PlayedRound) -> dict[EntrantId, Cell]:
        cells: dict[EntrantId, Cell] = {}
        for result in results:
            won = result.b is not None and result.kind not in NOBODY_WON
            cells[result.a] = Cell(result.kind, result.b, won)
            if result.b is not None:
                cells[result.b] = Cell(result.kind, result.a)
        for pairing in round_.pairings:
            if pairing.second is not None and (round_.number, pairing.number) not in self.results:
                cells[pairing.first] = Cell(None, pairing.second)
                cells[pairing.second] = Cell(None, pairing.first)
        return cells
