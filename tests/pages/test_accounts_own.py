"""One's own account: name, password, and tokens whose secret is shown once."""

import re

import pytest
from django.test import Client
from knox.models import get_token_model

from players.models import User
from tests.builders import make_user
from tests.pages.reading import text

pytestmark = pytest.mark.django_db

OLD, NEW = "backgammon-at-night", "seven-primes-in-a-row"


@pytest.fixture
def dana() -> User:
    return make_user("dana")


@pytest.fixture
def desk(dana: User) -> Client:
    desk = Client()
    desk.force_login(dana)
    return desk


def make_token(desk: Client) -> str:
    secret = re.search(r"Authorization: Token ([^<]+)<", text(desk.post("/account/tokens/")))
    assert secret
    return secret[1]


def keys(desk: Client) -> list[str]:
    return re.findall(r'action="/account/tokens/([^/]+)/revoke/"', text(desk.get("/account/")))


def test_a_new_name_is_saved(desk: Client, dana: User) -> None:
    assert "Your name is saved." in text(desk.post("/account/", {"name": "Dana D."}, follow=True))
    dana.refresh_from_db()
    assert dana.get_full_name() == "Dana D."


def test_an_empty_name_is_not_saved(desk: Client, dana: User) -> None:
    assert desk.post("/account/", {"name": "  "}).status_code == 400
    dana.refresh_from_db()
    assert dana.get_full_name() == "Dana Director"


def test_a_new_password_keeps_this_device_and_logs_out_the_others(desk: Client, dana: User) -> None:
    other = Client()
    other.force_login(dana)
    form = {"old": OLD, "password": NEW, "again": NEW}
    assert desk.post("/account/password/", form).status_code == 302
    assert desk.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302
    dana.refresh_from_db()
    assert dana.check_password(NEW)


def test_a_password_is_changed_only_with_the_present_one(desk: Client, dana: User) -> None:
    answer = desk.post("/account/password/", {"old": "guess", "password": NEW, "again": NEW})
    assert answer.status_code == 400
    assert "This is not your present password." in text(answer)
    dana.refresh_from_db()
    assert dana.check_password(OLD)


def test_guessing_the_present_password_ends(desk: Client) -> None:
    for number in range(10):
        desk.post("/account/password/", {"old": f"x{number}", "password": NEW, "again": NEW})
    last = desk.post("/account/password/", {"old": OLD, "password": NEW, "again": NEW})
    assert last.status_code == 429


def test_a_token_is_shown_once_and_kept_as_a_digest(desk: Client) -> None:
    secret = make_token(desk)
    [row] = get_token_model().objects.values_list("digest", "token_key")
    assert secret.startswith("cr_")
    assert secret not in row
    page = text(desk.get("/account/"))
    assert secret not in page
    assert [secret.startswith(key) for key in keys(desk)] == [True]


def test_a_revoked_token_is_gone_and_the_others_stay(desk: Client) -> None:
    first, second = make_token(desk), make_token(desk)
    [gone] = [key for key in keys(desk) if first.startswith(key)]
    assert desk.post(f"/account/tokens/{gone}/revoke/").status_code == 302
    assert [second.startswith(key) for key in keys(desk)] == [True]


def test_nobody_revokes_the_token_of_another(desk: Client) -> None:
    make_token(desk)
    [key] = keys(desk)
    eve = Client()
    eve.force_login(make_user("eve"))
    assert eve.post(f"/account/tokens/{key}/revoke/").status_code == 404
    assert keys(desk) == [key]


def test_twenty_tokens_are_enough(desk: Client) -> None:
    for _ in range(20):
        make_token(desk)
    answer = desk.post("/account/tokens/")
    assert answer.status_code == 409
    assert "revoke one that you no longer use" in text(answer)
    assert len(keys(desk)) == 20


@pytest.mark.parametrize("path", ["/account/password/", "/account/tokens/"])
def test_without_an_account_nothing_opens(client: Client, path: str) -> None:
    assert client.post(path)["Location"] == f"/login/?next={path}"
