"""One match of three games as different programs write it: every file says the same.

What it says was worked out by hand: Ann leads with a dropped double, Bo wins two by a resignation
after a double and a roll, and then the Crawford game.
"""

from pathlib import Path

import pytest

from matches.engine import MakePlay, Rules, format_board
from matches.records import MatchRecord, read_match
from tests.records.fixtures import DIALECTS, record_of
from tests.records.xg_file import xg_file

BOARDS = [
    "X{18:2 13:3 8:2 7:2 6:4 5:2} O{24:1 13:5 11:1 8:3 6:5}",
    "X{24:1 14:1 13:5 8:3 6:5} O{24:1 22:1 13:3 8:3 7:2 6:5}",
    "X{18:2 13:2 11:1 8:3 7:2 6:4 5:1} O{24:1 23:1 13:2 9:1 8:3 6:5 3:2}",
]
NAMES = {
    "dailygammon.mat": ("mat", "UTF-16"),
    "galaxy.txt": ("galaxy", "UTF-8"),
    "gnubg.mat": ("mat", "UTF-8"),
    "gnubg.sgf": ("sgf", "UTF-8"),
    "gridgammon.mat": ("mat", "UTF-8"),
    "hedgehog.mat": ("hedgehog", "UTF-8"),
    "opengammon.mat": ("opengammon", "UTF-8"),
    "studio.txt": ("studio", "UTF-8"),
    "xg.txt": ("xg", "UTF-8"),
    "bgblitz.bgf": ("bgf", "binary"),
    "fibs.txt": ("fibs", "UTF-8"),
    "gamesgrid.sgg": ("gamesgrid", "UTF-8"),
    "truemoney.tmg": ("tmg", "UTF-8"),
    "javafibs.match": ("javafibs", "UTF-8"),
    "partygammon.txt": ("partygammon", "UTF-8"),
    "bgroom.gam": ("bgroom", "UTF-8"),
}
#: Worth knowing, and true of the files.
NOTES = {"last_roll_unplayed", "no_roll", "points_assumed"}


def says_the_match(record: MatchRecord) -> None:
    assert record.players == ("Ann", "Bo")
    assert (record.rules.length, record.rules.crawford) == (3, True)
    assert [game.score for game in record.games] == [(0, 0), (1, 0), (1, 2)]
    assert [game.crawford for game in record.games] == [False, False, True]
    results = [game.result for game in record.games]
    assert [(each.winner, each.points, each.how.value) for each in results if each] == [
        (1, 1, "dropped"),
        (2, 2, "resigned"),
        (2, 1, "resigned"),
    ]
    assert record.score == (1, 3)
    plays = [sum(isinstance(event, MakePlay) for event in game.events) for game in record.games]
    assert plays == [4, 3, 4]
    assert [last_board(record, game) for game in range(3)] == BOARDS


def last_board(record: MatchRecord, game: int) -> str:
    *_, (_, state) = record.games[game].states(record.rules)
    return format_board(state.position)


def test_every_dialect_has_a_name() -> None:
    assert {path.name for path in DIALECTS} == set(NAMES)


@pytest.mark.parametrize("path", DIALECTS, ids=lambda path: path.name)
def test_a_dialect_is_read(path: Path) -> None:
    read = read_match(path.read_bytes())
    assert read.record is not None
    says_the_match(read.record)
    assert {each.code for each in read.findings} <= NOTES
    assert (read.dialect, read.encoding) == NAMES[path.name]


def test_a_binary_file_of_extreme_gammon_is_read() -> None:
    read = read_match(xg_file())
    assert read.record is not None
    says_the_match(read.record)
    assert {each.code for each in read.findings} <= NOTES
    assert read.record.fact("Event") == "Зимний кубок"
    assert read.record.fact("EventDate") == "2024.05.11"


def test_the_head_of_a_file_gives_facts_and_rules() -> None:
    record = record_of(next(path for path in DIALECTS if path.name == "xg.txt"))
    assert record.fact("Event") == "Club evening"
    assert record.fact("Player 1") == "Bo"
    assert record.rules == Rules(length=3, cube_max=1024)
    assert record.fact("Crawford") == ""
