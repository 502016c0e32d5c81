"""Two people at the same instant: each race has one outcome, and nothing is lost."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from config.errors import ConflictError, DomainError
from matches.models import Match, Report
from matches.services import deadlines
from matches.services.reporting import match_confirm, match_report
from matches.services.steps import Verdict
from tests.builders import (
    Stage,
    by_director,
    by_player,
    enter as enter_names,
    make_event,
    make_running_event,
)
from tournaments.models import Event, LogEntry
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*deeds: Callable[[], object]) -> list[object]:
    """Run the deeds in threads that start together; returns results or domain errors, in order."""
    start = threading.Barrier(len(deeds))
    results: list[object] = [None] * len(deeds)

    def run(index: int, deed: Callable[[], object]) -> None:
        try:
            start.wait(10)
            results[index] = deed()
        except DomainError as error:
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads), "a deadlock"
    return results


def test_two_equal_reports_at_once_decide_the_match_and_advance_the_winner() -> None:
    stage = Stage(make_running_event("ABCD"))
    match = stage.match("M1.1")

    def report(side: int) -> Callable[[], object]:
        player = stage.players("M1.1")[side - 1]
        return lambda: match_report(
            match_id=match.pk, player_id=player.pk, scores=(7, 3), act=by_player(player)
        )

    at_once(report(1), report(2))
    assert stage.match("M1.1").state == Match.State.DECIDED
    assert stage.names("M2.1")[0] == stage.names("M1.1")[0]
    assert LogEntry.objects.filter(action="result.confirmed").count() == 1


def test_a_confirmation_and_the_silence_decide_once() -> None:
    stage = Stage(make_running_event("ABCD"))
    match, (first, second) = stage.match("M1.1"), stage.players("M1.1")
    match_report(match_id=match.pk, player_id=first.pk, scores=(7, 3), act=by_player(first))
    report = Report.objects.get()
    at_once(
        lambda: match_confirm(
            match_id=match.pk, player_id=second.pk, report_id=report.pk, act=by_player(second, 10)
        ),
        lambda: deadlines.fire_due(by_director(10).at),
        lambda: deadlines.fire_due(by_director(10).at),
    )
    assert stage.match("M1.1").state == Match.State.DECIDED
    decided = LogEntry.objects.filter(action__startswith="result.confirmed")
    assert decided.count() == 1


def test_all_first_round_results_at_once_fill_the_second_round() -> None:
    stage = Stage(make_running_event("ABCDEFGH", consolation_length=5))
    keys = ["M1.1", "M1.2", "M1.3", "M1.4"]
    at_once(*[lambda key=key: stage.win(key) for key in keys])
    assert set(stage.open_keys()) == {"M2.1", "M2.2", "C1.1", "C1.2"}
    players = [name for key in stage.open_keys() for name in stage.names(key)]
    assert sorted(str(name) for name in players) == sorted("ABCDEFGH")


def test_a_report_and_a_correction_before_it_do_not_block_each_other() -> None:
    stage = Stage(make_running_event("ABCD"))
    for key in ("M1.1", "M1.2"):
        stage.win(key)
    final, player = stage.match("M2.1"), stage.players("M2.1")[0]
    reported, corrected = at_once(
        lambda: match_report(
            match_id=final.pk, player_id=player.pk, scores=(7, 0), act=by_player(player, 9)
        ),
        lambda: stage.win("M1.1", 2, 3, act=by_director(9, "wrong way round")),
    )
    # Whoever came first: the correction stands, or was refused and may be repeated.
    if isinstance(corrected, ConflictError):
        assert corrected.code == "version_conflict"
        stage.win("M1.1", 2, 3, act=by_director(10, "wrong way round"))
    assert stage.names("M2.1")[0] == stage.names("M1.1")[1]
    final.refresh_from_db()
    assert final.state == Match.State.VOID
    if not isinstance(reported, DomainError):
        assert LogEntry.objects.filter(action="result.reported", match_id=final.pk).exists()


def test_two_directors_publish_once() -> None:
    event = make_event()
    enter_names(event, "ABCD")
    seen = event_draft(event_id=event.pk, seed="s", act=by_director()).version
    results = at_once(
        *[lambda: event_publish(event_id=event.pk, act=by_director(), seen_version=seen)] * 2
    )
    assert sum(isinstance(result, ConflictError) for result in results) == 1
    assert Match.objects.count() == 2


def test_two_directors_enter_different_results_and_the_second_is_told() -> None:
    stage = Stage(make_running_event("AB"))
    seen = stage.match("M1.1").version

    def enter(side: int) -> Callable[[], object]:
        return lambda: result_enter(
            event_id=stage.event.pk,
            key="M1.1",
            verdict=Verdict(side),
            act=by_director(1),
            seen_version=seen,
        )

    results = at_once(enter(1), enter(2))
    refused = [result for result in results if isinstance(result, DomainError)]
    assert [error.code for error in refused] == ["version_conflict"]
    winner = stage.match("M1.1").winner
    assert refused[0].detail["result"]["winner"] == winner
    assert Event.objects.get(pk=stage.event.pk).state == Event.State.FINISHED
