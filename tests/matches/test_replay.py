"""Records of files are replayed as those of the site are, step by step."""

from pathlib import Path

import pytest

from matches.engine.match import MatchState
from matches.records import Depth, read_match
from matches.selectors.live import board_at
from matches.selectors.live_data import live_state
from matches.selectors.replay import course, places, records_kept, shown_record
from tests.matches.boards import BOARD, Live
from tests.matches.recording import Recorded
from tests.records.fixtures import DIALECTS, ROOT

pytestmark = pytest.mark.django_db

SHARED = ROOT.parent / "shared" / "records" / "matches"
#: Files of our own and, where they lie beside the project, some that programs really wrote.
FILES = [*DIALECTS, *(sorted(SHARED.iterdir())[::25] if SHARED.is_dir() else [])]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_that_is_read_is_replayed_to_the_score_it_tells(path: Path) -> None:
    made = Recorded()
    read = read_match(path.read_bytes())
    if read.record is None or not read.record.games:
        assert made.refused(path.read_bytes()) != ""
        return
    record = made.upload(path.read_bytes())
    told = made.accounts[0].told
    steps = list(course(record))
    assert len(steps) == sum(len(game.events) for game in told.games)
    if told.depth is Depth.THROWS:
        board = board_at(made.match_id, None, record)
        assert board.state.score == told.score
        assert len(board.ends) == sum(
            game.result is not None and bool(game.events) for game in told.games
        )
        first = board_at(made.match_id, 0, record)
        assert (first.state.score, first.is_latest) == (told.games[0].score, False)


def test_a_step_is_the_same_whether_it_was_played_here_or_read() -> None:
    live = Live(dice=BOARD, length=5)
    for side, dice, play in (
        (1, (3, 1), "8/5 6/5"),
        (2, (6, 4), "24/18 13/9"),
        (1, (6, 5), "24/13"),
    ):
        assert live.throw(side, *dice) == ""
        assert live.play(side, play) == ""
    live.do(1, "resign", kind=1)
    live.do(2, "accept")
    played: list[MatchState] = [step.state for step in course(live.record)]
    first, second = live.stage.names("M1.1")
    text = (
        f"5 point match\n\n Game 1\n {first} : 0                        {second} : 0\n"
        "  1) 31: 8/5 6/5                 64: 24/18 13/9\n"
        "  2) 65: 24/13\n                                 Wins 1 point\n"
    )
    made = Recorded(stage=live.stage)
    read = [step.state for step in course(made.upload(text.encode()))]
    assert [state.game.position for state in read] == [state.game.position for state in played]
    assert [state.score for state in read] == [state.score for state in played]


def test_the_match_is_shown_by_the_site_else_by_the_newest_file() -> None:
    made = Recorded()
    assert shown_record(records_kept(made.match_id)) is None
    made.sheet((1, 1, 1))
    assert shown_record(records_kept(made.match_id)) is None
    older, newer = made.upload(made.text()), made.upload(made.text() + b"\n")
    kept = records_kept(made.match_id)
    assert shown_record(kept) == newer
    assert shown_record(kept, older.pk) == older
    assert shown_record(kept, 10**9) == newer


def test_a_turn_has_its_place_in_the_record() -> None:
    made = Recorded()
    record = made.upload(made.text())
    found = places(record)
    assert (found[1, 0], found[1, 1], found[2, 0]) == (1, 1, 7)
    assert live_state(board_at(made.match_id, found[1, 2], record))["thrown"] == [6, 4]


def test_a_file_is_never_played_on() -> None:
    made = Recorded()
    record = made.upload(made.text())
    state = live_state(board_at(made.match_id, 3, record), 1)
    assert (state["open"], state["can"], state["routes"]) == (False, [], [])
