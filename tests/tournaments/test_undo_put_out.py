"""Who was put out by mistake, of one event or all, is back by one undo."""

from collections.abc import Callable

import pytest

from tests.builders import (
    Stage,
    by_director,
    entry_id,
    make_ladder,
    make_rounds,
    make_running_event,
    make_ties,
    undo_last,
)
from tests.tournaments.rulings import Scene
from tests.tournaments.test_ladders import challenge
from tests.tournaments.test_sanctions import give
from tests.tournaments.whole import NOW, facts, reported
from tournaments.models import Event
from tournaments.selectors.deeds import last_deed
from tournaments.selectors.log import deed_words
from tournaments.services.disqualifying import entry_disqualify

pytestmark = pytest.mark.django_db(transaction=True)


def disqualify(event: Event, name: str, minutes: float = 30) -> None:
    act = by_director(minutes, "Loaded dice")
    entry_disqualify(event_id=event.pk, entry_id=entry_id(event, name), act=act)


def brackets() -> Event:
    return make_running_event("ABCDEFGH", bracket_rules={"shape": "double"})


def challenged() -> Event:
    event = make_ladder("ABCD")
    challenge(event, "CB")
    return event


EVENTS: dict[str, Callable[[], Event]] = {
    "brackets": brackets,
    "rounds": lambda: make_rounds("ABCD", rounds=2),
    "ladder": challenged,
    "ties": lambda: make_ties(["C", "Lviv"]),
}


@pytest.mark.parametrize("where", EVENTS)
@pytest.mark.parametrize("kind", ["disqualification", "exclusion"])
def test_who_was_put_out_by_mistake_is_back_in_one_step(where: str, kind: str) -> None:
    event = EVENTS[where]()
    before = facts(event)
    if kind == "exclusion":
        give(event, "C", "exclusion")
    else:
        disqualify(event, "C")
    assert event.entries.get(name="C").has_left
    deed = last_deed(event)
    assert deed is not None
    assert deed_words(deed.first) == f"the {kind.replace('exclusion', 'sanction')} " + (
        "for C" if kind == "exclusion" else "of C"
    )
    undo_last(event, NOW)
    assert facts(event) == before


@pytest.mark.parametrize("undone_in", [0, 1])
def test_an_exclusion_from_everything_is_undone_everywhere_from_any_of_the_events(
    undone_in: int,
) -> None:
    event = make_running_event("ABCD")
    other = make_rounds("ABC", rounds=3, name="Side", tournament=event.tournament)
    Stage(event).win("M1.1")
    Stage(other).win(Stage(other).open_keys()[0])
    before = facts(event, other)
    give(event, "A", "exclusion", everywhere=True)
    assert facts(event, other) != before
    undo_last((event, other)[undone_in], NOW)
    assert facts(event, other) == before
    for each in (event, other):
        deed = last_deed(each)
        assert deed is not None
        assert deed.action == "result.entered"


def test_the_walkover_of_one_who_was_put_out_gives_the_report_back_that_waited() -> None:
    scene = reported(Scene())
    before = facts(scene.event)
    disqualify(scene.event, scene.players[0].name)
    assert scene.match.outcome == "walkover"
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before
