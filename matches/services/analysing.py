"""One thread of each process that analyses what waits for it, one record after the other.

Whoever rings must not wait for an analysis, which takes half a minute: so the worker's threads, in
which tasks run, only start this one. It ends when nothing waits any more.
"""

import logging
import threading
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.db import DatabaseError, connections

from matches.analysis import Analysis, AnalysisError
from matches.analysis.following import match_text
from matches.analysis.reading import read
from matches.services.analyses import Job, analysis_beat, analysis_claim, analysis_keep, to_do
from matches.services.gnubg import Interrupted, analysed, find

Now = Callable[[], datetime]

logger = logging.getLogger(__name__)
_busy = threading.Lock()


def has_work(at: datetime) -> bool:
    """Whether there is something that this process could do. One query, or none."""
    return find() is not None and to_do(at).exists()


def analyses_begin(now: Now) -> threading.Thread | None:
    """Start the thread; None where it runs already, or there is nothing for it.

    What comes while it is about to end is found by the next sweep.
    """
    if not has_work(now()) or not _busy.acquire(blocking=False):
        return None
    thread = threading.Thread(target=_in_thread, args=(now,), name="analyses", daemon=True)
    thread.start()
    return thread


def _in_thread(now: Now) -> None:
    try:
        analyses_work(now)
    except DatabaseError:
        logger.exception("analyses wait for the next sweep")
    finally:
        _busy.release()
        connections.close_all()


def analyses_work(now: Now) -> int:
    """Analyse until nothing waits any more; returns how many were kept or refused for good.

    Where the program is not, or is not any more, everything goes on waiting for whoever has it.
    """
    count = 0
    while find() is not None and (job := analysis_claim(at=now())) is not None:
        try:
            found = _analysis(job, now)
        except Interrupted:
            continue
        count += analysis_keep(job=job, found=found, at=now())
    return count


def _analysis(job: Job, now: Now) -> Analysis | AnalysisError:
    """One that fails for a reason that nobody thought of must not stop the others."""
    try:
        job.check_attempts()
        record = job.told()
        told = analysed(match_text(record), beat=lambda: analysis_beat(job, now()))
        return read(told, record, settings.GNUBG_PLIES)
    except AnalysisError as error:
        return error
    except (Interrupted, DatabaseError):
        raise
    except Exception:
        logger.exception("record %s cannot be analysed", job.record_id)
        return AnalysisError("gnubg_failed")
