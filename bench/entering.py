"""Run by `bench.results` as a process of its own: enter results through the service, one thread.

    python -m bench.entering ENTRANTS RESULTS

Prints JSON: the figures of `result_enter`, and those of the least SQL that a result can be.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import django

django.setup()

from django.db import connection, transaction  # noqa: E402 (after the set-up)
from django.utils import timezone  # noqa: E402

from bench.figures import Figures, figures  # noqa: E402
from bench.seeding import in_play_order, running_event  # noqa: E402
from matches.services.steps import Verdict  # noqa: E402
from players.actors import Act  # noqa: E402
from tests.builders import DIRECTOR  # noqa: E402
from tournaments.models import Event, Fixture  # noqa: E402
from tournaments.services.results import result_enter  # noqa: E402

LOCK = {"postgresql": " FOR NO KEY UPDATE"}


def measured(deeds: Iterator[Callable[[], object]]) -> Figures:
    """Of the deeds alone, not of what finds out what to do."""
    samples, cpu = [], 0.0
    for deed in deeds:
        used, begun = time.process_time(), time.perf_counter()
        deed()
        samples.append(time.perf_counter() - begun)
        cpu += time.process_time() - used
    return figures(samples, sum(samples), cpu)


def entering(events: list[Event], results: int) -> Iterator[Callable[[], object]]:
    left = results
    for event in events:
        for row in in_play_order(event)[:left]:
            left -= 1
            verdict = Verdict(1, scores=(row.length, 3))
            act = Act(DIRECTOR, timezone.now())
            yield partial(result_enter, event_id=event.pk, key=row.key, verdict=verdict, act=act)


def least_sql(event: Event, results: int) -> Iterator[Callable[[], object]]:
    rows = list(event.fixtures.filter(status="ready"))

    def deed(row: Fixture) -> None:
        at = timezone.now()
        lock = LOCK.get(connection.vendor, "")
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SELECT version FROM matches_match WHERE id = %s{lock}", [row.match_id])
            (version,) = cursor.fetchone()
            cursor.execute(
                "UPDATE matches_match SET state = 'decided', winner = 1, outcome = 'played', "
                "score_1 = length, score_2 = 3, decided_at = %s, version = %s WHERE id = %s",
                [at, version + 1, row.match_id],
            )
            cursor.execute(
                "UPDATE tournaments_fixture SET status = 'decided', winner_id = entry_1_id, "
                "match_version = %s WHERE id = %s",
                [version + 1, row.pk],
            )
            cursor.execute(
                "INSERT INTO tournaments_logentry (tournament_id, event_id, at, actor_kind, "
                "actor_name, action, fixture_key, match_id, subject, after, reason) VALUES "
                "(%s, %s, %s, 'staff', 'Dana', 'result.entered', %s, %s, '', '{}', '')",
                [event.tournament_id, event.pk, at, row.key, row.match_id],
            )
            cursor.execute(
                "UPDATE tournaments_event SET version = version + 1 WHERE id = %s", [event.pk]
            )

    for number in range(results):
        yield partial(deed, rows[number % len(rows)])


def main(entrants: int, results: int) -> None:
    events = [running_event(entrants, f"Cup {n}") for n in range(1, 2 + results // entrants)]
    ours = measured(entering(events, results))
    limit = measured(least_sql(running_event(entrants, "Limit"), results))
    print(json.dumps([ours, limit]))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
