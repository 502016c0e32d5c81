"""The facts of tests/data/engine, which other programs made."""

import gzip
import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data" / "engine"


def records(name: str) -> list[dict[str, Any]]:
    """Of a file of JSON lines."""
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def document(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text())
