"""Match files: how long reading and verifying takes, and whether what is written comes back.

    python -m bench.records [--matches 1000] [--games 10000]

The files are matches to 7 of random play, written by ourselves, and the real ones in the folder
`shared` beside the project, where it is. Times are CPU. Beside them stands the least that the rules
cost: a replay of the same actions, without a file.
"""

import argparse
import time
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.engine_records import LENGTH, match_record
from bench.figures import ratio
from matches.engine import Action, Rules, replay
from matches.records import (
    MatchRecord,
    from_actions,
    read_match,
    verify,
    write_json,
    write_mat,
    write_sgf,
)

REAL = Path(__file__).resolve().parents[2] / "shared" / "records" / "matches"
PLAYERS = ("Ann Ulrich", "Boris Ibáñez")
RULES = Rules(length=LENGTH)
TARGET = 3.0  # ms of CPU to read and verify one match to 7
TRACED = 40  # files whose memory is measured, which makes them slow
WRITERS: dict[str, Callable[[MatchRecord], str]] = {
    "mat": write_mat,
    "sgf": write_sgf,
    "json": write_json,
}


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of one turn."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def memory(files: Sequence[bytes]) -> float:
    """The most memory that reading some of the files, one after the other, takes: MB."""
    tracemalloc.start()
    for source in files[:: max(1, len(files) // TRACED)]:
        read_match(source)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 2**20


def row(what: str, seconds: float, matches: int) -> float:
    """Print what one match costs, and return it in milliseconds."""
    each = 1000 * seconds / matches
    print(f"{what:<44} {each:8.2f} ms {matches / seconds:8.0f} matches/s", flush=True)
    return each


def read_all(files: Sequence[bytes]) -> list[MatchRecord]:
    """The records of all files that have one."""
    return [record for source in files if (record := read_match(source).record) is not None]


def measure(name: str, files: Sequence[bytes]) -> float:
    """Read one by one as an import does, keeping nothing; then verify. Milliseconds for both."""
    print(f"{len(files)} files, {name}", flush=True)
    reading = cpu(lambda: [len(read_match(source).findings) for source in files])
    records = read_all(files)
    verifying = cpu(lambda: [verify(record) for record in records])
    each = row("  read", reading, len(files)) + row("  verify", verifying, len(records))
    print(f"{'  memory, one file at a time':<44} {memory(files):8.2f} MB", flush=True)
    return each


def own_matches(count: int) -> None:
    """Random matches to 7 in each format that we write."""
    actions: list[list[Action]] = [match_record(f"file {number}") for number in range(count)]
    records = [from_actions(PLAYERS, RULES, each) for each in actions]
    least = row("replay of the actions, no file", cpu(lambda: _replayed(actions)), count)
    for name, write in WRITERS.items():
        files = [write(record).encode() for record in records]
        each = measure(f".{name}", files)
        print(ratio("  of the target", each, TARGET))
        print(ratio("  of the least, one replay", each, least))


def _replayed(actions: Sequence[Sequence[Action]]) -> None:
    for each in actions:
        replay(RULES, each)


def real_files() -> None:
    if not REAL.is_dir():
        print("no real files beside the project", flush=True)
        return
    measure("real", [path.read_bytes() for path in sorted(REAL.iterdir())])


def round_trips(games: int) -> None:
    """Random games, written, read and written again: how many came back another."""
    wrong = dict.fromkeys(WRITERS, 0)
    played = matches = 0
    while played < games:
        record = from_actions(PLAYERS, RULES, match_record(f"round trip {matches}"))
        played, matches = played + len(record.games), matches + 1
        for name, write in WRITERS.items():
            text = write(record)
            again = read_match(text.encode())
            if again.record is None or again.faults or write(again.record) != text:
                wrong[name] += 1
    told = ", ".join(f"{name} {count}" for name, count in wrong.items())
    print(f"{played:,} games of {matches:,} matches written, read, written: differ {told}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1_000, help="files of each format")
    parser.add_argument("--games", type=int, default=10_000, help="games written and read back")
    options = parser.parse_args()
    real_files()
    own_matches(options.matches)
    round_trips(options.games)


if __name__ == "__main__":
    main()
