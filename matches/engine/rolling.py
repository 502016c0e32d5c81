"""Throwing and playing: what `game` does with an opening throw, a roll and the play of it."""

from typing import TYPE_CHECKING

from matches.engine.actions import MakePlay, NameDouble, OpeningThrow, Roll, VoidRoll
from matches.engine.check import judge
from matches.engine.dice import Dice
from matches.engine.errors import IllegalAction, IllegalPlay, NotationError, quoted
from matches.engine.generate import deadlocked
from matches.engine.moments import check_not_over, check_playing, check_side, finished, not_now
from matches.engine.play import Play
from matches.engine.plays import LegalPlays
from matches.engine.position import CHECKERS
from matches.engine.scoring import SINGLE, GameResult, How, drawn, result_on_board, won
from matches.engine.steps import HEAD
from matches.engine.turn import Numbers, Phase, Turn, groups_of, left_over
from matches.engine.variant import Variant

if TYPE_CHECKING:
    from matches.engine.game import GameState

_ACEY = Dice(2, 1)
_LAST_CHANCE = 14  # checkers the second player must have off to be given one more roll


def opening_throw(state: "GameState", action: OpeningThrow) -> "GameState":
    """The higher die begins; equal dice are thrown again, and may double the stake."""
    if state.turn.phase is not Phase.OPENING:
        raise IllegalAction("opening_over", "The opening throw has been made.")
    dice = Dice(action.first, action.second)
    turn = state.turn
    if dice.is_double:
        return _tied(state)
    begun = turn.begun_by(1 if action.first > action.second else 2)
    if state.rules.variant.opening == "reroll":
        return state._replace(turn=begun)
    groups = groups_of(dice, begun, state.rules.variant)
    return state._replace(turn=begun.rolled(dice, groups)._replace(from_opening=True))


def _tied(state: "GameState") -> "GameState":
    """One more equal throw: it doubles the stake while the rules and the cube allow it."""
    limit = state.rules.auto_doubles
    turn = state.turn._replace(ties=state.turn.ties + 1)
    doubles = limit is None or turn.ties <= limit
    if doubles and state.cube.value < state.rules.highest_cube:
        return state._replace(turn=turn, cube=state.cube.doubled_by_throw())
    return state._replace(turn=turn)


def roll(state: "GameState", action: Roll) -> "GameState":
    """Both dice of the side on turn. An illegal play before it now stands."""
    turn = state.turn
    check_side(action.side)
    if turn.phase is Phase.OWED:
        raise IllegalAction("play_owed_first", "Play the numbers the opponent left first.")
    if turn.phase is not Phase.ROLL or action.side != turn.side:
        raise not_now(state, action.side, Phase.ROLL)
    if not isinstance(action.dice, Dice):
        raise IllegalAction("roll_unreadable", "%(dice)s is not a roll.", dice=quoted(action.dice))
    check_not_over(state)
    window = state.window._replace(open=False) if state.window else None
    groups = groups_of(action.dice, turn, state.rules.variant)
    return state.going_on(turn.rolled(action.dice, groups), window=window)


def void_roll(state: "GameState", action: VoidRoll) -> "GameState":
    """The roll that lies on the table does not count, so nothing that it ended has ended."""
    turn = state.turn
    check_side(action.side)
    if action.reason not in ("cocked", "premature"):
        raise IllegalAction(
            "reason_unknown",
            "A roll is void because it is cocked or premature, not %(reason)s.",
            reason=quoted(action.reason),
        )
    if turn.phase is not Phase.PLAY or not turn.fresh or action.side != turn.side:
        raise IllegalAction(
            "no_roll_to_void", "There is no roll of side %(side)s to throw again.", side=action.side
        )
    window = state.window._replace(open=True) if state.window else None
    if turn.from_opening:
        return state._replace(turn=Turn(ties=turn.ties))
    return state._replace(turn=turn.going_on(Phase.ROLL), window=window)


def name_double(state: "GameState", action: NameDouble) -> "GameState":
    """Acey-deucey: any double, playable or not."""
    turn = state.turn
    check_side(action.side)
    if turn.phase is not Phase.NAME or action.side != turn.side:
        raise not_now(state, action.side, Phase.NAME)
    dice = Dice(action.number, action.number)
    playing = turn.going_on(Phase.PLAY, dice, groups_of(dice, turn, state.rules.variant))
    return state._replace(turn=playing._replace(named=True))


def make_play(state: "GameState", action: MakePlay) -> "GameState":
    """One stage of the numbers on the table, which is all of them in most games.

    A Play has to be one of this position: as text, which a record keeps, it would be another.
    """
    check_playing(state, action.side)
    if not isinstance(action.play, (str, Play)):
        raise NotationError(
            "play_unreadable",
            "%(play)s is not a play: give its text, or one of the legal plays.",
            play=quoted(action.play),
        )
    turn, variant = state.turn, state.rules.variant
    play = judge(
        state.position if turn.side == 1 else state.position.mirrored(),
        turn.numbers,
        action.play,
        variant,
        first_turn=turn.is_first(variant),
        left_head=turn.left_head,
    )
    if isinstance(action.play, Play) and play != action.play:
        raise IllegalPlay("play_of_elsewhere", "That play is of another position: make it anew.")
    return _played(state, play)


def plays_of(state: "GameState") -> LegalPlays:
    """The plays of the numbers on the table, by the side on turn."""
    turn, variant = state.turn, state.rules.variant
    return LegalPlays(
        state.seen_by(turn.side),
        turn.numbers,
        variant,
        first_turn=turn.is_first(variant),
        left_head=turn.left_head,
    )


def _played(state: "GameState", play: Play) -> "GameState":
    """The play made, and what follows: the end, the next stage of the turn, or the next turn."""
    turn = state.turn
    after = play.after if turn.side == 1 else play.after.mirrored()
    result = result_on_board(after, state.cube, state.rules)
    whole = len(play.moves) == len(turn.numbers)
    left = turn.groups[1:] if whole else left_over(turn, play.numbers)
    goes_on = whole and bool(left)
    may_still_tie = turn.last_chance and goes_on and play.after.off(1) < CHECKERS
    if not may_still_tie and (result is not None or play.is_pass):
        decided = _decided(state._replace(position=after, window=None), play, result)
        if decided is not None:
            return decided
    if goes_on:
        left_head = turn.left_head + sum(move.start == HEAD for move in play.moves)
        turn = turn._replace(groups=left, fresh=False, left_head=left_head)
    else:
        turn = _next_turn(state, left)
    return state.going_on(turn, after)


def _decided(state: "GameState", play: Play, result: GameResult | None) -> "GameState | None":
    """The finished game, a game with one last roll, or None when it goes on."""
    turn, rules = state.turn, state.rules
    if turn.last_chance:
        both = state.position.off(1) == state.position.off(2)
        single = won(turn.starter, SINGLE, state.cube, rules, How.BORNE_OFF)
        result = drawn(state.cube) if both else single
    elif result and _has_last_chance(state):
        return state._replace(turn=turn._replace(last_chance=True).begun_by(3 - turn.side))
    elif play.is_pass and result is None and rules.variant.deadlock == "draw":
        result = drawn(state.cube) if deadlocked(state.position.bits, rules.variant) else None
    return None if result is None else finished(state, result)


def _has_last_chance(state: "GameState") -> bool:
    """Whether the second player, nearly done, may still roll once to tie."""
    turn, position = state.turn, state.position
    return (
        state.rules.variant.last_chance_draw
        and turn.side == turn.starter
        and position.off(turn.side) == CHECKERS
        and position.off(3 - turn.side) >= _LAST_CHANCE
    )


def _next_turn(state: "GameState", left: tuple[Numbers, ...]) -> Turn:
    """Who goes on when a turn has `left` numbers that nobody could play, by stages."""
    turn, variant = state.turn, state.rules.variant
    if turn.phase is Phase.OWED:
        return turn.going_on(Phase.ROLL)
    if variant.enters_from_hand and (again := _plays_again(turn, left, variant)):
        return again
    following = turn.begun_by(3 - turn.side)
    if left and turn.dice is not None and variant.passes_on(turn.dice):
        return following.going_on(Phase.OWED, groups=left)
    return following


def _plays_again(turn: Turn, left: tuple[Numbers, ...], variant: Variant) -> Turn | None:
    """Acey-deucey: a whole 1-2 names a double, a whole double after it rolls again."""
    if turn.named or (variant.acey_european and turn.dice and turn.dice.is_double):
        full = not left or (turn.named and not variant.ad_reroll_needs_full_double)
        return turn.going_on(Phase.ROLL) if full else None
    if turn.dice == _ACEY and not left:
        return turn.going_on(Phase.NAME, turn.dice)
    return None
