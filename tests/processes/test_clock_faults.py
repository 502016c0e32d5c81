"""An evening of clocks on which everything but the database is killed, most of it twice.

Phones press, flags fall, rings are sent thrice and in any order; and afterwards the history of
each clock is what the engine's pure clock says.
"""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import psycopg
import pytest
from celery import Celery

from tests.clock_history import History, read_histories
from tests.processes.conftest import made_production
from tests.processes.parts import BROKER, Parts
from tests.processes.pressing import Phones, Told, games
from tests.processes.running import finished
from tests.waiting import until

pytestmark = pytest.mark.processes

SEED = 20261205
RESERVE_MS, DELAY_MS = 4000, 1000
ENTRANTS = (64, 16)
CLOCKS = 40
WORKERS = 2
LIMIT = 60.0
LOST = "SELECT match_id FROM tournaments_logentry WHERE action = 'clock.lost'"
DECIDED = "SELECT id FROM matches_match WHERE state = 'decided' AND outcome = 'forfeit'"
RUNNING = "SELECT id FROM matches_clock WHERE running IS NOT NULL OR (state->>'turn')::int = 0"
PENDING = "SELECT id FROM matches_deadline WHERE done_at IS NULL AND kind = 'clock_flag'"
MATCHES = "SELECT match_id FROM matches_clock"
DEADLINES = "SELECT id FROM matches_deadline"
BEHIND = (
    "SELECT f.id FROM tournaments_fixture f JOIN matches_match m ON m.id = f.match_id "
    "WHERE m.version > f.match_version"
)


class Evening(NamedTuple):
    """What was left of it, at the instant `until`."""

    until: int
    histories: Mapping[int, History]
    told: Sequence[Told]
    ids: Callable[[str], list[int]]


@pytest.fixture(scope="module")
def evening(template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    folder = tmp_path_factory.mktemp("clocks")
    with made_production(template) as env:

        def ids(query: str) -> list[int]:
            with psycopg.connect(env["DATABASE_URL"]) as database:
                return [row[0] for row in database.execute(query.encode()).fetchall()]

        with Parts(folder, env, workers=WORKERS) as parts:
            told = _played(parts, folder, ids)
            until(lambda: not ids(RUNNING), seconds=LIMIT, what="every flag fallen")
            until(lambda: not ids(BEHIND), seconds=LIMIT, what="the brackets follow")
        histories = read_histories(env["DATABASE_URL"], ids(MATCHES))
        yield Evening(int(1000 * time.time()), histories, told, ids)


def _played(parts: Parts, folder: Path, ids: Callable[[str], list[int]]) -> list[Told]:
    """Start everything, let the phones press, and kill one part after the other meanwhile."""
    parts.start(BROKER)
    clock = [str(RESERVE_MS), str(DELAY_MS), *map(str, ENTRANTS)]
    seeded = finished(folder, "-m", "tests.processes.seed_clocks", *clock, **parts.env)
    tokens = {int(match): token for match, token in json.loads(seeded).items()}
    parts.start(*[name for name in parts.names if name != BROKER])
    until(parts.answers, seconds=LIMIT, what="a web process that answers")
    until(lambda: parts.hearing() == WORKERS, seconds=LIMIT, what="workers that hear")

    random, told, begun = Random(SEED), list[Told](), time.time()
    presses = games(sorted(tokens), random, within=4, most=4)
    phones = Phones(parts.port, tokens)
    playing = threading.Thread(target=lambda: told.extend(phones.play(presses, begun)))
    playing.start()
    _kill_each(parts, random, begun, lambda: _ring_thrice(parts, random, ids))
    playing.join(LIMIT)
    assert len(told) == len(presses), "the phones ended before their time"
    return told


def _kill_each(parts: Parts, random: Random, begun: float, between: Callable[[], None]) -> None:
    """The others in any order and at any moment, each started again at once; then the broker, from
    which the workers have rings that are out."""
    pause = threading.Event()
    others = [name for name in parts.names if name != BROKER]
    moments = sorted(random.uniform(0.5, 5) for _ in others)
    for moment, name in zip(moments, random.sample(others, len(others)), strict=True):
        pause.wait(max(0.0, begun + moment - time.time()))
        _kill(parts, name)
        between()
    until(lambda: parts.hearing() == WORKERS, seconds=LIMIT, what="workers that hear again")
    _kill(parts, BROKER)
    between()


def _kill(parts: Parts, name: str) -> None:
    parts.kill(name)
    parts.start(name)


def _ring_thrice(parts: Parts, random: Random, ids: Callable[[str], list[int]]) -> None:
    """Every deadline, most of them before their time, in any order."""
    rings = 3 * ids(DEADLINES)
    random.shuffle(rings)
    with Celery(broker=parts.broker_url, set_as_current=False) as celery:
        for deadline_id in rings:
            celery.send_task("matches.tasks.ring", [deadline_id])


def test_no_flag_fell_early_and_none_was_lost(evening: Evening) -> None:
    histories = evening.histories.values()
    found = [each for one in histories for each in one.contradictions(until=evening.until)]
    assert found == [], f"seed {SEED}"
    assert evening.ids(PENDING) == []


def test_each_flag_fell_once(evening: Evening) -> None:
    assert len(evening.histories) == CLOCKS
    assert {one.count("flag") for one in evening.histories.values()} == {1}
    once = dict.fromkeys(evening.histories, 1)
    assert Counter(evening.ids(LOST)) == once
    assert Counter(evening.ids(DECIDED)) == once


def test_every_press_that_was_answered_stands_as_it_was_answered(evening: Evening) -> None:
    written = {
        (match_id, step.ident): step.refused
        for match_id, history in evening.histories.items()
        for step in history.steps
        if step.ident
    }
    assert {(one.press.match_id, one.press.ident): one.code for one in evening.told} == written
