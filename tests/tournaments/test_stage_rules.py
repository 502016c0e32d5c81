"""A stage has rules of its own: its matches are made with them, and get them when told to."""

from typing import Any

import pytest

from config.errors import ConflictError, InvalidError, NotFoundError
from tests.builders import (
    Stage,
    by_director,
    make_event,
    make_rounds,
    make_running_event,
    make_ties,
)
from tests.tournaments.archives import comparable, exported, imported
from tests.tournaments.test_rules import apply, behind, change, undo
from tournaments.models import Event, LogEntry
from tournaments.selectors.log import log_page
from tournaments.services.setting_up import EventSpec, event_change
from tournaments.services.stage_rules import stage_rules_change

pytestmark = pytest.mark.django_db(transaction=True)


def give(
    event: Event, bracket: str = "C", minutes: float = 4, from_round: int = 1, **own: Any
) -> Event:
    return stage_rules_change(
        event_id=event.pk,
        bracket=bracket,
        from_round=from_round,
        own=own,
        act=by_director(minutes),
    )


def kept(event: Event) -> Any:
    return Event.objects.get(pk=event.pk).stage_rules


def with_consolation() -> Event:
    return make_running_event("ABCDEFGH", consolation_length=5)


def test_matches_of_a_stage_are_made_with_its_rules() -> None:
    event = with_consolation()
    give(event, delay=8, break_minutes=10)
    assert kept(event) == {"C": {"break_minutes": 10, "delay": 8}}
    stage = Stage(event)
    for n in (1, 2, 3, 4):
        stage.win(f"M1.{n}")
    rules = stage.match("C1.1").rules
    assert (rules["delay"], rules["break_minutes"]) == (8, 10)
    assert "delay" not in stage.match("M2.1").rules


def test_later_rounds_have_rules_of_their_own() -> None:
    event = make_running_event("ABCD")
    give(event, "M", from_round=2, reserve_flat=120)
    stage = Stage(event)
    stage.win("M1.1")
    stage.win("M1.2")
    assert stage.match("M2.1").rules["reserve_flat"] == 120
    assert behind(event) == []


def test_an_event_of_rounds_has_one_stage_and_its_later_rounds() -> None:
    event = make_rounds("ABCD", rounds=2)
    give(event, "S", from_round=2, delay=8)
    with pytest.raises(NotFoundError) as caught:
        give(event, "C", delay=8)
    assert caught.value.code == "no_such_stage"
    line = log_page(event.tournament, event=event).lines[0]
    assert line.what == "Changed the rules of a stage: Swiss, from round 2"


def test_matches_that_exist_get_them_when_told_to_and_no_others() -> None:
    event = make_running_event("ABCD")
    give(event, "M", delay=8)
    change(event, break_minutes=10)
    assert behind(event) == ["M1.1", "M1.2"]
    apply(event)
    rules = Stage(event).match("M1.1").rules
    assert (rules["delay"], rules["break_minutes"]) == (8, 10)
    assert behind(event) == []


def test_the_boards_of_ties_are_made_with_the_rules_of_their_stage() -> None:
    event = make_ties(["Kyiv", "Lviv", "Odesa", "Rivne"])
    give(event, "M", from_round=2, delay=8)
    assert behind(event) == []
    give(event, "M", minutes=5, delay=9)
    assert "M1.1.1" in behind(event)


def test_a_stage_with_the_rules_of_the_event_keeps_none() -> None:
    event = with_consolation()
    give(event, delay=8)
    give(event, minutes=5, delay=12)
    assert kept(event) == {}


def test_contradictions_are_refused_and_the_stage_is_named() -> None:
    event = with_consolation()
    with pytest.raises(InvalidError) as caught:
        give(event, late_grace=0)
    assert (caught.value.code, caught.value.detail["part"]) == ("penalties_without_grace", "C")
    assert caught.value.message.startswith("Consolation: ")
    assert kept(event) == {}


def test_rules_of_the_event_that_contradict_a_stage_are_refused() -> None:
    event = make_event(consolation_length=5)
    give(event, late="clock", forfeit_at="never")
    with pytest.raises(InvalidError) as caught:
        change(event, clock="off")
    assert caught.value.detail["part"] == "C"


def test_another_rule_set_in_the_settings_may_not_contradict_a_stage_either() -> None:
    event = make_event(consolation_length=5)
    give(event, late="none", forfeit_at="never")
    spec = EventSpec("Main", 9, consolation_length=5, rule_set="usbgf")  # late entries cost points
    with pytest.raises(InvalidError) as caught:
        event_change(event_id=event.pk, spec=spec, act=by_director(9))
    assert (caught.value.code, caught.value.detail["part"]) == ("late_entry_unpunished", "C")


def test_rules_of_a_stage_are_told_and_undone() -> None:
    event = with_consolation()
    give(event, delay=8)
    give(event, minutes=5, delay=15)
    line = log_page(event.tournament, event=event).lines[0]
    assert line.what == "Changed the rules of a stage: Consolation"
    assert [(c.what, c.before, c.after) for c in line.changes] == [
        ("Delay or increment", "8 s", "15 s")
    ]
    undo(event)
    assert kept(event) == {"C": {"delay": 8}}
    undo(event, 91)
    assert kept(event) == {}


def test_what_was_applied_to_a_stage_is_undone() -> None:
    event = make_running_event("AB")
    before = Stage(event).match("M1.1").rules
    give(event, "M", delay=8)
    apply(event)
    assert LogEntry.objects.get(action="match.rules.changed").after == {"delay": 8}
    undo(event)
    assert Stage(event).match("M1.1").rules == before


def test_an_event_that_is_over_keeps_the_rules_of_its_stages() -> None:
    event = make_running_event("AB")
    Stage(event).play_out()
    with pytest.raises(ConflictError) as caught:
        give(event, "M", delay=8)
    assert caught.value.code == "event_finished"


def test_they_go_out_into_an_archive_and_come_back() -> None:
    event = with_consolation()
    give(event, delay=8)
    give(event, minutes=5, from_round=2, delay=9)
    archive = exported(Event.objects.get(pk=event.pk))
    again = imported(archive)
    assert comparable(exported(again)) == comparable(archive)
    assert again.stage_rules == {"C": {"delay": 8}, "C:2": {"delay": 9}}
