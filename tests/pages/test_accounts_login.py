"""Logging in and out: who gets in, what a wrong try says, and when trying ends."""

import pytest
from django.test import Client

from tests.builders import make_tournament, make_user
from tests.pages.reading import text

pytestmark = pytest.mark.django_db

GOOD = {"username": "dana", "password": "backgammon-at-night"}


@pytest.fixture(autouse=True)
def _dana() -> None:
    make_user("dana")


def log_in(client: Client, **changes: str) -> tuple[int, str]:
    answer = client.post("/login/", {**GOOD, **changes})
    return answer.status_code, text(answer)


def test_the_right_password_opens_the_desk(client: Client) -> None:
    assert client.post("/login/", GOOD)["Location"] == "/desk/"
    assert client.get("/account/").status_code == 200


def test_who_was_sent_to_log_in_comes_back_to_where_he_wanted(client: Client) -> None:
    tournament = make_tournament()
    wanted = f"/desk/{tournament.slug}/cards/"
    asked = client.get(wanted)["Location"]
    assert f'name="next" value="{wanted}"' in text(client.get(asked))
    assert client.post("/login/", {**GOOD, "next": wanted})["Location"] == wanted


@pytest.mark.parametrize("evil", ["https://evil.example", "//evil.example/x", "javascript:x"])
def test_nobody_is_sent_to_another_site(client: Client, evil: str) -> None:
    assert client.post("/login/", {**GOOD, "next": evil})["Location"] == "/desk/"


def test_a_word_is_no_page_to_come_back_to_but_a_place_on_this_site(client: Client) -> None:
    assert client.post("/login/", {**GOOD, "next": "account"})["Location"] == "account"
    assert client.get("/login/?next=no.such.page").status_code == 302


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(client: Client) -> None:
    wrong, unknown = log_in(client, password="x"), log_in(client, username="nobody")
    assert wrong[0] == unknown[0] == 400
    for _status, page in (wrong, unknown):
        assert "User name and password do not fit together." in page
    assert 'value="dana"' in wrong[1]


def test_ten_wrong_passwords_close_the_name_there_even_for_the_right_one(client: Client) -> None:
    tries = [log_in(client, password=f"x{number}", username="Dana")[0] for number in range(10)]
    assert tries == [400] * 10
    status, page = log_in(client)
    assert status == 429
    assert "Too many failed tries. Wait 10 minutes" in page


def test_nobody_locks_the_director_out_from_elsewhere(client: Client) -> None:
    for number in range(10):
        log_in(Client(REMOTE_ADDR="10.0.0.9"), password=f"x{number}")
    assert log_in(client)[0] == 302


def test_a_hundred_tries_from_many_places_close_the_name_for_all(client: Client) -> None:
    for number in range(100):
        log_in(Client(REMOTE_ADDR=f"10.0.0.{number // 5}"), password=f"x{number}")
    assert log_in(client)[0] == 429


def test_an_unknown_name_is_closed_like_a_known_one(client: Client) -> None:
    for number in range(10):
        log_in(client, username="nobody", password=f"x{number}")
    assert log_in(client, username="nobody")[0] == 429
    assert log_in(client)[0] == 302


def test_trying_many_names_closes_the_address(client: Client) -> None:
    for number in range(30):
        log_in(client, username=f"name{number}")
    assert log_in(client)[0] == 429
    assert log_in(Client(REMOTE_ADDR="10.0.0.9"))[0] == 302


def test_getting_in_forgets_the_slips_before(client: Client) -> None:
    for _round in range(2):
        for number in range(9):
            assert log_in(client, password=f"x{number}")[0] == 400
        assert log_in(client)[0] == 302


def test_logging_out_needs_a_button_and_closes_the_account(client: Client) -> None:
    client.post("/login/", GOOD)
    assert client.get("/logout/").status_code == 405
    assert client.post("/logout/")["Location"] == "/"
    assert client.get("/account/")["Location"] == "/login/?next=/account/"
