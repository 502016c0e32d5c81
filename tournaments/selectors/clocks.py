"""Which match of an event a clock belongs to, and what its pages call things."""

from django.utils.translation import gettext as _

from config.errors import ConflictError, NotFoundError
from matches.models_clock import Clock
from matches.selectors.clock_words import said_words
from matches.selectors.clocks import ClockView
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


def stop_reasons(view: ClockView) -> list[tuple[str, str]]:
    """Why both may be stopped; a set is over only where there are sets."""
    reasons = [(str(code), str(words)) for code, words in Clock.Stop.choices]
    return [one for one in reasons if one[0] != Clock.Stop.SET or view.fresh_set is not None]


def claims_words(view: ClockView) -> str:
    """What the sides say stood on the board; empty where nobody has said anything."""
    claims = zip(view.names, (view.clock.claim_1, view.clock.claim_2), strict=True)
    return " · ".join(f"{name}: {said_words(text)}" for name, text in claims if text)
