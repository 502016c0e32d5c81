"""Reads the entry lists that directors paste or upload, and writes tidy ones.

Pure: text or bytes in, values out. It decides what each line says and what a director should
look at; it leaves who the known players are, and what is stored, to the services.
"""

from .decoding import decode
from .formatting import format_entries
from .names import same_person_key
from .reader import read_entries
from .teams import TeamRow, read_teams
from .values import MAX_LINES, MAX_NAME, EntryList, Finding, Row, Severity

__all__ = [
    "MAX_LINES",
    "MAX_NAME",
    "EntryList",
    "Finding",
    "Row",
    "Severity",
    "TeamRow",
    "decode",
    "format_entries",
    "read_entries",
    "read_teams",
    "same_person_key",
]
