"""Rests between two matches: nobody is called before the end of his own, which rings."""

from collections.abc import Collection
from datetime import datetime

from matches.models import Deadline
from matches.services.deadlines import set_deadlines
from tournaments.models import Event, Fixture
from tournaments.selectors.rests import REST_OVER, has_rests, rests_of


def rests_follow(event: Event, at: datetime) -> Collection[str]:
    """The matches that are not called yet, since somebody rests; each has a deadline for that.

    Needs a transaction. What is right stays as it is, so that no ring is sent twice.
    """
    if not has_rests(event):
        return ()
    resting = rests_of(event, at)
    wanted = {(REST_OVER, rest.match_id): rest.until for rest in resting}
    matches = Fixture.places.filter(event=event, match__isnull=False).values("match_id")
    known = Deadline.objects.filter(kind=REST_OVER, subject_id__in=matches, done_at=None)
    gone = []
    for deadline in known:
        if wanted.get((REST_OVER, deadline.subject_id)) == deadline.due_at:
            del wanted[REST_OVER, deadline.subject_id]
        else:
            gone.append(deadline.pk)
    if gone:
        Deadline.objects.filter(pk__in=gone, done_at=None).delete()
    if wanted:
        set_deadlines(wanted)
    return [rest.key for rest in resting]
