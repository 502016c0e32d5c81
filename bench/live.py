"""Event streams: how long a result takes to the last of many open pages, and what a page costs.

    python -m bench.live [--streams 1000] [--entrants 64] [--results 5]

One server process. The time runs from sending the result to the last reader's last byte, so it
holds the whole of entering it: more than from its commit, which the reader of a page cannot see.
"""

import argparse
import asyncio
import time

from bench.client import Client
from bench.facts import EventFacts, Facts
from bench.places import Web, answer, cpu_seconds, memory_bytes, place, raise_file_limit, web
from bench.results import enter_result

PER_ADDRESS = 150  # the server lets 200 streams in from one
AT_ONCE = 50  # connections being opened


async def opened(port: int, event: EventFacts, count: int) -> list[Client]:
    """So many readers of the bracket who have what is there."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def reader(number: int) -> Client:
        async with gate:
            client = await Client.connected(port, f"127.0.1.{1 + number // PER_ADDRESS}")
            client.send("GET", f"/events/event/{event['id']}/bracket?lang=en", {})
            head = await client.head()
            if b" 200 " not in head:
                raise RuntimeError(head.decode())
            await fragment(client)
            return client

    return await asyncio.gather(*(reader(number) for number in range(count)))


async def fragment(client: Client) -> float:
    """When the next fragment has come whole: an event ends with a blank line."""
    await client.until(b"event: fragment\n")
    await client.until(b"\n\n")
    return time.perf_counter()


async def measure(server: Web, facts: Facts, options: argparse.Namespace) -> None:
    event = facts["events"][0]
    director = await Client.connected(server.port)
    await director.ask("GET", event["page"])
    before = memory_bytes(server.pid)
    readers = await opened(server.port, event, options.streams)
    each = (memory_bytes(server.pid) - before) / options.streams
    print(f"{options.streams} streams: {each / 1000:.1f} kB of memory each")
    for key, length in event["matches"][: options.results]:
        cpu = cpu_seconds(server.pid)
        waiting = asyncio.gather(*(fragment(reader) for reader in readers))
        begun = time.perf_counter()
        entered = await enter_result(director, facts["token"], event["id"], key, length)
        came = sorted(moment - begun for moment in await waiting)
        middle, last = came[len(came) // 2], came[-1]
        print(
            f"  {key:<6} answered {1000 * entered:6.0f} ms   half of the readers "
            f"{1000 * middle:6.0f} ms   the last {1000 * last:6.0f} ms   "
            f"CPU of the server {1000 * (cpu_seconds(server.pid) - cpu):6.0f} ms",
            flush=True,
        )
    for reader in readers:
        reader.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--entrants", type=int, default=64)
    parser.add_argument("--results", type=int, default=5)
    options = parser.parse_args()
    raise_file_limit()
    with place("sqlite") as where:
        facts: Facts = answer(where.env, "seeding", 1, options.entrants, options.entrants // 4)
        with web(where.env) as server:
            asyncio.run(measure(server, facts, options))


if __name__ == "__main__":
    main()
