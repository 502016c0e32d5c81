"""Versions as ETags: unchanged things are not sent again, and nothing is overwritten unseen."""

import pytest

from tests.api.talking import member, player, visitor
from tests.builders import Stage, by_director, enter, make_event, make_running_event
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db


def test_an_event_that_did_not_change_is_not_sent_again() -> None:
    event = make_event()
    first = visitor().get(f"/events/{event.pk}/")
    assert first["ETag"] == f'"{first.data["version"]}"'
    again = visitor().get(f"/events/{event.pk}/", If_None_Match=first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    enter(event, "A")
    changed = visitor().get(f"/events/{event.pk}/", If_None_Match=first["ETag"])
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_a_fixture_is_sent_again_when_it_moved_to_another_table() -> None:
    event = make_running_event("AB")
    path = f"/events/{event.pk}/fixtures/M1.1/"
    first = visitor().get(path)
    assert visitor().get(path, If_None_Match=f'"0", W/{first["ETag"]}').status_code == 304
    table_assign(event_id=event.pk, key="M1.1", number=9, act=by_director())
    moved = visitor().get(path, If_None_Match=first["ETag"])
    assert (moved.status_code, moved.data["table"]) == (200, 9)
    assert moved.data["version"] == first.data["version"]


def test_staff_must_say_which_version_they_saw() -> None:
    event = make_running_event("AB")
    director = member(event.tournament, "director")
    path = f"/events/{event.pk}/fixtures/M1.1/result/"
    refused = director.post(path, {"winner": 1})
    assert (refused.status_code, refused.data["code"]) == (428, "version_required")
    assert "If-Match" in refused.data["message"]
    unreadable = director.post(path, {"winner": 1}, if_match="new")
    assert (unreadable.status_code, unreadable.data["code"]) == (400, "if_match_unreadable")


@pytest.mark.parametrize("form", ['"{0}"', "{0}", '"{0}.{1}.1"', 'W/"{0}"', "*"])
def test_the_version_may_be_written_as_any_of_its_etags(form: str) -> None:
    event = make_running_event("AB")
    director = member(event.tournament, "director")
    match = Stage(event).match("M1.1")
    version = match.version
    path = f"/events/{event.pk}/fixtures/M1.1/result/"
    sent = director.post(path, {"winner": 1}, if_match=form.format(version, match.pk))
    assert sent.status_code == 200
    assert sent.data["version"] == version + 1
    assert sent["ETag"].startswith(f'"{version + 1}.')


def test_a_result_on_a_stale_version_is_a_conflict_that_shows_the_newer_state() -> None:
    event = make_running_event("AB")
    director = member(event.tournament, "director")
    path = f"/events/{event.pk}/fixtures/M1.1/"
    seen = visitor().get(path)["ETag"]
    Stage(event).win("M1.1", side=2, loser_score=4)
    late = director.post(f"{path}result/", {"winner": 1, "reason": "typo"}, if_match=seen)
    assert (late.status_code, late.data["code"]) == (409, "version_conflict")
    current = late.data["detail"]["current"]
    assert [slot["score"] for slot in current["slots"]] == [4, 7]
    assert current == visitor().get(path).data
    again = director.post(
        f"{path}result/", {"winner": 1, "reason": "typo"}, if_match=f'"{current["version"]}"'
    )
    assert again.status_code == 200


def test_a_result_for_a_pair_that_no_longer_meets_is_a_conflict() -> None:
    event = make_running_event("ABCD")
    stage = Stage(event)
    stage.win("M1.1")
    stage.win("M1.2")
    path = f"/events/{event.pk}/fixtures/M2.1/"
    seen = visitor().get(path)
    stage.win("M1.1", side=2, act=by_director(2, "upside down"))
    director = member(event.tournament, "director")
    late = director.post(f"{path}result/", {"winner": 1}, if_match=seen["ETag"])
    assert (late.status_code, late.data["code"]) == (409, "version_conflict")
    current = late.data["detail"]["current"]
    assert (current["match_state"], current["version"] > seen.data["version"]) == ("open", True)
    assert current["match"] != seen.data["match"]


def test_a_scorer_who_is_late_gets_the_conflict_and_not_a_refusal() -> None:
    event = make_running_event("AB")
    scorer = member(event.tournament, "scorer")
    path = f"/events/{event.pk}/fixtures/M1.1/"
    seen = visitor().get(path)["ETag"]
    Stage(event).win("M1.1", side=2)
    late = scorer.post(f"{path}result/", {"winner": 1}, if_match=seen)
    assert (late.status_code, late.data["code"]) == (409, "version_conflict")


def test_structure_on_a_stale_version_is_a_conflict_that_shows_the_newer_event() -> None:
    event = make_event()
    director = member(event.tournament, "director")
    path = f"/events/{event.pk}"
    seen = visitor().get(f"{path}/")["ETag"]
    enter(event, "AB")
    entry = event.entries.get(number=1)
    newer = visitor().get(f"{path}/").data
    for method, address, body in [
        ("PATCH", "/", {"length": 9}),
        ("POST", "/entries/", {"rows": [{"name": "C"}]}),
        ("PATCH", f"/entries/{entry.pk}/", {"club": "X"}),
        ("DELETE", f"/entries/{entry.pk}/", None),
        ("POST", "/draft/", {}),
        ("DELETE", "/draft/", None),
        ("POST", "/publish/", {}),
    ]:
        late = director.send(method, path + address, body, if_match=seen)
        assert (late.status_code, late.data["code"]) == (409, "version_conflict"), address
        assert late.data["detail"]["current"] == newer
    assert visitor().get(f"{path}/").data == newer


def test_players_may_leave_the_version_out_but_are_held_to_it_when_they_send_it() -> None:
    event = make_running_event("AB")
    stage = Stage(event)
    report = f"/me/matches/{stage.match('M1.1').pk}/report/"
    first = player("A").post(report, {"own": 7, "other": 3})
    assert first.status_code == 200
    late = player("B").post(report, {"own": 7, "other": 3}, if_match='"1"')
    assert (late.status_code, late.data["code"]) == (409, "version_conflict")
    current = late.data["detail"]["current"]
    assert (current["state"], current["version"]) == ("reported", first.data["version"])
    assert current["other_report"]["by_name"] == "A"


def test_only_what_is_sent_is_changed() -> None:
    event = make_event(length=7, consolation_length=5)
    director = member(event.tournament, "director")
    path = f"/events/{event.pk}/"
    before = director.get(path)
    after = director.send("PATCH", path, {"length": 9}, if_match=before["ETag"]).data
    assert after == {**before.data, "length": 9, "version": before.data["version"] + 1}
    tournament = director.get("/tournaments/kyiv-open/").data
    changed = director.send("PATCH", "/tournaments/kyiv-open/", {"venue": "Hall 2"}).data
    assert changed == {**tournament, "venue": "Hall 2"}
