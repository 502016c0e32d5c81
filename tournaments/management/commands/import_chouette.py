"""Read one chouette from an archive, and check it by replay."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.errors import DomainError
from players.actors import SYSTEM, Act
from players.models import User
from tournaments.services.archive_chouettes import chouette_import
from tournaments.services.archive_places import MAX_BYTES


class Command(BaseCommand):
    help = "Reads one chouette from an archive that export_chouette wrote, and replays it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--host", default="", help="the account that shall host it")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            host_id = _host(options["host"])
            with options["file"].open("rb") as file:
                content = file.read(MAX_BYTES + 1)
            act = Act(SYSTEM, timezone.now())
            row = chouette_import(content=content, host_id=host_id, act=act)
        except (DomainError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"/matches/chouettes/{row.code}/")


def _host(name: str) -> int | None:
    if not name:
        return None
    found = User.objects.filter(username=name).first()
    if found is None:
        raise CommandError(f"There is no account {name}.")
    return found.pk
