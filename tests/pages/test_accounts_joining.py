"""The first account and invitations: links that work once, and passwords with reasons."""

from typing import Any

import pytest
from django.test import Client

from players.models import User
from tests.builders import by_director, make_tournament, make_user
from tests.pages.reading import text
from tournaments.models import Tournament
from tournaments.services.staffing import setup_token, staff_invite

pytestmark = pytest.mark.django_db

PASSWORD = "seven-primes-in-a-row"
FIRST = {
    "name": "Dana Director",
    "username": "dana",
    "password": PASSWORD,
    "again": PASSWORD,
}


def invite(tournament: Tournament, username: str = "sam") -> str:
    _staff, token = staff_invite(
        tournament_id=tournament.pk, username=username, role="scorer", act=by_director()
    )
    return f"/join/{token}/"


def test_the_first_director_is_logged_in_and_may_do_everything(client: Client) -> None:
    answer = client.post(f"/setup/{setup_token()}/", FIRST)
    assert (answer.status_code, answer["Location"]) == (302, "/desk/")
    user = User.objects.get()
    assert (user.username, user.first_name, user.is_superuser) == ("dana", "Dana Director", True)
    assert client.get("/account/").status_code == 200


def test_the_first_start_link_works_once(client: Client) -> None:
    token = setup_token()
    client.post(f"/setup/{token}/", FIRST)
    for answer in (
        Client().get(f"/setup/{token}/"),
        Client().post(f"/setup/{token}/", {**FIRST, "username": "eve"}),
        Client().get(f"/setup/{setup_token()}/"),
    ):
        assert answer.status_code == 403
        assert "The first account exists already: log in." in text(answer)
    assert User.objects.count() == 1


@pytest.mark.parametrize("path", ["/setup/first:forged/", "/join/1:forged/"])
def test_a_forged_link_is_refused(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 403
    assert "not valid (any more)" in text(answer)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"again": "something-else-1"}, "The two passwords differ."),
        ({"password": "short", "again": "short"}, "This password is too short."),
        ({"password": "password", "again": "password"}, "This password is too common."),
        ({"password": "8675309867", "again": "8675309867"}, "entirely numeric"),
        ({"username": "two words"}, "Enter a valid username."),
        ({"username": ""}, "This field is required."),
    ],
)
def test_what_is_wrong_stands_at_the_form_and_the_rest_stays_typed(
    client: Client, changes: dict[str, Any], message: str
) -> None:
    answer = client.post(f"/setup/{setup_token()}/", {**FIRST, **changes})
    assert answer.status_code == 400
    assert message in text(answer)
    assert 'value="Dana Director"' in text(answer)
    assert PASSWORD not in text(answer)
    assert not User.objects.exists()


def test_the_invited_choose_a_password_and_are_on_the_staff(client: Client) -> None:
    tournament = make_tournament(owner=make_user("dana"))
    path = invite(tournament)
    assert "Your user name is <strong>sam</strong>" in text(client.get(path))
    answer = client.post(path, {"name": "Sam", "password": PASSWORD, "again": PASSWORD})
    assert answer["Location"] == "/desk/"
    sam = User.objects.get(username="sam")
    assert sam.check_password(PASSWORD)
    assert sam.has_perm("tournaments.score", tournament)
    assert not sam.has_perm("tournaments.manage", tournament)


def test_an_invitation_works_once(client: Client) -> None:
    path = invite(make_tournament())
    form = {"name": "Sam", "password": PASSWORD, "again": PASSWORD}
    client.post(path, form)
    assert Client().get(path).status_code == 403
    late = Client().post(path, {**form, "password": "another-" + PASSWORD})
    assert late.status_code == 403
    assert User.objects.get(username="sam").check_password(PASSWORD)


def test_the_secret_of_the_address_is_not_told_to_other_pages(client: Client) -> None:
    setup = f"/setup/{setup_token()}/"
    opened = client.get(setup)
    join = client.get(invite(make_tournament()))
    refused = client.get(setup)
    assert [opened.status_code, join.status_code, refused.status_code] == [200, 200, 403]
    for answer in (opened, join, refused):
        assert answer["Referrer-Policy"] == "strict-origin"
    for answer in (opened, join):
        assert "no-store" in answer["Cache-Control"]
