"""Who may see and do what: visitors, strangers with an account, scorers, directors, owners."""

from typing import Any

import pytest

from tests.api.talking import Talker, member, player, staff, visitor
from tests.builders import (
    Stage,
    by_director,
    enter,
    make_event,
    make_running_event,
    make_tournament,
    make_user,
)
from tournaments.models import Event, Pass, Staff
from tournaments.services.drawing import event_draft
from tournaments.services.passes import pass_token

pytestmark = pytest.mark.django_db

DAYS = {"starts_on": "2099-12-05", "ends_on": "2099-12-06"}

# What changes something or tells something private, with the least role that may.
DEEDS: list[tuple[str, str, Any, str]] = [
    ("PATCH", "/tournaments/kyiv-open/", {"venue": "Hall 2"}, "director"),
    ("POST", "/tournaments/kyiv-open/events/", {"name": "Blitz", "length": 3}, "director"),
    ("GET", "/tournaments/kyiv-open/log/", None, "scorer"),
    ("GET", "/tournaments/kyiv-open/staff/", None, "owner"),
    ("POST", "/tournaments/kyiv-open/staff/", {"username": "x", "role": "scorer"}, "owner"),
    ("GET", "/tournaments/kyiv-open/cards/", None, "director"),
    ("GET", "/tournaments/kyiv-open/cards/{player}/contact/", None, "director"),
    ("GET", "/tournaments/kyiv-open/messages/", None, "director"),
    ("POST", "/tournaments/kyiv-open/cards/{player}/renew/", {}, "director"),
    ("PATCH", "/events/{event}/entries/{entry}/", {"club": "Lviv"}, "director"),
    ("POST", "/events/{event}/entries/preview/", {"text": "Ada"}, "director"),
    ("POST", "/events/{event}/fixtures/M1.1/result/", {"winner": 1}, "scorer"),
    ("POST", "/events/{event}/fixtures/M1.1/result/preview/", {"winner": 1}, "scorer"),
    ("PUT", "/events/{event}/fixtures/M1.1/table/", {"table": 9}, "scorer"),
    ("GET", "/events/{event}/reports/", None, "scorer"),
    ("GET", "/events/{event}/outlook/", None, "scorer"),
    ("PUT", "/events/{event}/forecast/", {"shows_forecast": True}, "director"),
    ("PUT", "/events/{event}/watching/", {"delay": 60, "comments": True}, "director"),
    (
        "PUT",
        "/events/{event}/fixtures/M1.1/watching/",
        {"delay": 60, "comments": True},
        "director",
    ),
    ("PUT", "/events/{event}/rules/", {"rule_set": "usbgf"}, "director"),
    ("GET", "/events/{event}/rules/apply/", None, "director"),
    ("GET", "/events/{event}/log/", None, "scorer"),
    ("GET", "/events/{event}/money/", None, "director"),
    ("GET", "/events/{event}/money/ledger/", None, "director"),
    ("GET", "/events/{event}/money/calcuttas/", None, "director"),
    (
        "PUT",
        "/events/{event}/money/",
        {"currency": "EUR", "split": "percent", "prizes": [{"place": 1, "part": 10_000}]},
        "director",
    ),
]
RANKS = ["stranger", "scorer", "director", "owner"]


def talkers(event: Event) -> dict[str, Talker]:
    tournament = event.tournament
    return {
        "stranger": staff(make_user("stranger")),
        **{role: member(tournament, role) for role in ("scorer", "director", "owner")},
    }


@pytest.mark.parametrize(("method", "path", "body", "least"), DEEDS)
def test_each_deed_is_for_one_role_and_those_above(
    method: str, path: str, body: Any, least: str
) -> None:
    event = make_running_event("ABCD")
    entry = event.entries.get(number=1)
    path = path.format(event=event.pk, entry=entry.pk, player=entry.player_id)
    assert visitor().send(method, path, body, if_match="*").status_code == 401
    allowed = {
        rank: talker.send(method, path, body, if_match="*").status_code < 300
        for rank, talker in talkers(event).items()
    }
    assert allowed == {rank: RANKS.index(rank) >= RANKS.index(least) for rank in RANKS}


def test_anybody_with_an_account_may_make_a_tournament_and_then_owns_it() -> None:
    somebody = staff(make_user("somebody"))
    assert somebody.post("/tournaments/", {"name": "Mine", **DAYS}).status_code == 201
    (own,) = somebody.get("/tournaments/mine/staff/").data["staff"]
    assert (own["username"], own["role"]) == ("somebody", "owner")


def test_a_scorer_settles_but_only_a_director_corrects() -> None:
    event = make_running_event("AB")
    Stage(event).win("M1.1")
    scorer, director = member(event.tournament, "scorer"), member(event.tournament, "director")
    path = f"/events/{event.pk}/fixtures/M1.1/result/"
    verdict = {"winner": 2, "reason": "upside down"}
    refused = scorer.post(path, verdict, if_match="*")
    assert (refused.status_code, refused.data["code"]) == (403, "correction_not_allowed")
    assert scorer.send("DELETE", f"{path}?reason=x", if_match="*").status_code == 403
    assert director.post(path, verdict, if_match="*").status_code == 200
    taken_back = director.send("DELETE", f"{path}?reason=never+played", if_match="*")
    assert taken_back.data["match_state"] == "open"


def test_whoever_leaves_the_staff_has_no_say_from_the_next_request_on() -> None:
    event = make_running_event("ABCD")
    scorer = member(event.tournament, "scorer")
    path = f"/events/{event.pk}/fixtures"
    assert scorer.post(f"{path}/M1.1/result/", {"winner": 1}, if_match="*").status_code == 200
    Staff.objects.get(role="scorer").delete()
    assert scorer.post(f"{path}/M1.2/result/", {"winner": 1}, if_match="*").status_code == 403


def test_a_draft_is_for_staff_only() -> None:
    event = make_event()
    enter(event, "ABCD")
    event_draft(event_id=event.pk, seed="secret", act=by_director())
    path = f"/events/{event.pk}"
    scorer = member(event.tournament, "scorer")
    for talker in (visitor(), staff(make_user("stranger"))):
        assert talker.get(f"{path}/draw/").data["code"] == "no_draw"
        assert talker.get(f"{path}/fixtures/").data["fixtures"] == []
        assert talker.get(f"{path}/fixtures/M1.1/").data["code"] == "no_such_fixture"
        assert "secret" not in str(talker.get(f"{path}/").data)
    assert scorer.get(f"{path}/draw/").data["seed"] == "secret"
    assert len(scorer.get(f"{path}/fixtures/").data["fixtures"]) == 3
    assert scorer.get(f"{path}/fixtures/M1.1/").status_code == 200


def test_the_public_sees_no_notes_links_or_accounts() -> None:
    tournament = make_tournament()
    event = make_event(tournament)
    director = member(tournament, "director")
    rows = [{"name": "Ada", "note": "pays later"}, {"name": "Bob"}]
    director.post(f"/events/{event.pk}/entries/", {"rows": rows}, if_match="*")
    path = f"/events/{event.pk}/entries/"
    assert director.get(path).data["entries"][0]["note"] == "pays later"
    (ada, _bob) = visitor().get(path).data["entries"]
    rounds = {"first_round", "late", "last_round", "away", "came_group", "came_place", "members"}
    assert set(ada) == {"id", "number", "name", "country", "club", "rating"} | rounds


def test_a_card_opens_nothing_but_its_own_matches_in_its_own_tournament() -> None:
    event = make_running_event("ABCD")
    stage = Stage(event)
    other = next(key for key in ("M1.1", "M1.2") if "A" not in stage.names(key))
    report = f"/me/matches/{stage.match(other).pk}/report/"
    assert player("A").post(report, {"own": 7, "other": 0}).data["code"] == "not_your_match"
    assert player("A").get(f"/events/{event.pk}/log/").status_code == 401
    old = make_tournament("Last Year")
    one = Pass.objects.create(tournament=old, player=Pass.objects.get(player__name="A").player)
    mine = next(key for key in ("M1.1", "M1.2") if "A" in stage.names(key))
    report = f"/me/matches/{stage.match(mine).pk}/report/"
    from_old_card = Talker(f"Pass {pass_token(one)}").post(report, {"own": 7, "other": 0})
    assert from_old_card.data["code"] == "not_your_match"


def test_an_old_card_is_worthless_once_a_new_one_is_made() -> None:
    event = make_running_event("AB")
    director, card = member(event.tournament, "director"), player("A")
    assert card.get("/me/").status_code == 200
    ident = Pass.objects.get(player__name="A").player_id
    renewed = director.post(f"/tournaments/kyiv-open/cards/{ident}/renew/")
    assert card.get("/me/").status_code == 401
    token = renewed.data["link"].rstrip("/").rpartition("/")[2]
    assert Talker(f"Pass {token}").get("/me/").data["name"] == "A"
    assert "no-store" in renewed["Cache-Control"]
