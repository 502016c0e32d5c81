"""Cubes turned in a chouette, and the answers to them, until every one is taken or dropped.

A double opens an exchange, and the last answer closes it: then the cubes change hands. Until then
nobody can win on the board.

    >>> from matches.engine.chouette_game import new_game
    >>> from matches.engine.chouette_rules import ChouetteRules
    >>> game = new_game(("A", "B", "C", "D"), ChouetteRules())
    >>> game = double(game, Double("A"))
    >>> game = answer(game, Drop("B"))
    >>> game.captain, game.paid
    ('C', (('B', -1),))
    >>> game = answer(answer(game, Take("C")), Take("D"))
    >>> game.cube_of("D")
    Cube(value=2, owner=2, turned=True)

House practice settles what the rules leave open:

- Under the single cube the team answers from the captain down. The first to take leads: he alone
  may beaver or raccoon, and those after him take what he has made of it, or drop.
- All doubles of one exchange are said before its first answer.
- A cube that the box drops pays its member, who leaves the game as a dropper does.

A beaver costs who drops it the doubled value, a raccoon twice that (docs/rules.md). Whether it is
the doubler's turn is for the caller to know.
"""

from collections.abc import Callable
from dataclasses import replace

from matches.engine.chouette_actions import Answer, Beaver, Double, Drop, Raccoon, Take
from matches.engine.chouette_game import (
    BOX,
    MAX_CUBE,
    TEAM,
    Cube,
    Exchange,
    Game,
    Offer,
    Seat,
    pay,
    with_seat,
)
from matches.engine.chouette_rules import ChouetteError, Player, check_player


def double(game: Game, action: Double) -> Game:
    """Turn cubes and wait for the answers.

    Raises ChouetteError `not_in_game`, `exchange_open`, `only_captain_doubles`, `one_cube`,
    `not_your_seat`, `already_offered`, `not_your_cube`, `cube_too_high`, `no_cube_to_turn`.
    """
    side = game.side_of(action.by)
    exchange = game.exchange or Exchange(side, game.members[0], len(game.seats))
    if exchange.by != side or exchange.taken or exchange.dropped:
        raise ChouetteError(
            "exchange_open", "The cubes that were turned must be taken or dropped first."
        )
    seats = _seats_to_double(game, side, action)
    offered = exchange.offered + tuple(seat.member for seat in seats)
    game = replace(game, exchange=replace(exchange, offered=offered))
    for seat in seats:
        game = with_seat(game, replace(seat, offer=Offer(side)))
    return game


def answer(game: Game, action: Answer) -> Game:
    """Take, drop, beaver or raccoon; when it was the last answer, the cubes change hands.

    Raises ChouetteError `not_in_game`, `nothing_to_answer`, `one_cube`, `not_your_seat`,
    `answer_in_order`, `team_answers_first`, `no_beavers`, `no_raccoons`, `nothing_to_beaver`,
    `nothing_to_raccoon`, `only_captain_raises`, `cube_too_high`, `sole_taker_must_beaver`,
    `box_takes_captain`, `box_takes_half`.
    """
    side = game.side_of(action.by)
    seats = _seats_to_answer(game, side, action)
    for seat in seats:
        game = _ANSWERS[type(action)](game, seat)
    _check_box_takes(game)
    return _close(game)


def _check_own_seat(action: Double | Answer) -> None:
    if action.member is not None and check_player(action.member) != action.by:
        raise ChouetteError(
            "not_your_seat",
            "%(player)s speaks for himself only.",
            player=action.by,
        )


def _check_no_member(action: Double | Answer) -> None:
    if action.member is not None:
        raise ChouetteError(
            "one_cube", "There is one cube for all: name no member.", player=action.by
        )


def _seats_to_double(game: Game, side: int, action: Double) -> tuple[Seat, ...]:
    if side == TEAM:
        _check_own_seat(action)
        if not game.rules.is_multi and action.by != game.captain:
            raise ChouetteError(
                "only_captain_doubles",
                "%(captain)s, the captain, turns the cube for the team.",
                captain=game.captain,
            )
    elif not game.rules.is_multi:
        _check_no_member(action)
    if not game.rules.is_multi:
        seats = game.seats
    elif side == TEAM:
        seats = (game.seat_of(action.by),)
    elif action.member is not None:
        seats = (game.seat_of(action.member),)
    else:
        return _all_the_box_may_turn(game)
    for seat in seats:
        if refusal := _no_double(seat, side):
            raise refusal
    return seats


def _all_the_box_may_turn(game: Game) -> tuple[Seat, ...]:
    seats = tuple(seat for seat in game.seats if _no_double(seat, BOX) is None)
    if not seats:
        raise ChouetteError("no_cube_to_turn", "The box has no cube that he may turn.")
    return seats


def _no_double(seat: Seat, side: int) -> ChouetteError | None:
    if seat.offer:
        return ChouetteError(
            "already_offered", "%(player)s's cube is turned already.", player=seat.member
        )
    if seat.cube.owner not in {None, side}:
        return ChouetteError(
            "not_your_cube",
            "The other side has %(player)s's cube: only they may turn it.",
            player=seat.member,
        )
    return _too_high(seat.cube.value * 2)


def _too_high(value: int) -> ChouetteError | None:
    if value <= MAX_CUBE:
        return None
    return ChouetteError(
        "cube_too_high", "A cube goes to %(limit)s at most: play on as it is.", limit=MAX_CUBE
    )


def _seats_to_answer(game: Game, side: int, action: Answer) -> tuple[Seat, ...]:
    if side == TEAM:
        _check_own_seat(action)
        named: Player | None = action.by
    else:
        if not game.rules.is_multi:
            _check_no_member(action)
        named = None if action.member is None else game.seat_of(action.member).member
    seats = tuple(
        seat
        for seat in game.seats
        if seat.waits_for == side and (named is None or seat.member == named)
    )
    if not seats:
        raise ChouetteError(
            "nothing_to_answer", "Nobody waits for an answer of %(player)s.", player=action.by
        )
    if not game.rules.is_multi:
        _check_order(game, seats[0])
    return seats


def _check_order(game: Game, seat: Seat) -> None:
    """Under one cube the team answers from the captain down, and then the box answers it."""
    if seat.waits_for == BOX and any(other.waits_for == TEAM for other in game.seats):
        raise ChouetteError(
            "team_answers_first", "The rest of the team must take or drop before the box answers."
        )
    first = next(other for other in game.seats if other.waits_for == seat.waits_for)
    if first != seat:
        raise ChouetteError("answer_in_order", "%(player)s answers first.", player=first.member)


def _offer(seat: Seat) -> Offer:
    assert seat.offer is not None
    return seat.offer


def _take(game: Game, seat: Seat) -> Game:
    offer = _offer(seat)
    if offer.must_beaver:
        raise ChouetteError(
            "sole_taker_must_beaver",
            "%(player)s alone would take: he must beaver, or drop with the others.",
            player=seat.member,
        )
    taken = replace(offer, taken=True)
    leader = game.seats[0].offer
    if not game.rules.is_multi and leader and leader.stage > offer.stage and seat.waits_for == TEAM:
        taken = replace(offer, stage=leader.stage)
    return _note(with_seat(game, replace(seat, offer=taken)), seat, took=True)


def _drop(game: Game, seat: Seat) -> Game:
    offer = _offer(seat)
    winner = 3 - (offer.waits_for or 0)
    paid = pay(game, seat, winner=winner, points=seat.cube.value << offer.stage)
    return _note(paid, seat, took=False)


def _beaver(game: Game, seat: Seat) -> Game:
    if not game.rules.beaver:
        raise ChouetteError("no_beavers", "Beavers are not played here: take or drop.")
    if _offer(seat).stage != 0:
        raise ChouetteError("nothing_to_beaver", "A beaver answers a double: take or drop.")
    return _note(_raise(game, seat), seat, took=True)


def _raccoon(game: Game, seat: Seat) -> Game:
    if not game.rules.raccoon:
        raise ChouetteError("no_raccoons", "Raccoons are not played here: take or drop.")
    if _offer(seat).stage != 1:
        raise ChouetteError("nothing_to_raccoon", "A raccoon answers a beaver: take or drop.")
    return _raise(game, seat)


def _raise(game: Game, seat: Seat) -> Game:
    offer = _offer(seat)
    if not game.rules.is_multi and offer.waits_for == TEAM and seat.member != game.captain:
        raise ChouetteError(
            "only_captain_raises",
            "%(captain)s leads the takers, and only he may raise: take or drop.",
            captain=game.captain,
        )
    if refusal := _too_high(seat.cube.value << (offer.stage + 2)):
        raise refusal
    raised = Offer(by=offer.by, stage=offer.stage + 1)
    return with_seat(game, replace(seat, offer=raised))


_ANSWERS: dict[type, Callable[[Game, Seat], Game]] = {
    Take: _take,
    Drop: _drop,
    Beaver: _beaver,
    Raccoon: _raccoon,
}


def _note(game: Game, seat: Seat, *, took: bool) -> Game:
    """Remember the first answer to a double; `seat` is as it was before the answer."""
    exchange = game.exchange
    assert exchange is not None
    if _offer(seat).stage > 0:
        return game
    if took:
        return replace(game, exchange=replace(exchange, taken=(*exchange.taken, seat.member)))
    return replace(game, exchange=replace(exchange, dropped=(*exchange.dropped, seat.member)))


def _check_box_takes(game: Game) -> None:
    """Hold a box who takes any cube to the captain's cube, or to half of them (docs/rules.md)."""
    exchange = game.exchange
    if exchange is None or exchange.by == BOX or not exchange.taken:
        return
    if game.rules.box_takes_captain and exchange.captain in exchange.dropped:
        raise ChouetteError(
            "box_takes_captain",
            "A box who takes any cube takes %(captain)s's, the captain's: take it, or drop all.",
            captain=exchange.captain,
        )
    if game.rules.box_takes_half and 2 * len(exchange.dropped) > len(exchange.offered):
        raise ChouetteError(
            "box_takes_half",
            "A box who takes any cube takes half of the %(count)s turned: take more, or drop all.",
            count=len(exchange.offered),
        )


def _close(game: Game) -> Game:
    """When nobody waits any more, hand the cubes over, unless a sole taker must think again."""
    if any(seat.waits_for for seat in game.seats):
        return game
    sole = _sole_taker(game)
    if sole is not None:
        return with_seat(game, replace(sole, offer=Offer(by=BOX, must_beaver=True)))
    return replace(game, seats=tuple(map(_handed_over, game.seats)), exchange=None)


def _sole_taker(game: Game) -> Seat | None:
    """The one member who took plainly when the box doubled the whole team and all others drop."""
    exchange = game.exchange
    assert exchange is not None
    if not game.rules.sole_taker_beavers or exchange.by != BOX or exchange.size < 2:
        return None
    if len(game.seats) != 1 or len(exchange.offered) != exchange.size:
        return None
    seat = game.seats[0]
    return seat if _offer(seat).stage == 0 else None


def _handed_over(seat: Seat) -> Seat:
    offer = seat.offer
    if offer is None:
        return seat
    value = seat.cube.value << (offer.stage + 1)
    return Seat(seat.member, Cube(value=value, owner=3 - offer.by, turned=True))
