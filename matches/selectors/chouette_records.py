"""From the rows of a chouette to the engine's table, and what is kept so that it is quick.

As a game ends the order and the accounts are kept in `Chouette.folded`; then only what came after
it is replayed.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from config.errors import NotFoundError
from matches.engine.chouette import Chouette as State, GameResult
from matches.engine.chouette_data import rules_from_data
from matches.engine.chouette_table import GAMES, ChouetteTable, from_data, new_table
from matches.models_chouette import Chouette, ChouetteAction
from matches.selectors.live_data import thrown_in
from matches.selectors.records import Row

READY = 2  # so many have sat down before dice of the site are thrown


class Sat(NamedTuple):
    """A chouette as it stands: `rows` are those since the last game ended, `before` how many came
    earlier, `rolls` how often was thrown in all, `games` how many are over."""

    table: ChouetteTable
    rows: Sequence[ChouetteAction]
    before: int
    rolls: int
    games: int

    @property
    def length(self) -> int:
        return self.before + len(self.rows)


class GameOver(NamedTuple):
    """A game that is over: its number, the number of its last action, and what it brought."""

    number: int
    end: int
    result: GameResult


def chouette_by_code(code: str) -> Chouette:
    """Raises NotFoundError `no_such_chouette`."""
    found = Chouette.objects.filter(code=code).first()
    if found is None:
        raise NotFoundError("no_such_chouette", _("There is no such chouette."))
    return found


def began(row: Chouette) -> ChouetteTable:
    """Before its first action."""
    order = tuple(row.order)
    state = State(rules_from_data(row.rules), order, tuple((seat, 0) for seat in order))
    return new_table(state, GAMES[row.game])


def sat_before(row: Chouette) -> Sat:
    """As nothing had happened yet."""
    return Sat(began(row), [], 0, 0, 0)


def sat(row: Chouette) -> Sat:
    """Where it stands. One query."""
    before = int(row.folded.get("row", 0))
    rows = list(row.actions.filter(number__gt=before))
    table = unfolded(row)
    for each in rows:
        table = table.apply(from_data(each.data))
    rolls = int(row.folded.get("rolls", 0)) + len(throws_in(rows))
    return Sat(table, rows, before, rolls, int(row.folded.get("games", 0)))


def throws_in(rows: Iterable[Row]) -> list[tuple[int, int]]:
    """All throws in order, the dice in the order thrown; an order that was drawn took several."""
    found: list[tuple[int, int]] = []
    for row in rows:
        if row.data["do"] == "draw_order":
            dice = [int(die) for die in row.data["dice"]]
            found += zip(dice[::2], dice[1::2], strict=True)
        else:
            found += thrown_in([row])
    return found


def replayed(row: Chouette, rows: Iterable[ChouetteAction]) -> ChouetteTable:
    """From the first action on."""
    table = began(row)
    for each in rows:
        table = table.apply(from_data(each.data))
    return table


def folded(table: ChouetteTable, *, row: int, rolls: int, games: int) -> dict[str, Any]:
    """A table between games, with no throw for the next one yet, as JSON values."""
    state = table.chouette
    last = state.last
    return {
        "row": row,
        "rolls": rolls,
        "games": games,
        "order": list(state.order),
        "ledger": [list(pair) for pair in state.ledger],
        "last": None if last is None else [last.winner, [list(pair) for pair in last.scores]],
    }


def refolded(now: Sat, rows: Iterable[Row]) -> dict[str, Any] | None:
    """What is to be kept after these rows more; None is what was. Raises as `apply`."""
    table, rolls, games = now.table, now.rolls, now.games
    fold = None
    for row in rows:
        before, table = table, table.apply(from_data(row.data))
        rolls += len(throws_in([row]))
        if table.chouette.last is not before.chouette.last:
            games += 1
            fold = folded(table, row=row.number, rolls=rolls, games=games)
    return fold


def unfolded(row: Chouette) -> ChouetteTable:
    """The inverse of `folded`; {} is a chouette of no game yet."""
    data = row.folded
    if not data:
        return began(row)
    last = None
    if data["last"] is not None:
        winner, scores = data["last"]
        last = GameResult(winner, tuple((seat, points) for seat, points in scores))
    ledger = tuple((seat, points) for seat, points in data["ledger"])
    state = State(rules_from_data(row.rules), tuple(data["order"]), ledger, last=last)
    return new_table(state, GAMES[row.game])
