"""Ladders through the API: set up, opened, challenged by staff and players, ended, closed."""

import pytest

from tests.api.talking import Talker, director, member, player, visitor
from tests.builders import Stage, by_director, entry_id, make_ladder, make_tournament
from tournaments.models import Event
from tournaments.services.ladders import challenge_make

pytestmark = pytest.mark.django_db(transaction=True)


def order(event: Event) -> str:
    shown = visitor().get(f"/events/{event.pk}/ladder/").data
    return "".join(rung["name"] for rung in shown["order"])


def test_a_ladder_is_made_opened_and_shown() -> None:
    tournament = make_tournament()
    body = {"name": "Ladder", "length": 7, "format": "ladder", "ladder_rules": {"reach": None}}
    made = director().post(f"/tournaments/{tournament.slug}/events/", body)
    assert made.status_code == 201, made.data
    assert made.data["ladder_rules"]["reach"] is None
    assert made.data["ladder_rules"]["days"] == 7
    path = f"/events/{made.data['id']}/"
    rows = director().post(f"{path}entries/preview/", {"text": "Ada\nBob"}).data["rows"]
    director().post(f"{path}entries/", {"rows": rows}, if_match="*")
    assert visitor().get(f"{path}ladder/").data["code"] == "no_draw"
    opened = director().post(f"{path}ladder/open/", if_match="*")
    assert (opened.status_code, opened.data["state"]) == (200, "running")
    again = director().post(f"{path}ladder/open/", if_match="*")
    assert (again.status_code, again.data["code"]) == (409, "ladder_opened")
    shown = visitor().get(f"{path}ladder/").data
    assert [(rung["place"], rung["name"]) for rung in shown["order"]] == [(1, "Ada"), (2, "Bob")]
    assert shown["rules"][0] == "Anybody above may be challenged."


@pytest.mark.parametrize(
    ("rules", "code"),
    [({"reach": 0}, "ladder_out_of_range"), ({"winning": "never"}, "invalid_input")],
)
def test_rules_that_make_no_sense_are_refused(rules: dict[str, object], code: str) -> None:
    body = {"name": "Ladder", "length": 7, "format": "ladder", "ladder_rules": rules}
    refused = director_of_new().post("/tournaments/kyiv-open/events/", body)
    assert (refused.status_code, refused.data["code"]) == (400, code)


def director_of_new() -> Talker:
    make_tournament()
    return director()


def test_a_challenge_by_the_director_moves_the_order_when_it_is_won() -> None:
    event = make_ladder("ABC")
    pair = {"challenger": entry_id(event, "C"), "challenged": entry_id(event, "A")}
    made = director().post(f"/events/{event.pk}/ladder/challenges/", pair)
    assert made.status_code == 201, made.data
    assert made.data["play_by"] is not None
    won = director().post(
        f"/events/{event.pk}/fixtures/{made.data['key']}/result/", {"winner": 1}, if_match="*"
    )
    assert won.status_code == 200, won.data
    assert order(event) == "CAB"
    history = visitor().get(f"/events/{event.pk}/ladder/").data["history"]
    assert history[0]["words"] == "C beats A"


def test_a_player_challenges_once_with_a_key_and_is_refused_by_the_rules() -> None:
    event = make_ladder("ABC")
    path, body = f"/me/ladders/{event.pk}/challenges/", {"challenged": entry_id(event, "A")}
    first = player("C").post(path, body, idempotency_key="k1")
    same = player("C").post(path, body, idempotency_key="k1")
    assert (first.status_code, same.status_code) == (201, 201)
    assert first.data["key"] == same.data["key"]
    busy = player("B").post(path, body)
    assert (busy.status_code, busy.data["code"]) == (400, "challenged_busy")
    assert busy.data["message"].startswith("A has an open challenge")
    mine = player("C").get("/me/").data["events"][0]["current"][0]
    assert mine["play_by"] == first.data["play_by"]


def test_challenges_end_without_a_result() -> None:
    event = make_ladder("ABCD")
    long_ago = by_director(-60 * 24 * 300)  # whatever day it is when the tests run
    for pair in ("CA", "DB"):
        one, other = (entry_id(event, name) for name in pair)
        challenge_make(event_id=event.pk, challenger_id=one, challenged_id=other, act=long_ago)
    path = f"/events/{event.pk}/ladder/challenges/"
    Event.objects.filter(pk=event.pk).update(version=40)
    stale = director().send("DELETE", f"{path}H1.2/", if_match='"3"')
    assert (stale.status_code, stale.data["code"]) == (409, "version_conflict")
    assert director().send("DELETE", f"{path}H1.2/", if_match='"40"').status_code == 200
    ended = director().post(f"{path}H1.1/unplayed/", if_match="*")
    assert ended.status_code == 200, ended.data
    assert order(event) == "CABD"
    gone = director().send("DELETE", f"{path}H1.9/", if_match="*")
    assert (gone.status_code, gone.data["code"]) == (404, "no_such_challenge")


def test_a_ladder_is_closed_and_opened_again() -> None:
    event = make_ladder("AB")
    path = f"/events/{event.pk}/ladder/open/"
    closed = director().send("DELETE", path, if_match="*")
    assert closed.data["state"] == "finished"
    assert director().post(path, if_match="*").data["state"] == "running"


def test_who_joins_and_who_leaves_goes_as_anywhere() -> None:
    event = make_ladder("AB")
    late = director().post(f"/events/{event.pk}/entries/late/", {"name": "C"}, if_match="*")
    assert late.status_code == 201, late.data
    gone = f"/events/{event.pk}/entries/{entry_id(event, 'A')}/withdrawal/"
    assert director().post(gone, if_match="*").status_code == 200
    assert order(event) == "BC"
    assert director().send("DELETE", gone, {}, if_match="*").status_code == 200
    assert order(event) == "BCA"


def test_scorers_and_strangers_make_no_challenges() -> None:
    event = make_ladder("AB")
    body = {"challenger": entry_id(event, "B"), "challenged": entry_id(event, "A")}
    path = f"/events/{event.pk}/ladder/challenges/"
    assert visitor().post(path, body).status_code == 401
    assert member(event.tournament, "scorer").post(path, body).status_code == 403
    assert not event.fixtures.exists()


def test_a_draft_of_a_ladder_is_refused() -> None:
    event = make_ladder("AB")
    refused = director().post(f"/events/{event.pk}/draft/", {"seed": "s"}, if_match="*")
    assert (refused.status_code, refused.data["code"]) == (409, "no_draw_here")
    assert Stage(event).open_keys() == []


def test_a_match_is_put_off_by_a_director() -> None:
    event = make_ladder("AB")
    pair = {"challenger": entry_id(event, "B"), "challenged": entry_id(event, "A")}
    director().post(f"/events/{event.pk}/ladder/challenges/", pair)
    path = f"/events/{event.pk}/fixtures/H1.1/play-by/"
    done = director().send("PUT", path, {"play_by": "2999-01-31"})
    assert (done.status_code, done.data["play_by"]) == (200, "2999-01-31")
    past = director().send("PUT", path, {"play_by": "2020-01-31"})
    assert (past.status_code, past.data["code"]) == (400, "day_past")
    scorer = member(event.tournament, "scorer")
    assert scorer.send("PUT", path, {"play_by": "2999-01-31"}).status_code == 403
