"""Undo through the API."""

import pytest

from players.models import User
from tests.api.talking import member, staff, visitor
from tests.builders import Stage, by_director, make_rounds, make_running_event
from tests.tournaments.archives import exported, imported
from tournaments.selectors.deeds import last_deed

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_last_deed_is_told_and_undone_once() -> None:
    stage = Stage(make_running_event("ABCD"))
    stage.win("M1.1", act=by_director(2))
    director = staff(User.objects.get())
    path = f"/events/{stage.event.pk}"
    told = director.get(f"{path}/undo/").data
    assert (told["action"], told["fixture"]) == ("result.entered", "M1.1")
    assert told["impact"] == {
        "refilled": ["M2.1"],
        "cleared": [],
        "kept_rounds": [],
        "followers": [],
        "swappable": False,
    }

    seen = director.get(f"{path}/")["ETag"]
    body = {"deed": told["deed"], "reason": "wrong table"}
    undone = director.post(f"{path}/undo/", body, if_match=seen, idempotency_key="undo-1")
    assert undone.status_code == 200, undone.data
    again = director.post(f"{path}/undo/", body, if_match=seen, idempotency_key="undo-1")
    assert again.data == undone.data
    assert stage.match("M1.1").state == "open"

    stale = director.post(f"{path}/undo/", body, if_match=seen)
    assert (stale.status_code, stale.data["code"]) == (409, "version_conflict")
    other = director.post(f"{path}/undo/", body, if_match=undone["ETag"])
    assert (other.status_code, other.data["code"]) == (409, "other_undo")


def test_an_event_without_deeds_has_nothing_to_undo() -> None:
    stage = Stage(make_running_event("AB"))
    stage.event.log.all().delete()
    director = staff(User.objects.get())
    assert director.get(f"/events/{stage.event.pk}/undo/").data["deed"] is None


def test_only_directors_undo() -> None:
    stage = Stage(make_running_event("AB"))
    assert visitor().get(f"/events/{stage.event.pk}/undo/").status_code == 401
    assert visitor().post(f"/events/{stage.event.pk}/undo/", {"deed": 1}).status_code == 401
    scorer = member(stage.event.tournament, "scorer")
    assert scorer.get(f"/events/{stage.event.pk}/undo/").status_code == 403
    assert scorer.post(f"/events/{stage.event.pk}/undo/", {"deed": 1}).status_code == 403


def test_what_is_in_the_way_of_undoing_is_told_and_nothing_is_undone() -> None:
    event = imported(exported(make_rounds("ABCDEFGH")), into="again")
    director = member(event.tournament, "director")
    path = f"/events/{event.pk}"
    told = director.get(f"{path}/undo/").data
    assert (told["deed"], told["action"]) == (None, "event.imported")
    seen = director.get(f"{path}/")["ETag"]
    deed = last_deed(event)
    assert deed is not None
    refused = director.post(f"{path}/undo/", {"deed": deed.id}, if_match=seen)
    assert (refused.status_code, refused.data["code"]) == (409, "undo_blocked")
