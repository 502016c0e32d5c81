"""Which match of an event a clock belongs to."""

from django.utils.translation import gettext as _

from config.errors import ConflictError, NotFoundError
from tournaments.models import Event, Fixture


def match_of(event: Event, key: str) -> int:
    """The match of a fixture or board. Raises `no_such_fixture`,
    `players_not_known`, `tie_by_boards`.

    A tie of teams has its clocks at the boards.
    """
    found = Fixture.places.filter(event=event, key=key).order_by()
    row = found.values_list("match_id", "tie_id").first()
    if row is None:
        raise NotFoundError("no_such_fixture", _("There is no fixture %(key)s.") % {"key": key})
    match_id, tie_id = row
    if match_id is None:
        raise ConflictError(
            "players_not_known",
            _("%(key)s has no match yet: its players are not known.") % {"key": key},
        )
    if event.of_teams and tie_id is None:
        raise ConflictError("tie_by_boards", _("A tie has its clocks at the boards."))
    return int(match_id)
