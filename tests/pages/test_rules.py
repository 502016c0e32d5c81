"""The rules on the pages: for the director to set, for everybody to read, for the wall."""

from typing import Any

import pytest
from django.test import Client

from tests.builders import (
    Stage,
    by_director,
    enter,
    make_event,
    make_running_event,
    make_tournament,
)
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words
from tournaments.rulesets.presets import PRESETS
from tournaments.services.rules import rules_change

pytestmark = pytest.mark.django_db


def desk(names: str = "ABCD", name: str = "dana") -> Desk:
    return Desk(make_running_event(names, tournament=make_cast()), name)


def filled(preset: str, **own: Any) -> dict[str, Any]:
    """What a browser sends: a box that is not ticked is not sent."""
    values = {**PRESETS[preset].rules.values(), **own}
    sent = {name: value for name, value in values.items() if value is not False}
    return {"preset": preset, **sent}


def seen(one: Desk, page: str) -> str:
    return words(text(one.get(page)))


def test_a_rule_set_fills_the_form_and_saves_nothing() -> None:
    one = desk()
    page = one.client.get(one.url("event_rules_edit"), {"preset": "usbgf"})
    form = page.context["form"]
    assert form["late_grace"].value() == 5
    assert form["baffle_box"].value() == "each"
    assert "These are the rules of another rule set." in words(text(page))
    one.event.refresh_from_db()
    assert one.event.rule_set == "club"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_set_can_be_saved_as_it_is(preset: str) -> None:
    one = desk()
    done = one.post("event_rules_edit", **filled(preset), version=one.version())
    assert done.headers["Location"] == one.url("event_rules_edit")
    one.event.refresh_from_db()
    assert (one.event.rule_set, set(one.event.rules)) == (preset, {"code", "confirm_minutes"})


def test_the_director_changes_a_rule_and_the_public_reads_it() -> None:
    one = desk()
    assert "without variances" in seen(one, "event_variances")
    one.post("event_rules_edit", **filled("usbgf", delay=15, crawford=False), version=one.version())
    sheet = seen(one, "event_variances")
    assert "This event is played by the rule set USBGF, but for these rules:" in sheet
    assert "Delay or increment 12 s 15 s" in sheet
    assert "Crawford rule yes no" in sheet
    # The clock and the forfeit of a match to 7.
    assert "7 14:00 each, 15 s delay a move 20 min" in sheet
    rules = seen(one, "event_rules")
    assert "Played by the rule set USBGF" in rules
    assert "Until the opponent has rolled" in rules


def test_rules_that_say_nothing_are_not_told() -> None:
    one = desk()
    one.post(
        "event_rules_edit",
        **filled("club", clock="off", late="none", forfeit_at="never"),
        version=one.version(),
    )
    rules = seen(one, "event_rules")
    assert "No clocks" in rules
    assert "Time for each turn" not in rules
    assert "One more penalty point each" not in rules


def test_pairs_who_consult_read_of_their_own_clock() -> None:
    singles, pairs = make_event(make_cast()), make_event(make_tournament("Two"), entrants="pairs")
    for event in (singles, pairs):
        rules_change(event_id=event.pk, preset="usbgf", own={}, act=by_director())
    assert "pairs" not in seen(Desk(singles), "event_rules")
    assert "7 14:00 each, 12 s delay a move 20 min" in seen(Desk(singles), "event_variances")
    assert "Delay or increment, pairs" in seen(Desk(pairs), "event_rules")
    assert "7 17:30 each, 18 s delay a move 20 min" in seen(Desk(pairs), "event_variances")


def test_the_event_page_leads_to_the_rules() -> None:
    one = desk()
    assert f'href="{one.url("event_rules")}"' in text(one.get("event"))
    assert f'href="{one.url("event_variances")}"' in text(one.get("event_rules"))


def test_rules_of_an_event_without_a_draw_can_be_read_by_everybody() -> None:
    event = make_event(make_cast())
    page = Client().get(Desk(event).url("event_rules"))
    assert page.status_code == 200
    assert "Played by the rule set Club" in words(text(page))


def test_a_contradiction_is_told_at_its_rule_and_everything_typed_stays() -> None:
    one = desk()
    refused = one.post("event_rules_edit", **filled("club", late_grace=0, delay=33), version=1)
    form = refused.context["form"]  # type: ignore[attr-defined]
    assert refused.status_code == 400
    assert "let the first point fall after 1 minute" in str(form.errors["late_grace"])
    assert 'Nothing is saved yet.</p><ul><li><a href="#id_late_grace">' in text(refused)
    assert form["delay"].value() == "33"
    one.event.refresh_from_db()
    assert one.event.rules == {"code": "club", "confirm_minutes": 10}


@pytest.mark.parametrize("delay", ["", "-1", "soon", "99999"])
def test_nonsense_is_told_at_its_field(delay: str) -> None:
    one = desk()
    refused = one.post("event_rules_edit", **filled("club", delay=delay), version=1)
    assert refused.status_code == 400
    assert list(refused.context["form"].errors) == ["delay"]  # type: ignore[attr-defined]


def test_two_directors_do_not_overwrite_each_other_unseen() -> None:
    one = desk()
    old = one.version()
    one.post("event_rules_edit", **filled("club", delay=15), version=old)
    late = one.post("event_rules_edit", **filled("club", delay=20), version=old)
    assert late.status_code == 409
    assert "Somebody changed this event meanwhile" in text(late)
    one.event.refresh_from_db()
    assert one.event.rules["delay"] == 15


def test_matches_get_the_rules_when_the_director_says_so() -> None:
    one = desk()
    stage = Stage(one.event)
    stage.win("M1.1")
    one.post("event_rules_edit", **filled("club", delay=15), version=one.version())
    assert "1 match that is not over is played under other rules" in seen(one, "event_rules_edit")
    preview = seen(one, "event_rules_apply")
    assert "M1.2" in preview
    assert "M1.1" not in preview
    assert "12 s → 15 s" in preview
    done = one.post("event_rules_apply", key=["M1.2"], version=one.version())
    assert done.headers["Location"] == one.url("event_rules_edit")
    assert stage.match("M1.2").rules["delay"] == 15
    assert "All matches that are not over have these rules" in seen(one, "event_rules_apply")


def test_other_matches_than_were_seen_are_shown_again() -> None:
    one = desk()
    one.post("event_rules_edit", **filled("club", delay=15), version=one.version())
    Stage(one.event).win("M1.1")
    again = one.post("event_rules_apply", key=["M1.1", "M1.2"], version=one.version())
    assert again.status_code == 409
    assert "not the matches any more" in words(text(again))
    assert "delay" not in Stage(one.event).match("M1.2").rules


@pytest.mark.parametrize("page", ["event_rules_edit", "event_rules_apply"])
def test_a_scorer_does_not_change_rules(page: str) -> None:
    one = desk(name="sam")
    assert one.get(page).status_code == 403
    assert one.post(page, **filled("usbgf")).status_code == 403


def test_rules_of_its_own_outlive_other_settings_of_the_event() -> None:
    event = make_event(make_cast())
    rules_change(event_id=event.pk, preset="club", own={"delay": 15}, act=by_director())
    one = Desk(event)
    form = one.client.get(one.url("event_settings")).context["form"]
    data = {name: value for name, value in form.initial.items() if value not in (None, False, "")}
    data = {name: value for name, value in data.items() if not isinstance(value, (list, dict))}
    one.post("event_settings", **{**data, "length": 9, "version": one.version()})
    event.refresh_from_db()
    assert (event.length, event.rules["delay"]) == (9, 15)


def test_another_rule_set_in_the_settings_brings_its_own_minutes_of_silence() -> None:
    one = Desk(make_event(make_cast()))
    form = one.client.get(one.url("event_settings")).context["form"]
    data = {name: value for name, value in form.initial.items() if value not in (None, False, "")}
    data = {name: value for name, value in data.items() if not isinstance(value, (list, dict))}
    one.post("event_settings", **{**data, "rule_set": "wbgf", "version": one.version()})
    one.event.refresh_from_db()
    assert one.event.rules == {"code": "wbgf", "confirm_minutes": 0}


def test_reading_the_rules_takes_as_many_queries_for_many_matches(
    django_assert_num_queries: Any,
) -> None:
    few, many = desk("ABCD"), make_event(make_tournament("Large"))
    enter(many, [f"P{n}" for n in range(16)])
    for address in (few.url("event_rules"), Desk(many).url("event_rules")):
        with django_assert_num_queries(1):
            Client().get(address)


def test_the_preview_takes_as_many_queries_for_many_matches(
    django_assert_max_num_queries: Any,
) -> None:
    tournament = make_cast()
    for names in ("ABCD", "ABCDEFGHIJKLMNOP"):
        event = make_running_event(names, tournament=tournament)
        rules_change(event_id=event.pk, preset="club", own={"delay": 15}, act=by_director(5))
        one = Desk(event)
        with django_assert_max_num_queries(12):
            page = one.client.get(one.url("event_rules_apply"))
        assert len(page.context["behind"]) == len(names) // 2


def test_the_director_gives_a_stage_rules_of_its_own_and_the_public_reads_them() -> None:
    one = Desk(make_event(make_cast(), consolation_length=5))
    page = one.client.get(one.url("event_rules_edit"))
    assert [code for code, _name in page.context["stage"].fields["bracket"].choices] == ["M", "C"]
    chosen = one.client.get(one.url("event_stage"), {"bracket": "C", "from_round": "1"})
    address = one.url("event_stage_rules", "C", 1)
    assert chosen.headers["Location"] == address
    sent = {**filled("club", delay=8), "version": one.version()}
    assert one.client.post(address, sent).status_code == 302
    one.event.refresh_from_db()
    assert one.event.stage_rules == {"C": {"delay": 8}}
    shown = words(text(one.client.get(address)))
    assert "The event says: 12 s" in shown
    assert "Consolation 1 of its own" in seen(one, "event_rules_edit")
    sheet = seen(one, "event_variances")
    assert "As in the rest of the event, but for these rules:" in sheet
    assert "Delay or increment 12 s 8 s" in sheet


def test_a_contradiction_within_a_stage_is_told_at_its_rule() -> None:
    one = Desk(make_event(make_cast(), consolation_length=5))
    address = one.url("event_stage_rules", "C", 1)
    sent = {**filled("club", late_grace=0), "version": one.version()}
    refused = one.client.post(address, sent)
    assert refused.status_code == 400
    assert "Consolation: Without grace" in words(text(refused))


def test_a_stage_has_the_rules_of_its_event_again() -> None:
    one = Desk(make_event(make_cast(), consolation_length=5))
    address = one.url("event_stage_rules", "C", 1)
    one.client.post(address, {**filled("club", delay=8), "version": one.version()})
    one.client.post(address, {"drop": "yes", "version": one.version()})
    one.event.refresh_from_db()
    assert one.event.stage_rules == {}


def test_there_is_no_page_for_a_stage_that_is_none() -> None:
    one = Desk(make_event(make_cast()))
    for bracket, first in (("C", 1), ("x", 1), ("M", 100), ("M", 0)):
        assert one.client.get(one.url("event_stage_rules", bracket, first)).status_code == 404
    assert one.client.get(one.url("event_stage"), {"bracket": "C"}).status_code == 302
