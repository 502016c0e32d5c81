"""Read one event from an archive."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.errors import DomainError
from players.actors import SYSTEM, Act
from tournaments.services.archive_in import event_import
from tournaments.services.archive_places import MAX_BYTES


class Command(BaseCommand):
    help = "Reads one event from an archive that export_event wrote."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--tournament", default="", help="import into this one; it is made if it is missing"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            with options["file"].open("rb") as file:
                content = file.read(MAX_BYTES + 1)
            event = event_import(
                content=content,
                act=Act(SYSTEM, timezone.now()),
                tournament_slug=options["tournament"],
            )
        except (DomainError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"/t/{event.tournament.slug}/{event.slug}/")
