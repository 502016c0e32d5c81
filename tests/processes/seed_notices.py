"""Run as a process of its own: somebody with an address is called to a table.

python -m tests.processes.seed_notices
"""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.utils import timezone  # noqa: E402 (after the set-up)

from players.actors import Act  # noqa: E402
from tests.builders import DIRECTOR, make_running_event  # noqa: E402
from tests.tournaments.telling import reach  # noqa: E402
from tournaments.services.tables import table_assign  # noqa: E402


def main() -> None:
    event = make_running_event("AB")
    reach("A")
    act = Act(DIRECTOR, timezone.now())
    table_assign(event_id=event.pk, key="M1.1", number=9, act=act)


if __name__ == "__main__":
    main()
