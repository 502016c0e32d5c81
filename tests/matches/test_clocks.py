"""A clock is put on a match, agreed on, started, pressed, stopped and corrected."""

import pytest

from config.errors import ConflictError, DomainError, InvalidError, NotAllowedError, NotFoundError
from matches.engine.clock_settings import MINUTE, SECOND
from matches.models import Deadline
from matches.models_clock import Clock
from matches.services.clock_links import clock_open, clock_token
from matches.services.clocks import (
    clock_confirm,
    clock_correct,
    clock_renew_links,
    clock_set_up,
)
from matches.services.reporting import match_report
from tests.builders import Stage, by_player, make_running_event
from tests.matches.clocking import KEY, SETTINGS, Table, by_staff, second
from tournaments.models import LogEntry
from tournaments.models_rulings import Call

pytestmark = pytest.mark.django_db(transaction=True)


def refused(code: str, error: type[DomainError]) -> pytest.RaisesExc[DomainError]:
    return pytest.raises(error, check=lambda raised: raised.code == code)


def actions() -> list[str]:
    found = LogEntry.objects.filter(action__startswith="clock.").order_by("pk")
    return list(found.values_list("action", flat=True))


def test_without_rules_of_its_own_a_match_to_7_has_14_minutes_and_12_seconds_a_move() -> None:
    table = Table()
    assert (table.left(1, 0), table.left(2, 0)) == (14 * 60, 14 * 60)
    assert table.clock.state["settings"]["delay"] == 12 * SECOND


def test_the_rules_of_the_match_say_how_its_clock_is_set() -> None:
    stage = Stage(make_running_event("AB"))
    match = stage.match(KEY)
    match.rules = {**match.rules, "reserve_per_point": 0, "reserve_flat": 120, "delay": 10}
    match.save()
    clock_set_up(match_id=match.pk, act=by_staff(0))
    settings = Clock.objects.get(match=match).state["settings"]
    assert (settings["fixed"], settings["delay"]) == (2 * MINUTE, 10 * SECOND)


def test_a_clock_put_on_at_5_to_3_has_the_time_of_the_points_that_are_left() -> None:
    stage = Stage(make_running_event("AB"))
    match_id = stage.match(KEY).pk
    clock_set_up(match_id=match_id, act=by_staff(0), scores=(5, 3))
    assert Clock.objects.get(match=match_id).state["reserves"] == [6 * MINUTE, 6 * MINUTE]


def test_nothing_runs_before_both_have_confirmed() -> None:
    table = Table(confirmed=False)
    assert table.press(1, 1) == "clock_not_confirmed"
    clock_confirm(match_id=table.match_id, sides=(1,), act=by_staff(2))
    assert table.press(1, 3) == "clock_not_confirmed"
    clock_confirm(match_id=table.match_id, sides=(2,), act=by_staff(4))
    assert table.press(1, 5) == ""


def test_the_lower_roller_presses_and_the_other_moves_first() -> None:
    table = Table()
    assert table.press(2, 10) == ""
    assert table.clock.running == 1


def test_a_press_stops_the_own_clock_and_starts_the_other() -> None:
    table = Table()
    table.press(2, 0)
    table.press(1, 20)
    assert table.clock.running == 2
    assert table.left(1, 30) == 14 * 60 - 8
    assert table.left(2, 42) == 14 * 60 - 10


def test_the_deadline_stands_where_time_will_be_up_and_moves_with_each_press() -> None:
    table = Table()
    table.press(2, 0)
    deadline = Deadline.objects.get(kind="clock_flag", subject_id=table.match_id)
    assert deadline.due_at == table.clock.expires_at == second(14 * 60 + 12)
    table.press(1, 20)
    deadline.refresh_from_db()
    assert deadline.due_at == table.clock.expires_at == second(20 + 14 * 60 + 12)
    table.stop("dice", 30)
    assert not Deadline.objects.filter(kind="clock_flag").exists()
    assert table.clock.expires_at is None


def test_a_stop_within_a_turn_costs_no_time_and_gives_no_new_delay() -> None:
    table = Table()
    table.press(2, 0)
    assert table.stop("dice", 10) == ""
    assert table.resume(600) == ""
    assert table.left(1, 602) == 14 * 60
    assert table.left(1, 605) == 14 * 60 - 3


def test_the_end_of_a_game_ends_the_turn_and_the_next_game_is_opened_by_a_press() -> None:
    table = Table()
    table.press(2, 0)
    table.stop("game", 20)
    assert table.resume(30) == "nobody_on_turn"
    assert table.press(1, 60) == ""
    assert table.clock.running == 2


def test_a_break_tells_until_when_it_is() -> None:
    table = Table()
    table.press(2, 0)
    table.stop("game", 20)
    assert table.stop("break", 30) == ""
    assert table.clock.break_until == second(30 + 5 * 60)
    table.press(2, 200)
    assert table.clock.break_until is None


def test_clocks_are_stopped_for_the_reasons_of_the_rules_only() -> None:
    table = Table()
    table.press(2, 0)
    assert table.stop("coffee", 5) == "stop_reason_unknown"
    assert table.clock.running == 1


def test_why_both_are_stopped_may_be_said_after_it_and_costs_nobody_time() -> None:
    table = Table()
    table.press(2, 0)
    assert table.stop("", 20) == ""
    assert (table.clock.running, table.clock.stopped_for) == (None, "")
    left = table.left(1, 20)
    assert table.stop("dice", 300) == ""
    assert (table.clock.stopped_for, table.left(1, 300)) == ("dice", left)
    assert table.resume(310) == ""
    assert (table.clock.running, table.left(1, 310)) == (1, left)


def test_a_game_that_is_over_is_over_since_both_were_stopped() -> None:
    table = Table()
    table.press(2, 0)
    table.stop("", 20)
    left = table.left(1, 20)
    assert table.stop("game", 300) == ""
    assert (table.clock.state["on_turn"], table.left(1, 300)) == (None, left)


def test_for_the_director_both_are_stopped_before_he_is_called() -> None:
    table = Table()
    table.press(2, 0)
    for reason, n in (("", 20), ("director", 40)):
        assert table.stop(reason, n) == ""
    assert Call.objects.get(match=table.match_id).called_at == second(40)


@pytest.mark.parametrize(
    ("side", "n", "sent", "code"),
    [
        (2, 5, 5, "pressed_twice"),
        (1, -30, 5, "press_in_past"),
        (1, 30, 5, "press_in_future"),
        (1, 14 * 60 + 12, 14 * 60 + 12, "flag_fallen"),
    ],
)
def test_a_press_that_cannot_be_is_refused_with_its_code(
    side: int, n: float, sent: float, code: str
) -> None:
    table = Table()
    table.press(2, 0)
    assert table.press(side, n, sent=sent) == code
    last = [step for step in table.steps() if step.refused]
    assert [(step.refused, step.side) for step in last] == [(code, side)]


def test_who_is_not_on_turn_after_a_stop_presses_in_vain() -> None:
    table = Table()
    table.press(2, 0)
    table.stop("contest", 5)
    assert table.press(1, 6) == "clock_stopped"
    table.resume(10)
    assert table.press(2, 11) == "not_on_turn"


def test_nobody_presses_for_the_opponent_and_spectators_for_nobody() -> None:
    table = Table()
    for sides in ((1,), ()):
        with refused("not_your_side", NotAllowedError):
            table.press(2, 0, sides=sides)
    assert not [step for step in table.steps() if step.kind == "press"]


def test_after_the_end_a_press_is_refused() -> None:
    table = Table()
    table.press(2, 0)
    table.stage.win(KEY)
    assert table.clock.running is None
    assert table.press(1, 90) == "match_over"


def test_the_same_sent_twice_counts_once() -> None:
    table = Table()
    table.press(2, 0, ident="a")
    assert table.press(1, 20, ident="b") == ""
    assert table.press(1, 25, ident="b") == ""
    assert table.clock.running == 2
    assert table.press(1, 26, ident="c") == "pressed_twice"
    assert table.press(1, 27, ident="c") == "pressed_twice"
    assert len([step for step in table.steps() if step.kind == "press"]) == 3
    with refused("press_id_reused", ConflictError):
        table.press(2, 28, ident="b")


def test_what_a_phone_did_without_network_counts_from_when_it_was_done() -> None:
    table = Table()
    table.press(2, 0)
    assert [
        table.press(1, 20, sent=300, ident="a"),
        table.press(2, 50, sent=300, ident="b"),
        table.press(1, 300, sent=300, ident="c"),
    ] == ["", "", ""]
    assert table.left(1, 300) == 14 * 60 - 8 - 238
    assert table.left(2, 300) == 14 * 60 - 18
    late = table.steps()[-2]
    assert (late.sent_at, late.at) == (second(50), second(300))


def test_a_phone_that_is_a_little_behind_the_other_does_not_lose_its_press() -> None:
    table = Table()
    table.press(2, 10)
    assert table.press(1, 9.5, sent=11) == ""
    assert table.left(1, 11) == 14 * 60


def test_ordinary_presses_are_in_the_history_and_everything_else_in_the_log_too() -> None:
    table = Table()
    table.press(2, 0)
    table.press(1, 10)
    table.stop("dice", 20)
    table.resume(30)
    assert actions() == [
        "clock.set_up",
        "clock.confirmed",
        "clock.confirmed",
        "clock.started",
        "clock.stopped",
        "clock.resumed",
    ]
    kinds = [step.kind for step in table.steps()]
    assert kinds == ["set_up", "confirmed", "confirmed", "press", "press", "stop", "resume"]


def test_a_report_stops_the_clock() -> None:
    table = Table()
    table.press(2, 0)
    player = table.stage.players(KEY)[0]
    match_report(
        match_id=table.match_id, player_id=player.pk, scores=(7, 3), act=by_player(player, 5)
    )
    assert table.clock.running is None
    assert not Deadline.objects.filter(kind="clock_flag").exists()
    assert table.left(1, 400) == 14 * 60 - 288
    assert table.press(1, 401) == "match_over"


def test_the_director_corrects_the_times_with_a_reason() -> None:
    table = Table()
    table.press(2, 0)
    with refused("reason_missing", InvalidError):
        clock_correct(match_id=table.match_id, left={2: 60_000}, act=by_staff(30))
    act = by_staff(30, "The clock had stopped")
    clock_correct(match_id=table.match_id, left={1: 13 * MINUTE, 2: 12 * MINUTE}, act=act)
    assert (table.left(1, 30), table.left(2, 30)) == (780, 720)
    assert table.clock.running == 1
    entry = LogEntry.objects.get(action="clock.changed")
    assert entry.before == {"time_1": "13:42", "time_2": "14:00"}
    assert entry.after == {"time_1": "13:00", "time_2": "12:00"}
    assert entry.reason == "The clock had stopped"


def test_a_correction_of_what_has_moved_on_is_a_conflict_and_a_time_of_nothing_is_none() -> None:
    table = Table()
    version = table.clock.version
    table.press(2, 0)
    act = by_staff(5, "slow")
    with refused("version_conflict", ConflictError):
        clock_correct(match_id=table.match_id, left={1: 1000}, act=act, seen_version=version)
    with refused("clock_value_too_small", InvalidError):
        clock_correct(match_id=table.match_id, left={1: 0}, act=act)
    assert table.left(1, 5) == 14 * 60


def test_players_change_a_clock_that_nobody_agreed_to_and_the_director_any() -> None:
    table = Table(confirmed=False)
    clock_set_up(match_id=table.match_id, act=by_staff(1), scores=(1, 0))
    clock_confirm(match_id=table.match_id, sides=(1,), act=by_staff(2))
    with refused("clock_has_run", ConflictError):
        clock_set_up(match_id=table.match_id, act=by_staff(3))
    with refused("reason_missing", InvalidError):
        clock_set_up(match_id=table.match_id, act=by_staff(3), by_staff=True)
    act = by_staff(3, "Wrong score")
    clock_set_up(match_id=table.match_id, act=act, settings=SETTINGS, by_staff=True)
    assert table.clock.confirmed == (False, False)
    assert table.left(1, 3) == 14 * 60


def test_the_same_clock_put_on_twice_is_put_on_once() -> None:
    table = Table()
    before = table.clock.version
    clock_set_up(match_id=table.match_id, act=by_staff(5))
    assert table.clock.version == before
    assert table.clock.confirmed == (True, True)


def test_a_match_that_is_over_gets_no_clock_and_one_without_has_nothing_to_press() -> None:
    table = Table()
    clockless = table.stage.match("M1.2").pk
    with refused("no_clock", NotFoundError):
        clock_confirm(match_id=clockless, sides=(1,), act=by_staff(1))
    table.stage.win("M1.2")
    with refused("match_over", ConflictError):
        clock_set_up(match_id=clockless, act=by_staff(2))


def test_links_are_for_one_side_or_both_and_end_when_they_are_renewed() -> None:
    table = Table()
    shared, own = clock_token(table.clock), clock_token(table.clock, 2)
    assert clock_open(shared).sides == (1, 2)
    assert clock_open(own).sides == (2,)
    assert clock_open(own).actor.name == table.stage.names(KEY)[1]
    for wrong in ("", "1", "1-0", own.replace("-2-", "-1-", 1), f"9{shared}", "x-y-z"):
        with refused("unknown_clock_link", NotAllowedError):
            clock_open(wrong)
    clock_renew_links(match_id=table.match_id, act=by_staff(5))
    with refused("unknown_clock_link", NotAllowedError):
        clock_open(shared)
