"""Our match texts are loaded by GNU Backgammon, and lead it to the same positions and score."""

from typing import Any

import pytest

from matches.analysis import match_text, read
from matches.engine.positionid import format_position_id
from matches.records import MatchRecord, write_mat
from matches.records.values import score_after
from matches.services.gnubg import analysed
from tests import gnubg
from tests.analysis.test_reading import FOUND, RECORD
from tests.records.fixtures import mat, record_of
from tests.records.playing import random_match

pytestmark = pytest.mark.gnubg

FIRST_ROW = "  1) 31: 8/5 6/5                 64: 24/14"
LEFT, RIGHT = " " * 6, " " * 34  # where it stands who has won


@pytest.fixture(autouse=True)
def _installed(settings: Any) -> None:
    settings.GNUBG = gnubg.find() or ""
    if not settings.GNUBG:
        pytest.fail(gnubg.HELP, pytrace=False)


def told(text: str) -> Any:
    return analysed(text, beat=lambda: True)


def after(info: Any) -> tuple[int, int]:
    """The score when a game is over, as the program counts it."""
    won = info["points-won"]
    return info["score-X"] + won * (info["winner"] == "X"), info["score-O"] + won * (
        info["winner"] == "O"
    )


def last_board(record: MatchRecord, number: int) -> tuple[int, str]:
    """Who threw last in a game, and where the checkers stood then."""
    game, side, found = record.games[number], 0, ""
    state = game.start(record.rules)
    for event, then in game.states(record.rules):
        if type(event).__name__ in {"Roll", "OpeningThrow"} and then.turn.dice is not None:
            side, found = then.turn.side, format_position_id(state.seen_by(then.turn.side))
        state = then
    return side, found


@pytest.mark.parametrize("seed", range(6))
def test_an_exported_match_is_loaded_to_its_last_position_and_score(seed: int) -> None:
    record = random_match(seed, length=3 + 2 * (seed % 2))
    games = told(write_mat(record))["games"]
    assert [after(game["info"]) for game in games] == [score_after(game) for game in record.games]
    for number, game in enumerate(games):
        last = [one for one in game["game"] if one["action"] == "move"][-1]
        assert (" XO".index(last["player"]), last["board"]) == last_board(record, number)


def test_what_is_loaded_is_what_is_read_here() -> None:
    """Each position and each throw of a whole match."""
    record = random_match(40, length=7)
    found = read(told(match_text(record)), record, 0)
    assert len(found.judged) >= sum(one.plays for one in found.sides)


def test_an_illegal_play_and_a_throw_that_was_not_played_stop_nobody() -> None:
    rows = ["  1) 31: 8/5 6/4                 64: 24/18 13/9", "  2) 65:"]
    record = record_of(mat(*rows, " " * 34 + "Wins 1 point"))
    found = read(told(match_text(record)), record, 0)
    assert [(one.chosen, one.loss > 0) for one in found.judged] == [
        ("8/5 6/4", False),
        ("24/18 13/9", True),
    ]


@pytest.mark.parametrize("length", [3, 7])
@pytest.mark.parametrize(
    ("rows", "result"),
    [
        (["  2) 42: 8/4 6/4                  Doubles => 2", "  3)  Takes"], LEFT + "Wins 4 points"),
        (
            ["  2) 42: 8/4 6/4                  Doubles => 2", "  3)  Takes"],
            RIGHT + "Wins 4 points",
        ),
        (["  2)  Doubles => 2                Takes"], LEFT + "Wins 4 points"),
        (["  2)  Doubles => 2                Takes"], RIGHT + "Wins 4 points"),
        (["  2) 66: 24/18 24/18 13/7 13/7   Doubles => 2", "  3)  Drops"], RIGHT + "Wins 1 point"),
        (["  2) 65:"], LEFT + "Wins 3 points"),
    ],
)
def test_a_game_that_is_resigned_before_the_next_throw_ends_there(
    rows: list[str], result: str, length: int
) -> None:
    record = record_of(mat(FIRST_ROW, *rows, result, length=length))
    found = told(match_text(record))
    assert read(found, record, 0).judged
    assert [after(game["info"]) for game in found["games"]] == [score_after(record.games[0])]


def test_it_says_of_a_match_what_it_said_before() -> None:
    found = read(told(match_text(RECORD)), RECORD, 0)
    assert found.sides == FOUND.sides
