"""Analysing records at the command line."""

from pathlib import Path
from typing import Any

import pytest

from matches.models_record import RecordAnalysis
from tests import gnubg
from tests.matches.analyses import Analysed, ask, program
from tests.matches.recording import Recorded
from tests.tournaments.test_record_commands import run

pytestmark = pytest.mark.django_db


@pytest.mark.gnubg
def test_the_records_of_a_match_are_analysed_at_once(settings: Any) -> None:
    if (found := gnubg.find()) is None:
        pytest.fail(gnubg.HELP, pytrace=False)
    settings.GNUBG = found
    made = Analysed()
    ended, said = run("analyse_record", made.match_id)
    assert ended == 0
    assert f"record {made.file.pk} (file): error rates " in said
    assert made.row.state == "done"


def test_what_cannot_be_analysed_is_told(tmp_path: Path, settings: Any) -> None:
    settings.GNUBG = program(tmp_path, "exit 0")
    made = Analysed()
    ended, said = run("analyse_record", made.match_id, "--record", made.file.pk)
    assert (ended, made.row.reason) == (1, "gnubg_failed")
    assert "GNU Backgammon ended without an analysis." in said


def test_of_a_match_that_is_played_nothing_is_analysed(settings: Any) -> None:
    settings.GNUBG = "/bin/true"
    made = Recorded()
    made.upload(made.text())
    assert run("analyse_record", made.match_id)[0] == 1
    assert not RecordAnalysis.objects.exists()


def test_where_nothing_of_the_match_can_be_asked_for_what_else_waits_is_left_alone(
    tmp_path: Path, settings: Any
) -> None:
    settings.GNUBG = program(tmp_path, "exit 0")
    made = Analysed()
    made.ask()
    assert run("analyse_record", made.stage.match("M1.2").pk)[0] == 1
    assert (made.row.state, made.row.attempts) == ("waiting", 0)


@pytest.mark.parametrize("again", [False, True])
def test_without_the_program_whatever_waits_goes_on_waiting(settings: Any, again: bool) -> None:
    settings.GNUBG = "/bin/true"
    made = Analysed()
    other = made.upload(made.text() + b"\n")
    ask(made, other)
    if again:
        made.ask()
    settings.GNUBG = "/no/such/program"
    assert run("analyse_record", made.match_id, "--record", made.file.pk)[0] == 1
    rows = RecordAnalysis.objects.values_list("state", "attempts")
    assert list(rows) == [("waiting", 0)] * (1 + again)
