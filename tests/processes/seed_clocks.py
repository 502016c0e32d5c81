"""Run as a process of its own: fill the product's database with matches whose clocks are agreed on.

    python -m tests.processes.seed_clocks RESERVE_MS DELAY_MS ENTRANTS...

One event for each number of entrants. Prints JSON: for each match of a first round the token of the
phone between the two. Nothing runs yet: the first press is the opening.
"""

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from matches.engine.clock_settings import ClockSettings  # noqa: E402 (after the set-up)
from matches.services.clock_links import clock_token  # noqa: E402
from matches.services.clocks import clock_confirm, clock_set_up  # noqa: E402
from tests.builders import Stage, by_director, make_running_event, make_tournament  # noqa: E402
from tournaments.models import Event  # noqa: E402


def main(reserve: int, delay: int, *entrants: int) -> None:
    tournament, tokens = make_tournament(), {}
    for number, size in enumerate(entrants, 1):
        names = [f"Player {number}-{n}" for n in range(1, size + 1)]
        event = make_running_event(names, name=f"Event {number}", tournament=tournament)
        tokens.update(agreed(event, ClockSettings(fixed=reserve, delay=delay)))
    print(json.dumps(tokens))  # noqa: T201 (what it is for)


def agreed(event: Event, settings: ClockSettings) -> dict[int, str]:
    """Put a clock on every match that can be played, and confirm it; their tokens."""
    stage, tokens = Stage(event), {}
    for key in stage.open_keys():
        match_id = stage.match(key).pk
        clock_set_up(match_id=match_id, settings=settings, act=by_director())
        clock = clock_confirm(match_id=match_id, sides=(1, 2), act=by_director())
        tokens[match_id] = clock_token(clock)
    return tokens


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
