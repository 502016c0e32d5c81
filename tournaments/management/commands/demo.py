"""Load a tournament to look at, in the middle of its main event."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.errors import DomainError
from tournaments.services.demo import demo_load


class Command(BaseCommand):
    help = "Loads a demo tournament with an event in its quarter-finals."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=32)
        parser.add_argument("--seed", default="demo", help="the same seed, the same results")
        parser.add_argument("--again", action="store_true", help="remove the old demo first")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            tournament = demo_load(
                seed=options["seed"],
                at=timezone.now(),
                players=options["players"],
                again=options["again"],
            )
        except DomainError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"The demo tournament is at /t/{tournament.slug}/")
