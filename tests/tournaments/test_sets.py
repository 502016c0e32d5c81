"""Matches of several sets: set up, drawn, reported and read back, the score told in sets."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from config.errors import InvalidError
from matches.services.reporting import match_confirm, match_report
from matches.services.steps import Verdict
from tests.builders import (
    Stage,
    by_director,
    by_player,
    make_event,
    make_running_event,
)
from tests.pages.cast import Phone
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text
from tests.tournaments.archives import comparable, exported, imported
from tournaments.models import Event
from tournaments.services.results import result_enter
from tournaments.services.setting_up import EventSpec, event_change
from tournaments.services.undoing import event_undo, undo_preview

pytestmark = pytest.mark.django_db

BEST_OF_THREE: dict[str, Any] = {"sets": {"to_win": 2, "decider": 3}, "length": 5}


def of(event: Event, key: str) -> tuple[int, int, int | None]:
    match = Stage(event).match(key)
    return match.length, match.sets_to_win, match.decider


def test_each_match_is_made_with_its_sets() -> None:
    sets = {"to_win": 2, "decider": 3, "to_win_from_final": {"1": 3}}
    event = make_running_event("ABCD", length=5, sets=sets, consolation_length=3)
    for key in ("M1.1", "M1.2"):
        result_enter(
            event_id=event.pk, key=key, verdict=Verdict(1, scores=(2, 1)), act=by_director(1)
        )
    assert of(event, "M1.1") == (5, 2, 3)
    assert of(event, "M2.1") == (5, 3, 3)
    assert of(event, "C1.1") == (3, 1, None)


def test_a_score_is_told_in_sets_and_reported_so() -> None:
    event = make_running_event("AB", **BEST_OF_THREE)
    stage = Stage(event)
    one, other = stage.players("M1.1")
    match = stage.match("M1.1")
    with pytest.raises(InvalidError) as points:
        match_report(match_id=match.pk, player_id=one.pk, scores=(5, 2), act=by_player(one))
    assert points.value.code == "score_two_winners"
    assert points.value.message == "This match is told in sets: the winner has 2, the other fewer."
    match_report(match_id=match.pk, player_id=one.pk, scores=(2, 1), act=by_player(one))
    report = match.reports.get()
    match_confirm(match_id=match.pk, player_id=other.pk, report_id=report.pk, act=by_player(other))
    done = stage.match("M1.1")
    assert (done.state, done.winner, done.score_1, done.score_2) == ("decided", 1, 2, 1)


def test_rounds_are_played_in_sets_too_and_have_no_final() -> None:
    swiss: dict[str, Any] = {"format": "swiss", "round_rules": {"rounds": 2}}
    event = make_running_event("ABCD", sets={"to_win": 3}, **swiss)
    assert of(event, "S1.1") == (7, 3, None)
    with pytest.raises(InvalidError) as caught:
        make_event(event.tournament, name="Two", sets={"to_win_from_final": {"1": 2}}, **swiss)
    assert caught.value.code == "not_in_rounds"


def test_an_archive_keeps_them() -> None:
    event = make_running_event("ABCD", **BEST_OF_THREE)
    archive = exported(event)
    copy = imported(archive)
    assert comparable(exported(copy)) == comparable(archive)
    assert of(copy, "M1.1") == (5, 2, 3)


def test_a_changed_setting_is_undone() -> None:
    event = make_event(**BEST_OF_THREE)
    spec = EventSpec("Main", 5)
    event_change(event_id=event.pk, spec=spec, act=by_director(5), seen_version=event.version)
    found = undo_preview(Event.objects.get(pk=event.pk))
    assert found is not None
    event_undo(event_id=event.pk, deed_id=found.deed.id, act=by_director(6))
    assert Event.objects.get(pk=event.pk).sets == {"to_win": 2, "decider": 3}


def test_the_form_and_every_page_say_it(client: Client) -> None:
    tournament = make_cast()
    form = {"name": "Sets", "length": "5", "rule_set": "club", "format": "elimination"}
    form |= {"sets_to_win": "2", "decider": "3", "final_sets": "3"}
    desk = Desk(make_event(tournament), "dana")
    made = desk.client.post(reverse("event_new", args=[tournament.slug]), form)
    assert made.status_code == 302, made.content.decode()
    event = Event.objects.get(name="Sets")
    assert event.sets == {"to_win": 2, "decider": 3, "to_win_from_final": {"1": 3}}
    settings = text(Desk(event, "dana").get("event_settings"))
    assert 'name="sets_to_win" value="2"' in settings
    page = text(client.get(reverse("event", args=[tournament.slug, event.slug])))
    assert "best of 3 sets, final best of 5, the last set to 3" in page


def test_the_bracket_and_the_card_say_how_many_sets(client: Client) -> None:
    event = make_running_event("AB", tournament=make_cast(), **BEST_OF_THREE)
    page = text(client.get(reverse("event", args=[event.tournament.slug, event.slug])))
    assert "best of 3 sets to 5, the last to 3" in page


def test_the_desk_and_the_card_ask_for_sets_and_not_for_points() -> None:
    event = make_running_event("AB", tournament=make_cast(), **BEST_OF_THREE)
    phone = Phone(event, "A")
    asked = text(phone.get(phone.page("M1.1", "report")))
    assert "Sets of the one who lost" in asked
    assert "Points of the one who lost" not in asked
    assert "Score in sets" in text(Desk(event).get("fixture", "M1.1"))
