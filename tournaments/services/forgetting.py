"""What is gone has nothing ahead of it: the deadlines of what is deleted go with it.

Called in the transaction that deletes, before it does. Whoever deletes a stage or an event is heard
of by a signal; fixtures that go one by one are named by the services that remove them.
"""

from django.db.models import QuerySet

from matches.services.clock_steps import BREAK_OVER, CLOCK_FLAG
from matches.services.deadlines import clear_deadlines
from matches.services.steps import LATE, OF_REPORTS
from tournaments.models import Event, Fixture
from tournaments.models_rulings import APPEAL_WINDOW, COMMITTEE, Appeal
from tournaments.selectors.rests import REST_OVER
from tournaments.services.event_moments import KINDS as OF_EVENTS
from tournaments.services.play_by import KINDS as OF_FIXTURES

OF_MATCHES = (*OF_REPORTS, CLOCK_FLAG, BREAK_OVER, LATE, REST_OVER)


def fixtures_forget(fixtures: QuerySet[Fixture]) -> None:
    """These fixtures go, and the boards of those that are ties; so nothing waits for their matches.

    What was ruled on such a match stays, and with it the time to appeal.
    """
    found = list(fixtures.order_by().values_list("pk", "match_id"))
    gone = [pk for pk, _match in found]
    boards = Fixture.places.filter(tie__in=gone).order_by().values_list("pk", "match_id")
    found += list(boards)
    clear_deadlines(OF_FIXTURES, [pk for pk, _match in found])
    matches: list[int | None] = [match for _pk, match in found]
    clear_deadlines(OF_MATCHES, [pk for pk in matches if pk is not None])


def event_forget(event: Event) -> None:
    """The event goes, and all that is in it."""
    fixtures_forget(Fixture.places.filter(event=event))
    log = event.log.order_by().values_list("match_id", flat=True)  # also of those that were void
    clear_deadlines(OF_MATCHES, [pk for pk in log.distinct() if pk is not None])
    clear_deadlines([APPEAL_WINDOW], list(event.rulings.values_list("pk", flat=True)))
    appeals = Appeal.objects.filter(ruling__event=event)
    clear_deadlines([COMMITTEE], list(appeals.values_list("pk", flat=True)))
    clear_deadlines(OF_EVENTS, [event.pk])
