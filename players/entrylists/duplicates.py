"""Finds entries that stand in a list twice. One pass, whatever the length of the list."""

from collections.abc import Sequence
from dataclasses import replace

from .findings import finding
from .names import same_person_key
from .values import Finding, Row


def mark_duplicates(rows: Sequence[Row]) -> tuple[list[Row], list[Finding]]:
    """The rows, later ones of the same name unticked, and a finding for each row that repeats one.

    A name that differs in letter case, order or accents only may be somebody else: it stays ticked,
    as does the same name with another country or federation number.
    """
    exact: dict[str, Row] = {}
    alike: dict[str, Row] = {}
    marked, findings = [], []
    for row in rows:
        if row.include:
            first = exact.setdefault(row.name, row)
            similar = alike.setdefault(same_person_key(row.name), row)
            if first is not row and not _differ(first, row):
                findings.append(_finding("duplicate_name", row, first))
                marked.append(replace(row, include=False))
                continue
            if similar is not row:
                findings.append(_finding("possible_duplicate", row, similar))
        marked.append(row)
    return marked, findings


def _finding(code: str, row: Row, first: Row) -> Finding:
    return finding(code, row.line, row.text, value=row.name, other_line=first.line)


def _differ(first: Row, second: Row) -> bool:
    pairs = (
        (first.country, second.country),
        (first.federation_no, second.federation_no),
    )
    return any(one and other and one != other for one, other in pairs)
