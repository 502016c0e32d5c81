"""The rules engine: how long the legal plays of a roll take, beside the general search and peers.

    python -m bench.engine [--quick] [--perft]

Needs nothing but the engine; the peers of bench/requirements.txt are measured if they are there.
Times are CPU, the least of several turns. Before the time of another program or way it compares
the answers with ours, and says how many differ.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from bench import engine_peers as peers
from bench.engine_data import Calls, call_sets
from bench.engine_records import LENGTH, match_record, submitted_plays
from matches.engine import MakePlay, Play, Rules, format_play, parse_play, replay
from matches.engine.check import check_numbers
from matches.engine.dice import ROLLS, Dice
from matches.engine.generate import Ways, legal_ways
from matches.engine.plays import legal_plays
from matches.engine.position import Position, mirrored
from matches.engine.positionid import format_position_id, parse_position_id
from matches.engine.presets import BACKGAMMON
from matches.engine.quick import check_bits

TURNS = 5
SPIEL_GAMES = 20
PATHS = 116_154_993  # GNU Backgammon and brute force

Ask = Callable[[Position, Dice], Any]


def results(position: Position, roll: Dice) -> int:
    return len(legal_plays(position, roll))


def plays(position: Position, roll: Dice) -> list[Any]:
    return list(legal_plays(position, roll))


def texts(position: Position, roll: Dice) -> list[str]:
    return [format_play(play) for play in legal_plays(position, roll)]


def general_search(position: Position, roll: Dice) -> Ways:
    return legal_ways(position.bits, roll.numbers, BACKGAMMON)


#: What is asked of the engine for every position and roll.
OURS: dict[str, Ask] = {
    "legal results": results,
    "with play objects": plays,
    "with text": texts,
}


def least(work: Callable[[], object], deeds: int) -> float:
    """CPU microseconds per deed, of the fastest turn."""
    found = []
    for _ in range(TURNS):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return 1_000_000 * min(found) / deeds


def row(what: str, microseconds: float, *, ours: float | None = None) -> None:
    """Print a figure; `ours` is what the engine took for the same, also in microseconds."""
    beside = "" if ours is None else f"   {microseconds / ours:7.2f} x ours"
    rate = 1_000_000 / microseconds
    print(f"  {what:<44} {microseconds:9.2f} us {rate:12,.0f}/s{beside}", flush=True)


def per_call(ask: Ask, calls: Calls) -> float:
    def work() -> None:
        for position, roll in calls:
            ask(position, roll)

    return least(work, len(calls))


def per_question(questions: Sequence[peers.Question]) -> float:
    def work() -> None:
        for question in questions:
            question.ask()

    return least(work, len(questions))


def differing(questions: Sequence[peers.Question]) -> int:
    """How many of the peer's answers have another number of results than ours."""
    return sum(q.results() != results(q.position, q.roll) for q in questions)


def our_legal_plays(calls: Calls, *, every: int) -> None:
    """Our figures, and the general search's on one position in `every`."""
    each = sum(results(*call) for call in calls) / len(calls)
    print(f"{calls.name}: {len(calls):,} calls, {each:.1f} results each", flush=True)
    for what, ask in OURS.items():
        row(what, per_call(ask, calls))
    few = calls.thinned(every)
    wrong = sum(legal_plays(*call).packed_results != general_search(*call).keys() for call in few)
    ours, theirs = per_call(results, few), per_call(general_search, few)
    row(f"general search, 1 position in {every}: {wrong} differ", theirs, ours=ours)


def gnubg_legal_plays(calls: Calls) -> None:
    if not peers.installed("gnubg_nn"):
        return
    ours = per_call(results, calls)
    for what, moves in (("results", False), ("results and moves", True)):
        asked = [peers.gnubg_question(*call, moves=moves) for call in calls]
        wrong = differing(asked)
        row(f"gnubg_nn: {what}, {wrong} counts differ", per_question(asked), ours=ours)


def spiel_legal_plays(games: int) -> None:
    if not peers.installed("pyspiel"):
        return
    asked = peers.spiel_questions(games)
    print(f"{games} games of OpenSpiel: {len(asked):,} mixed rolls", flush=True)
    ours = least(lambda: [results(q.position, q.roll) for q in asked], len(asked))
    row("legal results", ours)
    wrong = differing(asked)
    row(f"OpenSpiel: numbers of plays, {wrong} counts differ", per_question(asked), ours=ours)
    theirs = least(lambda: [q.results() for q in asked], len(asked))
    row("OpenSpiel: and the positions they lead to", theirs, ours=ours)


def perft() -> None:
    """All plays of all rolls, three turns from the start: about a minute."""
    begun = time.process_time()
    paths = Counter([BACKGAMMON.starting_position.bits])
    for _ in range(2):
        reached: Counter[int] = Counter()
        for bits, ways in paths.items():
            for roll in ROLLS:
                for after in legal_plays(Position(bits), roll).packed_results:
                    reached[mirrored(after)] += ways
        paths = reached
    found = sum(ways * results(Position(b), roll) for b, ways in paths.items() for roll in ROLLS)
    seconds = time.process_time() - begun
    print(f"three turns from the start: {found:,} paths, where others count {PATHS:,}", flush=True)
    row("path", 1_000_000 * seconds / found)


def one_play(matches: int) -> None:
    """The check of one submitted play, in the forms in which it can come."""
    plays = [play for seed in range(matches) for play in submitted_plays(f"play {seed}")]
    print(f"{len(plays):,} submitted plays of {matches} matches", flush=True)
    hops = [(p.position.bits, p.numbers, parse_play(p.text).hops) for p in plays]
    ours = least(lambda: [check_bits(*play) for play in hops], len(plays))
    row("is it legal, moves already read", ours)
    row("check of a text", least(lambda: [_checked(*play) for play in plays], len(plays)))
    general = plays[::20]
    listed = least(lambda: [_listed(*play) for play in general], len(general))
    row("by listing all plays, 1 play in 20", listed, ours=ours)
    if peers.installed("gnubg_nn"):
        asked = [
            peers.gnubg_question(p.position, Dice(p.numbers[0], p.numbers[-1]), moves=False)
            for p in plays
        ]
        row("gnubg_nn lists all results", per_question(asked), ours=ours)


def _checked(position: Position, numbers: tuple[int, ...], text: str) -> Play:
    return check_numbers(position, numbers, text)


def _listed(position: Position, numbers: tuple[int, ...], text: str) -> bool:
    after = check_numbers(position, numbers, text).after
    return after.bits in legal_ways(position.bits, numbers, BACKGAMMON)


def whole_matches(count: int) -> None:
    """A record of a match to 7 replayed: every play, cube action, score and the Crawford game."""
    records = [match_record(f"match {seed}") for seed in range(count)]
    rules = Rules(length=LENGTH)
    plays = sum(isinstance(action, MakePlay) for record in records for action in record)
    print(f"{count} matches to {LENGTH}, {plays / count:.0f} plays each", flush=True)
    each = least(lambda: [replay(rules, record) for record in records], count)
    row("replay of a whole match", each)
    row("  for each play of it", each * count / plays)


def identities() -> None:
    positions = {position for calls in call_sets() for position in calls.positions}
    texts = [format_position_id(position) for position in positions]
    print(f"{len(texts):,} Position IDs", flush=True)
    row("position from an ID", least(lambda: [parse_position_id(t) for t in texts], len(texts)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one position in ten")
    parser.add_argument("--perft", action="store_true", help="and count three turns, in a minute")
    options = parser.parse_args()
    for calls in call_sets():
        taken = calls.thinned(10) if options.quick else calls
        our_legal_plays(taken, every=20)
        gnubg_legal_plays(taken)
    spiel_legal_plays(2 if options.quick else SPIEL_GAMES)
    one_play(2 if options.quick else 24)
    whole_matches(2 if options.quick else 24)
    identities()
    if options.perft:
        perft()


if __name__ == "__main__":
    main()
