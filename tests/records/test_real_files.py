"""Files that programs and people really wrote, compared with what other programs make of them.

They belong to others, so they are not part of the project: where the folder `shared` lies beside
it, each of its files is read and compared with the expectation that comes with it, and with the
same match in another format. Everywhere else, and there too, the same is done with files of our own
(`expected.jsonl`).
"""

import csv
import gzip
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from matches.engine import GameState, MakePlay, Misplay, Phase, Position
from matches.engine.positionid import format_position_id
from matches.records import GameRecord, MatchRecord, ReadResult, read_match, verify
from tests.records.fixtures import DATA, DIALECTS, ROOT

SHARED = ROOT.parent / "shared" / "records"
ILLEGAL = {"illegal_play", "impossible_play", "play_unreadable", "play_missing"}


def cases() -> list[tuple[Path, dict[str, Any]]]:
    """Each file with what is expected of it."""
    own = [(DATA, line) for line in (DATA / "expected.jsonl").read_text().splitlines()]
    if SHARED.is_dir():
        with gzip.open(SHARED / "expected.jsonl.gz", "rt", encoding="utf-8") as lines:
            own += [(SHARED, line) for line in lines]
    expected = [(folder, json.loads(line)) for folder, line in own]
    return [(folder / each["file"], each) for folder, each in expected]


CASES = cases()
ALL = sorted((SHARED / "matches").iterdir()) if SHARED.is_dir() else []


def test_there_are_files_and_it_is_told_how_many(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        sys.stdout.write(f"\n{len(CASES)} files with expectations, {len(ALL)} real files\n")
    assert len(CASES) >= 2
    assert not SHARED.is_dir() or (len(CASES) > 280 and len(ALL) >= 300)


@pytest.mark.parametrize(("path", "expected"), CASES, ids=[path.name for path, _ in CASES])
def test_a_file_says_what_is_expected(path: Path, expected: dict[str, Any]) -> None:
    read = read_match(path.read_bytes())
    record = read.record
    assert record is not None
    assert (record.rules.length or 0) == expected["match_length"]
    assert len(record.games) == expected["n_games"]
    for number, (game, wanted) in enumerate(
        zip(record.games, expected["games"], strict=True), start=1
    ):
        assert list(game.score) == wanted["score_before"], number
        assert game.crawford == (wanted["crawford"] and record.rules.cube_in_play), number
        lines = [f.line for f in read.findings if f.game == number and f.code in ILLEGAL]
        assert lines[:1] == [wanted["first_illegal_line"]] * (
            wanted["first_illegal_line"] is not None
        )
        if not lines:
            assert said(game) == wanted_result(wanted), number
            assert plays(game) + blank_roll(read, number, path) == wanted["n_plays"], number
            position = wanted["final_position_id_next_player_view"]
            assert position is None or position in last_positions(record, game), number


def said(game: GameRecord) -> tuple[int, int, int, bool] | None:
    result = game.result
    if result is None:
        return None
    declared = result.how.value in ("resigned", "awarded")
    return result.winner, result.points, result.cube, declared


def wanted_result(wanted: dict[str, Any]) -> tuple[int, int, int, bool] | None:
    if not wanted["finished"]:
        return None
    winner = {"left": 1, "right": 2}[wanted["winner"]]
    return winner, wanted["points"], wanted["cube"], wanted["resigned_or_declared"]


def plays(game: GameRecord) -> int:
    return sum(isinstance(event, MakePlay | Misplay) for event in game.events)


def blank_roll(read: ReadResult, number: int, path: Path) -> int:
    """The expectations count a last roll with nothing behind it, but not one with `????`."""
    lines = path.read_bytes().split(b"\n")
    rolls = [f.line for f in read.findings if f.code == "last_roll_unplayed" and f.game == number]
    return sum(b"?" not in lines[line - 1] for line in rolls)


def last_positions(record: MatchRecord, game: GameRecord) -> set[str]:
    states: list[GameState] = [state for _, state in game.states(record.rules)]
    return {format_position_id(states[-1].seen_by(side)) for side in (1, 2)} if states else set()


def test_every_other_file_is_read_and_verified() -> None:
    expected = {path for path, _ in CASES}
    for path in ALL:
        if path in expected:
            continue
        record = read_match(path.read_bytes()).record
        if record is None:
            assert path.name == "xg-004.xg"  # a program's settings, saved without a match
        else:
            assert all(each.message for each in verify(record))


def groups() -> list[list[Path]]:
    """Files of one match each, in several formats: our own, and those that the folder names."""
    found: dict[str, list[Path]] = {"own": [path for path in DIALECTS if path.suffix != ".json"]}
    if SHARED.is_dir():
        with (SHARED / "index.csv").open(encoding="utf-8") as index:
            for row in csv.DictReader(index):
                found.setdefault(row["match_group"], []).append(SHARED / row["file"])
    return [paths for paths in found.values() if len(paths) > 1]


@pytest.mark.parametrize("paths", groups(), ids=lambda paths: paths[0].name)
def test_a_match_is_the_same_in_every_format(paths: list[Path]) -> None:
    records = [read_match(path.read_bytes()).record for path in paths]
    first, *others = [boards(record) for record in records if record is not None]
    assert others
    for other in others:
        assert other == first


def boards(record: MatchRecord) -> list[list[tuple[Position, int]]]:
    """Of each game the boards before the rolls and at the end, each with the cube."""
    found = []
    for game in record.games:
        seen: list[tuple[Position, int]] = []
        for _, state in game.states(record.rules):
            board = state.position, state.cube.value
            if (state.turn.phase is Phase.ROLL or state.is_over) and board not in seen[-1:]:
                seen.append(board)
        found.append(seen)
    return found
