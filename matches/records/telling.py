"""The events of a game as a file tells them: dice with moves, words about the cube, set boards.

The inverse of `follower`, for every writer. A legal play is told as its moves; an illegal one as
the moves that lead from the board before to the board after, which no dice make.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from matches.engine import (
    BAR,
    OFF,
    Beaver,
    Correct,
    Dice,
    Double,
    Drop,
    GameState,
    MakePlay,
    Misplay,
    Move,
    OpeningThrow,
    Position,
    Raccoon,
    Roll,
    Rules,
    RulesError,
    Take,
    Variant,
    VoidRoll,
)
from matches.engine.position import POINTS
from matches.records.values import Event, GameRecord, Setup, follow
from matches.records.written import Kind


class Told(NamedTuple):
    """One thing to tell. `moves` is None for a roll that was not played; `forbidden` says that a
    turn was passed though there were plays. `state` is the moment before it, for set boards after.
    `place` is that of the event in its game, from 0: of a roll with its play that of the roll.
    """

    side: int
    kind: Kind
    state: GameState
    dice: Dice | None = None
    moves: tuple[Move, ...] | None = None
    forbidden: bool = False
    place: int = 0


_CUBE: Final[dict[type, Kind]] = {
    Double: Kind.DOUBLE,
    Take: Kind.TAKE,
    Drop: Kind.DROP,
    Beaver: Kind.BEAVER,
    Raccoon: Kind.RACCOON,
}


def tell(rules: Rules, game: GameRecord) -> Iterator[Told]:
    """What is to be written of a game, in its order, without its result.

    Raises EngineError when the events cannot follow each other.
    """
    state = game.start(rules)
    roll: Told | None = None
    for place, event in enumerate(game.events):
        before, state = state, follow(state, event)
        if isinstance(event, MakePlay | Misplay | Correct) and roll is not None:
            roll = _played(roll, before, event, state)
        elif isinstance(event, VoidRoll):
            roll = None
        elif _is_told(event):
            if roll is not None:
                yield roll
            begun = _begun(before, event, state)
            if begun is not None and isinstance(event, OpeningThrow) and before.cube.value > 1:
                yield Told(begun.side, Kind.SET, before, place=place)  # equal throws raised it
            roll = None if begun is None else begun._replace(place=place)
            if roll is not None and roll.kind is not Kind.ROLL:
                yield roll
                roll = None
    if roll is not None:
        yield roll


def check_tellable(rules: Rules) -> None:
    """Raise RulesError `game_unwritable` for a game that match texts have no words for."""
    if not is_tellable(rules.variant):
        raise RulesError(
            "game_unwritable",
            "%(game)s cannot be written as a match text or .sgf: write JSON.",
            game=rules.variant.name,
        )


def is_tellable(variant: Variant) -> bool:
    """Whether a game begins with an opening roll that is played, and who is hit is on the bar."""
    opens = variant.opening == "play" and variant.next_game_starter != "winner"
    return opens and variant.contact == "hit" and not variant.enters_from_hand


def _is_told(event: Event) -> bool:
    return type(event) in _CUBE or isinstance(event, Roll | OpeningThrow | Setup)


def _begun(before: GameState, event: Event, state: GameState) -> Told | None:
    if isinstance(event, Setup):
        return Told(event.side, Kind.SET, state)
    if isinstance(event, Roll):
        return Told(event.side, Kind.ROLL, before, event.dice)
    if isinstance(event, OpeningThrow):
        dice = state.turn.dice  # equal dice, thrown again, are in no file
        return None if dice is None else Told(state.turn.side, Kind.ROLL, before, dice)
    return Told(before.decider or before.turn.side, _CUBE[type(event)], before)


def _played(
    roll: Told, before: GameState, event: MakePlay | Misplay | Correct, state: GameState
) -> Told:
    if isinstance(event, Correct) and before.window is not None:
        before = before._replace(position=before.window.position, turn=before.window.turn)
    if not isinstance(event, Misplay):
        return roll._replace(moves=before.legal_plays().check(event.play).moves, forbidden=False)
    moves = moves_between(before.seen_by(roll.side), state.seen_by(roll.side))
    return roll._replace(moves=moves, forbidden=not moves)


def moves_between(before: Position, after: Position) -> tuple[Move, ...]:
    """Moves of side 1 that make one board of the other; no dice are asked."""
    places = (OFF, *POINTS, BAR)
    change = {place: after.count(1, place) - before.count(1, place) for place in places}
    left = sorted((Counter({p: -n for p, n in change.items() if n < 0})).elements(), reverse=True)
    come = sorted((Counter({p: n for p, n in change.items() if n > 0})).elements(), reverse=True)
    hits = [p for p in POINTS if after.count(2, BAR - p) < before.count(2, BAR - p)]
    moves: list[Move] = []
    for start, end in zip(left, come, strict=True):
        at = start
        for point in sorted(hits, reverse=True):
            if point not in come and end < point < at:
                moves.append(Move(at, point, 0, hit=True))
                hits.remove(point)
                at = point
        moves.append(Move(at, end, 0, hit=end in hits))
    return tuple(moves)
