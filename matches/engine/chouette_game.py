"""One game of a chouette: who is still in it, whose cube stands where, who was paid what.

Only the cubes and the points are kept here. Whose turn it is and what lies on the board is known
to those at the table. How cubes are turned and answered is for `matches.engine.chouette_exchange`.

The box is side 1, the team side 2. Every member of the team has a seat with a cube; under the
single cube the cubes of all seats move as one.

    >>> game = new_game(("A", "B", "C", "D"), ChouetteRules())
    >>> game.captain, game.cube_of("D")
    ('B', Cube(value=1, owner=None, turned=False))
    >>> finish(game, winner=TEAM, kind=1).paid
    (('B', 1), ('C', 1), ('D', 1))
"""

from dataclasses import dataclass, replace

from matches.engine.chouette_rules import ChouetteError, ChouetteRules, Player, check_player

BOX = 1
TEAM = 2

# Doubling has no limit by the rules; a number that anything can store and print has one.
MAX_CUBE = 2**30


@dataclass(frozen=True, slots=True)
class Cube:
    """A cube between the box and one member; `owner` is a side, or None in the middle."""

    value: int = 1
    owner: int | None = None
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A cube that side `by` turned: `stage` 0 is the double, 1 the beaver, 2 the raccoon.

    `taken` waits for the rest of the exchange. `must_beaver` forbids a plain take.
    """

    by: int
    stage: int = 0
    taken: bool = False
    must_beaver: bool = False

    @property
    def waits_for(self) -> int | None:
        """The side that has to answer, None when it has taken."""
        if self.taken:
            return None
        return self.by if self.stage == 1 else 3 - self.by


@dataclass(frozen=True, slots=True)
class Seat:
    member: Player
    cube: Cube
    offer: Offer | None = None

    @property
    def waits_for(self) -> int | None:
        return self.offer.waits_for if self.offer else None


@dataclass(frozen=True, slots=True)
class Exchange:
    """The doubles that one side said together, and the first answer to each.

    `captain` and `size` are the team's when it began.
    """

    by: int
    captain: Player
    size: int
    offered: tuple[Player, ...] = ()
    taken: tuple[Player, ...] = ()
    dropped: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """The members still in the game, highest first, and what those who left it won or lost."""

    rules: ChouetteRules
    box: Player
    seats: tuple[Seat, ...]
    exchange: Exchange | None = None
    paid: tuple[tuple[Player, int], ...] = ()
    auto_doubles: int = 0

    @property
    def captain(self) -> Player | None:
        """Who moves for the team: the highest member still in the game."""
        return self.seats[0].member if self.seats else None

    @property
    def members(self) -> tuple[Player, ...]:
        """The team as far as it is still in the game, the captain first."""
        return tuple(seat.member for seat in self.seats)

    def seat_of(self, member: object) -> Seat:
        """The seat of a member still in the game; raises ChouetteError `not_in_game`."""
        player = check_player(member)
        for seat in self.seats:
            if seat.member == player:
                return seat
        raise ChouetteError(
            "not_in_game",
            "%(player)s is no member of the team, or has left this game.",
            player=player,
        )

    def cube_of(self, member: object) -> Cube:
        """The cube between the box and a member still in the game; raises as `seat_of`."""
        return self.seat_of(member).cube

    def side_of(self, player: object) -> int:
        """BOX or TEAM for a player still in the game; raises as `seat_of`."""
        if check_player(player) == self.box:
            return BOX
        self.seat_of(player)
        return TEAM


def new_game(order: tuple[Player, ...], rules: ChouetteRules, *, auto_doubles: int = 0) -> Game:
    """A game of the box, the first in `order`, against the others, cubes in the middle."""
    cube = Cube(value=1 << auto_doubles)
    seats = tuple(Seat(member, cube) for member in order[1:])
    return Game(rules=rules, box=order[0], seats=seats, auto_doubles=auto_doubles)


def finish(game: Game, *, winner: int, kind: int) -> Game:
    """End the game on the board: `kind` 1 is single, 2 gammon, 3 backgammon.

    The box settles with each remaining member separately. Raises ChouetteError `not_a_side`,
    `not_a_kind`, `exchange_open`.
    """
    if type(winner) is not int or winner not in {BOX, TEAM}:
        raise ChouetteError("not_a_side", "The winner is 1, the box, or 2, the team.")
    if type(kind) is not int or kind not in {1, 2, 3}:
        raise ChouetteError(
            "not_a_kind", "A game is won as 1 (single), 2 (gammon) or 3 (backgammon)."
        )
    if game.exchange:
        raise ChouetteError(
            "exchange_open", "The cubes that were turned must be taken or dropped first."
        )
    for seat in game.seats:
        counted = kind if _gammons_count(game, seat.cube) else 1
        game = pay(game, seat, winner=winner, points=seat.cube.value * counted)
    return game


def _gammons_count(game: Game, cube: Cube) -> bool:
    auto = game.rules.jacoby_auto_counts and game.auto_doubles > 0
    return not game.rules.jacoby or cube.turned or auto


def with_seat(game: Game, changed: Seat) -> Game:
    """The game with one member's seat changed."""
    seats = tuple(changed if seat.member == changed.member else seat for seat in game.seats)
    return replace(game, seats=seats)


def pay(game: Game, seat: Seat, *, winner: int, points: int) -> Game:
    """Settle between the box and one member, who leaves the game."""
    won = points if winner == TEAM else -points
    seats = tuple(other for other in game.seats if other.member != seat.member)
    return replace(game, seats=seats, paid=(*game.paid, (seat.member, won)))
