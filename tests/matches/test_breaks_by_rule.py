"""Who may take a break, and when, by the rules of a match; and what the clock does meanwhile."""

import pytest

from matches.models import Deadline
from matches.services.clock_running import Sent, clock_do
from matches.services.deadlines import fire_due
from tests.builders import by_player
from tests.matches.clocking import KEY, Table, by_staff, second
from tournaments.models import Event, LogEntry
from tournaments.models_rulings import Call
from tournaments.services.calls import call_make

pytestmark = pytest.mark.django_db(transaction=True)

RUNS = {"breaks": "director", "clock_runs_in_break": True}


def playing(**rules: object) -> Table:
    """Side 1 is on turn in the first game, the score is known."""
    found = Table(rules=rules)
    found.press(2, 0)
    return found


def grant(table: Table, n: float) -> str:
    sent = Sent("stop", reason="break")
    act = by_staff(n)
    return clock_do(match_id=table.match_id, sent=sent, sides=(1, 2), act=act, by_staff=True).code


def test_where_there_are_none_players_get_none_and_the_director_still_may() -> None:
    table = playing(breaks="none")
    table.stop("game", 20)
    assert table.stop("break", 30) == "breaks_off"
    assert table.do("ask_break", 31).code == "breaks_off"
    assert grant(table, 40) == ""
    assert table.clock.stopped_for == "break"


def test_between_games_a_break_waits_for_the_end_of_a_game_that_is_known_to_go_on() -> None:
    table = playing(breaks="between_games")
    assert table.stop("break", 10) == "break_within_game"
    assert table.clock.running == 1
    table.stop("game", 20)
    assert table.stop("break", 30) == ""


def test_where_nobody_tells_the_score_who_takes_a_break_says_that_the_game_is_over() -> None:
    table = playing(breaks="between_games")
    table.stop("game", 20)
    table.press(2, 30)
    assert table.stop("break", 40) == ""
    assert table.clock.state["on_turn"] is None


def test_what_the_director_grants_players_ask_for() -> None:
    table = playing(breaks="director")
    table.stop("game", 20)
    assert table.stop("break", 30) == "break_by_director"
    assert table.do("ask_break", 31).code == ""
    call = Call.objects.get(match=table.match_id)
    assert list(call.voices.values_list("kind", flat=True)) == ["break"]
    version = Event.objects.get().version
    assert grant(table, 60) == ""
    assert Event.objects.get().version > version  # for the pages that show the call
    call.refresh_from_db()
    assert (call.state, table.clock.stopped_for) == ("closed", "break")


def test_asking_does_not_stop_the_clock() -> None:
    table = playing(breaks="director")
    table.do("ask_break", 30)
    assert (table.clock.running, table.left(1, 30)) == (1, 14 * 60 - 18)


def test_a_call_for_something_else_goes_on_when_a_break_is_granted() -> None:
    table = playing(breaks="director")
    table.do("ask_break", 30)
    call = Call.objects.get(match=table.match_id)
    call.voices.create(kind="score", by_name="A", at=second(31))
    grant(table, 40)
    call.refresh_from_db()
    assert call.is_open


def test_who_waits_for_the_director_already_may_ask_for_a_break_besides() -> None:
    table = playing(breaks="director")
    player = table.stage.players(KEY)[0]
    act = by_player(player, 0.25)
    call_make(match_id=table.match_id, player_id=player.pk, kind="score", act=act)
    table.do("ask_break", 30)
    table.do("ask_break", 31)
    call = Call.objects.get(match=table.match_id)
    assert list(call.voices.values_list("kind", flat=True).order_by("pk")) == ["score", "break"]


def test_a_break_that_the_director_grants_within_a_game_leaves_the_turn_where_it_is() -> None:
    table = playing(breaks="director")
    table.do("score", 10, scores=(1, 0))
    assert grant(table, 30) == ""
    clock = table.clock
    assert (clock.running, clock.stopped_for, clock.score) == (None, "break", (1, 0))
    assert table.do("resume", 90).code == ""
    assert (table.clock.running, table.left(1, 90)) == (1, 14 * 60 - 18)


def test_by_some_rules_the_clock_of_who_is_on_turn_runs_on() -> None:
    table = playing(**RUNS)
    assert grant(table, 20) == ""
    clock = table.clock
    assert (clock.running, clock.stopped_for, clock.break_until) == (1, "", second(20 + 5 * 60))
    assert table.left(1, 120) == 14 * 60 - 108
    assert LogEntry.objects.filter(action="break.begun").count() == 1


def test_the_end_of_a_break_rings_where_the_clock_runs_on() -> None:
    table = playing(**RUNS)
    grant(table, 20)
    fire_due(second(20 + 5 * 60))
    assert LogEntry.objects.filter(action="break.over").count() == 1


def test_who_presses_is_back_from_a_break_in_which_the_clock_ran() -> None:
    table = playing(**RUNS)
    grant(table, 20)
    assert table.press(1, 80) == ""
    assert table.clock.break_until is None
    assert not Deadline.objects.filter(kind="break_over").exists()


def test_the_score_may_be_told_in_such_a_break_without_ending_it() -> None:
    table = playing(**RUNS)
    grant(table, 20)
    table.do("score", 30, scores=(0, 0))
    assert table.clock.break_until == second(20 + 5 * 60)


def test_who_runs_out_of_time_in_such_a_break_has() -> None:
    table = playing(**RUNS)
    grant(table, 20)
    fire_due(second(14 * 60 + 12))
    assert (table.match.state, table.match.winner) == ("decided", 2)
    assert table.clock.break_until is None


def test_between_games_nobody_is_on_turn_and_both_stand() -> None:
    table = playing(**RUNS)
    table.stop("game", 20)
    grant(table, 30)
    assert (table.clock.running, table.clock.stopped_for) == (None, "break")
