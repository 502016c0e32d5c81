"""Run by `bench.pages` as a process of its own: what building a bracket page is made of.

    python -m bench.rebuilding EVENT

Prints JSON: CPU milliseconds by step, the least of several turns each.
"""

import json
import sys
import time
from collections.abc import Callable

import django

django.setup()

from django.template.loader import render_to_string  # noqa: E402 (after the set-up)

from tournaments.fragments import EVENT_FRAGMENTS  # noqa: E402
from tournaments.selectors.access import access_event_by_id  # noqa: E402
from tournaments.selectors.brackets import bracket_views  # noqa: E402
from tournaments.selectors.fixtures import fixture_rows, fixture_views  # noqa: E402

TURNS = 7


def least(step: Callable[[], object]) -> float:
    """CPU milliseconds of the fastest turn."""
    found = []
    for _ in range(TURNS):
        begun = time.process_time()
        step()
        found.append(time.process_time() - begun)
    return 1000 * min(found)


def main(event_id: int) -> None:
    event = access_event_by_id(event_id)
    rows = fixture_rows(event)
    template, context, _is_public = EVENT_FRAGMENTS["bracket"]
    ready = context(event)
    steps = {
        "rows": lambda: fixture_rows(event),
        "views of the rows": lambda: bracket_views(fixture_views(rows)),
        "template": lambda: render_to_string(template, ready),
        "all": lambda: render_to_string(template, context(access_event_by_id(event_id))),
    }
    print(json.dumps({what: least(step) for what, step in steps.items()}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
