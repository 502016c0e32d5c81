"""Clocks and deadlines on PostgreSQL: presses, sweeps, how late flags fall, and kill -9.

    python -m bench.deadlines [--clocks 10000] [--matches 200] [--seconds 10] [--kill]

So many clocks run all the while; the flags that fall are those of further matches. Beside the
figures stand the targets, and the least SQL that a press can be.
"""

import argparse
import asyncio
import json
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench import falling
from bench.client import Client
from bench.figures import Figures, figures, line, ratio
from bench.places import answer, cpu_seconds, place, raise_file_limit, web
from tests.processes.parts import BROKER, Parts

TARGET_MS = 25.0
WEB_PROCESSES = 2
PARTS = ["presses", "sweeps", "flags", "outage", "kill"]


def by_the_service(env: dict[str, str], ids: list[int], options: argparse.Namespace) -> None:
    """One client alone, and several at once, each a process of its own."""
    told: list[Any] = []
    for clients in sorted({1, options.clients}):
        mine, ids = ids[: 100 * clients], ids[100 * clients :]
        shares = [mine[number::clients] for number in range(clients)]

        def press(share: list[int]) -> Any:
            return answer(env, "clocks", "press", options.seconds, *share)

        with ThreadPoolExecutor(clients) as pool:
            told = list(pool.map(press, shares))
        ours, least = (_merged([Figures(*one[name]) for one in told]) for name in ("ours", "least"))
        print(line(f"presses by the service, clients: {clients}", ours, "presses"))
        print(line("  least SQL", least, "presses"))
        print(ratio("  service / least SQL, CPU", ours.cpu, least.cpu))
        print(ratio(f"  p99 / target of {TARGET_MS:.0f} ms", ours.p99, TARGET_MS), flush=True)
    print(f"  a press is {len(told[0]['queries'])} queries: {', '.join(told[0]['queries'])}")


def _merged(several: list[Figures]) -> Figures:
    """Of processes at work side by side: the worst of their times, the sum of their rates."""
    deeds = sum(one.deeds for one in several)
    return Figures(
        deeds=deeds,
        per_second=sum(one.per_second for one in several),
        p50=max(one.p50 for one in several),
        p99=max(one.p99 for one in several),
        cpu=sum(one.cpu * one.deeds for one in several) / deeds,
    )


# --- Over HTTP -----------------------------------------------------------------------------------
async def phone(
    port: int, tokens: list[str], end: float, every: float, after: float
) -> list[float]:
    """Press the clocks in turn, one press each `every` seconds, or without a pause."""
    client, samples = await Client.connected(port), []
    turn = 0
    await asyncio.sleep(after)
    while time.perf_counter() < end:
        begun = time.perf_counter()
        token = tokens[turn % len(tokens)]
        side = 1 + turn // len(tokens) % 2
        body = {"presses": [{"side": side, "id": f"h{every}-{turn}"}]}
        headers = {"Authorization": f"Clock {token}", "Content-Type": "application/json"}
        got = await client.ask("POST", "/api/v1/clock/presses/", headers, json.dumps(body).encode())
        if got.status != 200 or not json.loads(got.body)["presses"][0]["accepted"]:
            raise RuntimeError(got.body[:300])
        samples.append(got.seconds)
        turn += 1
        await asyncio.sleep(max(0.0, begun + every - time.perf_counter()))
    client.close()
    return samples


async def phones(port: int, shares: list[list[str]], seconds: float, every: float) -> list[float]:
    """People do not press in step: each begins a part of the pause after the one before."""
    end = time.perf_counter() + seconds
    work = [
        phone(port, share, end, every, every * number / len(shares))
        for number, share in enumerate(shares)
    ]
    return [sample for samples in await asyncio.gather(*work) for sample in samples]


def over_http(env: dict[str, str], tokens: list[str], options: argparse.Namespace) -> None:
    """As fast as the phones can, and at a pace that leaves the machine some air."""
    clients = options.clients
    shares = [tokens[number::clients] for number in range(clients)]
    half = len(shares[0]) // 2
    paces = ((0.0, "without a pause", slice(half)), (0.2, "5/s each", slice(half, 2 * half)))
    with web(env, WEB_PROCESSES) as server:
        asyncio.run(phones(server.port, [share[-50:] for share in shares], 1, 0))
        for every, pace, part in paces:
            cpu, begun = cpu_seconds(server.pid), time.perf_counter()
            mine = [share[part][:40] for share in shares]
            samples = asyncio.run(phones(server.port, mine, options.seconds, every))
            took = time.perf_counter() - begun
            found = figures(samples, took, cpu_seconds(server.pid) - cpu)
            print(line(f"presses over HTTP, clients: {clients}, {pace}", found, "presses"))
            print(ratio(f"  p99 / target of {TARGET_MS:.0f} ms", found.p99, TARGET_MS), flush=True)


# --- Sweeps --------------------------------------------------------------------------------------
def sweeps(env: dict[str, str], clocks: int) -> None:
    for name, found in answer(env, "clocks", "sweep").items():
        by_index = any("deadline_pending" in row for row in found["plan"])
        how = "by deadline_pending" if by_index else "NOT BY THE INDEX"
        print(f"what is {name} among {clocks}: {found['ms']:.2f} ms, {how}")
        for row in found["plan"]:
            print(f"    {row}")
    near = answer(env, "clocks", "near", 20)
    print(
        f"a sweep while {clocks} flags are to fall in 20 s: {near['messages']} rings sent", end=""
    )
    print(f" in {near['ms']:.0f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clocks", type=int, default=10_000, help="that run all the while")
    parser.add_argument("--matches", type=int, default=200, help="whose flags fall")
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--seconds", type=int, default=10, help="of each measurement")
    parser.add_argument("--kill", action="store_true", help="kill -9 while clocks are pressed")
    parser.add_argument("--kill-seconds", type=float, default=30)
    parser.add_argument(
        "--seeds", type=int, nargs="+", help="of the killing; one by chance if none"
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS[:-1])
    options = parser.parse_args()
    options.only += ["kill"] if options.kill else []
    options.seeds = options.seeds or [secrets.randbelow(10**6)]
    raise_file_limit()
    with place("postgres", falling.KEEP_COMMITS) as where:
        production = {"PUBLIC_URL": "http://localhost", "SECRET_KEY": secrets.token_urlsafe(50)}
        where.env.update(production, ALLOWED_HOSTS="127.0.0.1")
        with Parts(Path(where.env["DATA_DIR"]), where.env) as parts:
            parts.start(BROKER)
            told = answer(parts.env, "clocks", "fill", options.clocks)
            ids, tokens = [int(one) for one in told], list(told.values())
            half = len(ids) // 2
            if "presses" in options.only:
                by_the_service(parts.env, ids[:half], options)
                over_http(parts.env, tokens[half:], options)
            if "sweeps" in options.only:
                sweeps(parts.env, options.clocks)
        falling.run(where, options)


if __name__ == "__main__":
    main()
