"""Whatever was done to the rounds of an event, in whatever order, undo goes back through it all."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from config.errors import DomainError
from tests.builders import Stage, by_director, make_rounds
from tests.tournaments.test_undo import undo
from tests.tournaments.test_undo_round_deeds import DEEDS, everything
from tournaments.models import Event, Round
from tournaments.selectors.deeds import last_deed


def play_one(event: Event, minute: float) -> None:
    for key in Stage(event).open_keys()[:1]:
        Stage(event).win(key, act=by_director(minute))


def last_id(event: Event) -> int:
    deed = last_deed(event)
    assert deed is not None
    return deed.id


@pytest.mark.django_db
@pytest.mark.parametrize("format_", ["swiss", "lives"])
@settings(
    max_examples=15,
    deadline=None,
    phases=[Phase.generate],  # to shrink a whole event takes minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    names=st.integers(4, 7),
    deeds=st.lists(st.sampled_from([*DEEDS, "play", "draft", "publish"]), min_size=4, max_size=10),
)
def test_undo_goes_back_through_all_of_it(format_: str, names: int, deeds: Sequence[str]) -> None:
    rules: Any = {"swiss": {"rounds": 3}, "lives": {"lives": 2}}[format_]
    event = make_rounds("ABCDEFG"[:names], format_, **rules)
    Stage(event).play_out()
    states, last = [everything(event)], last_id(event)
    for n, name in enumerate(deeds):
        # What cannot be done is refused, and nothing has changed; there may be no draft to alter.
        with suppress(DomainError, Round.DoesNotExist):
            if name == "play":
                play_one(event, 10 + n)
            else:
                DEEDS[name](event, by_director(10 + n, "as it was"))
        if (deed := last_id(event)) != last:  # a correction may say what was said before
            last = deed
            states.append(everything(event))
    for n, before in enumerate(reversed(states[:-1])):
        undo(event, 60 + n)
        assert everything(event) == before
