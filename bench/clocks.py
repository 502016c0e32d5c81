"""Run by `bench.deadlines` as a process of its own: clocks that run, and what is asked of them.

    python -m bench.clocks fill CLOCKS            so many that run for hours; their tokens
    python -m bench.clocks press SECONDS IDS...   press them in turn; the figures, and of least SQL
    python -m bench.clocks sweep                  what a sweep asks, how it is found, and how long
    python -m bench.clocks near SECONDS           a sweep while all flags fall in so many seconds
    python -m bench.clocks open AFTER WITHIN IDS... openings by which flags fall that soon

Each prints JSON.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from itertools import cycle
from typing import Any

import django
import redis

django.setup()

from django.conf import settings  # noqa: E402 (after the set-up)
from django.db import connection, transaction  # noqa: E402
from django.db.models import QuerySet  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from bench.entering import measured  # noqa: E402
from matches import tasks  # noqa: E402
from matches.engine.clock import new_clock  # noqa: E402
from matches.engine.clock_settings import MINUTE, SECOND, ClockSettings  # noqa: E402
from matches.models import Deadline, Match, Side  # noqa: E402
from matches.models_clock import Clock, ClockStep, moment, ms, packed  # noqa: E402
from matches.services import deadlines  # noqa: E402
from matches.services.clock_links import clock_token  # noqa: E402
from matches.services.clock_running import Sent, clock_do  # noqa: E402
from matches.services.clock_steps import CLOCK_FLAG, state_of  # noqa: E402
from players.actors import Act, Actor  # noqa: E402

TABLE = Actor("player", None, "Clock")
SETTINGS = ClockSettings(fixed=10 * 60 * MINUTE, delay=12 * SECOND)  # nobody's time runs out
TURNS = 30


def fill(clocks: int) -> Any:
    """Rows as the services leave them after the opening, written at once."""
    at = timezone.now()
    state = new_clock(SETTINGS, length=7).start(1, ms(at))
    flag_at = moment(state.flag_at() or 0)
    blank = [Match(length=7, created_at=at) for _ in range(clocks)]
    matches = Match.objects.bulk_create(blank, batch_size=1000)
    Side.objects.bulk_create(
        [Side(match=m, number=n, name=f"Player {n}") for m in matches for n in (1, 2)],
        batch_size=1000,
    )
    when = {"created_at": at, "confirmed_1_at": at, "confirmed_2_at": at}
    data = {"state": state.to_data(), "running": 1, "expires_at": flag_at, **when}
    made = Clock.objects.bulk_create([Clock(match=m, **data) for m in matches], batch_size=1000)
    first = {"number": 1, "kind": ClockStep.Kind.SET_UP, "at": at, "face": packed(state)}
    ClockStep.objects.bulk_create([ClockStep(clock=c, **first) for c in made], batch_size=1000)
    Deadline.objects.bulk_create(
        [Deadline(kind=CLOCK_FLAG, subject_id=m.pk, due_at=flag_at) for m in matches],
        batch_size=1000,
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return {clock.match_id: clock_token(clock) for clock in made}


# --- Presses -------------------------------------------------------------------------------------
def press(match_id: int, side: int, ident: str) -> None:
    act = Act(TABLE, timezone.now())
    sent = Sent("press", side, ident)
    answer = clock_do(match_id=match_id, sent=sent, sides=(1, 2), act=act)
    if not answer.accepted:
        raise RuntimeError(answer.code)


def least_press(match_id: int, side: int, ident: str) -> None:
    """The least SQL that a press can be: four statements in one transaction."""
    at = timezone.now()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.id, c.version FROM matches_match m JOIN matches_clock c ON c.match_id = m.id "
            "WHERE m.id = %s FOR NO KEY UPDATE OF m",
            [match_id],
        )
        clock_id, version = cursor.fetchone()
        cursor.execute(
            "UPDATE matches_clock SET running = %s, version = %s WHERE id = %s",
            [3 - side, version + 1, clock_id],
        )
        cursor.execute(
            "UPDATE matches_deadline SET due_at = due_at + interval '1 s' "
            "WHERE kind = %s AND subject_id = %s",
            [CLOCK_FLAG, match_id],
        )
        cursor.execute(
            "INSERT INTO matches_clockstep (clock_id, number, kind, side, at, sent_id, refused, "
            "note, by_name, face) SELECT %s, max(number) + 1, 'press', %s, %s, %s, '', '', '', '[]'"
            " FROM matches_clockstep WHERE clock_id = %s",
            [clock_id, side, at, ident, clock_id],
        )


def presses(
    seconds: float, match_ids: list[int], deed: Callable[[int, int, str], None], name: str
) -> Iterator[Callable[[], object]]:
    """Each clock in turn, and on each the sides in turn, until time is over."""
    end = time.monotonic() + seconds
    turns = dict.fromkeys(match_ids, 0)
    for match_id in cycle(match_ids):
        if time.monotonic() > end:
            return
        turns[match_id] += 1
        yield partial(deed, match_id, 2 - turns[match_id] % 2, f"{name}{turns[match_id]}")


def press_for(seconds: float, match_ids: list[int]) -> Any:
    half = len(match_ids) // 2
    warm = next(presses(1, match_ids[:1], press, "w"))
    warm()
    with CaptureQueriesContext(connection) as asked:
        press(match_ids[0], 2, "counted")
    ours = measured(presses(seconds, match_ids[1:half], press, "p"))
    least = measured(presses(seconds, match_ids[half:], least_press, "l"))
    told = [query["sql"].split(" ")[0] for query in asked.captured_queries]
    return {"ours": ours, "least": least, "queries": told}


# --- Sweeps --------------------------------------------------------------------------------------
def sweep() -> Any:
    """The two questions of a sweep, as it asks them."""
    at = timezone.now()
    found: dict[str, Any] = {}
    for name, ask in (
        ("overdue", lambda: deadlines.overdue(at)),
        ("to arm", lambda: deadlines.arm_due(at)),
    ):
        with CaptureQueriesContext(connection) as asked:
            ask()
        statement = next(q["sql"] for q in asked.captured_queries if q["sql"].startswith("SELECT"))
        with connection.cursor() as cursor, transaction.atomic():
            cursor.execute(f"EXPLAIN {statement}")
            plan = [row[0] for row in cursor.fetchall()]
        found[name] = {"plan": plan, "ms": 1000 * _median_seconds(ask)}
    return found


def _median_seconds(ask: Callable[[], object]) -> float:
    seconds = []
    for _ in range(TURNS):
        begun = time.perf_counter()
        ask()
        seconds.append(time.perf_counter() - begun)
    return sorted(seconds)[TURNS // 2]


def near(seconds: float) -> Any:
    """Move all alarms, as if every clock were at its last seconds, and sweep; put them back."""
    pending: QuerySet[Deadline] = Deadline.objects.filter(done_at=None)
    pending.update(due_at=timezone.now() + timedelta(seconds=seconds), armed_for=None)
    with redis.Redis.from_url(settings.CELERY_BROKER_URL) as broker:
        before, begun = broker.llen("celery"), time.perf_counter()
        tasks.sweep()
        took, sent = time.perf_counter() - begun, broker.llen("celery") - before
        broker.delete("celery")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE matches_deadline d SET due_at = c.expires_at, armed_for = NULL "
            "FROM matches_clock c WHERE c.match_id = d.subject_id AND d.done_at IS NULL"
        )
    return {"messages": sent, "ms": 1000 * took}


# --- Flags ---------------------------------------------------------------------------------------
def open_all(after: float, within: float, match_ids: list[int]) -> Any:
    """Openings that were made so long ago that time is up `after` seconds from now, and spread
    over the next `within`."""
    first = timezone.now() + timedelta(seconds=after)
    for number, match_id in enumerate(match_ids):
        state = state_of(Clock.objects.get(match_id=match_id))
        falls = first + timedelta(seconds=within * number / len(match_ids))
        pressed = falls - timedelta(milliseconds=state.reserves[0] + state.settings.delay)
        act = Act(TABLE, timezone.now())
        sent = Sent("press", 2, "opening", pressed)
        answer = clock_do(match_id=match_id, sent=sent, sides=(1, 2), act=act)
        if not answer.accepted:
            raise RuntimeError(answer.code)
    return (first - timezone.now()).total_seconds()


def main(what: str, *numbers: str) -> None:
    ids = [int(number) for number in numbers[1:]]
    deeds: dict[str, Callable[[], Any]] = {
        "fill": lambda: fill(int(numbers[0])),
        "press": lambda: press_for(float(numbers[0]), ids),
        "sweep": sweep,
        "near": lambda: near(float(numbers[0])),
        "open": lambda: open_all(float(numbers[0]), float(numbers[1]), ids[1:]),
    }
    print(json.dumps(deeds[what]()))


if __name__ == "__main__":
    main(*sys.argv[1:])
