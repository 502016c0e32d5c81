"""Records for `bench.engine`: matches of random play, as a file holds them, and their plays."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from bench.games import choose
from matches.engine import (
    Action,
    Double,
    Drop,
    MakePlay,
    MatchState,
    Position,
    Rules,
    Take,
    new_match,
)
from matches.engine.turn import Phase

LENGTH = 7


class Submitted(NamedTuple):
    """One play as it was entered: the position of who plays it, the numbers, the text."""

    position: Position
    numbers: tuple[int, ...]
    text: str


def match_record(seed: str) -> list[Action]:
    """A match to 7: every roll, play (as text) and cube action."""
    return [action for _, action in _played(random.Random(seed))]


def submitted_plays(seed: str) -> list[Submitted]:
    """The plays of such a match with what they are judged by."""
    return [
        Submitted(state.game.seen_by(action.side), state.game.turn.numbers, str(action.play))
        for state, action in _played(random.Random(seed))
        if isinstance(action, MakePlay)
    ]


def _played(rng: random.Random) -> Iterator[tuple[MatchState, Action]]:
    match = new_match(Rules(length=LENGTH))
    while not match.is_over:
        action = _chosen(match, rng)
        yield match, action
        match = match.apply(action)


def _chosen(match: MatchState, rng: random.Random) -> Action:
    game = match.game
    if game.turn.phase is Phase.DOUBLED:
        return Drop(game.decider) if rng.random() < 1 / 3 else Take(game.decider)
    double = Double(game.turn.side)
    if game.turn.phase is Phase.ROLL and rng.random() < 0.05 and double in game.legal_actions():
        return double
    return choose(game, rng)
