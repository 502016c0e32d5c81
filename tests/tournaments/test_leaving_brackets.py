"""Who leaves an event of brackets loses what he would still play, and nothing that he played."""

from typing import Any

import pytest

from config.errors import ConflictError
from tests.builders import Stage, by_director, make_running_event, make_tournament, undo_last
from tests.tournaments.archives import comparable, exported, imported
from tournaments.models import Event, LogEntry
from tournaments.selectors.boards import load_board
from tournaments.selectors.log import log_page
from tournaments.services.attendance import entry_reinstate, entry_withdraw
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db

DOUBLE: dict[str, Any] = {"bracket_rules": {"shape": "double", "second_final": True}}


def leave(event: Event, name: str, minutes: float = 20) -> None:
    pk = event.entries.get(name=name).pk
    entry_withdraw(event_id=event.pk, entry_id=pk, act=by_director(minutes))


def come_back(event: Event, name: str, minutes: float = 40) -> None:
    pk = event.entries.get(name=name).pk
    entry_reinstate(event_id=event.pk, entry_id=pk, act=by_director(minutes))


def opponents(event: Event, key: str) -> tuple[str, str]:
    one, other = Stage(event).names(key)
    assert one is not None
    assert other is not None
    return one, other


def rows(event: Event) -> set[tuple[object, ...]]:
    fields = ("key", "status", "entry_1__name", "entry_2__name", "winner__name", "match__state")
    return set(event.fixtures.values_list(*fields))


def test_the_other_goes_on_by_walkover_and_in_the_next_bracket_it_happens_again() -> None:
    event = make_running_event("ABCDEFGH", **DOUBLE)
    gone, other = opponents(event, "M1.1")
    leave(event, gone)
    match = Stage(event).match("M1.1")
    assert (match.state, match.outcome) == ("decided", "walkover")
    assert Stage(event).fixture("M1.1").winner == event.entries.get(name=other)
    Stage(event).win("M1.2")
    lower = next(
        row for row in load_board(event).rows.values() if row.key.startswith("C1.") and row.match
    )
    assert lower.match is not None
    assert (lower.match.state, lower.match.outcome) == ("decided", "walkover")
    assert lower.winner is not None
    assert lower.winner.name != gone


def test_results_so_far_stay_and_the_event_goes_to_its_end() -> None:
    event = make_running_event("ABCDEFGH", **DOUBLE)
    stage = Stage(event)
    for key in ("M1.1", "M1.2", "M1.3", "M1.4"):
        stage.win(key)
    gone, _other = opponents(event, "M2.1")
    leave(event, gone)
    assert stage.match("M1.1").outcome == "played"
    stage.play_out()
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    assert comparable(exported(imported(exported(event)))) == comparable(exported(event))


def test_of_two_who_left_the_later_one_goes_on() -> None:
    event = make_running_event("ABCD")
    first, second = opponents(event, "M1.1")
    leave(event, second, 20)
    leave(event, first, 30)
    row = Stage(event).fixture("M1.1")
    assert row.winner is not None
    assert row.winner.name == first
    Stage(event).win("M1.2")
    final = Stage(event).match("M2.1")
    assert (final.state, final.outcome) == ("decided", "walkover")
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED


def test_of_two_who_leave_at_once_one_goes_on_and_both_can_come_back() -> None:
    event = make_running_event("ABCD")
    before = rows(event)
    first, second = opponents(event, "M1.1")
    leave(event, first, 20)
    leave(event, second, 20)
    assert Stage(event).match("M1.1").state == "decided"
    come_back(event, second)
    assert Stage(event).match("M1.1").outcome == "walkover"
    come_back(event, first)
    assert rows(event) == before


def test_a_table_is_free_at_once() -> None:
    event = make_running_event("ABCD", tournament=make_tournament(tables=1))
    (at_table,) = event.fixtures.exclude(table=None)
    leave(event, opponents(event, at_table.key)[0])
    (now,) = event.fixtures.exclude(table=None)
    assert now.key != at_table.key


def test_who_comes_back_plays_the_match_after_all() -> None:
    event = make_running_event("ABCD")
    before = rows(event)
    gone, _other = opponents(event, "M1.1")
    leave(event, gone)
    assert rows(event) != before
    come_back(event, gone)
    assert rows(event) == before
    assert Stage(event).match("M1.1").state == "open"


def test_nobody_comes_back_after_others_have_played_on() -> None:
    event = make_running_event("ABCD")
    gone, _other = opponents(event, "M1.1")
    leave(event, gone)
    Stage(event).win("M1.2")
    Stage(event).win("M2.1")
    before = rows(event)
    with pytest.raises(ConflictError) as refused:
        come_back(event, gone)
    assert refused.value.code == "results_depend"
    assert refused.value.detail["fixtures"] == ["M2.1"]
    assert rows(event) == before


def test_leaving_twice_and_coming_back_without_having_left_are_refused() -> None:
    event = make_running_event("ABCD")
    with pytest.raises(ConflictError) as refused:
        come_back(event, "A")
    assert refused.value.code == "not_withdrawn"
    leave(event, "A")
    with pytest.raises(ConflictError) as refused:
        leave(event, "A", 30)
    assert refused.value.code == "already_withdrawn"


def test_a_walkover_that_was_ruled_before_stays_when_he_comes_back() -> None:
    event = make_running_event("ABCDEFGH", consolation_length=5)
    gone, _other = opponents(event, "M1.1")
    Stage(event).win("M1.1", 2)
    leave(event, gone)
    come_back(event, gone)
    assert Stage(event).match("M1.1").state == "decided"


def test_leaving_and_coming_back_are_undone() -> None:
    event = make_running_event("ABCDEFGH", **DOUBLE)
    playing = rows(event)
    gone, _other = opponents(event, "M1.1")
    leave(event, gone)
    left = rows(event)
    come_back(event, gone)
    undo_last(event)
    assert rows(event) == left
    undo_last(event)
    assert rows(event) == playing


def test_a_result_is_undone_though_a_walkover_followed_from_it() -> None:
    event = make_running_event("ABCD")
    gone, _other = opponents(event, "M1.1")
    leave(event, gone)
    Stage(event).win("M1.1", 1, act=by_director(30, "He came after all"))
    leave_again = rows(event)
    Stage(event).win("M1.2", act=by_director(31))
    assert Stage(event).match("M2.1").outcome == "walkover"
    undo_last(event)
    assert rows(event) == leave_again


def test_the_log_says_who_left_and_what_became_of_his_match() -> None:
    event = make_running_event("ABCD")
    gone, other = opponents(event, "M1.1")
    leave(event, gone)
    lines = [line.what for line in log_page(event.tournament).lines[:2]]
    assert f"{gone} has left" in " ".join(lines)
    assert f"walkover for {other}" in " ".join(lines)
    assert LogEntry.objects.filter(action="match.given").count() == 1


def test_who_came_back_by_mistake_left_as_early_as_before() -> None:
    """Of two who have left the later one goes on: undo must not turn that round."""
    event = make_running_event("ABCDEFGH", **DOUBLE)
    gone, other = opponents(event, "M1.1")
    leave(event, gone, 20)
    leave(event, other, 21)
    before = rows(event)
    come_back(event, gone)
    undo_last(event)
    assert rows(event) == before


def test_what_a_walkover_let_stand_stands_when_it_is_undone() -> None:
    """One has left; his match is taken back, so the other has it, and then that was a mistake."""
    event = make_running_event("ABCDEFGH", consolation_length=5)
    stage = Stage(event)
    for key in ("M1.1", "M1.2", "M1.3", "M1.4"):
        stage.win(key)
    beaten = opponents(event, "M1.1")[1]
    stage.win("C1.1", 2 if opponents(event, "C1.1")[0] == beaten else 1)
    stage.win("C1.2")
    stage.win("C2.1")
    leave(event, opponents(event, "M1.1")[0], 20)
    before = rows(event)
    act = by_director(30, "by mistake")
    result_enter(event_id=event.pk, key="M1.1", verdict=None, act=act, clear=True)
    assert rows(event) != before
    undo_last(event, clear=True)
    assert rows(event) == before
