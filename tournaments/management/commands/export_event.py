"""Write one event as an archive, to a file or to the terminal."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.errors import DomainError
from tournaments.selectors.access import access_event
from tournaments.services.archive_out import archive_text, event_export


class Command(BaseCommand):
    help = "Writes one event as an archive that import_event reads."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", help="the tournament as its address has it")
        parser.add_argument("event", help="the event as its address has it")
        parser.add_argument("-o", "--output", type=Path, help="the file to write")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            event = access_event(options["tournament"], options["event"])
            text = archive_text(event_export(event_id=event.pk, at=timezone.now()))
            if options["output"] is None:
                self.stdout.write(text, ending="")
            else:
                options["output"].write_text(text, encoding="utf-8")
        except (DomainError, OSError) as error:
            raise CommandError(str(error)) from error
