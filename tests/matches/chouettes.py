"""A chouette of A, B, C and D (seats 1 to 4), and what they do, so many seconds after noon."""

from typing import Any

from config.errors import DomainError
from matches.engine.chouette_table import ChouetteTable
from matches.engine.notation import format_play
from matches.models_chouette import Chouette
from matches.models_record import Record
from matches.selectors.chouette_records import replayed, sat
from matches.selectors.chouettes import TableView, chouette_state, chouette_view
from matches.services.chouette_acting import SeatDeed, chouette_act
from matches.services.chouettes import ChouetteSpec, chouette_create, chouette_sit
from players.actors import Act, Actor
from tests.matches.boards import SECRET
from tests.matches.clocking import second

BOARD, SITE = Record.Dice.BOARD, Record.Dice.SITE
NAMES = ("Anna", "Berta", "Carla", "Dora")
HOST = Actor("staff", None, "Dana Director")


def by_host(n: float = 0) -> Act:
    return Act(HOST, second(n))


def make_chouette(
    names: tuple[str, ...] = NAMES,
    *,
    dice: str = BOARD,
    host_id: int | None = None,
    code: str = "evening",
    **rules: Any,
) -> Chouette:
    spec = ChouetteSpec("П’ятниця", names, SECRET, code, rules, dice=dice)
    return chouette_create(spec=spec, host_id=host_id, act=by_host())


class Evening:
    """Anna is in the box, Berta the captain; everybody has sat down."""

    def __init__(self, *, dice: str = BOARD, sitting: bool = True, **more: Any) -> None:
        self.pk = make_chouette(dice=dice, **more).pk
        if sitting:
            for seat in range(1, 5):
                self.sit(seat)

    @property
    def row(self) -> Chouette:
        return Chouette.objects.get(pk=self.pk)

    @property
    def table(self) -> ChouetteTable:
        return sat(self.row).table

    @property
    def view(self) -> TableView:
        return chouette_view(self.row)

    def state(self, seat: int = 0) -> dict[str, Any]:
        return chouette_state(self.view, seat)

    def replayed(self) -> ChouetteTable:
        return replayed(self.row, self.row.actions.all())

    def points(self) -> list[int]:
        """Of A, B, C and D."""
        return [self.table.chouette.accounts[seat] for seat in range(1, 5)]

    def by(self, seat: int, n: float = 0) -> Act:
        return Act(Actor("player", None, NAMES[seat - 1]), second(n))

    def sit(self, seat: int) -> None:
        chouette_sit(chouette_id=self.pk, seat=seat, seed=f"s{seat}", act=self.by(seat))

    def do(
        self, seat: int, do: str, *, seen: int | None = None, ident: str = "", **what: Any
    ) -> str:
        """The code of the refusal, or empty."""
        deed = SeatDeed(seat, {"do": do, **what}, ident)
        try:
            chouette_act(chouette_id=self.pk, deed=deed, act=self.by(seat), seen_version=seen)
        except DomainError as error:
            return error.code
        return ""

    def opens(self, box: int = 3, captain: int = 1) -> None:
        assert self.do(self.table.mover(1), "roll", dice=[box, captain]) == ""  # type: ignore[arg-type]

    def first_turn(self) -> None:
        """The box throws 3-1 and plays it: the team is on turn."""
        self.opens()
        assert self.do(1, "play", play="8/5 6/5") == ""

    def any_move(self) -> None:
        """Whoever has to move throws or plays what comes first."""
        game = self.table.game
        seat = self.table.mover(game.decider or 1)
        assert isinstance(seat, int)
        if self.state(seat)["can"][0] == "roll":
            assert self.do(seat, "roll") == ""
        else:
            play = next(iter(game.legal_plays()))
            assert self.do(seat, "play", play="" if play.is_pass else format_play(play)) == ""
