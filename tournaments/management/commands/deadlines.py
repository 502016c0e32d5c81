"""List what is to happen and when; ring what is overdue, should no worker do it.

The exit code is 1 while something is stuck: overdue for more than a minute, or failing.
"""

import json
import sys
from argparse import ArgumentTypeError
from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.errors import DomainError
from matches.services.deadlines import fire_due
from matches.tasks import database_now
from tournaments.models import Event
from tournaments.selectors.access import access_event
from tournaments.selectors.deadlines import DeadlineView, deadline_views


class Command(BaseCommand):
    help = (
        "Lists the pending deadlines with what will happen, in the local time of their tournaments."
        " Ends with 1 if something is overdue that should have happened, or fails."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--fire", action="store_true", help="do what is overdue now")
        parser.add_argument("--all", action="store_true", help="also what is done")
        parser.add_argument("--json", action="store_true", help="as a JSON list")
        parser.add_argument(
            "--event", type=_slugs, metavar="TOURNAMENT/EVENT", help="only of this event"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        event = _event(options["event"])
        at = database_now()
        done = fire_due(at) if options["fire"] else None
        views = deadline_views(at, event=event, with_done=options["all"])
        if options["json"]:
            text = json.dumps([_data(view) for view in views], ensure_ascii=False, indent=2)
            self.stdout.write(text)
        else:
            self._tell(views, done)
        if any(view.stuck for view in views):
            sys.exit(1)

    def _tell(self, views: list[DeadlineView], done: int | None) -> None:
        if done is not None:
            self.stdout.write(_("Done: %(n)s.") % {"n": done})
        for view in views:
            self.stdout.write(_line(view))
        if not views:
            self.stdout.write(_("Nothing is pending."))


def _slugs(text: str) -> tuple[str, str]:
    tournament, slash, event = text.partition("/")
    if not (tournament and slash and event):
        raise ArgumentTypeError(_("Name it as in its address: kyiv-open/main."))
    return tournament, event


def _event(slugs: tuple[str, str] | None) -> Event | None:
    if slugs is None:
        return None
    try:
        return access_event(*slugs)
    except DomainError as error:
        raise CommandError(error.message) from error


def _line(view: DeadlineView) -> str:
    when = f"{view.due_at:%Y-%m-%d %H:%M:%S %Z}"
    return f"{when}{_state(view)}  {view.subject}: {view.what}{_failure(view)}"


def _state(view: DeadlineView) -> str:
    if view.done_at is not None:
        return " ({})".format(_("done"))
    if view.overdue:
        return " ({})".format(_("overdue by %(time)s") % {"time": _time(view.late)})
    return ""


def _failure(view: DeadlineView) -> str:
    if not view.failing:
        return ""
    said = {"n": view.attempts, "error": view.last_error, "time": _clock(view.retry_at)}
    return "\n    " + _("failed %(n)s times, again at %(time)s: %(error)s") % said


def _clock(at: datetime | None) -> str:
    return f"{at:%H:%M:%S}" if at is not None else ""


def _time(span: timedelta) -> str:
    """`1 day, 2:03:04`, to the second."""
    return str(timedelta(seconds=int(span.total_seconds())))


def _data(view: DeadlineView) -> dict[str, Any]:
    return {
        "id": view.id,
        "kind": view.kind,
        "fixture": view.key,
        "subject": view.subject,
        "what": view.what,
        "due_at": view.due_at.isoformat(),
        "done_at": view.done_at and view.done_at.isoformat(),
        "overdue": view.overdue,
        "late_seconds": int(view.late.total_seconds()),
        "attempts": view.attempts,
        "last_error": view.last_error,
        "retry_at": view.retry_at and view.retry_at.isoformat(),
    }
