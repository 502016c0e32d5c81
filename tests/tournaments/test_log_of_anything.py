"""The log of an archive may hold anything under any name, and is told all the same."""

from typing import Any

import pytest

from tests.builders import make_event
from tournaments.models import LogEntry
from tournaments.selectors.log import log_lines

pytestmark = pytest.mark.django_db

FACTS = (
    *("slot", "play_by", "ends", "table", "minutes", "points", "score", "scores", "sets", "side"),
    *("findings", "failure", "clock", "stop", "time_1", "action", "round", "role", "kind", "late"),
    *("result", "winner", "outcome", "was", "ruling", "sanction", "penalty", "warning", "rules"),
    *("overdue_rules", "preset", "order", "starts_at"),
)
ANYTHING: tuple[Any, ...] = (
    *("none of ours", "", 10**30, -1, 1.5, True, None, [], [[1]], ["one"], {}),
    *({"code": "one"}, {"code": [], "detail": {}}, {"a": {"b": 1}}),
)
ACTIONS = (
    *("break.granted", "round.slot_assigned", "record.found", "record.not_analysed"),
    *("clock.set_up", "result.entered", "result.reopened", "penalty.added", "ruling.made"),
    *(
        "event.changed",
        "rules.changed",
        "stage.rules.changed",
        "event.undone",
        "money.deal.changed",
    ),
)


@pytest.mark.parametrize("action", ACTIONS)
def test_a_line_is_told_whatever_it_holds(action: str) -> None:
    event = make_event()
    held = [{name: anything} for name in FACTS for anything in ANYTHING]
    sides = [*((None, one) for one in held), *((one, None) for one in held)]
    lines = [
        LogEntry(pk=n, event=event, action=action, before=before, after=after)
        for n, (before, after) in enumerate([*sides, *((one, one) for one in ANYTHING)])
    ]
    assert all(line.what for line in log_lines(lines))
