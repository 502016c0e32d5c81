"""Random matches of the engine as records: any legal play, some doubles, some resignations."""

import random

from matches.engine import (
    AcceptResignation,
    Action,
    Dice,
    Double,
    Drop,
    MakePlay,
    MatchState,
    OpeningThrow,
    Phase,
    Resign,
    Roll,
    Rules,
    Take,
    format_play,
    new_match,
)
from matches.records import MatchRecord, from_actions

_SESSION = 3  # games


def random_match(seed: int, *, length: int | None) -> MatchRecord:
    """A match to `length`, or a short session for money; the same for the same seed."""
    rng = random.Random(seed)
    match = new_match(Rules(length=length))
    actions: list[Action] = []
    while not match.is_over and (length is not None or len(match.games) < _SESSION):
        actions.append(_chosen(match, rng))
        match = match.apply(actions[-1])
    return from_actions(("Ann Ulrich", "Bo Müller"), match.rules, actions)


def _chosen(match: MatchState, rng: random.Random) -> Action:
    game, turn = match.game, match.game.turn
    if game.resigned is not None:
        return AcceptResignation(game.decider)
    if turn.phase is Phase.OPENING:
        first, second = rng.sample(range(1, 7), 2)
        return OpeningThrow(first, second)
    if turn.phase is Phase.DOUBLED:
        return Take(game.decider) if rng.random() < 0.5 else Drop(game.decider)
    if turn.phase is Phase.PLAY:
        return MakePlay(turn.side, format_play(rng.choice(list(game.legal_plays()))))
    return _before_the_roll(match, rng)


def _before_the_roll(match: MatchState, rng: random.Random) -> Action:
    side = match.game.turn.side
    if rng.random() < 0.005:
        return Resign(side, rng.randint(1, 3))
    if rng.random() < 0.04 and Double(side) in match.game.legal_actions():
        return Double(side)
    return Roll(side, Dice(rng.randint(1, 6), rng.randint(1, 6)))
