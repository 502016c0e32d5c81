"""The API answers people in their language, and programs by code."""

import pytest

from tests.api.talking import staff
from tests.builders import make_event

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "said"), [("ru", "чётное число"), ("uk", "парне число"), ("en", "is even")]
)
def test_a_rule_of_the_game_is_told_in_the_language(language: str, said: str) -> None:
    tournament = make_event().tournament
    director = staff(tournament.staff.earliest("pk").user)
    answer = director.post(
        f"/tournaments/{tournament.slug}/events/",
        {"name": "Even", "length": 8},
        accept_language=language,
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "length_even")
    assert said in answer.json()["message"]


@pytest.mark.parametrize(
    ("language", "said"), [("ru", "Кавычка не закрыта"), ("uk", "Лапки не закрито")]
)
def test_a_finding_in_a_list_is_told_in_the_language(language: str, said: str) -> None:
    event = make_event()
    director = staff(event.tournament.staff.earliest("pk").user)
    answer = director.post(
        f"/events/{event.pk}/entries/preview/",
        {"text": 'Name,Club\n"Anna,Kyiv\n'},
        accept_language=language,
    )
    assert said in str([finding["message"] for finding in answer.json()["findings"]])
