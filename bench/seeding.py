"""Run by the measurements as a process of its own: fill the database, tell what is in it.

    python -m bench.seeding EVENTS ENTRANTS PLAYED

Makes events with a consolation in one tournament, the first PLAYED results of each entered. Prints
JSON: a token of the director, and for each event its id, its page and what is left to be played.
"""

import json
import sys
from typing import Any

import django

django.setup()

from django.urls import reverse  # noqa: E402 (after the set-up)

from bench.facts import Facts  # noqa: E402
from matches.services.steps import Verdict  # noqa: E402
from players.services.tokens import token_create  # noqa: E402
from tests.builders import (  # noqa: E402
    by_director,
    make_running_event,
    make_tournament,
    make_user,
)
from tournaments.models import Event, Fixture  # noqa: E402
from tournaments.services.results import result_enter  # noqa: E402


def running_event(entrants: int, name: str, **spec: Any) -> Event:
    names = [f"{name} Player {number}" for number in range(1, entrants + 1)]
    return make_running_event(names, name=name, consolation_length=5, **spec)


def in_play_order(event: Event) -> list[Fixture]:
    """The fixtures at which two entrants meet, each after those that feed it."""
    rows = event.fixtures.exclude(status__in=["bye", "empty"]).exclude(source_1="bye")
    return sorted(rows.exclude(source_2="bye"), key=lambda row: (row.round, row.stage_id))


def main(events: int, entrants: int, played: int) -> None:
    token = token_create(user=make_user())
    tournament = make_tournament(tables=64)
    facts: Facts = {"token": token, "events": []}
    for number in range(1, events + 1):
        event = running_event(entrants, f"Event {number}", tournament=tournament)
        rows = in_play_order(event)
        for row in rows[:played]:
            verdict = Verdict(1, scores=(row.length, 2))
            result_enter(event_id=event.pk, key=row.key, verdict=verdict, act=by_director(1))
        facts["events"].append(
            {
                "id": event.pk,
                "page": reverse("event", args=[tournament.slug, event.slug]),
                "matches": [(row.key, row.length) for row in rows[played:]],
            }
        )
    print(json.dumps(facts))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
