"""Random games from start to end, in every game: does each end, and how.

Every position is checked on the way, every play goes through text and back, and at the end the
whole record is replayed. Prints the counts of the kinds of win and the CPU time of a game. Needs
nothing but the engine.

    python -m bench.games --games 20000 --processes 2 [--variants backgammon long_nardy]
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
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
    endings: Counter[str] = Counter()
    actions = 0
    started = time.process_time()
    for _ in range(games):
        game = new_game(Rules(length=None, variant=VARIANTS[name]))
        record = list(play(game, rng))
        for action in record:
            game = game.apply(action)
        assert game.result is not None, "the replay of a finished game is not finished"
        endings[f"{game.result.how} {game.result.kind}"] += 1
        actions += len(record)
    return Tally(endings, actions, time.process_time() - started)


def play(game: GameState, rng: random.Random) -> Iterator[Action]:
    """The actions of one random game."""
    for _ in range(MOST_ACTIONS):
        if game.is_over:
            return
        action = choose(game, rng)
        game = game.apply(action)
        assert game.position.status(game.rules.variant) is Status.VALID, game.position
        yield action
    raise AssertionError(f"a game of {game.rules.variant.name} does not end: {game.position}")


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
