"""The rules of an event are changed at any time; matches get them when a director says so."""

from datetime import timedelta
from typing import Any

import pytest

from config.errors import ConflictError, InvalidError
from matches.models import Deadline
from matches.services.deadlines import fire_due
from matches.services.reporting import match_report
from tests.builders import (
    NOON,
    Stage,
    by_director,
    by_player,
    enter,
    make_event,
    make_running_event,
    make_ties,
)
from tests.matches.lateness import Called
from tests.tournaments.archives import comparable, exported, imported
from tournaments.models import Event
from tournaments.rulesets.presets import USBGF
from tournaments.selectors.deeds import last_deed
from tournaments.selectors.log import Change, log_page
from tournaments.services.drawing import event_draft
from tournaments.services.rules import rules_apply, rules_behind, rules_change
from tournaments.services.setting_up import EventSpec, event_change
from tournaments.services.undoing import event_undo

pytestmark = pytest.mark.django_db(transaction=True)


def change(event: Event, preset: str = "club", minutes: float = 5, **own: Any) -> Event:
    return rules_change(event_id=event.pk, preset=preset, own=own, act=by_director(minutes))


def behind(event: Event) -> list[str]:
    return [each.row.key for each in rules_behind(Event.objects.get(pk=event.pk))]


def apply(event: Event, minutes: float = 6) -> Event:
    return rules_apply(event_id=event.pk, keys=behind(event), act=by_director(minutes))


def undo(event: Event, minutes: float = 90) -> None:
    deed = last_deed(event)
    assert deed is not None
    event_undo(event_id=event.pk, deed_id=deed.id, act=by_director(minutes))


def rules_by_key(event: Event) -> dict[str, Any]:
    rows = event.fixtures.filter(match__isnull=False).select_related("match")
    return {row.key: row.match.rules for row in rows if row.match}


def test_an_event_keeps_the_rule_set_and_what_differs_from_it() -> None:
    event = change(make_event(), "usbgf", delay=15)
    event.refresh_from_db()
    assert event.rule_set == "usbgf"
    assert event.rules == {"code": "usbgf", "confirm_minutes": 0, "delay": 15}


def test_rules_that_contradict_each_other_change_nothing() -> None:
    event = make_event()
    with pytest.raises(InvalidError) as caught:
        change(event, late_grace=0)
    assert (caught.value.code, caught.value.detail["rules"][0]) == (
        "penalties_without_grace",
        "late_grace",
    )
    event.refresh_from_db()
    assert (event.rules, event.version) == ({"code": "club", "confirm_minutes": 10}, 1)


def test_what_is_the_same_is_no_change() -> None:
    event = make_event()
    change(event, delay=12)
    assert Event.objects.get(pk=event.pk).version == event.version


def test_other_settings_leave_the_rules_as_they_are() -> None:
    event = change(make_event(), delay=15)
    spec = EventSpec("Main", 9, rules=event.rules, confirm_minutes=20)
    event = event_change(event_id=event.pk, spec=spec, act=by_director(6))
    assert event.rules == {"code": "club", "confirm_minutes": 20, "delay": 15}


def test_another_rule_set_in_the_settings_begins_anew() -> None:
    event = change(make_event(), delay=15)
    spec = EventSpec("Main", 7, rule_set="usbgf", rules=event.rules)
    event = event_change(event_id=event.pk, spec=spec, act=by_director(6))
    assert event.rules == {"code": "usbgf", "confirm_minutes": 0}


def test_matches_keep_the_rules_they_were_made_with() -> None:
    event = make_running_event("ABCD")
    made_with = rules_by_key(event)
    change(event, delay=15)
    assert rules_by_key(event) == made_with
    assert behind(event) == ["M1.1", "M1.2"]
    stage = Stage(event)
    stage.win("M1.1")
    stage.win("M1.2")
    assert stage.match("M2.1").rules["delay"] == 15


def test_the_rules_are_given_to_matches_that_are_not_over() -> None:
    event = make_running_event("ABCDEFGH")
    stage = Stage(event)
    stage.win("M1.1")
    change(event, delay=15)
    assert behind(event) == ["M1.2", "M1.3", "M1.4"]
    apply(event)
    given = {key: rules.get("delay") for key, rules in rules_by_key(event).items()}
    assert given == {"M1.1": None, "M1.2": 15, "M1.3": 15, "M1.4": 15}
    assert behind(event) == []


def test_the_boards_of_teams_get_the_rules_too() -> None:
    event = make_ties(["Kyiv", "Lviv"])
    change(event, delay=15)
    assert behind(event) == ["M1.1", "M1.1.1", "M1.1.2", "M1.1.3"]  # the tie, and its boards
    apply(event)
    assert behind(event) == []


def test_the_log_tells_what_changed_for_the_event_and_for_each_match() -> None:
    event = make_running_event("AB")
    change(event, delay=15, minutes=3)
    apply(event, 4)
    lines = log_page(event.tournament, event=event).lines
    match, given, changed = lines[:3]
    assert (changed.what, match.fixture_key) == ("Changed the rules of the event", "M1.1")
    assert given.what == "Gave the rules of the event to matches that are not over"
    for line in (match, changed):
        (only,) = line.changes
        assert (only.what, only.before, only.after) == ("Delay or increment", "12 s", "15 s")


def test_another_rule_set_is_told_by_its_name() -> None:
    event = change(make_event(), "usbgf")
    changes = log_page(event.tournament, event=event).lines[0].changes
    assert ("Rule set", "Club", "USBGF") in [(c.what, c.before, c.after) for c in changes]


def test_a_rule_set_changed_among_the_settings_is_told_in_words_too() -> None:
    event = change(make_event(), delay=15)
    spec = EventSpec("Main", 9, rule_set="usbgf", rules=event.rules)
    event_change(event_id=event.pk, spec=spec, act=by_director(6))
    changes = log_page(event.tournament, event=event).lines[0].changes
    told = {(each.what, each.before, each.after) for each in changes}
    assert ("Delay or increment", "15 s", "as the rule set says") in told
    assert ("Silence confirms a report after", "10 min", "never") in told
    assert [each for each in changes if each.what.lower() == "rule set"] == [
        Change("Rule set", "Club", "USBGF")
    ]


def test_a_change_of_rules_is_undone_and_so_is_giving_them_to_matches() -> None:
    event = make_running_event("ABCD")
    made_with, rules = rules_by_key(event), event.rules
    change(event, "usbgf", delay=15)
    apply(event)
    stage = Stage(event)
    assert stage.match("M1.1").rules == {"code": "usbgf", "confirm_minutes": 0, "delay": 15}
    undo(event)
    assert rules_by_key(event) == made_with
    assert Event.objects.get(pk=event.pk).rules["delay"] == 15
    undo(event, 91)
    event.refresh_from_db()
    assert (event.rule_set, event.rules) == ("club", rules)


def test_matches_that_had_rules_of_their_own_get_those_back() -> None:
    event = make_running_event("ABCD")
    change(event, delay=15)
    stage = Stage(event)
    apply(event)
    change(event, minutes=7, delay=15, late_grace=9)
    stage.win("M1.1")
    apply(event, 8)
    undo(event)
    assert stage.match("M1.1").rules == {"code": "club", "confirm_minutes": 10, "delay": 15}
    assert stage.match("M1.2").rules == {"code": "club", "confirm_minutes": 10, "delay": 15}


def test_others_than_were_seen_are_not_touched() -> None:
    event = make_running_event("ABCD")
    change(event, delay=15)
    seen = behind(event)
    Stage(event).win("M1.1")
    with pytest.raises(ConflictError) as caught:
        rules_apply(event_id=event.pk, keys=seen, act=by_director(7))
    assert (caught.value.code, caught.value.detail) == ("other_matches", {"fixtures": ["M1.2"]})
    assert "delay" not in Stage(event).match("M1.2").rules


def test_there_may_be_nothing_to_give() -> None:
    event = make_running_event("ABCD")
    with pytest.raises(ConflictError) as caught:
        apply(event)
    assert caught.value.code == "nothing_to_apply"


def test_rules_can_be_changed_while_the_draw_is_a_draft() -> None:
    event = make_event()
    enter(event, "ABCD")
    event_draft(event_id=event.pk, seed="s", act=by_director())
    assert change(event, delay=15).state == Event.State.DRAFTED


def test_an_event_that_is_over_keeps_its_rules() -> None:
    event = make_running_event("AB")
    Stage(event).play_out()
    with pytest.raises(ConflictError) as caught:
        change(event, delay=15)
    assert caught.value.code == "event_finished"


def test_a_director_who_saw_an_older_event_is_told() -> None:
    event = make_event()
    seen = event.version
    change(event, delay=15)
    with pytest.raises(ConflictError) as caught:
        rules_change(
            event_id=event.pk, preset="club", own={}, act=by_director(7), seen_version=seen
        )
    assert caught.value.code == "version_conflict"


def reported(minutes: int = 10) -> Stage:
    """A report of five past noon that waits for its answer."""
    stage = Stage(make_running_event("AB", confirm_minutes=minutes))
    player = stage.players("M1.1")[0]
    match_report(
        match_id=stage.match("M1.1").pk,
        player_id=player.pk,
        scores=(7, 3),
        act=by_player(player, 5),
    )
    return stage


def test_a_report_that_waits_gets_the_new_time_in_full() -> None:
    stage = reported(minutes=60)
    change(stage.event, confirm_minutes=20)
    apply(stage.event, 30)
    assert Deadline.objects.get().due_at == NOON + timedelta(minutes=50)


def test_a_report_that_waits_is_not_confirmed_by_silence_any_more() -> None:
    stage = reported()
    change(stage.event, confirm_minutes=0)
    apply(stage.event, 6)
    assert not Deadline.objects.exists()
    undo(stage.event, 8)
    assert Deadline.objects.get().due_at == NOON + timedelta(minutes=18)


def test_where_both_are_to_report_by_now_silence_says_nothing() -> None:
    stage = reported()
    change(stage.event, reporter="both", confirm_minutes=0)
    apply(stage.event)
    fire_due(by_director(600).at)
    assert stage.match("M1.1").state == "reported"


def test_a_dispute_is_called_to_mind_after_the_new_time() -> None:
    stage = reported()
    player = stage.players("M1.1")[1]
    act = by_player(player, 2)
    match_report(match_id=stage.match("M1.1").pk, player_id=player.pk, scores=(2, 7), act=act)
    change(stage.event, dispute_minutes=30)
    apply(stage.event)
    due = Deadline.objects.get(kind="dispute_unanswered", done_at=None).due_at
    assert due == by_director(36).at


def test_what_coming_late_has_cost_by_the_rules_before_is_done_by_them_and_stays() -> None:
    called = Called("ukbgf")
    called.here(1, at=1)
    called.given("fnr", at=7)
    assert called.match.start == (1, 0)
    undo(called.stage.event)
    assert called.match.start == (1, 0)


def test_another_clock_leaves_the_time_of_a_report_alone() -> None:
    stage = reported()
    change(stage.event, delay=15)
    apply(stage.event, 9)
    assert Deadline.objects.get().due_at == NOON + timedelta(minutes=15)


def test_rules_go_out_into_an_archive_and_come_back() -> None:
    event = make_running_event("ABCD")
    change(event, "usbgf", delay=15, reporter="either")
    Stage(event).win("M1.1")
    apply(event)
    change(event, "usbgf", 8, delay=15, crawford=False)
    archive = exported(Event.objects.get(pk=event.pk))
    again = imported(archive)
    assert comparable(exported(again)) == comparable(archive)
    assert again.rules == {
        "code": "usbgf",
        "confirm_minutes": 0,
        "delay": 15,
        "crawford": False,
    }
    stage = Stage(again)
    assert stage.match("M1.1").rules == {"code": "club", "confirm_minutes": 10}
    assert stage.match("M1.2").rules["reporter"] == "either"


@pytest.mark.parametrize(
    ("rules", "path"),
    [
        ({"code": "house", "confirm_minutes": 10}, "event.rules.code"),
        ({"code": "club", "confirm_minutes": 10, "delay": -1}, "event.rules.delay"),
        ({"code": "club", "confirm_minutes": 10, "late_grace": 0}, "event.rules.late_grace"),
        ({"code": "club", "confirm_minutes": 10, "pace": 1}, "event.rules.pace"),
        ({"code": "club"}, "event.rules.confirm_minutes"),
        ([], "event.rules"),
    ],
)
def test_an_archive_with_impossible_rules_is_refused(rules: Any, path: str) -> None:
    archive = exported(make_event())
    archive["event"]["rules"] = rules
    with pytest.raises(InvalidError) as caught:
        imported(archive)
    assert caught.value.detail["path"] == path


def test_an_event_made_by_us_rules_has_them_from_the_start() -> None:
    event = make_running_event("AB", rule_set="usbgf")
    assert Stage(event).match("M1.1").rules == {
        "code": "usbgf",
        "confirm_minutes": USBGF.rules.reports.confirm_minutes,
    }
