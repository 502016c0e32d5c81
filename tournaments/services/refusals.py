"""What several services refuse, each in the same words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotFoundError
from players.actors import Act
from tournaments.models import Entry, Event
from tournaments.models_auction import BidPayment
from tournaments.models_money import Payment
from tournaments.selectors.money_words import amount_words


def require_reason(act: Act) -> None:
    """Raises InvalidError `reason_missing`."""
    if not act.reason.strip():
        raise InvalidError("reason_missing", _("Say why: the reason is part of the log."))


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


def require_left(name: str, left: int, currency: str, *, seen: int | None) -> None:
    """Whether as much is left to pay as was `seen`: else somebody was quicker."""
    if seen is not None and seen != left:
        raise ConflictError(
            "left_changed",
            _("%(name)s has %(left)s left to pay by now: look again.")
            % {"name": name, "left": amount_words(left, currency)},
            left=left,
        )


def nothing_left(name: str) -> ConflictError:
    return ConflictError("nothing_left", _("%(name)s has nothing left to pay.") % {"name": name})


def nothing_owed() -> NotFoundError:
    return NotFoundError("nothing_owed", _("Nothing is owed here, at least not yet."))


def paid_already(name: str) -> ConflictError:
    return ConflictError("paid_out_already", _("%(name)s was paid already.") % {"name": name})


def require_owed(name: str, amount: int, currency: str, *, seen: int | None) -> None:
    """Whether it is the sum that was `seen`: a result may have been corrected."""
    if seen is not None and seen != amount:
        raise ConflictError(
            "amount_changed",
            _("%(name)s is owed %(amount)s by now: look again.")
            % {"name": name, "amount": amount_words(amount, currency)},
            amount=amount,
        )


def require_standing(payment: Payment | BidPayment) -> None:
    if payment.taken_back_at is not None:
        raise ConflictError("taken_back_already", _("This payment was taken back already."))


# --- The log -------------------------------------------------------------------------------------
def logged_facts(side: object) -> Mapping[str, Any]:
    """One side of a line of the log, `before` or `after`, from which a deed is undone."""
    if not isinstance(side, dict):
        raise ConflictError("undo_unknown", _("The log does not say what was before this."))
    return side
