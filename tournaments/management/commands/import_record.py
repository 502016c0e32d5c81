"""Read files of matches: report what is found in them, or keep one with its match."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.errors import DomainError, InvalidError
from matches.records import ReadResult, verify
from matches.selectors.recorded import finding_data, finding_from
from matches.services.record_checks import merged
from matches.services.record_import import MAX_FILE, Upload, readable, record_import
from players.actors import SYSTEM, Act

CLEAN, FOUND, REFUSED = 0, 1, 2  # how the command ends: by the worst file


class Command(BaseCommand):
    help = (
        "Reads files of matches and tells what is found in them. With --match the file is kept "
        "with that match. Ends with 0 if nothing is wrong, 1 if there are errors in the play, 2 "
        "if a file cannot be read."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, help="files, or folders of them")
        parser.add_argument("--match", type=int, help="the match to keep the one file with")
        parser.add_argument("--number", type=int, help="which match of the file")
        parser.add_argument("--dry-run", action="store_true", help="read, and keep nothing")
        parser.add_argument("--json", action="store_true", help="one line of JSON for each file")

    def handle(self, *_args: Any, **options: Any) -> None:
        files = list(_files(options["paths"]))
        keep = options["match"] is not None and not options["dry_run"]
        if options["match"] is not None and len(files) != 1:
            raise CommandError("Name one file for one match.", returncode=REFUSED)
        worst, count = CLEAN, [0, 0, 0]
        for n, path in enumerate(files, start=1):
            code, told = self._read(path, options, keep=keep)
            worst = max(worst, code)
            count[code] += 1
            self._tell(path, told, options, f"[{n}/{len(files)}]")
        if not options["json"]:
            clean, found, refused = count
            self.stdout.write(
                f"{len(files)} files: {clean} clean, {found} with errors, {refused} refused"
            )
        if worst or not files:
            raise CommandError("There are errors.", returncode=worst or REFUSED)

    def _read(self, path: Path, options: dict[str, Any], *, keep: bool) -> tuple[int, Any]:
        try:
            data = _bytes(path)
            if keep:
                upload = Upload(data, path.name, options["number"])
                act = Act(SYSTEM, timezone.now())
                kept = record_import(match_id=options["match"], upload=upload, act=act)
                check = kept.check_made
                told = {"record": kept.pk, "findings": check.findings}
                return (FOUND if check.errors else CLEAN), told
            return _reported(readable(data), options["number"])
        except (DomainError, OSError) as error:
            code = error.code if isinstance(error, DomainError) else "file_unreadable"
            return REFUSED, {"code": code, "message": str(error)}

    def _tell(self, path: Path, told: Any, options: dict[str, Any], place: str) -> None:
        if options["json"]:
            self.stdout.write(json.dumps({"file": str(path), **told}, ensure_ascii=False))
            return
        if "message" in told:
            self.stdout.write(f"{place} {path}: {told['message']}")
            return
        self.stdout.write(f"{place} {path}: {told.get('match', 'kept')}")
        for found in told["findings"]:
            self.stdout.write(f"    {found['severity']}: {finding_from(found)}")


def _files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(each for each in path.rglob("*") if each.is_file())
        else:
            yield path


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_FILE + 1)


def _reported(reads: list[ReadResult], number: int | None) -> tuple[int, dict[str, Any]]:
    chosen = number or 1
    if not 1 <= chosen <= len(reads):
        raise InvalidError("no_such_match_in_file", f"The file has {len(reads)} matches.")
    read = reads[chosen - 1]
    if read.record is None:
        raise InvalidError.of(read.faults[0])
    found = [finding_data(each) for each in merged(read.findings, verify(read.record))]
    first, second = read.record.players
    score = "{}-{}".format(*read.record.score)
    told = {
        "match": f"{first} - {second}, {score}, {len(read.record.games)} games, {read.dialect}",
        "matches": len(reads),
        "findings": found,
    }
    return (FOUND if any(one["severity"] == "error" for one in found) else CLEAN), told
