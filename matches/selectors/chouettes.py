"""A chouette as pages and programs are told of it: values, and no rows.

Boards are told as in `matches.selectors.live_data`; the box is side 1. Players are numbers of
seats.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from config.errors import NotFoundError
from matches.engine import chouette_actions as said
from matches.engine.actions import Resign
from matches.engine.chouette import Chouette as State
from matches.engine.chouette_data import to_data
from matches.engine.chouette_game import Cube, Seat
from matches.engine.chouette_rules import MIN_PLAYERS
from matches.engine.chouette_table import ChouetteTable
from matches.engine.fairdice import Reveal, Verification, read_reveal, verify
from matches.engine.turn import Phase
from matches.models_chouette import Chouette, ChouetteAction, ChouetteSeat
from matches.selectors.chouette_records import READY, GameOver, chouette_by_code, sat, throws_in
from matches.selectors.live_data import position_data, routes_data

_CUBE = (said.Double, said.Take, said.Drop, said.Beaver, said.Raccoon)


@dataclass(frozen=True, slots=True)
class TableView:
    """A chouette as it is now, or (`at`) after so many of its actions, of `length` in all.

    `rows` are the actions since the last game ended, or of the whole game that is looked back at.
    `is_end`: that game has just ended, and stands there still; `ends` are those that were over.
    """

    row: Chouette
    table: ChouetteTable
    seats: Mapping[int, ChouetteSeat]
    rows: Sequence[ChouetteAction]
    length: int
    games: int
    at: int | None = None
    is_end: bool = False
    ends: Sequence[GameOver] = ()

    @property
    def state(self) -> State:
        return self.table.chouette

    @property
    def game_number(self) -> int:
        """Of the game that is played, or comes next."""
        return self.games + 1

    @property
    def is_open(self) -> bool:
        return self.row.closed_at is None

    @property
    def is_over(self) -> bool:
        """Whether this is how it stood when the host closed it."""
        return not self.is_open and self.shown_at == self.length

    @property
    def shown_at(self) -> int:
        """After how many actions it stood like this."""
        return self.length if self.at is None else self.at

    @property
    def is_complete(self) -> bool:
        """Whether there are players enough for a game."""
        return len(self.state.order) >= MIN_PLAYERS

    @property
    def is_ready(self) -> bool:
        """Whether enough have sat down to throw the dice of the site."""
        sitting = sum(seat.joined_at is not None for seat in self.seats.values())
        return not self.row.by_site or sitting >= READY

    @property
    def may_draw_order(self) -> bool:
        """Whether the site may still throw for who sits where."""
        fresh = self.is_open and not throws_in(self.rows) and self.games == 0
        return self.row.by_site and fresh and self.is_ready and self.is_complete

    def name(self, seat: object) -> str:
        return self.seats[seat].name if isinstance(seat, int) else ""

    @property
    def side_names(self) -> tuple[str, str]:
        """Who moves for the box and for the team."""
        return self.name(self.table.mover(1)), self.name(self.table.mover(2))

    @property
    def thrown(self) -> tuple[int, int] | None:
        """The dice that lie on the board, in the order thrown."""
        if self.table.game.turn.dice is None:
            return None
        so_far = [row for row in self.rows if row.number <= self.shown_at]
        return next(reversed(throws_in(so_far)), None)


def chouette_view(row: Chouette) -> TableView:
    """Two queries."""
    now = sat(row)
    seats = {seat.number: seat for seat in row.seats.all()}
    return TableView(row, now.table, seats, now.rows, now.length, now.games)


def chouettes_of(host_id: int) -> QuerySet[Chouette]:
    """Those that somebody has set up, the latest first."""
    return Chouette.objects.filter(host=host_id)


def own_chouette(host_id: int, code: str) -> Chouette:
    """One of them. Raises NotFoundError `no_such_chouette`, also of what somebody else hosts."""
    row = chouette_by_code(code)
    if row.host_id != host_id:
        raise NotFoundError("no_such_chouette", _("There is no such chouette."))
    return row


def chouette_versions(pks: Collection[int]) -> dict[int, str]:
    rows = Chouette.objects.filter(pk__in=pks).values_list("pk", "version", "closed_at")
    return {pk: f"{version}-{int(closed is not None)}" for pk, version, closed in rows}


# --- What may be done ----------------------------------------------------------------------------
def moves_of(view: TableView, seat: int) -> list[str]:
    """What somebody may do at the board now; `roll` is the opening as well."""
    table, game = view.table, view.table.game
    side = table.moved_by(seat)
    if not side or not view.is_open or not view.is_complete:
        return []
    if view.state.game is None:
        return ["roll"] if view.is_ready else []
    if view.state.game.exchange is not None:
        return []
    if game.resigned is not None:
        return ["accept", "refuse"] if game.decider == side else []
    found = []
    if game.decider == side:
        found = ["roll"] if game.turn.phase is Phase.ROLL else ["play"]
    return [*found, "resign"] if Resign(side, 1) in game.legal_actions() else found


def cubes_of(view: TableView, seat: int) -> list[dict[str, Any]]:
    """What somebody may do with cubes now, as it is sent: `{"do": "take", "member": 3}`."""
    if not view.is_open or view.state.game is None:
        return []
    return [
        {"do": data["do"], "member": data["member"]}
        for data in map(to_data, _thinkable(view, seat))
    ]


def _thinkable(view: TableView, seat: int) -> Iterator[said.Action]:
    running, table = view.state.game, view.table
    assert running is not None
    members = running.members if running.rules.is_multi and seat == running.box else ()
    for kind in _CUBE:
        if table.allows(kind(seat)):
            yield kind(seat)
        each = [member for member in members if table.allows(kind(seat, member))]
        if len(each) > 1:  # of a single one it is the same as of all
            yield from (kind(seat, member) for member in each)


def routes_of(view: TableView, seat: int) -> list[Any]:
    """For whoever is to play: as `live_state` tells them."""
    if "play" not in moves_of(view, seat):
        return []
    return routes_data(view.table.game.legal_plays())


# --- As data -------------------------------------------------------------------------------------
def chouette_state(view: TableView, seat: int = 0) -> dict[str, Any]:
    """All of it in JSON values; `seat` is told what it may do, 0 is nobody's."""
    row, table, state = view.row, view.table, view.state
    last = state.last
    return {
        "code": row.code,
        "title": row.title,
        "version": row.version,
        "at": view.shown_at,
        "actions": view.length,
        "open": view.is_open,
        "rules": row.rules,
        "game": row.game,
        "games": view.games,
        "dice_by": row.dice,
        "commitment": row.commitment,
        "box": state.box,
        "captain": state.captain,
        "order": list(state.order),
        "players": [player_data(view, number) for number in view.seats],
        "between_games": table.is_between_games,
        "phase": table.game.turn.phase.value,
        "decider": table.game.decider,
        "thrown": None if view.thrown is None else list(view.thrown),
        "numbers": list(table.game.turn.numbers),
        "resigned": list(table.game.resigned) if table.game.resigned else None,
        "position": position_data(table.game.position),
        "pips": [table.game.position.pips(side) for side in (1, 2)],
        "last": None
        if last is None
        else {"winner": last.winner, "points": [list(pair) for pair in last.scores]},
        "can": moves_of(view, seat),
        "cubes": cubes_of(view, seat),
        "routes": routes_of(view, seat),
        "moves": [{"at": each.number, "by": each.by_name, **each.data} for each in view.rows],
    }


def player_data(view: TableView, number: int) -> dict[str, Any]:
    """A player with account, place and cube; `place` is None of one who has left."""
    state, seat = view.state, view.seats[number]
    points = state.accounts.get(number, 0)
    cube = cube_seat(view, number)
    return {
        "seat": number,
        "name": seat.name,
        "joined": seat.joined_at is not None,
        "place": state.order.index(number) if number in state.order else None,
        "points": points,
        "winnings": points * state.rules.stake,
        "cube": None if cube is None else _cube_data(cube.cube, cube),
        "out": is_out(view, number),
    }


def is_out(view: TableView, number: int) -> bool:
    """Whether a member has dropped out of the running game."""
    running = view.state.game
    gone = running is not None and number not in {running.box, *running.members}
    return gone and number in view.state.order


def cube_seat(view: TableView, number: int) -> Seat | None:
    """That of a member who is still in the running game."""
    running = view.state.game
    if running is None or number not in running.members:
        return None
    return running.seat_of(number)


def _cube_data(cube: Cube, seat: Seat) -> dict[str, Any]:
    """`offered` is what it would show after what waits for an answer."""
    offer = seat.offer
    offered = None if offer is None else cube.value << (offer.stage + 1)
    return {"value": cube.value, "owner": cube.owner or 0, "offered": offered,
            "waits_for": seat.waits_for or 0}  # fmt: skip


def chouette_reveal(row: Chouette) -> dict[str, Any] | None:
    """What the dice of the site followed from, once the table is closed; else None, and where
    nothing was thrown."""
    if not row.seed_1 or row.closed_at is None:
        return None
    return Reveal(row.secret, row.seeds, row.context).as_dict()


def chouette_verified(row: Chouette) -> Verification | None:
    """The dice of a closed table, recomputed; None as `chouette_reveal`."""
    told = chouette_reveal(row)
    if told is None:
        return None
    return verify(read_reveal(told), row.commitment, throws_in(row.actions.all()))
