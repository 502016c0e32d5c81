"""A chouette: three or more at one board, one in the box against all, the others by a captain.

    >>> chouette = open_chouette(["A", "B", "C", "D"])
    >>> chouette.box, chouette.captain, chouette.crew
    ('A', 'B', ('C', 'D'))
    >>> said = [Start(), Double("A"), Take("B"), Drop("C"), Take("D"), Finish(winner=TEAM, kind=2)]
    >>> for action in said:
    ...     chouette = chouette.apply(action)
    >>> chouette.accounts
    {'A': -7, 'B': 4, 'C': -1, 'D': 4}
    >>> chouette.order
    ('B', 'C', 'D', 'A')

A chouette is a value. `apply` gives the next one or raises `ChouetteError`, so the opening order,
the rules and the actions are the whole record of an evening.

The points are kept here, and the order. Dice, checkers and turns are not: whether the side that
doubles is on roll is for the table to see.

Who moves up after a game (docs/rules.md), where the sources speak of the plain case only:

- The game goes to whoever won the last cube that was still on.
- Box won: he stays, and the captain *of the start* goes to the end, even if he had dropped and
  another moved for him. An acting captain does not lose his turn by helping out.
- Team won: the highest member who did not drop becomes the box, the old box goes to the end. That
  is the captain at the end of the game, unless the box had dropped the cube of a captain before
  him: that one won as captain, and goes first.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from matches.engine.chouette_actions import (
    Action,
    Answer,
    Beaver,
    Double,
    DrawOrder,
    Drop,
    Finish,
    Join,
    Leave,
    Raccoon,
    Start,
    Take,
)
from matches.engine.chouette_exchange import answer, double
from matches.engine.chouette_game import BOX, MAX_CUBE, TEAM, Game, finish, new_game
from matches.engine.chouette_opening import dealt_order, opening_order
from matches.engine.chouette_rules import (
    MAX_PLAYERS,
    ChouetteError,
    ChouetteRules,
    Player,
    check_count,
    check_player,
    check_players,
)

__all__ = [
    "BOX",
    "MAX_CUBE",
    "MAX_PLAYERS",
    "TEAM",
    "Action",
    "Beaver",
    "Chouette",
    "ChouetteError",
    "ChouetteRules",
    "Double",
    "DrawOrder",
    "Drop",
    "Finish",
    "Game",
    "GameResult",
    "Join",
    "Leave",
    "Player",
    "Raccoon",
    "Start",
    "Take",
    "open_chouette",
    "opening_order",
]


@dataclass(frozen=True, slots=True)
class GameResult:
    """Who won a game, BOX or TEAM, and what each player won or lost in points, the box first."""

    winner: int
    scores: tuple[tuple[Player, int], ...]


@dataclass(frozen=True, slots=True)
class Chouette:
    """The order, the accounts and the running game; begin with `open_chouette`."""

    rules: ChouetteRules
    order: tuple[Player, ...]
    ledger: tuple[tuple[Player, int], ...]
    game: Game | None = None
    last: GameResult | None = None

    @property
    def box(self) -> Player:
        return self.order[0]

    @property
    def captain(self) -> Player:
        """Who moves for the team: in a game the highest member who is still in it."""
        return self.team[0]

    @property
    def crew(self) -> tuple[Player, ...]:
        """The team without its captain; in a game, those still in it."""
        return self.team[1:]

    @property
    def team(self) -> tuple[Player, ...]:
        """All but the box, the captain first; in a game, those still in it."""
        return self.game.members if self.game else self.order[1:]

    @property
    def accounts(self) -> dict[Player, int]:
        """Points won and lost by everybody who ever sat down, adding up to 0."""
        return dict(self.ledger)

    @property
    def winnings(self) -> dict[Player, int]:
        """The accounts in units of the stake."""
        return {player: points * self.rules.stake for player, points in self.ledger}

    def apply(self, action: Action) -> "Chouette":
        """The chouette after `action`.

        Raises ChouetteError: `unknown_action`, `game_on`, `no_game`, and by action
        - Start: `too_few_players`, `bad_ties`, `cube_too_high`;
        - Double, Take, Drop, Beaver, Raccoon, Finish: as `double`, `answer` and `finish` do;
        - Join: `not_a_player`, `already_here`, `too_many_players`, `bad_place`;
        - Leave: `not_a_player`, `not_here`, `last_two`;
        - DrawOrder: `order_settled`, and as `dealt_order` does.
        """
        handler = _HANDLERS.get(type(action))
        if handler is None:
            raise ChouetteError(
                "unknown_action",
                "%(type)s is nothing that can happen in a chouette.",
                type=type(action).__name__,
            )
        return handler(self, action)

    def is_legal(self, action: Action) -> bool:
        """Whether `apply` accepts `action`."""
        try:
            self.apply(action)
        except ChouetteError:
            return False
        return True

    def legal_actions(self) -> tuple[Action, ...]:
        """What can happen now, but for newcomers, the order, and for ties before a start."""
        return tuple(action for action in self._thinkable() if self.is_legal(action))

    def may_advise(self, player: Player, *, asked: bool = False) -> bool:
        """Whether a player may advise the captain now; `asked` if the captain asks him to.

        Only members still in the game may, and those by the rules' `crew_advice`. Raises
        ChouetteError `not_a_player`.
        """
        check_player(player)
        if self.game is None or player not in self.crew:
            return False
        match self.rules.crew_advice:
            case "always":
                return True
            case "after_cube":
                return self.game.cube_of(player).turned
            case "on_request":
                return asked

    def _thinkable(self) -> Iterator[Action]:
        if self.game is None:
            yield Start()
            yield from map(Leave, self.order)
            return
        for said in (Double, Take, Drop, Beaver, Raccoon):
            yield from map(said, (self.box, *self.team))
            if self.rules.is_multi:
                yield from (said(self.box, member) for member in self.team)
        for winner in (BOX, TEAM):
            yield from (Finish(winner, kind) for kind in (1, 2, 3))


def open_chouette(order: Sequence[Player], rules: ChouetteRules | None = None) -> Chouette:
    """Sit down in the order of `opening_order`: the box, the captain, the crew.

    Raises ChouetteError `not_rules`, `players_not_listed`, `not_a_player`, `same_player_twice`,
    `too_few_players`, `too_many_players`.
    """
    rules = ChouetteRules() if rules is None else rules
    if not isinstance(rules, ChouetteRules):
        raise ChouetteError("not_rules", "Give the house rules as ChouetteRules.")
    players = check_players(order, most=rules.max_players)
    return Chouette(rules, players, tuple((player, 0) for player in players))


def _start(chouette: Chouette, action: Start) -> Chouette:
    _check_between_games(chouette)
    check_count(len(chouette.order), most=chouette.rules.max_players)
    if type(action.ties) is not int or action.ties < 0:
        raise ChouetteError("bad_ties", "Say how many opening throws were equal, from 0 up.")
    limit = chouette.rules.auto_double_limit
    doubles = action.ties if limit is None else min(action.ties, limit)
    if doubles >= MAX_CUBE.bit_length():
        raise ChouetteError("cube_too_high", "A cube goes to %(limit)s at most.", limit=MAX_CUBE)
    game = new_game(chouette.order, chouette.rules, auto_doubles=doubles)
    return replace(chouette, game=game)


def _double(chouette: Chouette, action: Double) -> Chouette:
    return replace(chouette, game=double(_running(chouette), action))


def _answer(chouette: Chouette, action: Answer) -> Chouette:
    return _settled(chouette, answer(_running(chouette), action))


def _finish(chouette: Chouette, action: Finish) -> Chouette:
    game = finish(_running(chouette), winner=action.winner, kind=action.kind)
    return _settled(chouette, game)


def _join(chouette: Chouette, action: Join) -> Chouette:
    _check_between_games(chouette)
    player, order = check_player(action.player), chouette.order
    if player in order:
        raise ChouetteError("already_here", "%(player)s is playing already.", player=player)
    if len(order) >= chouette.rules.max_players:
        check_count(len(order) + 1, most=chouette.rules.max_players)
    ahead = len(order) if action.ahead is None else action.ahead
    if type(ahead) is not int or not 1 <= ahead <= len(order):
        raise ChouetteError(
            "bad_place",
            "A newcomer has from 1 to %(count)s players ahead of him.",
            count=len(order),
        )
    known = player in chouette.accounts
    return replace(
        chouette,
        order=(*order[:ahead], player, *order[ahead:]),
        ledger=chouette.ledger if known else (*chouette.ledger, (player, 0)),
    )


def _leave(chouette: Chouette, action: Leave) -> Chouette:
    _check_between_games(chouette)
    player, order = check_player(action.player), chouette.order
    if player not in order:
        raise ChouetteError("not_here", "%(player)s is not playing.", player=player)
    if len(order) == 2:
        raise ChouetteError(
            "last_two", "Of the last two nobody can leave: close the chouette instead."
        )
    return replace(chouette, order=tuple(other for other in order if other != player))


def _draw_order(chouette: Chouette, action: DrawOrder) -> Chouette:
    _check_between_games(chouette)
    if chouette.last is not None:
        raise ChouetteError(
            "order_settled", "The order is drawn before the first game: now everybody moves up."
        )
    return replace(chouette, order=dealt_order(chouette.order, action.dice))


_HANDLERS: dict[type, Callable[[Chouette, Any], Chouette]] = {
    Start: _start,
    Double: _double,
    Take: _answer,
    Drop: _answer,
    Beaver: _answer,
    Raccoon: _answer,
    Finish: _finish,
    Join: _join,
    Leave: _leave,
    DrawOrder: _draw_order,
}


def _check_between_games(chouette: Chouette) -> None:
    if chouette.game is not None:
        raise ChouetteError("game_on", "A game is on: finish it first.")


def _running(chouette: Chouette) -> Game:
    if chouette.game is None:
        raise ChouetteError("no_game", "No game is on: start one first.")
    return chouette.game


def _settled(chouette: Chouette, game: Game) -> Chouette:
    """The chouette with its game moved on; when nobody is left in it, booked and rotated."""
    if game.seats:
        return replace(chouette, game=game)
    won = dict(game.paid)
    scores = {game.box: -sum(won.values())} | {member: won[member] for member in chouette.order[1:]}
    last_won = game.paid[-1][1]
    result = GameResult(winner=TEAM if last_won > 0 else BOX, scores=tuple(scores.items()))
    return replace(
        chouette,
        order=_rotated(chouette.order, result),
        ledger=tuple(
            (player, points + scores.get(player, 0)) for player, points in chouette.ledger
        ),
        game=None,
        last=result,
    )


def _rotated(order: tuple[Player, ...], result: GameResult) -> tuple[Player, ...]:
    box, captain, *crew = order
    if result.winner == BOX:
        return (box, *crew, captain)
    scores = dict(result.scores)
    heir = next(member for member in order[1:] if scores[member] > 0)
    return (heir, *(member for member in order[1:] if member != heir), box)
