"""Four players and the phones of two of them."""

import pytest

from tests.builders import Stage, make_running_event
from tests.pages.cast import Phone
from tournaments.models import Event


@pytest.fixture
def event() -> Event:
    return make_running_event("ABCD", consolation_length=5)


@pytest.fixture
def phones(event: Event) -> tuple[Phone, Phone]:
    """The phones of the two who play M1.1, in the order of its sides."""
    first, second = Stage(event).names("M1.1")
    assert first
    assert second
    return Phone(event, first), Phone(event, second)
