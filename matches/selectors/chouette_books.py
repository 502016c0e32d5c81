"""The books of a chouette: what each game brought, who pays whom, and the log of all that was done.

The log is the actions at the table and the steps beside it, in the order in which they came; it
only ever grows, so that a line keeps its number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from typing import Any, NamedTuple

from matches.engine.chouette import GameResult
from matches.engine.chouette_settling import settle
from matches.models_chouette import Chouette, ChouetteSeat, ChouetteStep
from matches.selectors.chouette_course import Step, course, games_over
from matches.selectors.chouette_records import GameOver, sat


@dataclass(frozen=True, slots=True)
class Books:
    """`payments` are payer, receiver and points, as if the evening ended now."""

    row: Chouette
    stake: int
    seats: Sequence[ChouetteSeat]
    games: Sequence[GameOver]
    points: dict[int, int]
    payments: Sequence[tuple[int, int, int]]


class LogLine(NamedTuple):
    """`number` is that of an action, None of a step beside the table; `over` is the result of the
    game that it ended."""

    ident: int
    at: datetime
    by_name: str
    do: str
    seat: int | None
    number: int | None
    data: dict[str, Any]
    over: GameResult | None = None


def books(row: Chouette) -> Books:
    """Two replays, three queries."""
    state = sat(row).table.chouette
    seats = list(row.seats.all())
    points = {seat.number: state.accounts.get(seat.number, 0) for seat in seats}
    return Books(row, state.rules.stake, seats, games_over(course(row)), points, settle(points))


def books_data(told: Books) -> dict[str, Any]:
    """As JSON values."""
    return {
        "code": told.row.code,
        "version": told.row.version,
        "stake": told.stake,
        "games": [
            {
                "number": each.number,
                "at": each.end,
                "winner": each.result.winner,
                "points": [list(pair) for pair in each.result.scores],
            }
            for each in told.games
        ],
        "players": [
            {
                "seat": seat.number,
                "name": seat.name,
                "points": told.points[seat.number],
                "winnings": told.points[seat.number] * told.stake,
            }
            for seat in told.seats
        ],
        "payments": [
            {"payer": payer, "receiver": receiver, "points": points, "amount": points * told.stake}
            for payer, receiver, points in told.payments
        ],
    }


def chouette_log(row: Chouette) -> list[LogLine]:
    """Oldest first. Two queries."""
    at_table = [(step.row.number, _action_line(step)) for step in course(row)]
    beside = [(step.after, _step_line(step)) for step in row.steps.all()]
    # What was done after an action comes after it: the order of equal numbers is kept.
    lines = sorted([*at_table, *beside], key=itemgetter(0))
    return [line._replace(ident=n) for n, (_number, line) in enumerate(lines, start=1)]


def log_page(row: Chouette, before: int | None, limit: int) -> tuple[Sequence[LogLine], int | None]:
    """So many of the latest lines, latest first, or of those before the line of this number; with
    the number before which the next page is, None where there is none."""
    lines = [line for line in chouette_log(row) if before is None or line.ident < before]
    shown = lines[-limit:][::-1]
    return shown, shown[-1].ident if len(shown) < len(lines) else None


def _action_line(step: Step) -> LogLine:
    act = step.row
    seat = act.seat or act.data.get("player")
    return LogLine(0, act.at, act.by_name, act.data["do"], seat, act.number, act.data, step.over)


def _step_line(step: ChouetteStep) -> LogLine:
    return LogLine(0, step.at, step.by_name, step.kind, step.seat, None, {})


def log_data(line: LogLine) -> dict[str, Any]:
    """As JSON values."""
    over = line.over
    return {
        "id": line.ident,
        "at": line.at,
        "by": line.by_name,
        "do": line.do,
        "seat": line.seat,
        "number": line.number,
        "points": None if over is None else [list(pair) for pair in over.scores],
        **({} if line.number is None else {"action": line.data}),
    }
