"""Reads a file of a match, whatever program wrote it.

    >>> text = "7 point match\\n\\n Game 1\\n Ann : 0        Bo : 0\\n  1) 31: 8/5 6/5\\n"
    >>> record, findings, dialect, encoding = read_match(text.encode())
    >>> record.players, len(record.games), [found.code for found in findings]
    (('Ann', 'Bo'), 1, ['not_finished'])

Nothing is raised, whatever the bytes are: what is wrong is a finding.
"""

from typing import Any, Final

from matches.records.assembling import assemble
from matches.records.findings import finding
from matches.records.mat import dialect_of, looks_like_mat, read_mat
from matches.records.values import Finding, ReadResult
from players.decoding import decode

MAX_BYTES: Final = 5_000_000


def read_match(source: bytes) -> ReadResult:
    """The match in a file, with everything that is wrong with it."""
    if len(source) > MAX_BYTES:
        return _nothing("file_too_large", limit=MAX_BYTES)
    decoded = decode(source)
    if decoded is None:
        return _nothing("not_text")
    found: list[Finding] = []
    if decoded.assumed:
        found.append(finding("encoding_assumed", value=decoded.encoding))
    if "\ufffd" in decoded.text:
        found.append(finding("unreadable_characters"))
    if looks_like_mat(decoded.text):
        written = read_mat(decoded.text)
        record, more = assemble(written)
        dialect = dialect_of(written, decoded.text)
        return ReadResult(record, (*found, *more), dialect, decoded.encoding)
    return _nothing("format_unknown")


def _nothing(code: str, **detail: Any) -> ReadResult:
    return ReadResult(None, (finding(code, **detail),), "", "")
