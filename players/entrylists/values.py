"""What reading an entry list gives: rows, findings, and the limits that hold.

Values only; how they come about is in the other modules.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Severity = Literal["info", "warning", "error"]

MAX_LINES = 10_000
MAX_LINE = 1_000
MAX_NAME = 80


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a director should know about the list.

    `line` counts from 1; 0 means the list as a whole. `value` is the piece the finding is about
    and `other_line` the earlier line it refers to. A page shows `message`, or a translation of
    `template` filled from `detail`.
    """

    line: int
    code: str
    severity: Severity
    template: str
    text: str
    value: str = ""
    other_line: int | None = None

    @property
    def message(self) -> str:
        return self.template % self.detail

    @property
    def detail(self) -> Mapping[str, object]:
        """What the template may name."""
        return {
            "value": self.value,
            "other": self.other_line,
            "max_line": MAX_LINE,
            "max_lines": MAX_LINES,
            "max_name": MAX_NAME,
        }


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the list, as far as its line says.

    `name` is in reading order. `given` and `family` are empty unless the list tells them apart.
    `include` is False for a row that the director most likely does not want.
    """

    line: int
    text: str
    name: str
    given: str = ""
    family: str = ""
    country: str = ""
    rating: int | None = None
    club: str = ""
    federation_no: str = ""
    paid: bool | None = None
    note: str = ""
    include: bool = True


@dataclass(frozen=True, slots=True)
class EntryList:
    """Every row in the order of the list, and every finding in the order of its lines."""

    rows: tuple[Row, ...]
    findings: tuple[Finding, ...]

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that a director must act on."""
        return tuple(each for each in self.findings if each.severity == "error")

    @property
    def included(self) -> tuple[Row, ...]:
        """The rows that are ticked to begin with."""
        return tuple(row for row in self.rows if row.include)
