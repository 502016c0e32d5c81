"""Whatever was done last to an event can be undone, and is then as if it had not been done."""

from collections.abc import Callable
from typing import Any

import pytest

from config.errors import ConflictError
from matches.services.reporting import match_confirm, match_report
from players.actors import Act
from players.services.people import PersonFacts
from tests.builders import (
    Stage,
    by_director,
    by_player,
    enter,
    make_event,
    make_running_event,
)
from tournaments.models import Event, Table
from tournaments.selectors.deeds import last_deed
from tournaments.selectors.log import log_page
from tournaments.services.drawing import event_discard_draft, event_draft, event_publish
from tournaments.services.entries import entry_change, entry_remove
from tournaments.services.results import result_enter
from tournaments.services.setting_up import EventSpec, event_change
from tournaments.services.showing import event_show_forecast
from tournaments.services.undoing import event_undo, undo_preview

pytestmark = pytest.mark.django_db(transaction=True)


def facts(event: Event) -> dict[str, Any]:
    """All that a director sees of an event but its log and the number of drafts."""
    event = Event.objects.get(pk=event.pk)
    return {
        "settings": (event.name, event.length, event.lengths_from_final, event.consolation_length),
        "state": (event.state, event.published_at is None, event.finished_at is None),
        "seed": event.draw and (event.draw["seed"], event.draw["field"]),
        "entries": list(
            event.entries.values_list("number", "name", "country", "club", "rating", "note")
        ),
        "fixtures": {
            row.key: (
                row.entry_1 and row.entry_1.name,
                row.entry_2 and row.entry_2.name,
                row.status,
                row.winner and row.winner.name,
                row.match and (row.match.state, row.match.winner, row.match.score_1),
            )
            for row in event.fixtures.select_related("match", "entry_1", "entry_2", "winner")
        },
    }


def undo(event: Event, minutes: float = 99, **more: Any) -> Event:
    deed = last_deed(event)
    assert deed is not None
    more = {"act": by_director(minutes), **more}
    return event_undo(event_id=event.pk, deed_id=deed.id, **more)


def drafted(seed: str = "one") -> Event:
    event = make_event(consolation_length=5)
    enter(event, "ABCDEFG")
    return event_draft(event_id=event.pk, seed=seed, act=by_director(1))


DEEDS: dict[str, Callable[[Event, Act], object]] = {
    "change the settings": lambda event, act: event_change(
        event_id=event.pk, spec=EventSpec("Side", 9, lengths_from_final={1: 11}), act=act
    ),
    "correct an entry": lambda event, act: entry_change(
        event_id=event.pk,
        entry_id=event.entries.get(name="B").pk,
        facts=PersonFacts("Boris", country="UA", club="Lviv", rating=1500),
        note="late",
        act=act,
    ),
    "remove an entry": lambda event, act: entry_remove(
        event_id=event.pk, entry_id=event.entries.get(name="B").pk, act=act
    ),
    "draw": lambda event, act: event_draft(event_id=event.pk, seed="x", act=act),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_what_was_done_before_the_draw_is_undone(deed: str) -> None:
    event = make_event(consolation_length=5)
    enter(event, "ABCDEFG")
    before = facts(event)
    DEEDS[deed](event, by_director(5))
    assert facts(event) != before
    undo(event)
    assert facts(event) == before


def test_a_whole_list_of_entries_goes_at_once_and_nothing_else() -> None:
    event = make_event()
    before = facts(event)
    enter(event, "ABC")
    undo(event)
    assert facts(event) == before


def test_drawing_again_is_undone_to_the_draft_before() -> None:
    event = drafted("one")
    before = facts(event)
    event_draft(event_id=event.pk, seed="two", act=by_director(2))
    undo(event)
    assert facts(event) == before


def test_a_discarded_draft_comes_back() -> None:
    event = drafted()
    before = facts(event)
    event_discard_draft(event_id=event.pk, act=by_director(2))
    undo(event)
    assert facts(event) == before


def test_a_published_draw_becomes_a_draft_again_and_frees_its_tables() -> None:
    event = drafted()
    before = facts(event)
    event_publish(event_id=event.pk, act=by_director(2))
    assert Table.objects.exclude(fixture=None).exists()
    undo(event)
    assert not Table.objects.exclude(fixture=None).exists()
    after = facts(event)
    assert after == before
    event_publish(event_id=event.pk, act=by_director(200))
    assert Stage(event).match("M1.2").state == "open"


def test_nobody_unpublishes_a_draw_that_has_results() -> None:
    event = make_running_event("ABCD")
    stage = Stage(event)
    key = stage.open_keys()[0]
    player = stage.players(key)[0]
    match_report(
        match_id=stage.match(key).pk, player_id=player.pk, scores=(7, 3), act=by_player(player, 3)
    )
    with pytest.raises(ConflictError) as caught:
        undo(event)
    assert caught.value.code == "play_has_begun"


def test_an_entered_result_is_taken_back() -> None:
    stage = Stage(make_running_event("ABCD", consolation_length=5))
    before = facts(stage.event)
    stage.win("M1.1", act=by_director(2))
    undo(stage.event)
    assert facts(stage.event) == before


def test_undoing_a_correction_brings_back_the_results_that_it_took() -> None:
    stage = Stage(make_running_event("ABCDEFGH", consolation_length=5))
    for minute, key in enumerate(("M1.1", "M1.2", "M2.1", "C1.1"), start=1):
        stage.win(key, act=by_director(minute))
    before = facts(stage.event)
    stage.win("M1.1", 2, 3, act=by_director(30, "Scores were swapped"), clear=True)
    assert facts(stage.event) != before
    undo(stage.event)
    assert facts(stage.event) == before


def test_undoing_what_was_taken_back_brings_it_back() -> None:
    stage = Stage(make_running_event("ABCD", consolation_length=5))
    for minute, key in enumerate(("M1.1", "M1.2", "M2.1"), start=1):
        stage.win(key, act=by_director(minute))
    before = facts(stage.event)
    again = by_director(30, "Not played yet")
    result_enter(event_id=stage.event.pk, key="M1.1", verdict=None, act=again, clear=True)
    undo(stage.event)
    assert facts(stage.event) == before


def test_undoing_again_goes_one_step_further_back() -> None:
    stage = Stage(make_running_event("ABCD"))
    start = facts(stage.event)
    stage.win("M1.1", act=by_director(2))
    stage.win("M1.2", act=by_director(3))
    undo(stage.event, 50)
    undo(stage.event, 51)
    assert facts(stage.event) == start
    undo(stage.event, 52)
    assert Event.objects.get(pk=stage.event.pk).state == Event.State.DRAFTED


def test_what_depends_on_an_entered_result_is_shown_and_not_taken_unasked() -> None:
    stage = Stage(make_running_event("ABCD"))
    stage.win("M1.2", act=by_director(1))
    stage.win("M1.1", act=by_director(2))
    final = stage.match("M2.1")
    player = stage.players("M2.1")[0]
    match_report(match_id=final.pk, player_id=player.pk, scores=(7, 3), act=by_player(player, 3))
    other = stage.players("M2.1")[1]
    report = final.reports.get()
    match_confirm(
        match_id=final.pk, player_id=other.pk, report_id=report.pk, act=by_player(other, 4)
    )
    found = undo_preview(stage.event)
    assert found is not None
    assert [row.key for row in found.impact.cleared] == ["M2.1"]
    with pytest.raises(ConflictError) as caught:
        undo(stage.event)
    assert caught.value.code == "would_clear"
    undo(stage.event, clear=True)
    assert stage.fixture("M2.1").status == "waiting"


def test_only_the_deed_that_was_seen_is_undone() -> None:
    stage = Stage(make_running_event("ABCD"))
    stage.win("M1.1", act=by_director(2))
    seen = last_deed(stage.event)
    stage.win("M1.2", act=by_director(3))
    assert seen is not None
    with pytest.raises(ConflictError) as caught:
        event_undo(event_id=stage.event.pk, deed_id=seen.id, act=by_director(4))
    assert caught.value.code == "other_undo"


def test_a_new_event_has_nothing_to_undo() -> None:
    event = make_event()
    assert last_deed(event) is None
    with pytest.raises(ConflictError) as caught:
        event_undo(event_id=event.pk, deed_id=1, act=by_director(1))
    assert caught.value.code == "nothing_to_undo"


def test_the_log_keeps_the_deed_and_its_undoing() -> None:
    stage = Stage(make_running_event("ABCD"))
    stage.win("M1.1", act=by_director(2))
    undo(stage.event)
    sentences = [line.what for line in log_page(stage.event.tournament).lines]
    assert any("result entered" in sentence for sentence in sentences)
    assert any(sentence.startswith("Undone: ") for sentence in sentences)


@pytest.mark.parametrize("is_running", [False, True])
def test_showing_the_forecast_is_undone_and_what_was_before_it(is_running: bool) -> None:
    event = make_running_event("ABCD") if is_running else drafted()
    event_show_forecast(event_id=event.pk, shows=True, act=by_director(50))
    assert not undo(event).shows_forecast
    assert undo(event, 100).state == ("drafted" if is_running else "entries")
