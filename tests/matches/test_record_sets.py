"""What is recorded of a match of sets: a sheet for each, files of which set somebody says."""

import pytest

from config.errors import InvalidError
from matches.records import Scored, score_sheet, write_mat
from matches.selectors.live_sets import sets_played
from matches.selectors.recorded import accounts_of
from matches.selectors.sheets import next_sheet, sheet_of, sheet_result
from matches.services.live_rules import play_rules
from matches.services.record_import import record_set
from matches.services.steps import Verdict
from tests.builders import by_director
from tests.matches.boards import Live
from tests.matches.recording import KEY, Recorded
from tournaments.models import LogEntry
from tournaments.selectors.log import line_words
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db

SETS = {"to_win": 2, "decider": 1}
WON, LOST = (1, 2, 2), (2, 2, 2)  # a gammon with the cube at 2: a set to 3


def of_sets() -> Recorded:
    """Two sets to 3 win, the last one is to 1."""
    return Recorded(length=3, sets=SETS)


def test_each_set_has_a_sheet_and_by_them_the_match_is_over_in_sets() -> None:
    made = of_sets()
    assert next_sheet(made.match) == 1
    made.sheet(WON)
    made.sheet(LOST, set_number=2)
    assert (next_sheet(made.match), sheet_result(made.match)) == (3, None)
    made.sheet((2, 1, 1), set_number=3)
    assert sheet_result(made.match) == (1, 2)
    assert (sheet_of(made.match, 3).score, sheet_of(made.match, 3).is_over) == ((0, 1), True)
    assert [one.told.rules.length for one in made.accounts] == [3, 3, 1]
    said = [line_words(one) for one in LogEntry.objects.filter(action="sheet.set_written")]
    assert said[0].endswith("the score sheet of set 3 stands at 0–1")


@pytest.mark.parametrize("number", [0, 4])
def test_there_are_no_more_sheets_than_sets(number: int) -> None:
    with pytest.raises(InvalidError) as caught:
        of_sets().sheet(WON, set_number=number)
    assert caught.value.code == "no_such_set"
    with pytest.raises(InvalidError):
        Recorded().sheet(WON, set_number=2)


def test_a_file_is_held_against_the_sheet_of_the_set_that_it_is_said_to_be_of() -> None:
    made = of_sets()
    made.sheet((1, 1, 1))
    made.sheet(LOST, set_number=2)
    record = made.upload(made.games(WON, length=3))
    assert (record.set_number, made.disagreeing()) == (0, [])
    record_set(match_id=made.match_id, record_id=record.pk, set_number=1, act=by_director(7))
    assert made.disagreeing() == [("sheet_score_differs", 1)]
    record_set(match_id=made.match_id, record_id=record.pk, set_number=2, act=by_director(8))
    assert made.disagreeing() == [("sheet_score_differs", 1)]
    assert made.logged().count("record.disagrees") == 2
    other = made.upload(made.games(LOST, length=3), set_number=2)
    assert other.set_number == 2


def test_a_sheet_is_held_against_the_set_that_was_played_on_the_site() -> None:
    live = Live(length=3, sets=SETS)
    made = Recorded(stage=live.stage)
    live.lose(2, kind=3)
    made.sheet((1, 3, 1))
    assert made.disagreeing() == []
    made.sheet((2, 3, 1))
    assert made.disagreeing() == [("sheet_score_differs", 1)]
    assert [each.score for each in sets_played(live.match)] == [(3, 0)]


def test_sets_that_were_won_by_the_sheets_are_held_against_the_result() -> None:
    made = of_sets()
    made.sheet(WON)
    made.sheet(WON, set_number=2)
    event = made.stage.event
    verdict = Verdict(1, scores=(2, 1))
    result_enter(event_id=event.pk, key=KEY, verdict=verdict, act=by_director(9))
    assert made.disagreeing() == [("result_differs", 0)]


def test_a_file_of_another_length_is_not_of_the_last_set() -> None:
    made = of_sets()
    rules = play_rules(made.match)
    data = write_mat(score_sheet(made.names, rules, [Scored(*WON)])).encode()
    made.upload(data, set_number=3)
    assert made.disagreeing() == [("lengths_differ", 0)]
    assert len(accounts_of(made.match)) == 1
