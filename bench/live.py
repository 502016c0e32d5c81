"""What changes while people look: results and brackets, actions and boards.

    python -m bench.live [--only results actions spectators] [--streams 1000] [--spectators 2000]

Times over HTTP run from sending to the last byte of the answer or, of streams, to the last reader's
last byte: they hold the whole of entering, more than what follows the commit. One server process.
Beside the actions stands the least SQL that one can be, beside the spectators the target and a bare
loop that writes as many bytes to as many.
"""

import argparse
import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bench.client import Client
from bench.facts import BoardFacts, EventFacts, Facts
from bench.figures import Figures, figures, line, ratio
from bench.places import DATABASES, ROOT, Web, answer, cpu_seconds, place, raise_file_limit, web
from bench.playing import Room, played
from bench.results import enter_result
from bench.streams import Readers, Spread

PARTS = ("results", "actions", "spectators")
TARGET_MS = 300.0  # to the last spectator
TARGET_ACTION_MS = 50.0  # p99 over HTTP
BOARDS = 8


# --- Results -------------------------------------------------------------------------------------
async def results(server: Web, facts: Facts, options: argparse.Namespace) -> None:
    event: EventFacts = facts["events"][0]
    director = await Client.connected(server.port)
    await director.ask("GET", event["page"])
    path = f"/events/event/{event['id']}/bracket?lang=en"
    readers = await Readers.opened(server.port, server.pid, path, options.streams)
    print(f"{options.streams} streams of a bracket: {readers.memory / 1000:.1f} kB of memory each")
    for key, length in event["matches"][: options.results]:
        deed = enter_result(director, facts["token"], event["id"], key, length)
        print(_spread_line(key, await readers.spread(deed)), flush=True)
    readers.close()


def _spread_line(what: str, found: Spread) -> str:
    return (
        f"  {what:<10} answered {found.answered:6.0f} ms   half of the readers {found.half:6.0f} ms"
        f"   the last {found.last:6.0f} ms   CPU of the server {found.cpu:6.0f} ms"
    )


# --- Actions -------------------------------------------------------------------------------------
def actions(database: str, options: argparse.Namespace) -> None:
    with place(database) as where:
        told = answer(where.env, "boards", "act", options.actions)
    ours, least = Figures(*told["ours"]), Figures(*told["least"])
    print(line(f"{database}: an action by the service", ours, "actions"))
    print(line("  least SQL", least, "actions"))
    print(ratio("  service / least SQL, CPU", ours.cpu, least.cpu))
    print(f"  an action is {len(told['queries'])} statements: {', '.join(told['queries'])}")
    with place(database) as where:
        boards: list[BoardFacts] = answer(where.env, "boards", "open", BOARDS + 1)
        with web(where.env) as server:
            asyncio.run(played(server.port, boards[BOARDS:], 30))
            each = options.actions // BOARDS
            _over_http(server, boards[:1], each // 2)
            _over_http(server, boards[:BOARDS], each // 2)
            _over_http(server, boards[:BOARDS], each // 2, every=0.5)


def _over_http(server: Web, boards: list[BoardFacts], each: int, every: float = 0.0) -> None:
    cpu, begun = cpu_seconds(server.pid), time.perf_counter()
    samples = asyncio.run(played(server.port, boards, each, every))
    seconds = time.perf_counter() - begun
    found = figures(samples, seconds, cpu_seconds(server.pid) - cpu)
    pace = f"{1 / every:.0f}/s each" if every else "without a pause"
    print(line(f"  over HTTP, boards at once: {len(boards)}, {pace}", found, "actions"))
    print(ratio(f"    p99 / target of {TARGET_ACTION_MS:.0f} ms", found.p99, TARGET_ACTION_MS),
          flush=True)  # fmt: skip


# --- Spectators ----------------------------------------------------------------------------------
def spectators(database: str, options: argparse.Namespace) -> None:
    with place(database) as where:
        boards: list[BoardFacts] = answer(where.env, "boards", "open", 2)
        with web(where.env) as server:
            ours, size = asyncio.run(_watched(server, boards, options))
    with _plain() as server:
        least = asyncio.run(_least(server, size, options))
    print(_spread_line("bare loop", least))
    print(ratio(f"  the last / target of {TARGET_MS:.0f} ms", ours.last, TARGET_MS))
    print(ratio("  from the answer to the last / bare loop", ours.last - ours.answered, least.last))


async def _watched(
    server: Web, boards: list[BoardFacts], options: argparse.Namespace
) -> tuple[Spread, int]:
    """The median of what the actions took, and the bytes of a board."""
    watched, warm = boards
    await played(server.port, [warm], 20)
    room = await Room.entered(server.port, watched)
    readers = await Readers.opened(server.port, server.pid, watched["stream"], options.spectators)
    print(f"{options.spectators} spectators of a board of {readers.size / 1000:.1f} kB: "
          f"{readers.memory / 1000:.1f} kB of memory each")  # fmt: skip
    found = [await readers.spread(room.act()) for _ in range(options.shown)]
    readers.close()
    room.close()
    print(_spread_line("at worst", Spread(*map(max, zip(*found, strict=True)))))
    middle = _middle(found)
    print(_spread_line("median", middle), flush=True)
    return middle, readers.size


def _middle(found: Sequence[Spread]) -> Spread:
    return Spread(*(sorted(column)[len(found) // 2] for column in zip(*found, strict=True)))


async def _least(server: Web, size: int, options: argparse.Namespace) -> Spread:
    client = await Client.connected(server.port)
    readers = await Readers.opened(server.port, server.pid, "/", options.spectators)

    async def sent() -> float:
        return (await client.ask("POST", f"/{size}")).seconds

    found = [await readers.spread(sent()) for _ in range(options.shown)]
    readers.close()
    return _middle(found)


@contextmanager
def _plain() -> Iterator[Web]:
    command = [sys.executable, "-m", "bench.plain"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    try:
        yield Web(int(process.stdout.readline()), process.pid)
    finally:
        process.kill()
        process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--databases", nargs="+", choices=DATABASES, default=DATABASES)
    parser.add_argument("--streams", type=int, default=1000, help="of a bracket")
    parser.add_argument("--entrants", type=int, default=64)
    parser.add_argument("--results", type=int, default=5)
    parser.add_argument("--actions", type=int, default=800, help="of one client")
    parser.add_argument("--spectators", type=int, default=2000, help="of one board")
    parser.add_argument("--shown", type=int, default=15, help="actions that they see")
    options = parser.parse_args()
    raise_file_limit()
    if "results" in options.only:
        with place("sqlite") as where:
            quarter = options.entrants // 4
            facts: Facts = answer(where.env, "seeding", 1, options.entrants, quarter)
            with web(where.env) as server:
                asyncio.run(results(server, facts, options))
    for database in options.databases:
        if "actions" in options.only:
            actions(database, options)
        if "spectators" in options.only:
            spectators(database, options)


if __name__ == "__main__":
    main()
