"""What a score sheet or a file tells, in an archive: out, and read strictly in again.

A file comes along as it was uploaded. What was found in it does not: whoever reads the archive
verifies anew.
"""

import base64
import binascii
import hashlib
import json
from typing import Any

from django.utils.translation import gettext as _

from config.errors import in_words
from matches.engine.errors import EngineError
from matches.models_record import Record, RecordFile
from matches.records import MatchRecord, from_json
from matches.services.record_import import MAX_FILE, bounded
from tournaments.services.archive_places import SMALL, Place

NONE: dict[str, Any] = {"content": None, "digest": "", "file": None}  # of one from the site
LONGEST = 5 * MAX_FILE  # characters of what a file tells
_TEXTS = ("name", "dialect", "encoding", "by_name")


def told_out(record: Record) -> dict[str, Any]:
    """As `told_read` reads it; what is told is one line."""
    if record.content is None:
        return dict(NONE)
    line = json.dumps(record.content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    file = record.file if record.source == Record.Source.FILE else None
    return {
        "content": line,
        "digest": record.digest,
        "file": None if file is None else _file_out(file),
    }


def _file_out(file: RecordFile) -> dict[str, Any]:
    return {
        **{name: getattr(file, name) for name in _TEXTS},
        "data": base64.b64encode(bytes(file.data)).decode("ascii"),
        "number": file.number,
        "exchanged": file.exchanged,
        "sides_known": file.sides_known,
    }


def told_read(part: dict[str, Place], row: Record) -> RecordFile | None:
    """Fill in what the record tells; the file that it was read from, if it was."""
    live, by_file = row.source == Record.Source.LIVE, row.source == Record.Source.FILE
    row.content = part["content"].maybe(_content)
    if live is not (row.content is None):
        raise part["content"].fault(_("a record of this kind is told otherwise"))
    file = part["file"].maybe(_file_read)
    if by_file is not (file is not None):
        raise part["file"].fault(_("a file belongs to a record that was read from it"))
    row.digest = part["digest"].text(64)
    if row.digest != ("" if file is None else hashlib.sha256(file.data).hexdigest()):
        raise part["digest"].fault(_("this is not the hash of the file"))
    return file


def _content(place: Place) -> dict[str, Any]:
    try:
        data = json.loads(place.text(LONGEST))
        told: MatchRecord = from_json(data)
        bounded(told)
    except EngineError as error:
        raise place.fault(in_words(error)) from error
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise place.fault(_("this is no record of a match")) from error
    return Place(data, place.path).object()


def _file_read(place: Place) -> RecordFile:
    part = place.record(*_TEXTS, "data", "number", "exchanged", "sides_known")
    try:
        data = base64.b64decode(part["data"].text(2 * MAX_FILE), validate=True)
    except (binascii.Error, ValueError) as error:
        raise part["data"].fault(_("a file is expected here, in base64")) from error
    return RecordFile(
        **{name: part[name].column(RecordFile, name) for name in _TEXTS},
        data=data,
        number=part["number"].whole(1, SMALL),
        exchanged=part["exchanged"].flag(),
        sides_known=part["sides_known"].flag(),
    )
