"""Analyses of records: asked for, taken in hand by one worker, kept.

The row is the work (see `RecordAnalysis`). Each change of it is a compare-and-swap, so that two
workers never have one in hand, and one that was given up for dead changes nothing when it comes
back. What is asked for twice is done once; a record that changes meanwhile is analysed anew.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError
from matches.analysis import Analysis, AnalysisError, to_data
from matches.analysis.following import check_analysable
from matches.models import Match
from matches.models_record import Record, RecordAnalysis
from matches.records import MatchRecord
from matches.selectors.recorded import names_of, recorded
from matches.selectors.records import record_open
from matches.services.gnubg import find
from matches.services.record_steps import log_record, own_record, require_counting
from matches.services.steps import lock_if_there, lock_match
from matches.signals import analysis_due
from players.actors import SYSTEM, Act

STALE = timedelta(seconds=60)  # without a sign of life: six of them are missing
MOST_ATTEMPTS = 3  # of one that is interrupted again and again
State = RecordAnalysis.State


@dataclass(frozen=True, slots=True)
class Job:
    """An analysis in hand: of a record as it was then, for the how-manyeth time."""

    record: Record
    attempt: int

    @property
    def record_id(self) -> int:
        return self.record.pk

    @property
    def match_id(self) -> int:
        return self.record.match_id

    @property
    def version(self) -> int:
        return self.record.version

    def told(self) -> MatchRecord:
        """What is to be analysed. Whatever it raises where the record is broken."""
        return recorded(self.record, names_of(self.record.match))

    def check_attempts(self) -> None:
        """Raises AnalysisError `gnubg_interrupted` where it was tried often enough."""
        if self.attempt > MOST_ATTEMPTS:
            raise AnalysisError("gnubg_interrupted", times=MOST_ATTEMPTS)


# --- Asking --------------------------------------------------------------------------------------
@transaction.atomic
def analysis_ask(*, match_id: int, record_id: int, act: Act) -> RecordAnalysis:
    """Have a record analysed; one that is, or is about to be, changes nothing.

    Raises NotFoundError `no_such_match`, `no_such_record`; ConflictError `match_void`,
    `record_open` for a match without a result, whose players it would help, `gnubg_missing`,
    `analysis_failed` for a player whose record failed before, lest he keep the others waiting;
    InvalidError with the code of the AnalysisError that says why it cannot be analysed.
    """
    match = lock_match(match_id)
    require_counting(match)
    record = own_record(match, record_id)
    _require_over(match)
    known = RecordAnalysis.objects.filter(record=record, record_version=record.version).first()
    if known is not None and known.state != State.FAILED:
        return known
    if known is not None and act.by.kind == "player":
        raise ConflictError(
            "analysis_failed", _("This record could not be analysed: only staff may try again.")
        )
    _require_analysable(record, match)
    asked, _made = RecordAnalysis.objects.update_or_create(
        record=record,
        defaults=_waiting(record.version) | {"asked_at": act.at, "by_name": act.by.name},
    )
    log_record(match, "record.analysis_asked", act)
    transaction.on_commit(lambda: analysis_due.send(sender=RecordAnalysis))
    return asked


def _require_over(match: Match) -> None:
    if match.state == Match.State.OPEN:
        raise record_open()


def _require_analysable(record: Record, match: Match) -> None:
    if find() is None:
        raise ConflictError(
            "gnubg_missing", _("GNU Backgammon is not installed where this site runs.")
        )
    try:
        check_analysable(recorded(record, names_of(match)))
    except AnalysisError as error:
        raise InvalidError.of(error) from error


def _waiting(version: int) -> dict[str, Any]:
    return {
        "record_version": version,
        "state": State.WAITING,
        "attempts": 0,
        "alive_at": None,
        "ended_at": None,
        "result": None,
        "reason": "",
        "detail": {},
    }


# --- The work ------------------------------------------------------------------------------------
def to_do(at: datetime) -> QuerySet[RecordAnalysis]:
    """What can be taken in hand now, that which a crash left behind among it."""
    left = Q(state=State.RUNNING, alive_at__lte=at - STALE)
    return RecordAnalysis.objects.filter(Q(state=State.WAITING) | left)


def analysis_claim(*, at: datetime) -> Job | None:
    """The next one to do, for this worker alone; None when there is none."""
    for pk in list(to_do(at).order_by("asked_at", "pk").values_list("pk", flat=True)):
        if (job := _claim(pk, at)) is not None:
            return job
    return None


@transaction.atomic
def _claim(pk: int, at: datetime) -> Job | None:
    """By compare-and-swap: of two workers the second finds nothing to do. The record is not read
    here: one that is broken would never be taken in hand, and stop all others.
    """
    record = Record.objects.select_related("match", "analysis").filter(pk=pk).first()
    if record is None:
        return None
    mine = to_do(at).filter(pk=pk, attempts=record.analysis.attempts)
    taken = {"state": State.RUNNING, "alive_at": at, "attempts": F("attempts") + 1}
    if not mine.update(**taken, record_version=record.version):
        return None
    return Job(record, record.analysis.attempts + 1)


def analysis_beat(job: Job, at: datetime) -> bool:
    """Say that it is still in hand; whether it is."""
    return bool(_own(job).update(alive_at=at))


def _own(job: Job) -> QuerySet[RecordAnalysis]:
    return RecordAnalysis.objects.filter(
        pk=job.record_id, state=State.RUNNING, attempts=job.attempt, record_version=job.version
    )


@transaction.atomic
def analysis_keep(*, job: Job, found: Analysis | AnalysisError, at: datetime) -> bool:
    """Write down what came of it; whether it was still wanted.

    Where the record changed meanwhile it waits to be analysed as it is now.
    """
    match = lock_if_there(job.match_id)
    record = Record.objects.filter(pk=job.record_id).first()
    if match is None or record is None:
        return False
    if record.version != job.version:
        _own(job).update(**_waiting(record.version))
        return False
    done = _failed(found, at) if isinstance(found, AnalysisError) else _done(found, at)
    if not _own(job).update(**done):
        return False
    if isinstance(found, Analysis):
        rates = ["–" if one.rate is None else f"{one.rate:.1f}" for one in found.sides]
        log_record(match, "record.analysed", Act(SYSTEM, at), after={"rates": " · ".join(rates)})
    else:
        failure = {"code": found.code, "detail": found.detail}
        log_record(match, "record.not_analysed", Act(SYSTEM, at), after={"failure": failure})
    return True


def _done(found: Analysis, at: datetime) -> dict[str, Any]:
    kept = {"state": State.DONE, "result": to_data(found), "reason": "", "detail": {}}
    return kept | {"alive_at": None, "ended_at": at}


def _failed(error: AnalysisError, at: datetime) -> dict[str, Any]:
    kept = {"state": State.FAILED, "result": None, "reason": error.code, "detail": error.detail}
    return kept | {"alive_at": None, "ended_at": at}
