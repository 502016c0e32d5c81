"""Results entered and advanced per second: through the service, and over HTTP by eight directors.

    python -m bench.results [--entrants 64 512 1024] [--databases sqlite postgres] [--clients 8]

Each figure stands beside the limit that the same machine has in the same run: the least SQL that a
result can be, on the same database through the same driver.
"""

import argparse
import asyncio
import json
import time

from bench.client import Client
from bench.facts import EventFacts, Facts
from bench.figures import Figures, figures, line, ratio
from bench.places import DATABASES, Place, answer, cpu_seconds, place, raise_file_limit, web

WORKERS = {"sqlite": 1, "postgres": 2}
PER_CLIENT = 90  # results; an event of 64 with its consolation has 94


async def enter_result(client: Client, token: str, event_id: int, key: str, length: int) -> float:
    """The first side wins; returns the seconds that it took."""
    headers = {
        "Authorization": f"Token {token}",
        "If-Match": "*",
        "Content-Type": "application/json",
    }
    body = json.dumps({"winner": 1, "scores": [length, 3]}).encode()
    path = f"/api/v1/events/{event_id}/fixtures/{key}/result/"
    got = await client.ask("POST", path, headers, body)
    if got.status != 200:
        raise RuntimeError(f"{key}: {got.status} {got.body[:300]!r}")
    return got.seconds


async def director(port: int, token: str, event: EventFacts) -> list[float]:
    """Enter the results of an event one after the other; returns the seconds that each took."""
    client = await Client.connected(port)
    samples = [
        await enter_result(client, token, event["id"], key, length)
        for key, length in event["matches"][:PER_CLIENT]
    ]
    client.close()
    return samples


async def directors(port: int, facts: Facts) -> list[float]:
    work = [director(port, facts["token"], event) for event in facts["events"]]
    return [seconds for samples in await asyncio.gather(*work) for seconds in samples]


def over_http(where: Place, workers: int, clients: int, entrants: int) -> tuple[Figures, float]:
    """The figures with the CPU of the web processes, and the database server's CPU per result."""
    facts: Facts = answer(where.env, "seeding", clients, entrants, 0)
    with web(where.env, workers) as server:
        asyncio.run(warmed(server.port, facts, workers))
        web_cpu, database_cpu = cpu_seconds(server.pid), cpu_seconds(where.database_pid)
        begun = time.perf_counter()
        samples = asyncio.run(directors(server.port, facts))
        seconds = time.perf_counter() - begun
        found = figures(samples, seconds, cpu_seconds(server.pid) - web_cpu)
        database = 1000 * (cpu_seconds(where.database_pid) - database_cpu) / len(samples)
    return found, database


async def warmed(port: int, facts: Facts, workers: int) -> None:
    """Let every worker import and connect what it needs."""
    clients = [await Client.connected(port) for _ in range(8 * workers)]
    headers = {"Authorization": f"Token {facts['token']}"}
    path = f"/api/v1/events/{facts['events'][0]['id']}/fixtures/M1.1/"
    await asyncio.gather(*(client.ask("GET", path, headers) for client in clients))
    for client in clients:
        client.close()


def through_the_service(database: str, entrants: int, results: int) -> float:
    """Prints; returns the raw transactions per second."""
    with place(database) as where:
        ours, limit = (Figures(*f) for f in answer(where.env, "entering", entrants, results))
    what = f"{database}, {entrants} entrants"
    print(line(f"{what}: service, one thread", ours, "results"), flush=True)
    print(line(f"{what}: least SQL, one thread", limit, "tx"), flush=True)
    print(ratio("  service / least SQL, per second", ours.per_second, limit.per_second), flush=True)
    print(ratio("  service / least SQL, CPU", ours.cpu, limit.cpu), flush=True)
    return limit.per_second


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entrants", type=int, nargs="+", default=[64])
    parser.add_argument("--databases", nargs="+", choices=DATABASES, default=DATABASES)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--results", type=int, default=400, help="of one thread")
    options = parser.parse_args()
    raise_file_limit()
    for database in options.databases:
        for entrants in options.entrants:
            limit = through_the_service(database, entrants, options.results)
            with place(database) as where:
                workers = WORKERS[database]
                found, server = over_http(where, workers, options.clients, entrants)
            what = f"{database}, {entrants} entrants: HTTP, {options.clients} clients"
            print(line(what, found, "results"), flush=True)
            print(f"  web processes: {workers}; CPU of the database server {server:.2f} ms each")
            print(
                ratio("  HTTP / least SQL, per second", found.per_second, limit),
                flush=True,
            )


if __name__ == "__main__":
    main()
