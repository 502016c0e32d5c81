"""Sends messages that are due, each by one sender, and tries again when that fails.

A message is claimed by compare-and-swap before it is handed over, and marked afterwards. Who dies
in between leaves it claimed: after `STUCK` it is tried again, since a call to a table that never
comes is worse than one that comes twice. The second one bears the same name (`Message-ID` of a
mail, topic and tag of a push), by which mail programs and browsers show it once.

While a mail server is away the messages wait together: none of them has failed, and no thread of
the worker hangs on each in turn. One thread of a process sends by one channel, so that rings never
wait for a slow mail server.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from config.errors import ConflictError, NotFoundError
from players.actors import Act
from tournaments.models_notices import Notice, PushTarget
from tournaments.selectors.outbox import addressee, notices_of
from tournaments.services import mailing, pushing
from tournaments.services.log import log, tell_after_commit
from tournaments.services.sending import Fate, Outcome, wanted

RETRIES = [timedelta(minutes=minutes) for minutes in (1, 5, 30, 120)]
STUCK = timedelta(minutes=5)  # longer than any hand-over takes
AWAY = timedelta(minutes=1)  # how long a server that does not answer is left alone
ROUND = 50  # messages looked up at once

Send = Callable[[Notice, datetime], Outcome]
Now = Callable[[], datetime]

logger = logging.getLogger(__name__)
_senders: Mapping[str, Callable[[], AbstractContextManager[Send]]] = {
    Notice.Channel.EMAIL: mailing.sender,
    Notice.Channel.PUSH: pushing.sender,
}
_busy = {channel: threading.Lock() for channel in _senders}


def due(channel: str, at: datetime) -> QuerySet[Notice]:
    """What can be sent now, those that a crash left behind among them."""
    left = Q(state=Notice.State.SENDING, claimed_at__lte=at - STUCK)
    ready = Q(state=Notice.State.WAITING, due_at__lte=at)
    return Notice.objects.filter(ready | left, channel=channel)


def channels_due(at: datetime) -> list[str]:
    return [channel for channel in _senders if due(channel, at).exists()]


def notices_send(channel: str, now: Now) -> int:
    """Send what is due by this channel, until nothing is; returns how many went out.

    Does nothing while another thread of this process does so: that one looks again when it is done.
    """
    sent = 0
    while due(channel, now()).exists():
        if not _busy[channel].acquire(blocking=False):
            break
        try:
            went, goes_on = _send_some(channel, now)
        finally:
            _busy[channel].release()
        sent += went
        if not goes_on:
            break
    return sent


def _send_some(channel: str, now: Now) -> tuple[int, bool]:
    """How many went out, and whether it is of use to go on at once."""
    sent = tried = 0
    keys = list(due(channel, now()).order_by("due_at", "pk").values_list("pk", flat=True)[:ROUND])
    with _senders[channel]() as send:
        for pk in keys:
            notice = _claim(pk, channel, now())
            if notice is None:
                continue
            tried += 1
            outcome = _hand_over(notice, send, now())
            settled = _settle(notice, outcome, now())
            sent += settled and outcome.fate is Fate.SENT
            if outcome.fate is Fate.AWAY:
                _let_wait(channel, now())
                return sent, False
    return sent, tried > 0


def _claim(pk: int, channel: str, at: datetime) -> Notice | None:
    """The message, for this sender alone; None when somebody else has it."""
    claimed = due(channel, at).filter(pk=pk)
    if not claimed.update(state=Notice.State.SENDING, claimed_at=at, attempts=F("attempts") + 1):
        return None
    shown = ("entry__event", "entry__tournament", "contact__card__player", "contact__user")
    return Notice.objects.select_related(*shown, "contact__card__tournament", "browser").get(pk=pk)


def _hand_over(notice: Notice, send: Send, at: datetime) -> Outcome:
    if notice.attempts > len(RETRIES) + 1:
        return Outcome(Fate.REFUSED, notice.last_error or "interrupted each time")
    if not wanted(notice, at):
        return Outcome(Fate.UNWANTED)
    try:
        return send(notice, at)
    except Exception as error:
        logger.exception("message %s could not be made", notice.pk)
        return Outcome(Fate.FAILED, type(error).__name__)


def _settle(notice: Notice, outcome: Outcome, at: datetime) -> bool:
    """Write down what became of it, unless it was taken over since; returns whether it was."""
    mine = Notice.objects.filter(pk=notice.pk, state=Notice.State.SENDING, attempts=notice.attempts)
    if outcome.fate is Fate.GONE and notice.browser_id is not None:
        PushTarget.objects.filter(pk=notice.browser_id).delete()  # and this message with it
        return True
    return bool(mine.update(**_after(notice, outcome, at)))


def _after(notice: Notice, outcome: Outcome, at: datetime) -> dict[str, object]:
    match outcome.fate:
        case Fate.SENT:
            return {"state": Notice.State.SENT, "sent_at": at, "last_error": ""}
        case Fate.UNWANTED:
            return {"state": Notice.State.SKIPPED}
        case Fate.REFUSED | Fate.GONE:
            return {"state": Notice.State.GIVEN_UP, "last_error": outcome.error}
        case Fate.AWAY | Fate.FAILED if notice.attempts > len(RETRIES):
            return {"state": Notice.State.GIVEN_UP, "last_error": outcome.error}
        case Fate.AWAY | Fate.FAILED:
            due_at = at + RETRIES[notice.attempts - 1]
            return {"state": Notice.State.WAITING, "due_at": due_at, "last_error": outcome.error}


def _let_wait(channel: str, at: datetime) -> None:
    """The server is away: whatever else is due by this channel has not been tried."""
    waiting = due(channel, at).filter(state=Notice.State.WAITING)
    waiting.update(due_at=at + AWAY)


def notices_prune(at: datetime) -> int:
    """Remove what went out, was not wanted or was given up so many days ago; returns how many.

    What waits or is being sent stays, however old. The log keeps what was told of.
    """
    old = at - timedelta(days=settings.NOTICES_KEPT_DAYS)
    done = Notice.objects.exclude(state__in=Notice.OPEN)
    removed, _models = done.filter(created_at__lt=old, due_at__lt=old).delete()
    return removed


@transaction.atomic
def notice_resend(*, tournament_id: int, notice_id: int, act: Act) -> Notice:
    """Try once more what was given up, or wait no longer with what failed.

    Raises NotFoundError `no_such_notice`, ConflictError `notice_not_open`.
    """
    found = notices_of(tournament_id).select_for_update(no_key=True, of=("self",))
    notice = found.filter(pk=notice_id).first()
    if notice is None:
        raise NotFoundError("no_such_notice", _("There is no such message."))
    if notice.state not in {Notice.State.WAITING, Notice.State.GIVEN_UP}:
        raise ConflictError("notice_not_open", _("This message is sent, or not wanted any more."))
    notice.state, notice.attempts, notice.due_at = Notice.State.WAITING, 0, act.at
    notice.save(update_fields=["state", "attempts", "due_at"])
    event = notice.entry.event_id if notice.entry else None
    log(tournament_id, "notice.resent", act, event=event, subject=addressee(notice))
    tell_after_commit()
    return notice
