"""What the control room counts: matches that two people will really play."""

import pytest

from tests.builders import Stage, make_running_event
from tournaments.selectors.boards import load_board
from tournaments.selectors.desk import desk
from tournaments.selectors.fixtures import fixture_rows, fixture_views

pytestmark = pytest.mark.django_db

DOUBLE = {"shape": "double"}


@pytest.mark.parametrize("entrants", [3, 5, 6, 7, 9, 12, 13])
def test_the_matches_to_go_are_those_that_the_bracket_will_have(entrants: int) -> None:
    event = make_running_event([f"P{n}" for n in range(entrants)], bracket_rules=DOUBLE)
    stage = Stage(event)
    while keys := stage.open_keys():
        states = load_board(event).states()
        to_go = {key for key, now in states.items() if now.is_match and now.winner is None}
        shown = desk(event)
        assert shown.open_count == len(to_go)
        stage.win(keys[-1])
    assert desk(event).open_count == 0


def test_nobody_waits_for_the_loser_of_a_bye() -> None:
    event = make_running_event("ABC", bracket_rules=DOUBLE)
    views = {view.key: view for view in fixture_views(fixture_rows(event))}
    byes = [key for key, view in views.items() if view.status == "bye"]
    assert byes
    labels = [slot.label for view in views.values() for slot in view.slots]
    assert not [label for label in labels for key in byes if label == f"Loser of {key}"]
