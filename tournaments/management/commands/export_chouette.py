"""Write one chouette as an archive, to a file or to the terminal."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.errors import DomainError
from matches.selectors.chouette_records import chouette_by_code
from tournaments.services.archive_chouettes import chouette_export
from tournaments.services.archive_out import archive_text


class Command(BaseCommand):
    help = "Writes one chouette as an archive that import_chouette reads."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="the chouette as its address has it")
        parser.add_argument("-o", "--output", type=Path, help="the file to write")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            row = chouette_by_code(options["code"])
            text = archive_text(chouette_export(chouette_id=row.pk))
            if options["output"] is None:
                self.stdout.write(text, ending="")
            else:
                options["output"].write_text(text, encoding="utf-8")
        except (DomainError, OSError) as error:
            raise CommandError(str(error)) from error
