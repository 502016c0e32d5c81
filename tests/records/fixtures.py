"""Where the files are, and what one looks like that a test makes itself."""

from pathlib import Path

from matches.records import MatchRecord, ReadResult, read_match

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests/data/records"
DIALECTS = sorted((DATA / "dialects").iterdir())
FINDINGS = sorted((DATA / "findings").iterdir())


def mat(*rows: str, length: int = 3, score: tuple[int, int] = (0, 0)) -> bytes:
    """A match text with one game between Ann and Bo."""
    lines = [f"{length} point match", "", " Game 1", f" Ann : {score[0]}      Bo : {score[1]}"]
    return "\n".join([*lines, *rows, ""]).encode()


def record_of(source: bytes | Path) -> MatchRecord:
    """The record in a file that has one."""
    read = read_match(source if isinstance(source, bytes) else source.read_bytes())
    assert read.record is not None, read.findings
    return read.record


def codes(read: ReadResult) -> list[str]:
    return [each.code for each in read.findings]
