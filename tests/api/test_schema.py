"""The OpenAPI document: valid, complete, and readable in a browser."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from tournaments.api.urls import urlpatterns


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    file: Path = tmp_path_factory.mktemp("schema") / "schema.yml"
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(file))
    loaded: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return loaded


def operations(document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method.upper()} {path}", operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def test_every_address_is_described_with_its_errors(document: dict[str, Any]) -> None:
    described = len(document["paths"])
    assert described == len(urlpatterns) - 3  # the page, the document, and the one for no address
    for name, operation in operations(document):
        assert operation["summary"], name
        assert operation["tags"], name
        assert "429" in operation["responses"], name


def test_every_error_has_the_one_shape(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        for status, response in operation["responses"].items():
            if status.startswith(("4", "5")):
                schema = response["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/ErrorOutput"}, (name, status)


def test_who_may_ask_is_described(document: dict[str, Any]) -> None:
    schemes = document["components"]["securitySchemes"]
    assert set(schemes) == {"staffToken", "cookieAuth", "playerPass", "clockPass", "seatPass"}
    used = {name: operation["security"] for name, operation in operations(document)}
    assert used["GET /api/v1/me/"] == [{"playerPass": []}]
    assert used["GET /api/v1/tournaments/"] == [{}]
    assert used["POST /api/v1/tournaments/"] == [{"staffToken": []}, {"cookieAuth": []}]


@pytest.mark.django_db
def test_the_document_comes_as_yaml_and_json(client: Client) -> None:
    assert yaml.safe_load(client.get("/api/schema/").content)["info"]["title"] == "Crawford"
    asked = client.get("/api/schema/?format=json")
    assert asked.json()["info"]["title"] == "Crawford"


@pytest.mark.django_db
def test_the_page_runs_no_script_and_no_style_of_its_own(client: Client) -> None:
    page = client.get("/api/").content.decode()
    assert "<style" not in page
    assert page.count("<script") == page.count("<script src=")
    assert client.get("/api/?script=").headers["Content-Type"] == "application/javascript"


def test_every_code_in_the_document_is_explained_in_the_manual(document: dict[str, Any]) -> None:
    manual = (settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
    codes = {
        code
        for _name, operation in operations(document)
        for status, response in operation["responses"].items()
        if status.startswith("4")
        for code in re.findall(r"`([a-z_]+)`", response["description"])
    }
    assert len(codes) > 40
    assert {code for code in codes if f"`{code}`" not in manual} == set()
