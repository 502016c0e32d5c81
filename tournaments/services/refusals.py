"""What several services refuse, each in the same words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from config.errors import ConflictError
from tournaments.models import Entry, Event


def require_in_rounds(event: Event) -> None:
    if not event.in_rounds:
        raise ConflictError("not_in_rounds", _("This event is not played in rounds."))


def require_draw(event: Event) -> None:
    if event.is_ladder:
        raise ConflictError("no_draw_here", _("A ladder has no draw: open it instead."))


def schedule_fixed() -> ConflictError:
    return ConflictError(
        "schedule_fixed", _("The rounds of a round robin were drawn for those who are in it.")
    )


def left_already(entry: Entry) -> ConflictError:
    return ConflictError(
        "already_withdrawn", _("%(name)s has left already.") % {"name": entry.name}
    )


def not_left(entry: Entry) -> ConflictError:
    return ConflictError("not_withdrawn", _("%(name)s has not left.") % {"name": entry.name})


def place_taken(entry: Entry) -> ConflictError:
    return ConflictError(
        "place_taken",
        _("%(name)s cannot come back to the same place: enter the name again.")
        % {"name": entry.name},
    )


def match_begun(key: str) -> ConflictError:
    return ConflictError(
        "result_in_the_way",
        _("%(key)s has a result or a report: it stands, or is taken back first.") % {"key": key},
    )


# --- Money ---------------------------------------------------------------------------------------
def require_nothing_paid(entry: Entry) -> None:
    """Whoever has paid stays in the list until his money is given back."""
    if entry.payments.filter(taken_back_at=None).exists():
        raise ConflictError(
            "entry_has_paid",
            _("%(name)s has paid: give the money back and take the payment back first.")
            % {"name": entry.name},
        )


def require_no_payouts(event: Event) -> None:
    """Who is paid, or is to be paid by a deal, stays in the event: before the draw people leave."""
    if event.purses.exclude(payouts=None, deals=None).exists():
        raise payouts_made()


def payouts_made() -> ConflictError:
    return ConflictError(
        "paid_out_already",
        _("Payouts were made already: take them back first, then change it."),
    )


# --- The log -------------------------------------------------------------------------------------
def logged_facts(side: object) -> Mapping[str, Any]:
    """One side of a line of the log, `before` or `after`, from which a deed is undone."""
    if not isinstance(side, dict):
        raise ConflictError("undo_unknown", _("The log does not say what was before this."))
    return side
