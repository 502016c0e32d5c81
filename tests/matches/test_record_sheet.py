"""Score sheets, and what is told where accounts of a match do not agree."""

import pytest
from django.test import Client

from config.errors import ConflictError, InvalidError
from matches.models_record import Record
from matches.receivers import verify_what_was_closed
from matches.selectors.replay import records_kept
from matches.selectors.sheets import sheet_of
from tests.builders import NOON, undo_last
from tests.matches.boards import SITE, Live
from tests.matches.recording import KEY, Recorded
from tests.tournaments.archives import comparable, exported, imported
from tournaments.models import LogEntry
from tournaments.selectors.log import line_words
from tournaments.selectors.public import boards_to_see

pytestmark = pytest.mark.django_db


def test_a_sheet_is_written_game_by_game_and_the_score_follows() -> None:
    made = Recorded()
    made.sheet((1, 2, 2))
    record = made.sheet((1, 2, 2), (2, 1, 1))
    assert record is not None
    told = made.accounts[0].told
    assert (told.score, [game.crawford for game in told.games]) == ((4, 1), [False, True])
    assert (record.version, made.logged()) == (2, ["sheet.written", "sheet.written"])
    said = [line_words(one) for one in LogEntry.objects.filter(action="sheet.written")]
    assert [one.split(": ")[1] for one in said] == [
        "the score sheet stands at 4–1",
        "the score sheet stands at 4–0",
    ]


def test_the_same_sheet_again_changes_nothing_and_an_empty_one_is_none() -> None:
    made = Recorded()
    made.sheet((1, 1, 1))
    again = made.sheet((1, 1, 1))
    assert again is not None
    assert again.version == 1
    assert made.sheet() is None
    assert made.sheet() is None
    assert (made.accounts, made.logged()) == ([], ["sheet.written", "sheet.removed"])


def test_a_sheet_that_is_begun_anew_is_not_taken_for_the_one_before() -> None:
    made = Recorded()
    made.sheet((1, 1, 1), seen=0)
    made.sheet(seen=1)
    assert sheet_of(made.match).games == ()
    made.sheet((2, 1, 1), seen=2)
    with pytest.raises(ConflictError):
        made.sheet(seen=1)
    assert sheet_of(made.match).games == ((2, 1, 1),)


def test_nobody_is_shown_a_sheet_off_which_all_games_were_taken() -> None:
    made = Recorded()
    made.sheet((1, 1, 1))
    made.sheet()
    page = Client().get(f"/matches/{made.match_id}/records/").content.decode()
    assert "Nothing of this match was recorded" in page
    assert records_kept(made.match_id) == []
    assert not boards_to_see(made.stage.event).recorded
    told = exported(made.stage.event)
    assert comparable(exported(imported(told))) == comparable(told)
    made.sheet((1, 1, 1))
    assert boards_to_see(made.stage.event).recorded == {made.match_id}


def test_two_scorekeepers_do_not_overwrite_each_other() -> None:
    made = Recorded()
    made.sheet((1, 1, 1), seen=0)
    with pytest.raises(ConflictError) as caught:
        made.sheet((2, 1, 1), seen=0)
    assert (caught.value.code, caught.value.detail) == ("version_conflict", {"version": 1})
    made.sheet((1, 1, 1), (2, 1, 1), seen=1)


def test_a_cube_in_the_crawford_game_is_refused_and_nothing_is_kept() -> None:
    made = Recorded()
    made.sheet((1, 2, 2))
    with pytest.raises(InvalidError) as caught:
        made.sheet((1, 2, 2), (1, 1, 2))
    assert caught.value.code == "crawford_game"
    assert made.accounts[0].told.score == (4, 0)


def test_a_file_and_a_sheet_that_disagree_are_told_and_both_stay() -> None:
    made = Recorded()
    made.sheet((1, 1, 1), (2, 1, 2))
    made.upload(made.text())
    assert made.disagreeing() == [("sheet_score_differs", 2)]
    assert len(made.records) == 2
    entry = LogEntry.objects.get(action="record.disagrees")
    assert line_words(entry).endswith(
        "Game 2: The record ends this game at 1-4, the score sheet says 1-2."
    )


def test_a_result_that_a_record_contradicts_is_told_when_it_is_entered() -> None:
    made = Recorded()
    made.upload(made.games((1, 2, 2), (2, 1, 1), (1, 1, 1)))
    made.stage.win(KEY, 1, loser_score=3)
    assert made.disagreeing() == [("result_differs", 0)]
    assert "record.disagrees" in made.logged()
    assert made.match.score_2 == 3


def test_a_result_that_a_record_bears_out_is_no_disagreement() -> None:
    made = Recorded()
    made.upload(made.games((1, 2, 2), (2, 1, 1), (1, 1, 1)))
    made.stage.win(KEY, 1, loser_score=1)
    assert (made.disagreeing(), "record.disagrees" in made.logged()) == ([], False)


def test_a_record_of_another_length_is_told() -> None:
    made = Recorded()
    made.upload(made.games((1, 1, 1), length=7))
    assert made.disagreeing() == [("lengths_differ", 0)]


def test_a_match_on_the_site_is_verified_by_a_sweep_once_it_is_over() -> None:
    live = Live(length=1, dice=SITE)
    for _ in range(8):
        live.any_deed()
    verify_what_was_closed(at=NOON)
    assert not hasattr(Record.objects.get(), "check_made")
    loser = live.state.game.decider
    live.do(loser, "resign", kind=1)
    live.do(3 - loser, "accept")
    verify_what_was_closed(at=NOON)
    check = Record.objects.get().check_made
    assert (check.errors, check.findings) == (0, [])


def test_dice_that_are_not_those_committed_to_are_an_error() -> None:
    live = Live(length=1, dice=SITE)
    for _ in range(4):
        live.any_deed()
    live.stage.win(KEY)
    Record.objects.update(secret="ab" * 32)
    verify_what_was_closed(at=NOON)
    codes = [found["code"] for found in Record.objects.get().check_made.findings]
    assert "dice_not_committed" in codes


def test_a_result_that_was_contradicted_can_be_undone() -> None:
    made = Recorded()
    made.upload(made.games((1, 2, 2), (2, 1, 1), (1, 1, 1)))
    made.stage.win(KEY, 1, loser_score=3)
    undo_last(made.stage.event)
    assert (made.match.state, made.disagreeing()) == ("open", [])
