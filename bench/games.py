"""Random games from start to end, in every game: does each end, and how.

Every position is checked on the way, every play goes through text and back, and of every tenth
game the whole record is replayed. Prints the counts of the kinds of win and the CPU time of a game.
Needs nothing but the engine.

    python -m bench.games --games 20000 --processes 2 [--variants backgammon long_nardy]
"""

import argparse
import random
import time
from collections import Counter
from functools import reduce
from multiprocessing import Pool
from typing import NamedTuple

from matches.engine.actions import Action, MakePlay, NameDouble, OpeningThrow, Roll
from matches.engine.dice import Dice
from matches.engine.game import GameState, new_game
from matches.engine.notation import format_play
from matches.engine.position import Status
from matches.engine.presets import VARIANTS
from matches.engine.rules import Rules
from matches.engine.turn import Phase

MOST_ACTIONS = 20_000  # a game that goes on longer has not ended
SLICE = 50  # games played by one process at a time


class Tally(NamedTuple):
    endings: Counter[str]
    actions: int
    seconds: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--variants", nargs="*", default=list(VARIANTS), choices=list(VARIANTS))
    parser.add_argument("--seed", default="games")
    options = parser.parse_args()
    print(f"{'game':<20} {'games':>6} {'actions':>8} {'CPU ms':>7}  endings")
    with Pool(options.processes) as pool:
        for name in options.variants:
            slices = [
                (name, f"{options.seed}:{name}:{first}", min(SLICE, options.games - first))
                for first in range(0, options.games, SLICE)
            ]
            print_line(name, pool.starmap(play_games, slices, chunksize=1))


def print_line(name: str, tallies: list[Tally]) -> None:
    endings = sum((tally.endings for tally in tallies), Counter[str]())
    games = endings.total()
    actions = sum(tally.actions for tally in tallies) / games
    milliseconds = 1000 * sum(tally.seconds for tally in tallies) / games
    shares = ", ".join(f"{what} {count}" for what, count in sorted(endings.items()))
    print(f"{name:<20} {games:>6} {actions:>8.1f} {milliseconds:>7.1f}  {shares}", flush=True)


def play_games(name: str, seed: str, games: int) -> Tally:
    """Play so many games of a variant with dice and choices from `seed`."""
    rng = random.Random(seed)
    start = new_game(Rules(length=None, variant=VARIANTS[name]))
    endings: Counter[str] = Counter()
    actions = 0
    started = time.process_time()
    for number in range(games):
        record, end = play(start, rng)
        assert end.result is not None
        endings[f"{end.result.how} {end.result.kind}"] += 1
        actions += len(record)
        if number % 10 == 0:
            assert reduce(GameState.apply, record, start) == end
    return Tally(endings, actions, time.process_time() - started)


def play(game: GameState, rng: random.Random) -> tuple[list[Action], GameState]:
    """The actions of one random game, and its last state."""
    record: list[Action] = []
    while not game.is_over:
        assert len(record) < MOST_ACTIONS, f"a game does not end: {game.position}"
        action = choose(game, rng)
        game = game.apply(action)
        assert game.position.status(game.rules.variant) is Status.VALID, game.position
        record.append(action)
    return record, game


def choose(game: GameState, rng: random.Random) -> Action:
    """What happens next, by chance: nobody doubles or resigns. Plays are text, as in a record."""
    side = game.turn.side
    match game.turn.phase:
        case Phase.OPENING:
            return OpeningThrow(rng.randint(1, 6), rng.randint(1, 6))
        case Phase.ROLL:
            return Roll(side, Dice(rng.randint(1, 6), rng.randint(1, 6)))
        case Phase.NAME:
            return NameDouble(side, rng.randint(1, 6))
        case _:
            return MakePlay(side, format_play(rng.choice(list(game.legal_plays()))))


if __name__ == "__main__":
    main()
