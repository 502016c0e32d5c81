"""The table of an event of rounds with names: places, criteria, and who met whom."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.formats import EntrantId
from tournaments.formats.grouping import group_letter
from tournaments.formats.round_plan import RoundKind
from tournaments.formats.round_results import Kind
from tournaments.formats.round_table import Cell, RoundTable, Row
from tournaments.models import Entry, Event, Fixture, Round
from tournaments.selectors.brackets import bracket_name
from tournaments.selectors.groups import group_name
from tournaments.selectors.places import NO_PLACE, CellView, PlaceView, StandingsView, place_range
from tournaments.selectors.rounds import RoundBoard

FREE = CellView("", "", "free")


def round_standings(board: RoundBoard) -> list[StandingsView]:
    """A table for each group, or one. No query of its own."""
    if len(board.tables) == 1:
        return [_standings(board, board.table)]
    return [
        replace(_standings(board, table), name=group_name(n), group=group_letter(n))
        for n, table in enumerate(board.tables, start=1)
    ]


def _standings(board: RoundBoard, table: RoundTable) -> StandingsView:
    event = board.event
    cells, columns = _cross_table(board, table)
    finished = event.state == Event.State.FINISHED
    places = [
        PlaceView(
            place=NO_PLACE if row.disqualified else place_range(row.first, row.last),
            first=row.first,
            last=row.last,
            final=finished or row.is_out or row.disqualified,
            entry_id=board.by_number[row.entrant].pk,
            name=board.by_number[row.entrant].name,
            country=board.by_number[row.entrant].country,
            wins=row.wins,
            losses=row.losses,
            values=row.shown,
            cells=cells(row),
            note=_note(board.by_number[row.entrant], row),
        )
        for row in table.rows
    ]
    letter = board.pure.plan.letter
    return StandingsView(
        letter,
        bracket_name(letter),
        places,
        criteria=[_(each.name) for each in table.order],
        codes=[each.code for each in table.order],
        columns=columns,
        rule=_(table.rule) if table.rule else "",
        rounds=len(board.published),
        open_matches=len(board.pure.open_matches),
    )


def _note(entry: Entry, row: Row) -> str:
    if entry.disqualified:
        return _("disqualified")
    if entry.last_round is not None:
        return _("left")
    return _("out") if row.is_out else ""


def _cross_table(
    board: RoundBoard, table: RoundTable
) -> tuple[Callable[[Row], Sequence[CellView]], Sequence[str]]:
    """By opponent in a round robin, else by round, the opponent named by his place."""
    rows = table.rows
    named = _Named(board, rows)
    if board.event.format == RoundKind.ROUND_ROBIN:
        return named.by_opponent, [str(n) for n in range(1, len(rows) + 1)]
    return named.by_round, [str(row.number) for row in board.published]


class _Named:
    """Cells in words; opponents are called by their line in the table."""

    def __init__(self, board: RoundBoard, rows: Sequence[Row]) -> None:
        self.board = board
        self.rows = rows
        self.lines = {row.entrant: line for line, row in enumerate(self.rows, start=1)}

    def by_round(self, row: Row) -> Sequence[CellView]:
        return [self._met(cell) if cell.opponent else self._alone(cell) for cell in row.cells]

    def by_opponent(self, row: Row) -> Sequence[CellView]:
        met: dict[EntrantId, list[CellView]] = defaultdict(list)
        for cell in row.cells:
            if cell.opponent is not None:
                met[cell.opponent].append(self._met(cell))
        return [
            CellView("×", "", "self") if other is row else _joined(met[other.entrant])
            for other in self.rows
        ]

    def _met(self, cell: Cell) -> CellView:
        assert cell.opponent is not None
        name, line = self.board.by_number[cell.opponent].name, self.lines[cell.opponent]
        if cell.kind is None:
            return CellView(f"·{line}", _("plays %(name)s") % {"name": name}, "open")
        if cell.kind is Kind.DRAW:
            return CellView(f"={line}", _("drew with %(name)s") % {"name": name}, "drawn")
        if cell.won:
            return CellView(f"+{line}", _("beat %(name)s") % {"name": name}, "won")
        return CellView(f"−{line}", _("lost to %(name)s") % {"name": name}, "lost")

    def _alone(self, cell: Cell) -> CellView:
        match cell.kind:
            case Kind.BYE:
                return CellView("+", _("bye"), "won")
            case Kind.HALF_BYE:
                return CellView("½", _("half a point"), "free")
            case Kind.ABSENT:
                return CellView("−", _("not there"), "lost")
            case _:
                return FREE


def _joined(cells: Sequence[CellView]) -> CellView:
    """All meetings of two: 1 for won, ½ for drawn, 0 for lost."""
    if not cells:
        return FREE
    marks = {"won": "1", "drawn": "½", "lost": "0", "open": "·"}
    kinds = {cell.kind for cell in cells}
    return CellView(
        " ".join(marks[cell.kind] for cell in cells),
        ", ".join(cell.words for cell in cells),
        kinds.pop() if len(kinds) == 1 else "free",
    )


def round_champions(events: Sequence[Event]) -> dict[int, str]:
    """Who won these finished events, all who share the first place. Three queries."""
    return {pk: _first(board) for pk, board in round_boards(events).items()}


def round_boards(events: Sequence[Event]) -> dict[int, RoundBoard]:
    """The boards of these events of rounds by their keys. Three queries, or none for none."""
    if not events:
        return {}
    boards = {event.pk: RoundBoard(event, [], [], []) for event in events}
    for entry in Entry.objects.filter(event__in=events).order_by("number"):
        boards[entry.event_id].entries.append(entry)
    for row in Round.objects.filter(stage__event__in=events).select_related("stage"):
        boards[row.stage.event_id].rounds.append(row)
    for fixture in Fixture.objects.filter(event__in=events).select_related("match"):
        boards[fixture.event_id].fixtures.append(fixture)
    return boards


def _first(board: RoundBoard) -> str:
    first = [row.entrant for row in board.table.rows if row.first == 1]
    return ", ".join(board.by_number[entrant].name for entrant in first)
