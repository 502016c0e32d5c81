"""What the site did by itself can be undone, and nothing is offered that would be refused."""

from typing import Any

import pytest

from matches.services.deadlines import fire_due
from matches.services.reporting import match_report
from players.models import User
from tests.api.talking import staff
from tests.builders import Stage, by_director, by_player, enter, make_event, make_running_event
from tests.matches.lateness import KEY, Called, minute
from tests.pages.desk import Desk
from tests.pages.reading import text, words
from tournaments.models import Event, LogEntry
from tournaments.selectors.deeds import Deed, last_deed, latest_deeds
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.undoing import event_undo, undo_offers

pytestmark = pytest.mark.django_db(transaction=True)


def last_by_site(event: Event) -> Deed | None:
    return latest_deeds(event).by_site


def undo_by_site(event: Event, at: float) -> str:
    deed = last_by_site(event)
    assert deed is not None
    event_undo(event_id=event.pk, deed_id=deed.id, act=by_director(at))
    return deed.action


def lost() -> Called:
    called = Called("ukbgf")
    called.here(2, at=1)
    called.pass_to(5, 10, 15, 20)
    return called


def silent(stage: Stage) -> None:
    """A report that nobody answered."""
    first, _second = stage.players(KEY)
    scores = (stage.fixture(KEY).length, 0)
    match_report(
        match_id=stage.match(KEY).pk, player_id=first.pk, scores=scores, act=by_player(first, 2)
    )
    fire_due(minute(60))
    assert stage.match(KEY).state == "decided"


def test_a_loss_by_coming_late_is_undone_with_all_its_points_at_once(
    django_assert_num_queries: Any,
) -> None:
    called = lost()
    event = called.stage.event
    assert undo_by_site(event, 30) == "late.forfeit"
    assert (called.match.state, called.match.start, called.due) == ("open", (0, 0), 35)
    with django_assert_num_queries(3):  # however many points have gone
        assert last_by_site(event) is None


def test_a_point_is_undone_while_the_match_is_awaited_and_does_not_come_again() -> None:
    called = Called("ukbgf")
    called.here(2, at=1)
    called.pass_to(5, 10)
    for start in ((0, 1), (0, 0)):
        assert undo_by_site(called.stage.event, 11) == "late.point"
        assert called.match.start == start
    assert last_by_site(called.stage.event) is None
    called.pass_to(15)
    assert called.match.start == (0, 1)


def test_points_as_many_as_the_length_are_undone_with_what_they_decided() -> None:
    called = Called("club", length=3, forfeit_at="never")
    called.here(2, at=0)
    called.pass_to(5, 10, 15)
    assert called.match.state == "decided"
    undo_by_site(called.stage.event, 20)
    assert (called.match.state, called.match.start) == ("open", (0, 0))


def test_a_report_that_nobody_answered_waits_for_an_answer_again() -> None:
    stage = Stage(make_running_event("ABCD"))
    silent(stage)
    assert undo_by_site(stage.event, 70) == "result.confirmed_by_silence"
    assert stage.match(KEY).state == "reported"
    fire_due(minute(200))
    assert stage.match(KEY).state == "decided"


def test_what_the_site_did_is_not_in_the_way_of_what_a_director_did_before() -> None:
    stage = Stage(make_running_event("ABCD"))
    stage.win("M1.2", act=by_director(1))
    silent(stage)
    deed = last_deed(stage.event)
    assert deed is not None
    event_undo(event_id=stage.event.pk, deed_id=deed.id, act=by_director(70))
    assert (stage.match("M1.2").state, stage.match(KEY).state) == ("open", "decided")


def test_what_a_director_did_since_is_undone_first() -> None:
    called = lost()
    called.stage.win("M1.2", act=by_director(25))
    assert last_by_site(called.stage.event) is None


def test_publishing_is_not_offered_where_it_would_be_refused_and_the_walkover_is() -> None:
    called = lost()
    offers = undo_offers(event=called.stage.event, act=by_director(30))
    assert offers.last is not None
    assert offers.last.refusal is not None
    assert (offers.last.deed.action, offers.last.refusal.code) == (
        "draw.published",
        "play_has_begun",
    )
    assert offers.by_site is not None
    assert offers.by_site.is_possible


def test_trying_leaves_nothing_behind() -> None:
    called = lost()
    event = called.stage.event
    event.refresh_from_db()
    before = LogEntry.objects.count(), event.version, called.match.version
    undo_offers(event=event, act=by_director(30))
    event.refresh_from_db()
    assert (LogEntry.objects.count(), event.version, called.match.version) == before
    assert called.match.start == (0, 4)


def test_the_page_has_a_button_for_the_walkover_and_none_for_the_draw() -> None:
    called = lost()
    desk = Desk(called.stage.event)
    page = text(desk.get("event_undo"))
    told = words(page)
    assert "This cannot be undone as things stand." in told
    assert f"There are results already: {KEY}" in told
    assert f"the loss of {KEY}" in told
    assert page.count("Undo it") == 1
    deed = last_by_site(called.stage.event)
    assert deed is not None
    data = {"deed": deed.id, "version": desk.version(), "cleared": ""}
    assert desk.post("event_undo", **data).status_code == 302
    assert called.match.state == "open"
    assert "Undone: the loss of" in words(text(desk.get("event_desk")))


def test_programs_are_told_the_same() -> None:
    called = lost()
    director = staff(User.objects.get())
    path = f"/events/{called.stage.event.pk}"
    told = director.get(f"{path}/undo/").data
    assert (told["deed"], told["refused"]["code"]) == (None, "play_has_begun")
    assert told["by_site"]["action"] == "late.forfeit"
    seen = director.get(f"{path}/")["ETag"]
    undone = director.post(f"{path}/undo/", {"deed": told["by_site"]["deed"]}, if_match=seen)
    assert undone.status_code == 200
    assert called.match.state == "open"


def test_a_draw_without_results_is_offered_as_before() -> None:
    event = make_event()
    enter(event, "ABCD")
    event_draft(event_id=event.pk, seed="x", act=by_director(1))
    event_publish(event_id=event.pk, act=by_director(2))
    event.refresh_from_db()
    offers = undo_offers(event=event, act=by_director(3))
    assert offers.last is not None
    assert offers.last.is_possible
    assert offers.by_site is None
