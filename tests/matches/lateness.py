"""A match that was called at noon under the rules of a test, and who is there when."""

from collections.abc import Sequence
from typing import Any

from matches.models import Deadline, Match
from matches.services.deadlines import fire_due
from matches.services.lateness import match_begun, match_here
from players.actors import Act
from tests.builders import NOON, Stage, by_director, by_player, make_running_event
from tournaments.models import LogEntry
from tournaments.services.rules import rules_apply, rules_behind, rules_change
from tournaments.services.tables import table_assign

KEY = "M1.1"
LATE = ("late.", "penalty.")


def minute(n: float) -> Any:
    return by_director(n).at


class Called:
    """A and B meet in M1.1, called to a table at noon; C and D wait for nobody."""

    def __init__(self, preset: str = "ukbgf", *, length: int = 7, **own: Any) -> None:
        self.stage = Stage(make_running_event("ABCD", length=length, rule_set=preset))
        event = self.stage.event
        if own:
            rules_change(event_id=event.pk, preset=preset, own=own, act=by_director())
            event.refresh_from_db()
            Match.objects.filter(fixture__event=event).update(rules=event.rules)
        other = self.stage.match("M1.2")
        match_begun(match_id=other.pk, act=by_director())

    @property
    def match(self) -> Match:
        return self.stage.match(KEY)

    def here(self, *sides: int, at: float, **more: Any) -> Match:
        return match_here(match_id=self.match.pk, sides=sides, act=by_director(at), **more)

    def move_to(self, table: int | None, *, at: float) -> None:
        act = by_director(at)
        table_assign(event_id=self.stage.event.pk, key=KEY, number=table, act=act)

    def given(self, preset: str, *, at: float, **own: Any) -> None:
        """The event gets other rules, and so does the match."""
        event, act = self.stage.event, by_director(at)
        rules_change(event_id=event.pk, preset=preset, own=own, act=act)
        event.refresh_from_db()
        keys = [each.row.key for each in rules_behind(event)]
        rules_apply(event_id=event.pk, keys=keys, act=act)

    def says(self, side: int, at: float) -> Act:
        return by_player(self.stage.players(KEY)[side - 1], at)

    def pass_to(self, *minutes: float) -> None:
        """Time passes, and somebody looks at each of these minutes."""
        for n in minutes:
            fire_due(minute(n))

    @property
    def due(self) -> float | None:
        """After how many minutes the next step is due."""
        found = Deadline.objects.filter(
            kind="late_start", subject_id=self.match.pk, done_at=None
        ).first()
        return None if found is None else (found.due_at - NOON).total_seconds() / 60

    def log(self, *beginnings: str) -> list[str]:
        """The actions in the log of this match that begin so."""
        lines = LogEntry.objects.filter(match_id=self.match.pk).order_by("pk")
        actions = lines.values_list("action", flat=True)
        return [action for action in actions if action.startswith(beginnings or LATE)]

    def result(self) -> Sequence[Any]:
        match = self.match
        return match.state, match.winner, match.outcome
