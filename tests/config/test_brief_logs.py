"""Lines about refused requests are short."""

import logging

import pytest
from django.test import Client

from config.logs import WithoutTraceback, hide


def test_a_request_for_another_host_leaves_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("django.security.DisallowedHost")
    assert any(isinstance(one, WithoutTraceback) for one in logger.filters)
    assert Client().get("/", headers={"host": "evil.example"}).status_code == 400
    (line,) = [one for one in caplog.records if one.name == logger.name]
    assert "evil.example" in line.getMessage()
    assert line.exc_info is None


@pytest.mark.parametrize("page", ["confirm", "stop"])
def test_links_from_mails_are_not_written_down(page: str) -> None:
    assert hide(f"GET /messages/{page}/WzEs:1xY:Nm1/ 200") == f"GET /messages/{page}/…/ 200"
