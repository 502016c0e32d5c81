"""Choosing a bracket format: kept typed, refused before anything is stored."""

from typing import Any

import pytest

from config.errors import InvalidError
from tests.builders import by_director, enter, make_event, make_rounds, make_running_event
from tournaments.formats.shapes import Shape
from tournaments.models import Event
from tournaments.selectors.public import lengths_text
from tournaments.services.drawing import draw_config, event_draft
from tournaments.services.setting_up import EventSpec, event_change

pytestmark = pytest.mark.django_db

DOUBLE = {"shape": "double", "second_final": True, "finals_length": 11}


def test_a_format_is_kept_and_drawn() -> None:
    event = make_running_event("ABCDEFGH", bracket_rules=DOUBLE, consolation_length=5)
    event.refresh_from_db()
    assert event.bracket_rules == DOUBLE
    assert draw_config(event).shape is Shape.DOUBLE
    lengths = dict(event.fixtures.values_list("key", "length"))
    assert (lengths["M1.1"], lengths["C1.1"], lengths["F1.1"], lengths["F2.1"]) == (7, 5, 11, 11)
    second = event.fixtures.get(key="F2.1")
    assert (second.source_1, second.source_2) == ("winner:F1.1", "loser:F1.1:1")


def test_what_the_event_was_made_from_makes_it_again() -> None:
    event = make_event(bracket_rules=DOUBLE)
    spec = EventSpec.of(event)
    again = event_change(event_id=event.pk, spec=spec, act=by_director())
    assert EventSpec.of(again) == spec


def test_the_public_reads_the_format_in_words() -> None:
    event = make_event(bracket_rules=DOUBLE, consolation_length=5)
    text = lengths_text(event)
    assert "lower bracket to 5, finals to 11" in text
    assert "Double elimination: out after two losses, a second final if it is needed" in text


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ({"bracket_rules": {"shape": "triple"}}, "shape_unknown"),
        ({"bracket_rules": {"shape": "progressive"}}, "consolation_missing"),
        ({"bracket_rules": {"last_chance_length": 5}}, "consolation_missing"),
        ({"bracket_rules": {"shape": "double", "rounds": 3}}, "setting_unknown"),
        ({"bracket_rules": {"shape": "double", "finals_length": 8}}, "length_even"),
        (
            {"bracket_rules": {"shape": "double", "finals_from_final": {"1": 101}}},
            "length_too_long",
        ),
        ({"bracket_rules": {"shape": "playoff", "qualifiers": 3}}, "qualifiers_uneven"),
        (
            {"format": "swiss", "round_rules": {"rounds": 3}, "bracket_rules": DOUBLE},
            "not_in_rounds",
        ),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_stored(spec: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidError) as refused:
        make_event(**spec)
    assert refused.value.code == code
    assert not Event.objects.exists()


def test_a_playoff_larger_than_the_field_is_refused_by_the_draw() -> None:
    event = make_event(bracket_rules={"shape": "playoff", "qualifiers": 4})
    enter(event, "ABCDEFG")
    with pytest.raises(InvalidError) as refused:
        event_draft(event_id=event.pk, seed="s", act=by_director())
    assert refused.value.code == "playoff_too_large"
    event.refresh_from_db()
    assert (event.state, event.draw) == ("entries", None)


def test_an_event_of_rounds_has_no_settings_of_brackets() -> None:
    assert make_rounds("ABCD", rounds=3).bracket_rules is None
