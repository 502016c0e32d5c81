"""Analyses are asked for once, done by one, and never of a match that is still played."""

from typing import Any

import pytest

from config.errors import ConflictError
from matches.analysis import AnalysisError, from_data
from matches.analysis.following import turns
from matches.models_record import RecordAnalysis
from matches.selectors.recorded import names_of, recorded
from matches.services.analyses import (
    MOST_ATTEMPTS,
    analysis_ask,
    analysis_beat,
    analysis_keep,
)
from matches.services.record_import import record_remove, record_sides
from tests.builders import by_director, by_player
from tests.matches.analyses import FOUND, Analysed, ask, refused
from tests.matches.boards import SITE, Live
from tests.matches.recording import Recorded

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _installed(settings: Any) -> None:
    settings.GNUBG = "/bin/true"  # there is a program; none of these tests starts it


@pytest.fixture
def made() -> Analysed:
    return Analysed()


def test_what_is_asked_for_twice_is_done_once(made: Analysed) -> None:
    made.ask(minutes=10)
    made.ask(minutes=11)
    assert (made.row.state, made.row.asked_at) == ("waiting", by_director(10).at)
    assert made.take() is not None
    assert made.take() is None
    made.ask(minutes=12)
    assert made.row.state == "running"
    assert made.logged().count("record.analysis_asked") == 1


def test_what_was_found_is_kept_and_told(made: Analysed) -> None:
    row = made.done()
    assert row.state == "done"
    assert from_data(row.result) == FOUND
    assert made.logged()[-1] == "record.analysed"
    assert made.ask(minutes=20).state == "done"
    assert made.take() is None


def test_while_a_match_is_played_nobody_is_helped() -> None:
    made = Recorded()
    file = made.upload(made.text())
    assert refused(made, file) == "record_open"
    assert not RecordAnalysis.objects.exists()


def test_a_match_on_the_site_is_analysed_when_it_is_over() -> None:
    live = Live(length=3)
    live.throw(1, 3, 1)
    live.do(1, "play", play="8/5 6/5")
    live.stage.win("M1.1")
    made = Recorded(stage=live.stage)
    assert ask(made, live.record).state == "waiting"


def test_without_the_program_it_is_refused(made: Analysed, settings: Any) -> None:
    settings.GNUBG = "/no/such/program"
    assert refused(made, made.file) == "gnubg_missing"


def test_what_cannot_be_analysed_is_refused_with_the_reason(made: Analysed) -> None:
    sheet = made.sheet((1, 1, 1))
    assert sheet is not None
    for record in (made.upload(made.games((1, 1, 1))), sheet):
        assert refused(made, record) == "no_throws"


def test_a_record_of_another_match_is_not_found(made: Analysed) -> None:
    made.match_id = made.stage.match("M1.2").pk
    made.stage.win("M1.2")
    assert refused(made, made.file) == "no_such_record"


def test_what_a_dead_worker_left_is_taken_up_again(made: Analysed) -> None:
    made.ask()
    first = made.take(minutes=11)
    assert first is not None
    assert analysis_beat(first, by_director(11.5).at)
    assert made.take(minutes=12) is None
    second = made.take(minutes=13)
    assert second is not None
    assert (first.attempt, second.attempt) == (1, 2)


def test_who_lost_it_writes_nothing(made: Analysed) -> None:
    made.ask()
    first, second = made.take(minutes=11), made.take(minutes=13)
    assert first is not None
    assert second is not None
    assert not analysis_beat(first, by_director(14).at)
    failure = AnalysisError("gnubg_failed")
    assert not analysis_keep(job=first, found=failure, at=by_director(14).at)
    assert analysis_keep(job=second, found=FOUND, at=by_director(14).at)
    assert made.row.state == "done"


def test_one_that_is_interrupted_again_and_again_is_given_up(made: Analysed) -> None:
    made.ask()
    jobs = [made.take(minutes=11 + 2 * n) for n in range(MOST_ATTEMPTS + 1)]
    for job in jobs[:-1]:
        assert job is not None
        job.check_attempts()
    assert jobs[-1] is not None
    with pytest.raises(AnalysisError, match="3 times"):
        jobs[-1].check_attempts()


def test_a_failure_is_told_and_staff_may_try_again(made: Analysed) -> None:
    made.ask()
    job = made.take()
    assert job is not None
    slow = AnalysisError("gnubg_slow", minutes=15)
    assert analysis_keep(job=job, found=slow, at=by_director(12).at)
    assert (made.row.state, made.row.reason, made.row.detail) == (
        "failed",
        "gnubg_slow",
        {"minutes": 15},
    )
    assert made.logged()[-1] == "record.not_analysed"
    player = by_player(made.stage.players("M1.1")[0])
    with pytest.raises(ConflictError) as caught:
        analysis_ask(match_id=made.match_id, record_id=made.file.pk, act=player)
    assert caught.value.code == "analysis_failed"
    assert made.ask().state == "waiting"
    assert (made.row.attempts, made.row.reason) == (0, "")


def test_a_record_that_changed_is_analysed_anew(made: Analysed) -> None:
    made.done()
    turn_round(made)
    made.ask()
    assert (made.row.state, made.row.result) == ("waiting", None)


def test_what_changes_while_it_is_analysed_waits_again(made: Analysed) -> None:
    made.ask()
    job = made.take()
    assert job is not None
    turn_round(made)
    assert not analysis_keep(job=job, found=FOUND, at=by_director(12).at)
    assert (made.row.state, made.row.record_version) == ("waiting", 2)
    again = made.take()
    assert again is not None
    assert again.version == 2


def test_a_file_that_was_removed_meanwhile_takes_its_analysis_along(made: Analysed) -> None:
    made.ask()
    job = made.take()
    assert job is not None
    record_remove(match_id=made.match_id, record_id=made.file.pk, act=by_director(12))
    assert not analysis_beat(job, by_director(12).at)
    assert not analysis_keep(job=job, found=FOUND, at=by_director(12).at)


def turn_round(made: Analysed) -> None:
    ident = made.file.pk
    record_sides(match_id=made.match_id, record_id=ident, exchange=True, act=by_director(11))


def test_of_a_match_on_the_site_each_throw_is_found_where_the_replay_has_it() -> None:
    live = Live(length=3, dice=SITE)
    for _ in range(6):
        live.any_deed()
    loser = live.state.game.decider
    live.do(loser, "resign", kind=1)
    live.do(3 - loser, "accept")
    for _ in range(6):
        live.any_deed()
    rows = live.rows()
    thrown = [
        n
        for n, row in enumerate(rows)
        if row["do"] == "roll" or (row["do"] == "opening" and row["first"] != row["second"])
    ]
    told = recorded(live.record, names_of(live.match))
    found = [turn.before for game in turns(told) for turn in game]
    assert len(found) > 4
    assert found == thrown
