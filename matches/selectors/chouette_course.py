"""The course of a chouette, action by action: every moment of the evening, to go back and forth in.

After the action that ends a game a moment shows that game still, as it stood, with the accounts
after it; the next moment is of the game that follows.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from matches.engine.chouette import GameResult
from matches.engine.chouette_table import ChouetteTable, from_data
from matches.models_chouette import Chouette, ChouetteAction
from matches.selectors.chouette_records import GameOver, began
from matches.selectors.chouettes import TableView, chouette_view


class Step(NamedTuple):
    """An action and the table after it; `over` is the result of the game that it ended, of which
    the table is then the end, `game` the number of its game."""

    row: ChouetteAction
    table: ChouetteTable
    game: int
    over: GameResult | None = None


def course(row: Chouette) -> Iterator[Step]:
    """One query."""
    table, game = began(row), 1
    for each in row.actions.all():
        action = from_data(each.data)
        before, table = table, table.apply(action)
        over = table.chouette.last
        if over is None or over is before.chouette.last:
            yield Step(each, table, game)
        else:
            yield Step(each, before.at_end(action), game, over)
            game += 1


def games_over(steps: Iterable[Step]) -> list[GameOver]:
    """Those that ended within these steps."""
    return [GameOver(each.game, each.row.number, each.over) for each in steps if each.over]


def watched_view(row: Chouette, at: int | None = None) -> TableView:
    """The table as it was after so many actions; None is as it is now, and of one that is closed
    after its last action. Two queries."""
    if at is None and row.closed_at is None:
        return chouette_view(row)
    steps = list(course(row))
    at = len(steps) if at is None else max(0, min(at, len(steps)))
    now = steps[at - 1] if at else None
    table, game = (began(row), 1) if now is None else (now.table, now.game)
    seats = {seat.number: seat for seat in row.seats.all()}
    rows = [each.row for each in steps if each.game == game]
    return TableView(
        row,
        table,
        seats,
        rows,
        len(steps),
        game - 1,
        at=at,
        is_end=now is not None and now.over is not None,
        ends=games_over(steps[:at]),
    )
