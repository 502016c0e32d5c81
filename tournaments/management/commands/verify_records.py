"""Verify what is recorded of matches once more, and store what is found."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from matches.models_record import Record, RecordCheck
from matches.selectors.recorded import accounts_of, disagreements, finding_from
from matches.services.record_checks import record_check


class Command(BaseCommand):
    help = (
        "Reads and replays every record once more, stores what is found, and names where records "
        "and results disagree. Ends with 0 if there are no errors, else with 1."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--match", type=int, help="only those of this match")
        parser.add_argument("--json", action="store_true", help="one line of JSON for each record")

    def handle(self, *_args: Any, **options: Any) -> None:
        records = Record.objects.select_related("match").order_by("match_id", "pk")
        if options["match"] is not None:
            records = records.filter(match_id=options["match"])
        errors, count, match_id = 0, 0, 0
        for record in records.iterator(chunk_size=50):
            check = record_check(record_id=record.pk, at=timezone.now())
            errors, count = errors + check.errors, count + 1
            self._tell(record, check, as_json=options["json"])
            if record.match_id != match_id:
                match_id = record.match_id
                errors += self._tell_disagreements(record, as_json=options["json"])
        if not options["json"]:
            self.stdout.write(f"{count} records verified, {errors} errors")
        if errors:
            raise CommandError("There are errors.", returncode=1)

    def _tell(self, record: Record, check: RecordCheck, *, as_json: bool) -> None:
        if as_json:
            facts = {"match": record.match_id, "record": record.pk, "source": record.source}
            self.stdout.write(json.dumps({**facts, "findings": check.findings}))
            return
        self.stdout.write(
            f"match {record.match_id}, record {record.pk} ({record.source}): "
            f"{check.errors} errors, {check.warnings} warnings, {check.notes} notes"
        )
        for found in check.findings:
            self.stdout.write(f"    {found['severity']}: {finding_from(found)}")

    def _tell_disagreements(self, record: Record, *, as_json: bool) -> int:
        found = disagreements(record.match, accounts_of(record.match))
        for each in found:
            other = "result" if each.other is None else each.other.record.pk
            for one in each.findings:
                if as_json:
                    facts = {"match": record.match_id, "record": each.account.record.pk}
                    self.stdout.write(json.dumps({**facts, "other": other, "code": one.code}))
                else:
                    self.stdout.write(f"    record {each.account.record.pk} and {other}: {one}")
        return sum(len(each.findings) for each in found)
