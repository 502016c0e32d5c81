"""The program beside ours: bounded, apart, and never in the way of whoever rings."""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from matches.analysis import AnalysisError
from matches.models_record import Record
from matches.services import gnubg
from matches.services.analysing import analyses_begin, analyses_work
from matches.services.gnubg import Interrupted, analysed
from tests.matches.analyses import Analysed, ask, program


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gnubg, "BEAT_SECONDS", 0.02)


def most(times: int) -> Callable[[], bool]:
    """A beat that says no after so many."""
    beats = iter(range(times))
    return lambda: next(beats, None) is not None


def test_it_has_a_home_of_its_own_and_nothing_to_read(tmp_path: Path, settings: Any) -> None:
    said = '''printf '{"home": "%s", "read": "%s"}' "$HOME" "$(cat)" > "$ANALYSIS_JSON"'''
    settings.GNUBG = program(tmp_path, said)
    told = analysed("text", beat=most(1000))
    assert told["read"] == ""
    assert told["home"] != os.environ.get("HOME")
    assert not Path(told["home"]).exists()


def test_it_comes_behind_everything_else(tmp_path: Path, settings: Any) -> None:
    wait = 'until [ "$(nice)" = 19 ]; do :; done; echo "{}" > "$ANALYSIS_JSON"'
    settings.GNUBG = program(tmp_path, wait)
    assert analysed("text", beat=most(1000)) == {}


@pytest.mark.parametrize("line", ["exit 0", "exit 1", 'echo "[" > "$ANALYSIS_JSON"', "kill -9 $$"])
def test_one_that_ends_without_a_word_has_failed(tmp_path: Path, settings: Any, line: str) -> None:
    settings.GNUBG = program(tmp_path, line)
    with pytest.raises(AnalysisError) as caught:
        analysed("text", beat=most(1000))
    assert caught.value.code == "gnubg_failed"


def blocked(tmp_path: Path) -> str:
    """A program that says which process it is, and then waits for somebody to speak to it."""
    os.mkfifo(tmp_path / "fifo")
    return program(tmp_path, f"echo $$ > {tmp_path}/pid", f"read line < {tmp_path}/fifo")


def test_one_that_nobody_wants_any_more_is_ended(tmp_path: Path, settings: Any) -> None:
    settings.GNUBG = blocked(tmp_path)
    begun = tmp_path / "pid"
    with pytest.raises(Interrupted):
        analysed("text", beat=lambda: not (begun.exists() and begun.read_text()))
    with pytest.raises(ProcessLookupError):
        os.kill(int(begun.read_text()), 0)


def test_one_that_takes_too_long_is_ended(tmp_path: Path, settings: Any) -> None:
    settings.GNUBG, settings.GNUBG_MINUTES = blocked(tmp_path), 0
    with pytest.raises(AnalysisError) as caught:
        analysed("text", beat=most(1000))
    assert caught.value.code == "gnubg_slow"


@pytest.mark.django_db(transaction=True)
def test_whoever_starts_it_does_not_wait_for_it(tmp_path: Path, settings: Any) -> None:
    settings.GNUBG = blocked(tmp_path)
    made = Analysed()
    made.ask()
    thread = analyses_begin(timezone.now)
    assert thread is not None
    assert analyses_begin(timezone.now) is None
    (tmp_path / "fifo").write_text("go on\n")
    thread.join(30)
    assert (made.row.state, made.row.reason) == ("failed", "gnubg_failed")
    assert analyses_begin(timezone.now) is None


@pytest.mark.django_db
def test_one_after_the_other_and_no_failure_stops_the_next(tmp_path: Path, settings: Any) -> None:
    settings.GNUBG = program(tmp_path, 'echo "{}" > "$ANALYSIS_JSON"')
    made = Analysed()
    other = made.upload(made.text() + b"\n")
    made.ask()
    made.file, first = other, made.file
    made.ask(minutes=12)
    assert analyses_work(timezone.now) == 2
    reasons = [record.analysis.reason for record in made.records]
    assert reasons == ["analysis_unreadable"] * 2
    assert first.pk != other.pk


@pytest.mark.django_db
def test_a_record_that_cannot_be_told_does_not_stop_the_next(tmp_path: Path, settings: Any) -> None:
    settings.GNUBG = program(tmp_path, 'echo "{}" > "$ANALYSIS_JSON"')
    made = Analysed()
    broken, made.file = made.file, made.upload(made.text() + b"\n")
    for n, record in enumerate((broken, made.file)):
        ask(made, record, minutes=10 + n)
    Record.objects.filter(pk=broken.pk).update(content={"games": "none"})
    assert analyses_work(timezone.now) == 2
    reasons = {record.pk: record.analysis.reason for record in made.records}
    assert reasons == {broken.pk: "gnubg_failed", made.file.pk: "analysis_unreadable"}


@pytest.mark.django_db
def test_where_the_program_is_gone_what_waits_goes_on_waiting(settings: Any) -> None:
    settings.GNUBG = "/bin/true"
    made = Analysed()
    made.ask()
    settings.GNUBG = "/no/such/program"
    assert analyses_work(timezone.now) == 0
    assert (made.row.state, made.row.attempts) == ("waiting", 0)


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_one_takes_it(settings: Any) -> None:
    settings.GNUBG = "/bin/true"
    made = Analysed()
    made.ask()
    start, taken = threading.Barrier(2, timeout=10), list[object]()

    def take() -> None:
        start.wait()
        taken.append(made.take())
        connection.close()

    workers = [threading.Thread(target=take) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(30)
    assert len(taken) == 2
    assert taken.count(None) == 1
    assert made.row.attempts == 1
