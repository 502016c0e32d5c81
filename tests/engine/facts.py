"""The facts of tests/data/engine: what other programs wrote, and the worked cases of the games."""

import gzip
import json
from pathlib import Path
from typing import Any

from matches.engine.boards import parse_board
from matches.engine.position import Position

DATA = Path(__file__).parents[1] / "data" / "engine"


def records(name: str) -> list[dict[str, Any]]:
    """The records of `name`, a file of JSON lines that may be packed."""
    plain = DATA / f"{name}.jsonl"
    packed = DATA / f"{name}.jsonl.gz"
    text = plain.read_bytes() if plain.exists() else gzip.decompress(packed.read_bytes())
    return [json.loads(line) for line in text.splitlines()]


def document(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text("utf-8"))


def seen_by_mover(case: dict[str, Any], board: str) -> Position:
    """A board of a case of the games, as whoever moves in it sees it."""
    position = parse_board(board)
    return position if case["mover"] == "X" else position.mirrored()
