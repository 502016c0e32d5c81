"""The public bracket of an event that is going on: from memory, unchanged, and built anew.

    python -m bench.pages [--entrants 64 1024] [--connections 8] [--seconds 5]

One server process; the limit beside it is a Django view on the same server that returns as many
bytes and does nothing else.
"""

import argparse
import asyncio
import itertools
import time
from collections.abc import Callable, Iterator

from bench.client import Client
from bench.facts import Facts
from bench.figures import Figures, figures, line, ratio
from bench.places import Place, Web, answer, cpu_seconds, place, raise_file_limit, web

Request = tuple[str, dict[str, str]]  # path and headers
NEVER_ZIPPED = {"Accept-Encoding": "identity"}
ZIPPED = {"Accept-Encoding": "gzip"}


async def asked_for(
    port: int, requests: Iterator[Request], status: int, until: float
) -> list[float]:
    """Ask on one connection until that time; returns the seconds that each request took."""
    client, samples = await Client.connected(port), []
    for path, headers in requests:
        got = await client.ask("GET", path, headers)
        if got.status != status:
            raise RuntimeError(f"{path}: {got.status} {got.body[:300]!r}")
        samples.append(got.seconds)
        if time.perf_counter() > until:
            break
    client.close()
    return samples


async def load(
    server: Web, requests: Callable[[], Iterator[Request]], status: int, options: argparse.Namespace
) -> Figures:
    cpu, begun = cpu_seconds(server.pid), time.perf_counter()
    until = begun + options.seconds
    work = [asked_for(server.port, requests(), status, until) for _ in range(options.connections)]
    samples = [seconds for some in await asyncio.gather(*work) for seconds in some]
    return figures(samples, time.perf_counter() - begun, cpu_seconds(server.pid) - cpu)


async def measure(server: Web, page: str, options: argparse.Namespace) -> None:
    client = await Client.connected(server.port)
    first = await client.ask("GET", page, NEVER_ZIPPED)
    zipped = await client.ask("GET", page, ZIPPED)
    client.close()
    size = len(first.body)
    print(f"  {size:,} bytes, {len(zipped.body):,} compressed")

    async def run(what: str, path: str, headers: dict[str, str], status: int = 200) -> Figures:
        found = await load(server, lambda: itertools.repeat((path, headers)), status, options)
        print(line(f"  {what}", found, "requests"), flush=True)
        return found

    memory = await run("from memory", page, NEVER_ZIPPED)
    await run("from memory, compressed", page, ZIPPED)
    known = {"If-None-Match": first.header("etag")}
    unchanged = await run("not changed (304)", page, known, 304)
    plain = await run("a Django view of as many bytes", f"/bench/bytes/{size}", {})
    number = itertools.count()
    # An address never asked for is built by Django, just as every address is after a change.
    anew = await load(
        server, lambda: ((f"{page}?n={next(number)}", NEVER_ZIPPED) for _ in number), 200, options
    )
    print(line("  built anew", anew, "requests"))
    print(ratio("  CPU: from memory / bytes of Django", memory.cpu, plain.cpu))
    print(ratio("  CPU: 304 / bytes of Django", unchanged.cpu, plain.cpu))
    print(ratio("  CPU: built anew / bytes of Django", anew.cpu, plain.cpu), flush=True)


def measured(where: Place, entrants: int, options: argparse.Namespace) -> None:
    facts: Facts = answer(where.env, "seeding", 1, entrants, entrants // 2)
    event = facts["events"][0]
    print(f"{entrants} entrants, half of the matches played, {options.connections} connections")
    with web(where.env) as server:
        asyncio.run(measure(server, event["page"], options))
    for what, milliseconds in answer(where.env, "rebuilding", event["id"]).items():
        print(f"  CPU of one rebuild, {what:<30} {milliseconds:8.1f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entrants", type=int, nargs="+", default=[64, 1024])
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    raise_file_limit()
    for entrants in options.entrants:
        with place("sqlite") as where:
            measured(where, entrants, options)


if __name__ == "__main__":
    main()
