"""Have the records of a match analysed by GNU Backgammon, here and now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.errors import DomainError
from matches.models_record import Record
from matches.selectors.analyses import analysis_of, failure_words, record_to_analyse, row_of
from matches.services.analyses import analysis_ask
from matches.services.analysing import analyses_work
from matches.services.gnubg import find
from players.actors import SYSTEM, Act


class Command(BaseCommand):
    help = (
        "Has the records of a match analysed by GNU Backgammon, together with what else waits for "
        "it, and tells the error rates. Ends with 1 if one could not be analysed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", type=int, help="the number of the match")
        parser.add_argument("--record", type=int, help="only this record of it")

    def handle(self, *_args: Any, **options: Any) -> None:
        records = Record.objects.filter(match_id=options["match"]).order_by("pk")
        if options["record"] is not None:
            records = records.filter(pk=options["record"])
        asked = [record for record in records if self._ask(record)]
        if not asked:
            raise CommandError("There was nothing to analyse.", returncode=1)
        if find() is None:
            raise CommandError("GNU Backgammon is not installed where this runs.", returncode=1)
        analyses_work(timezone.now)
        told = [self._tell(record) for record in asked]
        if not all(told):
            raise CommandError("Not everything could be analysed.", returncode=1)

    def _ask(self, record: Record) -> bool:
        act = Act(SYSTEM, timezone.now())
        try:
            analysis_ask(match_id=record.match_id, record_id=record.pk, act=act)
        except DomainError as error:
            self.stderr.write(f"record {record.pk} ({record.source}): {error.message}")
            return False
        return True

    def _tell(self, record: Record) -> bool:
        known = record_to_analyse(record.match, record.pk)
        found, row = analysis_of(record.match, known), row_of(known)
        if found is None:
            why = "" if row is None else failure_words(row.reason, row.detail)
            self.stdout.write(f"record {record.pk} ({record.source}): {why or 'not done'}")
            return False
        rates = ["-" if one.rate is None else f"{one.rate:.2f}" for one in found.sides]
        self.stdout.write(
            f"record {record.pk} ({record.source}): error rates {rates[0]} and {rates[1]} mEMG"
        )
        return True
