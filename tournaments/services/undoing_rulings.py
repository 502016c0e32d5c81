"""Undoing rulings and sanctions: they are withdrawn, with whatever they did."""

from collections.abc import Callable, Mapping

from matches.services.penalties import DECIDED
from players.actors import Act
from tournaments.models import Event
from tournaments.selectors.deeds import Deed
from tournaments.services.refusals import logged_facts
from tournaments.services.results import result_enter
from tournaments.services.rulings import MADE, ruling_withdraw
from tournaments.services.sanctions import sanction_unapply, sanction_withdraw


def _undo_ruling(event: Event, deed: Deed, act: Act) -> None:
    _reopen(event, deed, act)
    number = logged_facts(deed.first.after)["ruling"]
    ruling_withdraw(event_id=event.pk, number=number, act=act)


def _undo_sanction(event: Event, deed: Deed, act: Act) -> None:
    _reopen(event, deed, act)
    number = logged_facts(deed.first.after)["number"]
    sanction_withdraw(event_id=event.pk, number=number, act=act)


def _undo_applied(event: Event, deed: Deed, act: Act) -> None:
    _reopen(event, deed, act)
    number = logged_facts(deed.first.after)["number"]
    sanction_unapply(event_id=event.pk, number=number, act=act)


def _reopen(event: Event, deed: Deed, act: Act) -> None:
    """Where the points alone had decided the match."""
    for line in deed.lines:
        if line.action == DECIDED:
            result_enter(event_id=event.pk, key=line.fixture_key, verdict=None, act=act)


RULING_INVERSES: Mapping[str, Callable[[Event, Deed, Act], None]] = {
    **dict.fromkeys(MADE, _undo_ruling),
    "sanction.given": _undo_sanction,
    "sanction.applied": _undo_applied,
}
