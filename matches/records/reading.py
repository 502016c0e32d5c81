"""Reads a file of a match, whatever program wrote it.

    >>> text = "7 point match\\n\\n Game 1\\n Ann : 0        Bo : 0\\n  1) 31: 8/5 6/5\\n"
    >>> record, findings, dialect, encoding = read_match(text.encode())
    >>> record.players, len(record.games), [found.code for found in findings]
    (('Ann', 'Bo'), 1, ['not_finished'])

Nothing is raised, whatever the bytes are: what is wrong is a finding.
"""

from collections.abc import Iterator
from typing import Any, Final

from matches.records.assembling import assemble
from matches.records.bgf import looks_like_bgf, read_bgf
from matches.records.bgroom import looks_like_bgroom, read_bgroom
from matches.records.fibs import looks_like_fibs, read_fibs
from matches.records.findings import finding
from matches.records.javafibs import looks_like_javafibs, read_javafibs
from matches.records.jsonform import looks_like_json, read_json
from matches.records.lines import lines_of
from matches.records.mat import dialect_of, looks_like_mat, read_mat
from matches.records.party import looks_like_party, read_party
from matches.records.positions import has_positions, is_jellyfish_position
from matches.records.sgf import looks_like_sgf, read_sgf
from matches.records.sgg import looks_like_sgg, read_sgg
from matches.records.tmg import looks_like_tmg, read_tmg
from matches.records.values import Finding, ReadResult
from matches.records.written import WrittenMatch
from matches.records.xg import looks_like_xg, read_xg
from players.decoding import Decoded, decode

MAX_BYTES: Final = 5_000_000
MOST_MATCHES: Final = 20  # in one file


_BINARY: Final = (("xg", looks_like_xg, read_xg), ("bgf", looks_like_bgf, read_bgf))
_TEXTS: Final = (
    ("sgf", looks_like_sgf, read_sgf),
    ("fibs", looks_like_fibs, read_fibs),
    ("gamesgrid", looks_like_sgg, read_sgg),
    ("tmg", looks_like_tmg, read_tmg),
    ("javafibs", looks_like_javafibs, read_javafibs),
    ("partygammon", looks_like_party, read_party),
    ("bgroom", looks_like_bgroom, read_bgroom),
)


def read_match(source: bytes) -> ReadResult:
    """The match in a file, with everything that is wrong with it."""
    if len(source) > MAX_BYTES:
        return _nothing("file_too_large", limit=MAX_BYTES)
    for name, looks_like, read in _BINARY:
        if looks_like(source):
            written = read(source)
            if written is None:
                return _nothing("file_broken", what=f".{name}")
            return _assembled(written, [], name, "binary")
    decoded = decode(source)
    if decoded is None:
        return _nothing("position_only" if is_jellyfish_position(source) else "not_text")
    return _read_text(decoded)


def read_matches(source: bytes, most: int = MOST_MATCHES) -> Iterator[ReadResult]:
    """Each match of a file that has several, as `read_match` reads the first; texts only."""
    read = read_match(source)
    yield read
    decoded = decode(source) if _next(read) else None
    lines = lines_of(decoded.text) if decoded else []
    begins = 0
    for _ in range(most - 1):
        if not (more := _next(read)):
            return
        begins += more - 1
        read = read_match("\n".join(lines[begins:]).encode(errors="replace"))
        yield read


def _next(read: ReadResult) -> int:
    """The line at which another match begins, from 1; 0 for none, or where lines are none."""
    if read.dialect == "sgf":
        return 0
    return next((each.line for each in read.findings if each.code == "more_matches"), 0)


def _read_text(decoded: Decoded) -> ReadResult:
    text = decoded.text
    found = _of_letters(decoded)
    if looks_like_json(text):
        record, more = read_json(text)
        return ReadResult(record, (*found, *more), "json", decoded.encoding)
    for name, looks_like, read in _TEXTS:
        if looks_like(text):
            return _assembled(read(text), found, name, decoded.encoding)
    if looks_like_mat(text):
        written = read_mat(text)
        return _assembled(written, found, dialect_of(written, text), decoded.encoding)
    return _nothing("position_only" if has_positions(text) else "format_unknown")


def _of_letters(decoded: Decoded) -> list[Finding]:
    found: list[Finding] = []
    if decoded.assumed:
        found.append(finding("encoding_assumed", value=decoded.encoding))
    if "\ufffd" in decoded.text:
        found.append(finding("unreadable_characters"))
    return found


def _assembled(
    written: WrittenMatch, found: list[Finding], dialect: str, encoding: str
) -> ReadResult:
    record, more = assemble(written)
    return ReadResult(record, (*found, *more), dialect, encoding)


def _nothing(code: str, **detail: Any) -> ReadResult:
    return ReadResult(None, (finding(code, **detail),), "", "")
