"""What the services of records share; each assumes that the match is locked."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, NotFoundError
from matches.live import announce
from matches.models import Match
from matches.models_record import Record
from matches.selectors.recorded import accounts_of, disagreements, finding_data
from matches.signals import match_changed
from players.actors import Act

DISAGREES = "record.disagrees"
# How begins in the log what changes no result.
RECORDED = ("record.", "sheet.", "live.", "comment.", "match.watching.")
MOST_LOGGED = 20  # findings in one line of the log


def require_counting(match: Match) -> None:
    """Raises ConflictError `match_void`."""
    if match.state == Match.State.VOID:
        raise ConflictError("match_void", _("This match no longer counts: the bracket changed."))


def own_record(match: Match, record_id: int) -> Record:
    """Raises NotFoundError `no_such_record`."""
    record = match.records.select_related("file").filter(pk=record_id).first()
    if record is None:
        raise NotFoundError("no_such_record", _("There is no such record of this match."))
    return record


def log_record(
    match: Match,
    action: str,
    act: Act,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    """Tell the log, and wake the pages."""
    match_changed.send(
        sender=Match, match=match, action=action, act=act, before=before, after=after
    )
    transaction.on_commit(announce)


def log_disagreements(match: Match, act: Act) -> None:
    """A line in the log where the records of a match contradict each other or its result."""
    found = [one for each in disagreements(match, accounts_of(match)) for one in each.findings]
    if found:
        told = [finding_data(one) for one in found[:MOST_LOGGED]]
        log_record(match, DISAGREES, act, after={"findings": told})
