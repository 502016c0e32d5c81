"""Verifying a record: everything is read and replayed once more, and what is found is stored."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from config.errors import NotFoundError
from matches.models import Match
from matches.models_record import Record, RecordCheck
from matches.records import (
    CHECKS,
    Finding,
    Severity,
    exchanged_finding,
    finding,
    read_matches,
    verify,
)
from matches.selectors.live_data import verified
from matches.selectors.recorded import finding_data, names_of, recorded
from matches.selectors.replay import places

AT_ONCE = 5  # records that a sweep verifies


def record_check(*, record_id: int, at: datetime) -> RecordCheck:
    """Verify a record as it is now. Raises NotFoundError `no_such_record`."""
    record = Record.objects.select_related("match", "file").filter(pk=record_id).first()
    if record is None:
        raise NotFoundError("no_such_record", _("There is no such record of this match."))
    return check_keep(record, found_in(record, record.match), at)


def found_in(record: Record, match: Match) -> list[Finding]:
    """What is wrong with the file, with the play, and with dice that were committed to."""
    found = _in_file(record) if record.source == Record.Source.FILE else []
    found = merged(found, verify(recorded(record, names_of(match))))
    dice = verified(record)
    if dice is not None and dice.faults:
        found.append(finding("dice_not_committed", why=dice.faults[0].remark))
    return found


def _in_file(record: Record) -> list[Finding]:
    file = record.file
    reads = list(read_matches(bytes(file.data), most=file.number))
    found = list(reads[-1].findings)
    return [exchanged_finding(each) for each in found] if file.exchanged else found


def merged(read: Iterable[Finding], verified: Iterable[Finding]) -> list[Finding]:
    """What a reader found, and what is found besides by replay, told once."""
    found = list(read)
    told = {(each.code, each.game, each.move) for each in found}
    return found + [each for each in verified if (each.code, each.game, each.move) not in told]


@transaction.atomic
def check_keep(record: Record, found: list[Finding], at: datetime) -> RecordCheck:
    """Store what was found, in place of what was found before."""
    count = Counter(each.severity for each in found)
    where = places(record) if any(each.game for each in found) else {}
    check, _made = RecordCheck.objects.update_or_create(
        record=record,
        defaults={
            "at": at,
            "checks": CHECKS,
            "record_version": record.version,
            "findings": [
                {**finding_data(each), "at": where.get((each.game, each.move))} for each in found
            ],
            "errors": count[Severity.ERROR],
            "warnings": count[Severity.WARNING],
            "notes": count[Severity.NOTE],
        },
    )
    return check


def check_closed(at: datetime) -> None:
    """Verify some of the records that are whole and were not verified: those of matches that were
    played on the site, and those that came with an archive."""
    whole = Q(closed_at__isnull=False) | ~Q(source=Record.Source.LIVE)
    closed = Record.objects.filter(whole, check_made=None)
    for record_id in list(closed.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        record_check(record_id=record_id, at=at)
