"""Records as files to take away: match text, `.sgf`, our own JSON, a line for each position."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.text import slugify
from django.utils.translation import gettext as _

from config.errors import InvalidError, NotFoundError
from matches.engine.errors import EngineError
from matches.models import Match
from matches.records import MatchRecord, moments, write_json, write_mat, write_sgf
from matches.selectors.recorded import Account, names_of
from matches.selectors.records import record_open

MAX_NAME: Final = 60  # characters of the names in the name of a file


@dataclass(frozen=True, slots=True)
class Download:
    filename: str
    content_type: str
    data: bytes


def _lines(record: MatchRecord) -> str:
    return "".join(f"{moment}\n" for moment in moments(record))


_TEXT: Final = "text/plain; charset=utf-8"
_WRITERS: Final[Mapping[str, tuple[str, Callable[[MatchRecord], str]]]] = {
    "mat": (_TEXT, write_mat),
    "sgf": ("application/x-go-sgf; charset=utf-8", write_sgf),
    "json": ("application/json", write_json),
    "txt": (_TEXT, _lines),  # Position ID, Match ID and XGID
}
FORMATS: Final = tuple(_WRITERS)
ORIGINAL: Final = "original"


def download(match: Match, account: Account, form: str) -> Download:
    """A record in one of the forms, or (`original`) the file as it was uploaded.

    Raises NotFoundError `no_such_form`; ConflictError `record_open` for a match that is still
    played, and for one that is not seen to its end yet; InvalidError with the code of the engine
    for what the form has no words for.
    """
    record = account.record
    if record.is_played_on(match) or not account.is_whole:
        raise record_open()
    if form == ORIGINAL and record.source == record.Source.FILE:
        kind = record.file.name.rpartition(".")[2].lower()
        ending = kind if kind.isascii() and kind.isalnum() and len(kind) <= 5 else "bin"
        data = bytes(record.file.data)
        return Download(filename(match, ending), "application/octet-stream", data)
    if form not in _WRITERS:
        raise NotFoundError("no_such_form", _("Records are given as .mat, .sgf, .json or .txt."))
    content_type, write = _WRITERS[form]
    try:
        text = write(account.told)
    except EngineError as error:
        raise InvalidError.of(error) from error
    return Download(filename(match, form), content_type, text.encode(errors="replace"))


def filename(match: Match, ending: str) -> str:
    """`match-12-ann-kim-bo-lee.mat`: nothing in it but plain letters, digits and dashes."""
    names = slugify(" ".join(names_of(match)))[:MAX_NAME].strip("-")
    return f"match-{match.pk}{'-' if names else ''}{names}.{ending}"
