"""When time is up: once, whoever notices, and not against a phone that was out of reach."""

from datetime import timedelta
from typing import Any

import pytest

from matches.engine.clock_settings import MINUTE, SECOND
from matches.models import Deadline
from matches.services.clock_flags import clock_check
from matches.services.clocks import clock_correct, clock_seen
from matches.services.deadlines import fire_due
from matches.services.steps import Verdict
from tests.builders import by_director
from tests.matches.clocking import KEY, Table, by_staff, second
from tournaments.models import LogEntry
from tournaments.services.drawing import event_unpublish
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db(transaction=True)

UP = 14 * 60 + 12  # seconds after which a side that was started at noon has no time left


def flags() -> list[str]:
    found = LogEntry.objects.filter(action__in=["clock.lost", "clock.flagged", "clock.unflagged"])
    return list(found.order_by("pk").values_list("action", flat=True))


def rules(table: Table, **own: object) -> None:
    match = table.match
    match.rules = {**match.rules, **own}
    match.save()


def started(**settings: Any) -> Table:
    """Side 1 is on turn since noon."""
    table = Table(**settings)
    table.press(2, 0)
    return table


def test_time_that_is_up_loses_the_match_and_the_bracket_follows() -> None:
    table = started()
    fire_due(second(UP - 0.001))
    assert table.match.state == "open"
    fire_due(second(UP))
    match = table.match
    assert (match.state, match.winner, match.outcome) == ("decided", 2, "forfeit")
    assert table.stage.names("M2.1")[0] == table.stage.names(KEY)[1]
    assert flags() == ["clock.lost"]


def test_it_falls_once_however_often_it_rings_and_whoever_looks() -> None:
    table = started()
    fire_due(second(UP))
    Deadline.objects.filter(kind="clock_flag").update(done_at=None)
    fire_due(second(UP + 10))
    clock_check(match_id=table.match_id, at=second(UP + 20))
    assert [step.kind for step in table.steps()].count("flag") == 1
    assert flags() == ["clock.lost"]


def test_a_phone_that_looks_is_as_good_as_a_ring() -> None:
    table = started()
    clock_seen(match_id=table.match_id, sides=(1, 2), at=second(UP - 5))
    assert table.match.state == "open"
    clock_seen(match_id=table.match_id, sides=(1, 2), at=second(UP))
    assert table.match.winner == 2
    fire_due(second(UP + 1))
    assert flags() == ["clock.lost"]


def test_a_press_that_moved_the_deadline_saves_the_match() -> None:
    table = started()
    table.press(1, UP - 1)
    fire_due(second(UP + 5))
    assert (table.match.state, flags()) == ("open", [])
    assert table.match.state == "open"


def test_overtime_comes_first_with_both_clocks_stopped_and_only_as_often_as_is_said() -> None:
    table = started(per_point=2 * MINUTE, delay=12 * SECOND, overtime=MINUTE, overtime_count=1)
    fire_due(second(UP))
    assert (table.match.state, table.clock.running) == ("open", None)
    assert table.left(1, UP) == 60
    table.resume(UP + 30)
    fire_due(second(UP + 90))
    assert table.match.winner == 2


def test_overtime_is_taken_back_with_the_flag_that_had_not_fallen() -> None:
    table = started(per_point=2 * MINUTE, delay=12 * SECOND, overtime=MINUTE, overtime_count=1)
    fire_due(second(UP))
    assert table.press(1, 100, sent=UP + 5) == ""
    assert table.left(1, 100) == 14 * 60 - 88
    assert table.clock.state["overtimes"] == [0, 0]


def test_what_is_not_simply_decided_waits_for_the_director() -> None:
    table = Table()
    rules(table, flag="lose_game")
    table.press(2, 0)
    version = table.match.version
    fire_due(second(UP))
    assert table.match.state == "open"
    assert table.match.version > version
    assert (table.clock.waits, table.clock.state["lost"]) == (True, 1)
    after = LogEntry.objects.get(action="clock.flagged").after
    assert after is not None
    assert (after["side"], after["policy"]) == (1, "lose_game")


def test_time_given_by_the_director_puts_a_side_back_into_the_match() -> None:
    table = Table()
    rules(table, flag="lose_game")
    table.press(2, 0)
    fire_due(second(UP))
    act = by_staff(UP + 60, "A fire alarm")
    clock_correct(match_id=table.match_id, left={1: 3 * MINUTE}, act=act)
    assert not table.clock.waits
    assert table.resume(UP + 90) == ""
    assert table.left(1, UP + 100) == 170


def test_a_loss_on_time_that_was_wrong_is_taken_back_and_the_match_goes_on() -> None:
    table = started()
    fire_due(second(UP))
    result_enter(
        event_id=table.stage.event.pk, key=KEY, verdict=None, act=by_director(20, "Not so")
    )
    act = by_staff(1300, "Not so")
    clock_correct(match_id=table.match_id, left={1: 2 * MINUTE}, act=act)
    assert table.resume(1400) == ""
    assert table.clock.running == 1


def test_nobody_loses_while_the_phone_at_the_table_is_out_of_reach() -> None:
    table = started()
    clock_seen(match_id=table.match_id, sides=(1, 2), at=second(60))
    fire_due(second(UP))
    assert table.match.state == "open"
    assert table.clock.waits
    assert flags() == ["clock.flagged"]


def test_presses_from_before_that_come_in_later_lift_the_flag() -> None:
    table = started()
    clock_seen(match_id=table.match_id, sides=(1, 2), at=second(60))
    fire_due(second(UP))
    assert table.press(1, 100, sent=UP + 60, ident="a") == ""
    assert table.press(2, 130, sent=UP + 60, ident="b") == ""
    assert not table.clock.waits
    assert table.left(1, 130) == 14 * 60 - 88
    assert flags() == ["clock.flagged", "clock.unflagged"]


def test_a_press_from_after_the_flag_does_not_lift_it() -> None:
    table = started()
    clock_seen(match_id=table.match_id, sides=(1, 2), at=second(60))
    fire_due(second(UP))
    assert table.press(1, UP + 1, sent=UP + 60) == "time_lost"
    assert table.clock.waits


def test_a_loss_on_time_that_counts_is_not_lifted_by_a_late_press() -> None:
    table = started()
    fire_due(second(UP))
    assert table.press(1, 100, sent=UP + 60) == "match_over"
    assert table.match.winner == 2


def test_only_the_phone_of_the_side_whose_time_is_up_matters() -> None:
    table = started()
    clock_seen(match_id=table.match_id, sides=(1,), at=second(UP - 20))
    clock_seen(match_id=table.match_id, sides=(2,), at=second(10))
    fire_due(second(UP))
    assert table.match.winner == 2


def test_a_flag_that_waits_ends_with_the_ruling() -> None:
    table = started()
    clock_seen(match_id=table.match_id, sides=(1, 2), at=second(60))
    fire_due(second(UP))
    verdict = Verdict(2, outcome="forfeit")
    result_enter(event_id=table.stage.event.pk, key=KEY, verdict=verdict, act=by_director(20))
    assert not table.clock.waits


def test_an_alarm_of_a_match_that_is_gone_rings_in_vain() -> None:
    table = started()
    event_unpublish(event_id=table.stage.event.pk, act=by_director(1))
    assert fire_due(second(UP) + timedelta(days=1)) >= 0
    assert not Deadline.objects.filter(kind="clock_flag", done_at=None).exists()
