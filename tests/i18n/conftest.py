"""Each test leaves the language as it found it: a request activates its own for the thread."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def _language_of_the_settings() -> Iterator[None]:
    yield
    translation.deactivate()
