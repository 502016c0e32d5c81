"""Whole events of every shape through the services: drawn, played at random, left, archived."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from matches.models import BOTH_LOST, Match
from matches.services.steps import Verdict
from tests.builders import Stage, by_director, make_running_event
from tests.tournaments.archives import comparable, exported, imported
from tournaments.models import Event
from tournaments.selectors.boards import load_board
from tournaments.selectors.overall import overall
from tournaments.services.advancing import event_advance
from tournaments.services.attendance import entry_withdraw
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db

SHAPES: dict[str, dict[str, Any]] = {
    "first round, last chance": {
        "consolation_length": 5,
        "bracket_rules": {"last_chance_length": 3, "last_chance_rounds": 2},
    },
    "first match": {"consolation_length": 5, "bracket_rules": {"shape": "first_match"}},
    "rounds": {"consolation_length": 5, "bracket_rules": {"shape": "rounds", "rounds": 2}},
    "progressive": {"consolation_length": 5, "bracket_rules": {"shape": "progressive"}},
    "shifted": {"consolation_length": 5, "bracket_rules": {"shape": "shifted"}},
    "double": {"bracket_rules": {"shape": "double", "finals_length": 11}},
    "double, second final": {"bracket_rules": {"shape": "double", "second_final": True}},
    "playoff": {"bracket_rules": {"shape": "playoff", "qualifiers": 2}},
}


class Evening:
    """Results and departures at random, one after the other, until nothing is left to play."""

    def __init__(self, event: Event, seed: str, *, leaving: float) -> None:
        self.stage, self.chance, self.leaving = Stage(event), Random(seed), leaving
        self.minutes = 10

    @property
    def event(self) -> Event:
        return self.stage.event

    def run(self) -> None:
        while keys := self.stage.open_keys():
            self.turn(self.chance.choice(keys))
            self.nothing_was_left_out()

    def turn(self, key: str) -> None:
        self.minutes += 1
        act = by_director(self.minutes)
        if self.chance.random() < self.leaving:
            row = self.stage.fixture(key)
            one = self.chance.choice([row.entry_1_id, row.entry_2_id])
            assert one is not None
            entry_withdraw(event_id=self.event.pk, entry_id=one, act=act)
            return
        verdict = Verdict(self.chance.choice([1, 2]))
        if self.chance.random() < self.leaving:
            verdict = Verdict(None, self.chance.choice(BOTH_LOST))
        result_enter(event_id=self.event.pk, key=key, verdict=verdict, act=act)

    def nothing_was_left_out(self) -> None:
        """A walk of all finds nothing to do after what the result reached."""
        before = list(self.event.fixtures.order_by("pk").values())
        event_advance(event_id=self.event.pk, act=by_director(self.minutes + 0.5), whole=True)
        assert list(self.event.fixtures.order_by("pk").values()) == before


@pytest.mark.parametrize("leaving", [0, 0.15])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("entrants", [6, 8, 11])
def test_a_whole_event_gives_everybody_one_place(shape: str, entrants: int, leaving: float) -> None:
    names = [f"Player {number}" for number in range(1, entrants + 1)]
    event = make_running_event(names, seed=shape, **SHAPES[shape])
    Evening(event, f"{shape} {entrants}", leaving=leaving).run()
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    places = overall(event)
    assert len(places) == entrants
    assert all(place.final for place in places)
    taken = Counter((place.first, place.last) for place in places)
    assert all(count == last - first + 1 for (first, last), count in taken.items())
    board = load_board(event)
    assert board.state().finished
    for row in board.rows.values():
        decided = row.match is not None and row.match.state == Match.State.DECIDED
        assert decided == (row.status == "decided")
    archive = exported(event)
    assert comparable(exported(imported(archive))) == comparable(archive)
