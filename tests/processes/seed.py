"""Run as a process of its own: fill the product's database with reports about to confirm.

    python -m tests.processes.seed MATCHES SECONDS

An event in which the first player of each first-round match has reported a 7-3 that nobody
answered; silence confirms all of them so many seconds from now.
"""

import os
import sys
from datetime import timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.utils import timezone  # noqa: E402 (after the set-up)

from matches.services.reporting import match_report  # noqa: E402
from players.actors import Act, Actor  # noqa: E402
from tests.builders import Stage, make_running_event  # noqa: E402


def main(matches: int, seconds: float) -> None:
    stage = Stage(make_running_event([f"Player {n}" for n in range(1, 2 * matches + 1)]))
    minutes = stage.event.rules["confirm_minutes"]
    at = timezone.now() - timedelta(minutes=minutes) + timedelta(seconds=seconds)
    for key in stage.open_keys():
        player = stage.players(key)[0]
        match_report(
            match_id=stage.match(key).pk,
            player_id=player.pk,
            scores=(7, 3),
            act=Act(Actor("player", player.pk, player.name), at),
        )


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
