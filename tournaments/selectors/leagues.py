"""Leagues in words, and who goes up and down between the divisions of a season."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from config.errors import InvalidError
from tournaments.formats import EntrantId, FormatError
from tournaments.formats.divisions import Division, Finisher, Movements, OpenTie, Way, movements
from tournaments.formats.league import LeaguePlan
from tournaments.models import Entry, Event, Tournament
from tournaments.selectors.places import place_range
from tournaments.selectors.round_tables import round_boards
from tournaments.selectors.rounds import RoundBoard, plan_of


def league_words(league: LeaguePlan) -> str:
    """How points are counted."""
    scheme = league.scheme
    if scheme.pair:
        none, one, both = scheme.pair
        words = _("points for each two matches: %(both)s for both won, %(one)s each, %(none)s")
        return words % {"both": both, "one": one, "none": none}
    words = _("%(win)s points for a win, %(loss)s for a loss")
    return words % {"win": scheme.win, "loss": scheme.loss}


def league_of(event: Event) -> LeaguePlan | None:
    return plan_of(event).league if event.in_rounds else None


@dataclass(frozen=True, slots=True)
class DivisionView:
    """`entrants` of the event in the order of its table, each with the way he goes, if any."""

    event: Event
    number: int
    entrants: Sequence["Mover"]
    is_over: bool


@dataclass(frozen=True, slots=True)
class Mover:
    """`way` is "up", "down", "out" or empty; `undecided` are the ways of ties he is in."""

    player_id: int
    name: str
    place: str
    way: str
    undecided: Sequence[str]


@dataclass(frozen=True, slots=True)
class TieView:
    """`places` of these have to be chosen; the value of a choice is `player:way`."""

    division: int
    way: str
    places: int
    entrants: Sequence[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class SeasonView:
    """All divisions of a tournament, the highest first. `problem` says why nobody can move."""

    divisions: Sequence[DivisionView]
    ties: Sequence[TieView]
    ahead: Sequence[Sequence[Entry]]
    problem: str = ""

    @property
    def is_over(self) -> bool:
        return all(one.is_over for one in self.divisions)


Chosen = Mapping[int, str]  # the way of a player in a tie


def season(tournament: Tournament, chosen: Chosen | None = None) -> SeasonView:
    """A fixed number of queries. Players are what divisions have in common.

    Raises InvalidError with the code of the FormatError when `chosen` cannot be.
    """
    boards = sorted(
        (board for board in _boards(tournament)), key=lambda board: _league(board).division
    )
    entries = {entry.player_id: entry for board in boards for entry in board.entries}
    found, problem = Movements((), (), ()), ""
    try:
        found = movements([_division(board) for board in boards], _ways(chosen or {}))
    except FormatError as error:
        refused = InvalidError.of(error)
        if chosen:
            raise refused from error
        problem = refused.message if boards else ""
    return SeasonView(
        [_view(board, found) for board in boards],
        [_tie(tie, entries) for tie in found.ties],
        [[entries[player] for player in row] for row in found.ahead],
        problem,
    )


def has_league(events: Iterable[Event]) -> bool:
    """Whether there is a division among them."""
    return any("league" in (event.round_rules or {}) for event in events)


def _boards(tournament: Tournament) -> list[RoundBoard]:
    events = [
        event
        for event in tournament.events.filter(published_at__isnull=False)
        if league_of(event) is not None
    ]
    return list(round_boards(events).values())


def _league(board: RoundBoard) -> LeaguePlan:
    league = plan_of(board.event).league
    assert league is not None
    return league


def _division(board: RoundBoard) -> Division:
    league = _league(board)
    table = [
        Finisher(
            EntrantId(entry.player_id), row.first, row.last, withdrawn=entry.last_round is not None
        )
        for row in board.table.rows
        for entry in [board.by_number[row.entrant]]
    ]
    return Division(league.division, table, league.up, league.down)


def _ways(chosen: Chosen) -> dict[EntrantId, Way]:
    try:
        return {EntrantId(player): Way(way) for player, way in chosen.items()}
    except ValueError as error:
        raise InvalidError("way_unknown", _("Say “up” or “down”.")) from error


def _view(board: RoundBoard, found: Movements) -> DivisionView:
    ways = {mover.entrant: mover.way.value for mover in found.movers}
    undecided: dict[int, list[str]] = {}
    for tie in found.ties:
        for entrant in tie.entrants:
            undecided.setdefault(entrant, []).append(tie.way.value)
    movers = []
    for row in board.table.rows:
        entry = board.by_number[row.entrant]
        movers.append(
            Mover(
                entry.player_id,
                entry.name,
                place_range(row.first, row.last),
                ways.get(EntrantId(entry.player_id), ""),
                undecided.get(entry.player_id, ()),
            )
        )
    event = board.event
    return DivisionView(event, _league(board).division, movers, event.state == Event.State.FINISHED)


def _tie(tie: OpenTie, entries: Mapping[int, Entry]) -> TieView:
    named = [(entrant, entries[entrant].name) for entrant in tie.entrants]
    return TieView(tie.division, tie.way.value, tie.places, named)
