"""What a written play did to the board, whether it may be so or not.

A legal play is made as it is written. One that is only oddly written (stars, a hit on the way, more
than one meaning) is made with a finding. One that is illegal is put on the board as it is written,
checker by checker, and stands; what cannot even be put there leaves the board alone.
"""

from typing import TYPE_CHECKING

from matches.engine import (
    BAR,
    EngineError,
    IllegalAction,
    IllegalPlay,
    MakePlay,
    Misplay,
    NotationError,
    Play,
    Position,
    PositionError,
    format_play,
    parse_play,
)
from matches.engine.errors import quoted
from matches.engine.position import OFF

if TYPE_CHECKING:
    from matches.records.follower import GameFollower


def read_play(
    game: "GameFollower", side: int, play: Play | str | None, after: Position | None = None
) -> None:
    """Make the play of the roll on the table; None leaves the board as it was.

    `after` is the board, as side 1 sees it, where the file tells it: then that is the truth.
    """
    if play is None:
        _stand(game, side, game.state.position)
    elif isinstance(play, Play):
        game.do(MakePlay(side, _full(play)))
    elif after is not None:
        _by_board(game, side, after)
    else:
        _by_text(game, side, play)


def _full(play: Play) -> str:
    """The text of a play as records keep it."""
    return format_play(play, "hops")


def _by_text(game: "GameFollower", side: int, text: str) -> None:
    try:
        game.do(MakePlay(side, text))
    except NotationError:
        game.find("play_unreadable", text=quoted(text))
        _stand(game, side, game.state.position)
    except IllegalPlay as error:
        if not _oddly_written(game, side, text, error):
            _illegal(game, side, text, error)


def _oddly_written(game: "GameFollower", side: int, text: str, error: IllegalPlay) -> bool:
    """Whether it is legal but for the way of writing; then it is made."""
    if error.code == "wrong_star":
        bare = text.replace("*", "")
        try:
            game.do(MakePlay(side, bare))
        except IllegalPlay as still:
            return _oddly_written(game, side, bare, still)
        game.find("star_wrong", text=quoted(text))
        return True
    if error.code == "hit_on_the_way":
        read = str(error.detail["written"])
        if _tried(game, side, read):
            game.find("hit_not_written", text=quoted(text), read=read)
            return True
        return False
    if error.code == "ambiguous":
        choices = str(error.detail["choices"]).split(" / ")
        read = min(choices, key=lambda choice: (choice.count("*"), choice))
        if _tried(game, side, read):
            game.find("play_ambiguous", text=quoted(text), read=read)
            return True
    return False


def _tried(game: "GameFollower", side: int, text: str) -> bool:
    try:
        game.do(MakePlay(side, text))
    except EngineError:
        return False
    return True


def _illegal(game: "GameFollower", side: int, text: str, error: IllegalPlay) -> None:
    seen = game.state.seen_by(side)
    after = moved(seen, text)
    dice = str(game.state.turn.dice)
    if after is None:
        game.find("impossible_play", text=quoted(text), dice=dice, why=error.remark)
        _stand(game, side, game.state.position)
        return
    stood = _stand(game, side, after if side == 1 else after.mirrored())
    if stood is None:
        game.find("impossible_play", text=quoted(text), dice=dice, why=error.remark)
        _stand(game, side, game.state.position)
    elif isinstance(stood, MakePlay):
        game.find("play_odd", text=quoted(text), read=stood.play)
    else:
        game.find("illegal_play", text=quoted(text), dice=dice, why=error.remark)


def _by_board(game: "GameFollower", side: int, after: Position) -> None:
    """Of all plays the one that makes this board; else an illegal one that did."""
    seen = after if side == 1 else after.mirrored()
    for play in game.state.legal_plays():
        if play.after == seen:
            game.do(MakePlay(side, _full(play)))
            return
    game.find("illegal_position", dice=str(game.state.turn.dice))
    if _stand(game, side, after) is None:
        _stand(game, side, game.state.position)


def _stand(game: "GameFollower", side: int, board: Position) -> Misplay | MakePlay | None:
    """The board is as it is, by an illegal play or, if there is one, a legal one; None if neither.

    Returns what was done.
    """
    done: Misplay | MakePlay = Misplay(side, board)
    try:
        game.do(done)
    except IllegalAction:
        seen = board if side == 1 else board.mirrored()
        play = next(play for play in game.state.legal_plays() if play.after == seen)
        done = MakePlay(side, _full(play))
        game.do(done)
    except PositionError:
        return None
    return done


def moved(position: Position, text: str) -> Position | None:
    """The board after the moves of side 1 as written, whatever the dice; None if it cannot be.

    Only what wood allows is asked: there is a checker to move, and no two of the other side where
    it comes to rest.
    """
    written = parse_play(text)
    own, other = position.places(1), position.places(2)
    hops = sorted(written.hops, key=lambda hop: -hop[0])
    for start, end, _ in hops:
        if not own.get(start):
            return None
        own[start] -= 1
        own[end] = own.get(end, 0) + 1
        if end == OFF:
            continue
        there = other.get(BAR - end, 0)
        if there > 1:
            return None
        if there:
            other[BAR - end] = 0
            other[BAR] = other.get(BAR, 0) + 1
    return Position.of(own, other)
