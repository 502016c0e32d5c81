"""Files of matches: kept as they came, read, checked, and put beside the match they are of.

Nothing of a match is changed by a file: not the result, and not what was recorded otherwise. What
it tells differently is told to whoever looks (see `matches.selectors.recorded`).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError, InvalidError, NotFoundError
from matches.engine.errors import EngineError
from matches.engine.rules_data import rules_to_data
from matches.models import Match
from matches.models_record import Record, RecordFile
from matches.records import (
    Finding,
    Fit,
    MatchRecord,
    ReadResult,
    exchanged,
    exchanged_finding,
    finding,
    fit,
    from_json,
    read_matches,
    to_json,
    verify,
)
from matches.records.written import MOST_CELLS, MOST_GAMES
from matches.selectors.live_sets import require_set
from matches.selectors.recorded import names_of
from matches.services.record_checks import check_keep, found_in, merged
from matches.services.record_steps import (
    log_disagreements,
    log_record,
    own_record,
    require_counting,
)
from matches.services.steps import lock_match
from players.actors import Act
from players.legible import one_line

MAX_FILE: Final = 1_000_000  # bytes
MAX_TEXT: Final = 500  # characters of a name or a fact
MOST_FILES: Final = 10  # of one match


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it was sent; `number`: which of its matches, None for the one that fits best;
    `set_number`: of which set it is, where there are sets and somebody says so."""

    data: bytes
    filename: str
    number: int | None = None
    set_number: int | None = None


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A match of a file, as the match it is for has its sides."""

    told: MatchRecord
    found: Sequence[Finding]
    read: ReadResult
    number: int
    way: Fit


def record_import(*, match_id: int, upload: Upload, act: Act) -> Record:
    """Keep a file as a record of the match; the same file again changes nothing.

    Raises InvalidError with the code of the finding that says why it cannot be read, such as
    `format_unknown`, and `no_such_match_in_file`, `no_such_set`; ConflictError `file_known` (as
    another match of the file), `too_many_files`, `match_void`; NotFoundError `no_such_match`.
    """
    match = Match.objects.prefetch_related("sides").filter(pk=match_id).first()
    if match is None:
        raise NotFoundError("no_such_match", _("There is no such match."))
    chosen = _chosen(match, upload)
    return _keep(match_id, upload, chosen, act)


# --- Reading -------------------------------------------------------------------------------------
def readable(data: bytes) -> list[ReadResult]:
    """The matches of a file that can be kept. Raises InvalidError with why there is none."""
    if len(data) > MAX_FILE:
        raise InvalidError.of(finding("file_too_large", limit=MAX_FILE))
    reads = list(read_matches(data))
    if not any(each.record is not None for each in reads):
        raise InvalidError.of((*reads[0].faults, finding("format_unknown"))[0])
    return reads


def _chosen(match: Match, upload: Upload) -> _Chosen:
    reads, names = readable(upload.data), names_of(match)
    number = upload.number or _likeliest(reads, names, match.length)
    if not 1 <= number <= len(reads):
        raise InvalidError(
            "no_such_match_in_file",
            _("The file has %(n)s matches: say which of them.") % {"n": len(reads)},
            matches=len(reads),
        )
    read = reads[number - 1]
    if read.record is None or not (read.record.games or read.record.final_score):
        raise InvalidError.of((*read.faults, finding("no_games"))[0])
    told, way = _storable(read.record), fit(read.record.players, names)
    found = list(read.findings)
    if way.exchanged:
        told, found = exchanged(told), [exchanged_finding(each) for each in found]
    return _Chosen(told, merged(found, verify(told)), read, number, way)


def _likeliest(reads: Sequence[ReadResult], names: tuple[str, str], length: int) -> int:
    """The number of the match that fits best by its names and length; in doubt the first."""

    def fits(read: ReadResult) -> tuple[bool, bool, bool]:
        if read.record is None:
            return False, False, False
        sure = fit(read.record.players, names).sure
        return True, sure, read.record.rules.length == length

    return 1 + max(range(len(reads)), key=lambda n: (fits(reads[n]), -n))


def _storable(record: MatchRecord) -> MatchRecord:
    """With texts that a database takes and a page shows. Raises InvalidError `record_too_long`."""
    try:
        bounded(record)
        return from_json(_clean(to_json(record)))
    except EngineError as error:
        raise InvalidError.of(error) from error


def bounded(record: MatchRecord) -> None:
    """Raises EngineError `record_too_long` for more than any match has."""
    events = sum(len(game.events) for game in record.games)
    if len(record.games) > MOST_GAMES or events > MOST_CELLS:
        found = finding("record_too_long", games=MOST_GAMES, limit=MOST_CELLS)
        raise EngineError(found.code, found.template, **found.detail)


def _clean(value: Any) -> Any:
    match value:
        case str():
            return one_line(value)[:MAX_TEXT]
        case list():
            return [_clean(each) for each in value]
        case dict():
            return {one_line(key)[:MAX_TEXT]: _clean(each) for key, each in value.items()}
        case _:
            return value


def safe_filename(name: str) -> str:
    """The last part of a path, of either kind of system, in letters that can be shown."""
    last = PurePosixPath(name.replace("\\", "/")).name
    return one_line(last).strip()[-120:] or "match"


# --- Keeping -------------------------------------------------------------------------------------
@transaction.atomic
def _keep(match_id: int, upload: Upload, chosen: _Chosen, act: Act) -> Record:
    match = lock_match(match_id)
    require_counting(match)
    set_number = _set_of(match, upload)
    digest = hashlib.sha256(upload.data).hexdigest()
    files = Record.objects.filter(match=match, source=Record.Source.FILE)
    known = files.select_related("file").filter(digest=digest).first()
    if known is not None:
        if upload.number in {None, known.file.number}:
            return known
        raise ConflictError(
            "file_known",
            _("Another match of this file is kept here already: remove that first."),
            record=known.pk,
        )
    if files.count() >= MOST_FILES:
        raise ConflictError(
            "too_many_files",
            _("%(n)s files are kept with this match: remove one first.") % {"n": MOST_FILES},
        )
    record = Record.objects.create(
        match=match,
        source=Record.Source.FILE,
        set_number=set_number,
        rules=rules_to_data(chosen.told.rules),
        dice=Record.Dice.BOARD,
        content=to_json(chosen.told),
        digest=digest,
        created_at=act.at,
    )
    RecordFile.objects.create(
        record=record,
        name=safe_filename(upload.filename),
        data=upload.data,
        number=chosen.number,
        dialect=chosen.read.dialect,
        encoding=chosen.read.encoding,
        exchanged=chosen.way.exchanged,
        sides_known=chosen.way.sure,
        by_name=act.by.name,
    )
    check_keep(record, list(chosen.found), act.at)
    log_record(match, "record.imported", act, after={"file": record.file.name})
    log_disagreements(match, act)
    return record


def _set_of(match: Match, upload: Upload) -> int:
    """0: nobody has said. A match without sets is one."""
    if upload.set_number is not None:
        require_set(match, upload.set_number)
        return upload.set_number
    return 1 if match.sets_to_win == 1 else 0


@transaction.atomic
def record_set(*, match_id: int, record_id: int, set_number: int, act: Act) -> Record:
    """Say of which set a file is; then it is held against what else there is of that set.

    Raises as `record_sides`, and InvalidError `no_such_set`.
    """
    match = lock_match(match_id)
    require_counting(match)
    record = own_record(match, record_id)
    if record.source != Record.Source.FILE:
        raise InvalidError("record_no_file", _("Only of a file it has to be said."))
    require_set(match, set_number)
    if record.set_number == set_number:
        return record
    record.set_number = set_number
    record.save(update_fields=["set_number"])
    after = {"file": record.file.name, "set": set_number}
    log_record(match, "record.set", act, after=after)
    log_disagreements(match, act)
    return record


@transaction.atomic
def record_sides(*, match_id: int, record_id: int, exchange: bool, act: Act) -> Record:
    """Say which way round a file is: with its sides as they are shown now, or the other way.

    Raises NotFoundError `no_such_record`, InvalidError `record_no_file`, ConflictError
    `match_void`.
    """
    match = lock_match(match_id)
    require_counting(match)
    record = own_record(match, record_id)
    if record.source != Record.Source.FILE:
        raise InvalidError("record_no_file", _("Only the sides of a file may be exchanged."))
    if record.file.sides_known and not exchange:
        return record
    record.file.sides_known = True
    if exchange:
        record.file.exchanged = not record.file.exchanged
        record.content = to_json(exchanged(from_json(record.content)))
        record.version += 1
        record.save(update_fields=["content", "version"])
    record.file.save(update_fields=["sides_known", "exchanged"])
    if exchange:
        check_keep(record, found_in(record, match), act.at)
    log_record(match, "record.sides", act, after={"file": record.file.name})
    log_disagreements(match, act)
    return record


@transaction.atomic
def record_remove(*, match_id: int, record_id: int, act: Act) -> None:
    """Take a file away from a match. Raises as `record_sides`."""
    match = lock_match(match_id)
    record = own_record(match, record_id)
    if record.source != Record.Source.FILE:
        raise InvalidError("record_no_file", _("Only a file can be removed."))
    log_record(match, "record.removed", act, before={"file": record.file.name})
    record.delete()
