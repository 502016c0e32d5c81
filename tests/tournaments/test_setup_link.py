"""`manage.py setup_link`: how the first account of a production is made."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from tests.builders import make_user

pytestmark = pytest.mark.django_db


def run() -> list[str]:
    out = StringIO()
    call_command("setup_link", stdout=out)
    return out.getvalue().splitlines()


def test_the_link_opens_the_form_of_the_first_account(settings: Settings, client: Client) -> None:
    settings.PUBLIC_URL = "https://nardy.example"
    (link,) = run()
    assert link.startswith("https://nardy.example/setup/")
    assert client.get(link.removeprefix("https://nardy.example")).status_code == 200


def test_without_a_public_address_the_path_is_given(settings: Settings) -> None:
    settings.PUBLIC_URL = ""
    hint, path = run()
    assert "PUBLIC_URL" in hint
    assert path.startswith("/setup/")


def test_there_is_no_link_once_somebody_has_an_account(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://nardy.example"
    make_user()
    assert run() == ["There is an account already: log in at https://nardy.example/login/"]
