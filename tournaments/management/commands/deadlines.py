"""List what is to happen and when; ring what is overdue, should no worker do it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.services.deadlines import fire_due
from tournaments.selectors.deadlines import DeadlineView, pending_deadlines


class Command(BaseCommand):
    help = "Lists the pending deadlines, in the local time of their tournaments."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--fire", action="store_true", help="do what is overdue now")

    def handle(self, *_args: Any, **options: Any) -> None:
        at = timezone.now()
        if options["fire"]:
            self.stdout.write(_("Done: %(n)s.") % {"n": fire_due(at)})
        pending = pending_deadlines(at)
        for view in pending:
            self.stdout.write(_line(view))
        if not pending:
            self.stdout.write(_("Nothing is pending."))


def _line(view: DeadlineView) -> str:
    when = f"{view.due_at:%Y-%m-%d %H:%M:%S %Z}"
    if view.overdue:
        when = "{} ({})".format(when, _("overdue"))
    return f"{when}  {view.kind}  {view.subject}"
