"""The undo page: says what was done last, what else would change, and does it."""

import pytest

from tests.builders import (
    Stage,
    by_director,
    enter,
    make_event,
    make_rounds,
    make_running_event,
    next_round,
)
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words
from tests.tournaments.archives import exported, imported
from tests.tournaments.test_sanctions import give
from tournaments.selectors.deeds import last_deed

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    stage = Stage(make_running_event("ABCD", tournament=make_cast()))
    stage.win("M1.1", act=by_director(1))
    return stage


def form(stage: Stage, desk: Desk, **data: object) -> dict[str, object]:
    deed = last_deed(stage.event)
    assert deed is not None
    return {"deed": deed.id, "version": desk.version(), "cleared": "", **data}


def test_the_page_names_the_deed_and_who_did_it(stage: Stage) -> None:
    first, second = stage.names("M1.1")
    page = text(Desk(stage.event, "dina").get("event_undo"))
    assert f"the result of M1.1 {first} – {second}" in page
    assert "Dana Director" in page


def test_it_is_undone_and_the_control_room_says_so(stage: Stage) -> None:
    desk = Desk(stage.event, "dina")
    answer = desk.post("event_undo", **form(stage, desk))
    assert answer.status_code == 302
    assert stage.match("M1.1").state == "open"
    assert "Undone: the result of M1.1" in text(desk.get("event_desk"))


def test_what_went_with_a_sanction_is_told_before_it_is_undone(stage: Stage) -> None:
    gone, other = stage.names("M1.2")
    give(stage.event, str(gone), "exclusion")
    page = words(text(Desk(stage.event, "dina").get("event_undo")))
    assert f"the sanction for {gone}" in page
    for told in (f"Disqualified {gone}", f"{gone} has left", f"walkover for {other}"):
        assert told in page


def test_a_deed_of_somebody_else_in_between_is_shown_instead(stage: Stage) -> None:
    desk = Desk(stage.event, "dina")
    seen = form(stage, desk)
    stage.win("M1.2", act=by_director(2))
    answer = desk.post("event_undo", **seen)
    assert answer.status_code == 409
    assert "the result of M1.2" in text(answer)
    assert stage.match("M1.1").state == stage.match("M1.2").state == "decided"


def test_results_that_would_go_must_have_been_seen(stage: Stage) -> None:
    desk = Desk(stage.event, "dina")
    answer = desk.post("event_undo", **form(stage, desk, cleared="M2.1"))
    assert answer.status_code == 409
    assert "Something changed meanwhile" in text(answer)
    assert stage.match("M1.1").state == "decided"


def test_a_form_without_a_deed_is_refused_and_shown_again(stage: Stage) -> None:
    assert Desk(stage.event, "dina").post("event_undo").status_code == 400


def test_scorers_do_not_undo(stage: Stage) -> None:
    desk = Desk(stage.event, "sam")
    assert desk.get("event_undo").status_code == 403
    assert desk.post("event_undo", **form(stage, desk)).status_code == 403
    assert "Undo" not in text(desk.get("event_desk"))


def test_a_list_of_entries_is_named_before_it_goes() -> None:
    event = make_event(make_cast())
    enter(event, ["Ada", "Boris"])
    page = text(Desk(event, "dina").get("event_undo"))
    assert "the entries added last" in page
    assert "Ada, Boris" in page


def test_everything_can_be_undone_back_to_the_empty_event(stage: Stage) -> None:
    desk = Desk(stage.event, "dana")
    for _ in range(4):
        assert desk.post("event_undo", **form(stage, desk)).status_code == 302
    assert "There is nothing to undo." in text(desk.get("event_undo"))
    assert not stage.event.entries.exists()


def test_a_published_round_is_named_and_undone() -> None:
    stage = Stage(make_rounds("ABCDEFGH", tournament=make_cast()))
    stage.play_out()
    next_round(stage.event)
    desk = Desk(stage.event, "dina")
    assert "publishing round 2" in text(desk.get("event_undo"))
    assert desk.post("event_undo", **form(stage, desk)).status_code == 302
    assert not stage.event.fixtures.filter(round=2).exists()
    assert "the draft of round 2" in text(desk.get("event_undo"))


def test_an_import_is_named_as_what_is_in_the_way() -> None:
    make_cast()
    archive = exported(make_rounds("ABCDEFGH"))
    archive["event"]["slug"] = "again"
    stage = Stage(imported(archive, into="kyiv-open"))
    desk = Desk(stage.event, "dina")
    page = text(desk.get("event_undo"))
    assert "Imported the event Main" in page
    assert "cannot be undone here" in page
    assert "Undo it" not in page
    refused = desk.post("event_undo", **form(stage, desk))
    assert refused.status_code == 409
    assert "cannot be undone here" in text(refused)
