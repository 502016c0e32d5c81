"""Who decides on a clock: nobody, both players, one of them, the rules; and when it begins."""

from typing import Any

import pytest

from config.errors import ConflictError, InvalidError
from matches.models_clock import Clock
from matches.services.clocks import clock_confirm, clock_set_up
from matches.services.deadlines import fire_due
from players.actors import Act
from tests.builders import (
    Stage,
    by_director,
    by_player,
    enter,
    make_event,
    make_running_event,
    make_tournament,
)
from tests.matches.clocking import KEY, Table, by_staff, second
from tournaments.models import Event, LogEntry
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.rules import rules_change
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db(transaction=True)


def stage(**rules: Any) -> Stage:
    one = Stage(make_running_event("AB"))
    match = one.match(KEY)
    match.rules = {**match.rules, **rules}
    match.save()
    return one


def wants(one: Stage, side: int = 1) -> Clock:
    player = one.players(KEY)[side - 1]
    return clock_set_up(match_id=one.match(KEY).pk, act=by_player(player, 5))


def actions() -> list[str]:
    found = LogEntry.objects.filter(action__startswith="clock.").order_by("pk")
    return list(found.values_list("action", flat=True))


def test_without_clocks_only_the_director_puts_one_on() -> None:
    one = stage(clock="off")
    with pytest.raises(ConflictError) as caught:
        wants(one)
    assert caught.value.code == "clocks_off"
    assert not Clock.objects.exists()
    clock_set_up(match_id=one.match(KEY).pk, act=by_staff(6), by_staff=True)
    assert Clock.objects.exists()


def test_an_option_needs_both_and_nobody_is_told() -> None:
    one = stage(clock="option")
    assert wants(one).asked_by is None
    assert actions() == ["clock.set_up"]


def test_a_preference_of_one_is_told_to_the_director() -> None:
    one = stage(clock="preference")
    version = one.match(KEY).version
    assert wants(one, 2).asked_by == 2
    assert actions() == ["clock.set_up", "clock.demanded"]
    assert LogEntry.objects.get(action="clock.demanded").after == {"side": 2}
    assert one.match(KEY).version > version


def test_asking_again_asks_once() -> None:
    one = stage(clock="preference")
    wants(one)
    wants(one)
    assert actions().count("clock.demanded") == 1


def test_the_settings_are_confirmed_all_the_same_and_the_director_may_do_so() -> None:
    one = stage(clock="preference")
    clock = wants(one)
    assert clock.confirmed == (False, False)
    clock_confirm(match_id=one.match(KEY).pk, sides=(1, 2), act=by_staff(9))
    clock.refresh_from_db()
    assert clock.confirmed == (True, True)


def obliged(names: str = "AB", tables: int = 1) -> Event:
    event = make_event(make_tournament(tables=tables))
    rules_change(event_id=event.pk, preset="wbgf", own={}, act=by_director(1))
    enter(event, names)
    event_draft(event_id=event.pk, seed="s", act=by_director(2))
    event_publish(event_id=event.pk, act=by_director(3))
    return event


def test_what_must_be_played_with_a_clock_has_one_when_it_is_called() -> None:
    event = obliged("ABCD", tables=1)
    assert list(Clock.objects.values_list("match__fixture__key", flat=True)) == ["M1.1"]
    Stage(event).win("M1.1")
    found = Clock.objects.order_by("match__fixture__key")
    assert list(found.values_list("match__fixture__key", flat=True)) == ["M1.1", "M1.2"]


def test_a_match_that_is_moved_keeps_its_clock() -> None:
    event = obliged("ABCD", tables=3)
    kept = set(Clock.objects.values_list("pk", flat=True))
    table_assign(event_id=event.pk, key="M1.1", number=3, act=by_staff(9))
    assert set(Clock.objects.values_list("pk", flat=True)) == kept


def test_nobody_has_a_clock_by_himself_where_the_rules_leave_it_open() -> None:
    make_running_event("ABCD", tournament=make_tournament(tables=2))
    assert not Clock.objects.exists()


def test_within_a_game_a_clock_is_put_on_only_where_the_rules_let_it_begin_at_once() -> None:
    one = stage(imposed_from="next_game")
    with pytest.raises(InvalidError) as caught:
        put_on_within(one)
    assert caught.value.code == "clock_from_next_game"


def put_on_within(one: Stage, scores: tuple[int, int] = (5, 3)) -> Clock:
    act: Act = by_staff(60)
    return clock_set_up(
        match_id=one.match(KEY).pk, act=act, scores=scores, on_turn=2, by_staff=True
    )


@pytest.mark.parametrize("imposed_from", ["at_once", "director"])
def test_put_on_at_once_it_goes_on_with_the_turn_of_whom_the_director_names(
    imposed_from: str,
) -> None:
    one = stage(imposed_from=imposed_from)
    clock = put_on_within(one)
    assert (clock.running, clock.state["on_turn"], clock.score) == (None, 2, (5, 3))
    assert clock.state["reserves"] == [6 * 60_000] * 2


def test_a_flag_at_match_point_waits_where_the_game_may_be_safe() -> None:
    table = Table(rules={"safe_win": True}, scores=(6, 3))
    table.press(2, 0)
    fire_due(second(60 * 60))
    assert (table.match.state, table.clock.asks, table.clock.waits) == ("open", "safe", True)


@pytest.mark.parametrize("scores", [(0, 0), (5, 6)])
def test_a_flag_that_cannot_be_at_match_point_loses_the_match(scores: tuple[int, int]) -> None:
    table = Table(rules={"safe_win": True}, scores=scores)
    table.press(2, 0)
    fire_due(second(60 * 60))
    assert table.match.winner == 2


def test_after_a_game_nobody_told_of_the_score_may_be_anything() -> None:
    table = Table(rules={"safe_win": True})
    table.press(2, 0)
    table.stop("game", 20)
    assert table.clock.score is None
    table.press(2, 30)
    fire_due(second(60 * 60))
    assert table.clock.asks == "safe"


def test_a_score_that_was_told_settles_that() -> None:
    table = Table(rules={"safe_win": True})
    table.press(2, 0)
    table.stop("game", 20)
    assert table.do("score", 25, scores=(1, 0)).code == ""
    assert table.clock.score == (1, 0)
    table.press(2, 30)
    fire_due(second(60 * 60))
    assert table.match.winner == 2


def test_a_score_beyond_the_match_is_refused() -> None:
    table = Table()
    assert table.do("score", 5, scores=(7, 0)).code == "score_impossible"
