"""Staff who are logged in on the site use the API with their session; tokens come and go."""

import pytest
from rest_framework.test import APIClient

from tests.api.talking import V1, Talker, staff
from tests.builders import make_tournament, make_user

pytestmark = pytest.mark.django_db

PATH = f"{V1}/tournaments/kyiv-open/"


def logged_in() -> APIClient:
    make_tournament()
    client = APIClient(enforce_csrf_checks=True)
    assert client.login(username="dana", password="backgammon-at-night")
    return client


def test_a_session_writes_with_the_csrf_token_only() -> None:
    client = logged_in()
    refused = client.patch(PATH, {"venue": "Hall 2"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    client.cookies["csrftoken"] = "a" * 32
    allowed = client.patch(PATH, {"venue": "Hall 2"}, format="json", HTTP_X_CSRFTOKEN="a" * 32)
    assert (allowed.status_code, allowed.json()["venue"]) == (200, "Hall 2")


def test_tokens_are_made_listed_and_revoked() -> None:
    director = staff(make_user())
    made = director.post("/tokens/")
    assert made.status_code == 201
    assert made.data["token"].startswith("cr_")
    assert "no-store" in made["Cache-Control"]
    other = Talker(f"Token {made.data['token']}")
    keys = [token["key"] for token in other.get("/tokens/").data["tokens"]]
    assert len(keys) == 2
    (own,) = [key for key in keys if made.data["token"].startswith(key)]
    assert director.send("DELETE", f"/tokens/{own}/").status_code == 204
    assert other.get("/tournaments/").status_code == 401
    assert director.send("DELETE", f"/tokens/{own}/").data["code"] == "no_such_token"


def test_somebody_invited_joins_by_the_link_and_a_role_can_be_taken_away() -> None:
    user = make_user()
    make_tournament(owner=user)
    owner = staff(user)
    invited = owner.post("/tournaments/kyiv-open/staff/", {"username": "eva", "role": "scorer"})
    assert invited.status_code == 201
    assert invited.data["link"].startswith("http://testserver/join/")
    ident = invited.data["staff"]["id"]
    assert owner.send("DELETE", f"/tournaments/kyiv-open/staff/{ident}/").status_code == 204
    (left,) = owner.get("/tournaments/kyiv-open/staff/").data["staff"]
    last = owner.send("DELETE", f"/tournaments/kyiv-open/staff/{left['id']}/")
    assert (last.status_code, last.data["code"]) == (409, "last_owner")
