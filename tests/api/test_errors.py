"""Every error has one shape, with a code to compare and a message to read."""

from typing import Any

import pytest

from tests.api.talking import V1, Talker, member, staff, visitor
from tests.builders import make_event, make_tournament, make_user
from tournaments.api import fixtures

pytestmark = pytest.mark.django_db


def error(response: Any, status: int, code: str) -> dict[str, Any]:
    """The error in the answer, after a look at its shape."""
    body: dict[str, Any] = response.json()
    assert (response.status_code, body["code"]) == (status, code), body
    assert set(body) == {"code", "message", "detail"}
    assert response["Content-Type"] == "application/json"
    assert body["message"]
    return body


@pytest.fixture
def director() -> Talker:
    return staff(make_user())


def test_fields_that_cannot_be_used_are_named_with_a_code_each(director: Talker) -> None:
    body = {"name": " ", "starts_on": "soon", "tables": "many"}
    fields = error(director.post("/tournaments/", body), 400, "invalid_input")["detail"]["fields"]
    codes = {name: field["code"] for name, field in fields.items()}
    assert codes == {
        "name": "blank",
        "starts_on": "invalid",
        "ends_on": "required",
        "tables": "invalid",
    }


def test_a_field_inside_a_list_is_named_by_its_path(director: Talker) -> None:
    event = make_event()
    rows = [{"name": "Ada"}, {"name": "Bo\u0007ris"}, {"name": "Cleo", "rating": 12345}]
    sent = director.post(f"/events/{event.pk}/entries/", {"rows": rows}, if_match="*")
    fields = error(sent, 400, "invalid_input")["detail"]["fields"]
    assert {name: field["code"] for name, field in fields.items()} == {
        "rows.1.name": "not_one_line",
        "rows.2.rating": "max_value",
    }


HALF = '{"name": "A", "time_zone": "\\ud800"}'  # of a character: it could not be told back


@pytest.mark.parametrize(
    "body", ["{", "[" * 100_000, f"{'[' * 900}{']' * 900}", '{"tables": NaN}', "\udcff", HALF]
)
def test_what_is_not_json_is_unreadable(director: Talker, body: str) -> None:
    raw = body.encode("utf-8", "surrogateescape")
    sent = director.client.post(f"{V1}/tournaments/", raw, content_type="application/json")
    error(sent, 400, "unreadable")


def test_a_body_that_is_no_object_is_invalid(director: Talker) -> None:
    sent = director.post("/tournaments/", ["a", "list"])
    assert set(error(sent, 400, "invalid_input")["detail"]["fields"]) == {"body"}


def test_errors_of_services_keep_their_code_and_detail(director: Talker) -> None:
    body = {"name": "X", "starts_on": "2099-12-06", "ends_on": "2099-12-05"}
    error(director.post("/tournaments/", body), 400, "ends_before_start")
    make_tournament()
    event = director.post("/tournaments/kyiv-open/events/", {"name": "Main", "length": 8})
    assert error(event, 400, "length_even")["detail"]["length"] == 8


@pytest.mark.parametrize(
    "path",
    [
        "/api/v2/",
        "/api/v1/tournaments",
        "/api/v1/tournaments/nowhere/x/",
        "/api/v1/events/1/fixtures/x/",
    ],
)
def test_an_address_that_is_none_is_not_found(path: str) -> None:
    error(visitor().client.get(path), 404, "not_found")
    error(visitor().client.post(path), 404, "not_found")


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/tournaments/nowhere/", "no_such_tournament"),
        ("/events/7/", "no_such_event"),
        (f"/events/{10**30}/", "no_such_event"),
    ],
)
def test_a_thing_that_is_not_there_is_not_found(path: str, code: str) -> None:
    error(visitor().get(path), 404, code)


def test_the_method_the_media_type_and_the_answer_wanted_are_checked(director: Talker) -> None:
    refused = director.send("PUT", "/tournaments/")
    error(refused, 405, "method_not_allowed")
    assert "POST" in refused["Allow"]
    form = director.client.post(f"{V1}/tournaments/", {"name": "X"}, format=None)
    error(form, 415, "unsupported_media_type")
    error(visitor().get("/tournaments/", Accept="text/html"), 406, "not_acceptable")


def test_a_body_that_is_too_large_is_refused_before_it_is_read(director: Talker) -> None:
    refused = director.post("/tournaments/", {"name": "x" * 2_100_000})
    assert error(refused, 413, "too_large")["detail"]["limit"] == 2_000_000


def test_without_a_token_one_is_asked_who_one_is() -> None:
    refused = visitor().post("/tournaments/", {})
    error(refused, 401, "not_authenticated")
    assert refused["WWW-Authenticate"] == "Token"
    error(Talker("Token cr_wrong").get("/tournaments/"), 401, "not_authenticated")
    error(Talker("Token \xff").get("/tournaments/"), 401, "not_authenticated")
    refused = Talker("Pass 1-wrong").get("/me/")
    error(refused, 401, "not_authenticated")
    assert refused["WWW-Authenticate"] == "Pass"


def test_a_failure_of_ours_is_json_and_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_event()

    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("the password is rosebud")

    monkeypatch.setattr(fixtures, "standings", fail)
    body = error(visitor().get(f"/events/{event.pk}/standings/"), 500, "internal")
    assert "rosebud" not in str(body)


def test_what_no_database_looks_for_is_not_found() -> None:
    owner = member(make_tournament(), "owner")
    for method, path in (
        ("DELETE", "/tokens/%00/"),
        ("GET", "/events/99999999999999999999/"),
        ("POST", "/tournaments/kyiv-open/cards/99999999999999999999/renew/"),
        ("DELETE", "/tournaments/kyiv-open/staff/99999999999999999999/"),
    ):
        assert owner.send(method, path).status_code == 404, path
    assert Talker("Token cr_\0").get("/tokens/").status_code == 401
