"""Who enters a running event: whether the rules allow it, and the penalty points that they give.

What the rules do not allow needs a reason, which is logged. Points go to the opponent who waits for
him, of a team at each of its boards; where nobody waits yet there are none. Points that would lose
the match at once are refused: the director lets him in without, or not at all. In rounds nobody
waits: what the missed rounds count is chosen there.
"""

from django.db.models import Q
from django.utils.translation import gettext as _

from config.errors import ConflictError
from matches.models import Match
from matches.models_late import Penalty
from matches.services.penalties import give
from matches.services.steps import lock_match
from players.actors import Act
from tournaments.models import Entry, Event, Fixture
from tournaments.rulesets.stored import rules_or_usual
from tournaments.selectors.late_entries import LateEntry, late_entry, late_entry_bar, started_at
from tournaments.selectors.late_words import after_start


def late_entry_check(event: Event, act: Act, way: str = "") -> None:
    """Raises ConflictError `late_entry_barred` where the rules are against it and `act` says no
    reason to let him in all the same."""
    bar = late_entry_bar(event, act.at, way)
    if bar and not act.reason.strip():
        raise ConflictError(
            "late_entry_barred", _("%(rule)s To let him in all the same, say why.") % {"rule": bar}
        )


def late_entry_points(event: Event, entry: Entry, act: Act) -> None:
    """Needs the event locked and a transaction. Raises ConflictError `late_entry_lost`."""
    mine = Q(entry_1=entry) | Q(entry_2=entry)
    waiting = Fixture.places.filter(
        mine,
        event=event,
        tie__isnull=not event.of_teams,
        status=Fixture.Status.READY,
        match__state=Match.State.OPEN,
    )
    begun = started_at(event)
    for row in waiting.select_related("match").order_by("board", "pk"):
        assert row.match is not None
        late = late_entry(rules_or_usual(row.match.rules), row.match.length, begun, act.at)
        if late is not None:
            _give(row, entry, late, act)


def _give(row: Fixture, entry: Entry, late: LateEntry, act: Act) -> None:
    if late.is_lost:
        raise ConflictError(
            "late_entry_lost",
            _(
                "By the rules of this event who enters %(when)s has lost the match."
                " Let %(name)s in without penalty points, or not at all."
            )
            % {"when": after_start(late.minutes), "name": entry.name},
            minutes=late.minutes,
            points=late.points,
        )
    assert row.match_id is not None
    match = lock_match(row.match_id)
    side = 1 if row.entry_1_id == entry.pk else 2
    why = _("entered %(when)s") % {"when": after_start(late.minutes)}
    give(match, side, late.points, Penalty.Kind.LATE, Act(act.by, act.at, why))
