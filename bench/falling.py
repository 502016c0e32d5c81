"""Flags that fall while a worker is there, after the broker was away, and whatever is killed.

How late a flag is comes from the database: when the transaction was committed, to the microsecond.
"""

import argparse
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from bench.places import Place, answer
from tests.clock_history import History, read_histories
from tests.processes.parts import BROKER, Parts
from tests.processes.pressing import Phones, Press, Told, games
from tests.processes.running import finished, status
from tests.waiting import until

LIMIT = 120.0
TARGET_MS = 1000.0
SWEEP_MS = 10_000.0
AWAY_SECONDS = 4.0
LEAD_SECONDS = 20  # within which all clocks are opened
KEEP_COMMITS = "track_commit_timestamp=on"
COMMITS = """
SELECT c.match_id, extract(epoch FROM pg_xact_commit_timestamp(s.xmin)) * 1000
FROM matches_clockstep s JOIN matches_clock c ON c.id = s.clock_id WHERE s.kind = 'flag'
"""
LOST = "SELECT match_id FROM tournaments_logentry WHERE action = 'clock.lost'"
BEHIND = (
    "SELECT f.id FROM tournaments_fixture f JOIN matches_match m ON m.id = f.match_id "
    "WHERE m.version > f.match_version"
)


class Site:
    """A production on a durable database, with matches whose clocks are to be pressed."""

    def __init__(self, where: Place, parts: Parts) -> None:
        self.where, self.parts = where, parts
        self.folder = Path(where.env["DATA_DIR"])

    def seeded(self, matches: int, *, reserve_ms: int, delay_ms: int) -> dict[int, str]:
        """The tokens of so many clocks, on which nothing runs yet."""
        sizes = [2 << bit for bit in range(matches.bit_length()) if matches >> bit & 1]
        arguments = map(str, (reserve_ms, delay_ms, *sizes))
        told = finished(self.folder, "-m", "tests.processes.seed_clocks", *arguments, **self.env)
        return {int(match): token for match, token in json.loads(told).items()}

    @property
    def env(self) -> dict[str, str]:
        return self.parts.env

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.where.env["DATABASE_URL"]) as database:
            return database.execute(query.encode()).fetchall()

    def histories(self, match_ids: Mapping[int, object]) -> dict[int, History]:
        return dict(read_histories(self.where.env["DATABASE_URL"], match_ids))

    def until_well(self) -> None:
        """Every part is up, and a sweep was done."""
        url = f"http://localhost:{self.parts.port}/healthz"
        until(self.parts.answers, seconds=LIMIT, what="a web process that answers")
        until(lambda: status(url) == 200, seconds=LIMIT, what="a sweep")

    def until_fallen(self, match_ids: Mapping[int, object]) -> None:
        def fallen() -> bool:
            done = {match_id for match_id, _moment in self.rows(COMMITS)}
            return match_ids.keys() <= done

        until(fallen, seconds=LIMIT, what="every flag fallen")
        until(lambda: not self.rows(BEHIND), seconds=LIMIT, what="the brackets follow")

    def lateness(self, match_ids: Mapping[int, object], *, since: float = 0) -> list[float]:
        """In ms, from the fall of each flag, or from the instant `since` if that was later."""
        commits = dict(self.rows(COMMITS))
        falls = {one.match_id: one.falls()[-1] for one in self.histories(match_ids).values()}
        late = (float(commits[one]) - max(falls[one], since) for one in match_ids)
        return sorted(max(0.0, each) for each in late)


def report(what: str, late: Sequence[float], target: float) -> None:
    middle, worst = late[len(late) // 2], late[-1]
    print(
        f"{what:<52} median {middle:7.0f} ms   worst {worst:7.0f} ms   "
        f"target {target:6.0f}: {worst / target:5.2f}   (n={len(late)})",
        flush=True,
    )


def opened(site: Site, match_ids: Mapping[int, object], within: int) -> float:
    """Open them; returns in how many seconds the first flag falls."""
    wait: float = answer(site.env, "clocks", "open", LEAD_SECONDS, within, *match_ids)
    if wait < 0:
        raise RuntimeError("the machine is too slow for so many clocks: flags fell meanwhile")
    return wait


def with_a_worker(site: Site, matches: int, within: int) -> None:
    """All is well, and flags fall within so many seconds."""
    tokens = site.seeded(matches, reserve_ms=90_000, delay_ms=1000)
    site.parts.start(*site.parts.names[1:])
    site.until_well()
    opened(site, tokens, within)
    site.until_fallen(tokens)
    report(f"{len(tokens)} flags within {within} s", site.lateness(tokens), TARGET_MS)
    stop(site)


def after_an_outage(site: Site, matches: int, within: int) -> None:
    """The broker is killed while rings are out, and is away for a while."""
    tokens = site.seeded(matches, reserve_ms=90_000, delay_ms=1000)
    site.parts.start(*site.parts.names[1:])
    site.until_well()
    time.sleep(opened(site, tokens, within))
    site.parts.kill(BROKER)
    time.sleep(AWAY_SECONDS)
    site.parts.start(BROKER)
    back = 1000 * time.time()
    site.until_fallen(tokens)
    what = f"{len(tokens)} flags within {within} s, no broker for {AWAY_SECONDS:.0f} s of them"
    report(what, site.lateness(tokens, since=back), SWEEP_MS + TARGET_MS)
    stop(site)


def stop(site: Site) -> None:
    for name in site.parts.names[1:]:
        site.parts.kill(name)


# --- kill -9 -------------------------------------------------------------------------------------
def while_killing(site: Site, matches: int, seconds: float, seed: int) -> None:
    tokens = site.seeded(matches, reserve_ms=6000, delay_ms=1000)
    site.parts.start(*site.parts.names[1:])
    site.until_well()
    random, begun = Random(seed), time.time()
    presses = games(sorted(tokens), random, within=seconds / 2, most=int(seconds / 2))
    with pressing(site.parts.port, tokens, presses, begun) as told:
        killed = _killed(site.parts, random, begun + seconds)
        until(site.parts.answers, seconds=LIMIT, what="a web process that answers")
        until(site.parts.hearing, seconds=LIMIT, what="a worker that hears")
        whole = 1000 * time.time()
    site.until_fallen(tokens)
    kills = ", ".join(f"{name} {count}" for name, count in sorted(killed.items()))
    print(f"kill -9, seed {seed}: {kills}; {len(told)} presses of {len(presses)} answered")
    refused = Counter(one.code for one in told)
    print(f"  accepted {refused.pop('', 0)}; refused: {dict(refused) or 'none'}")
    _audit(site, tokens, whole)
    stop(site)


@contextmanager
def pressing(
    port: int, tokens: Mapping[int, str], presses: Sequence[Press], begun: float
) -> Iterator[list[Told]]:
    """Four threads of phones, each with clocks of its own; they are done at the end."""
    told: list[Told] = []

    def run(share: int) -> None:
        own = [press for press in presses if press.match_id % 4 == share]
        told.extend(Phones(port, tokens).play(own, begun))

    threads = [threading.Thread(target=run, args=(share,)) for share in range(4)]
    for thread in threads:
        thread.start()
    yield told
    for thread in threads:
        thread.join()


def _killed(parts: Parts, random: Random, end: float) -> Counter[str]:
    """Kill any part at any moment, and start it again soon after."""
    killed: Counter[str] = Counter()
    while time.time() < end:
        time.sleep(random.uniform(0.5, 3))
        name = random.choice(parts.names)
        parts.kill(name)
        time.sleep(random.uniform(0, 1.5))
        parts.start(name)
        killed[name] += 1
    return killed


def _audit(site: Site, tokens: Mapping[int, str], whole: float) -> None:
    ended = int(1000 * time.time())
    histories = site.histories(tokens)
    wrong = [each for one in histories.values() for each in one.contradictions(until=ended)]
    logged = Counter(row[0] for row in site.rows(LOST))
    once = sum(one.count("flag") == logged[one.match_id] == 1 for one in histories.values())
    early = sum("early" in each for each in wrong)
    lost = sum("lost" in each for each in wrong)
    print(
        f"  {len(tokens)} flags: fallen exactly once {once} ({once / len(tokens):.2f}), "
        f"early {early}, lost {lost}, other contradictions {len(wrong) - early - lost}"
    )
    for each in wrong[:5]:
        print(f"    {each}")
    late = site.lateness(tokens)
    print(f"  late, with parts down: median {late[len(late) // 2]:.0f} ms, worst {late[-1]:.0f} ms")
    late = site.lateness(tokens, since=whole)
    report("  since all parts were there again", late, SWEEP_MS + TARGET_MS)


def run(where: Place, options: argparse.Namespace) -> None:
    kill = partial(while_killing, matches=options.matches, seconds=options.kill_seconds)
    deeds: dict[str, list[Callable[[Site], None]]] = {
        "flags": [
            lambda site: with_a_worker(site, options.matches, options.seconds),
            lambda site: with_a_worker(site, options.matches, 0),
        ],
        "outage": [lambda site: after_an_outage(site, options.matches, options.seconds)],
        "kill": [partial(kill, seed=seed) for seed in options.seeds],
    }
    with Parts(Path(where.env["DATA_DIR"]), where.env) as parts:
        parts.start(BROKER)
        for deed in chain.from_iterable(deeds.get(part, []) for part in options.only):
            deed(Site(where, parts))
