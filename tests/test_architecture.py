"""The house keeps its shape: no file outgrows its reader."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = [
    path.relative_to(ROOT)
    for folder in ("bench", "config", "matches", "players", "tests", "tournaments")
    for path in (ROOT / folder).rglob("*.py")
    if "migrations" not in path.parts
]


@pytest.mark.parametrize("path", FILES, ids=str)
def test_a_file_is_short(path: Path) -> None:
    lines = (ROOT / path).read_text(encoding="utf-8").count("\n")
    assert lines <= (500 if path.parts[0] == "tests" else 400)
