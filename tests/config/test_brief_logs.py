"""Lines about refused requests are short."""

import logging

import pytest
from django.test import Client

from config.logs import WithoutTraceback


def test_a_request_for_another_host_leaves_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("django.security.DisallowedHost")
    assert any(isinstance(one, WithoutTraceback) for one in logger.filters)
    assert Client().get("/", headers={"host": "evil.example"}).status_code == 400
    (line,) = [one for one in caplog.records if one.name == logger.name]
    assert "evil.example" in line.getMessage()
    assert line.exc_info is None
