"""A result looks at the few fixtures that it reaches, and comes to the same as a walk of all."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from matches.models import Match
from matches.services.ruling import match_decide, match_reopen
from matches.services.steps import Verdict
from tests.api.talking import member
from tests.builders import Stage, by_director, enter, make_event, make_running_event
from tournaments.formats import (
    Entrant,
    EntrantId,
    Graph,
    Lengths,
    LoserOf,
    Node,
    knockout,
    spread,
)
from tournaments.models import Event
from tournaments.services.advancing import event_advance
from tournaments.services.attendance import entry_withdraw
from tournaments.services.drawing import event_publish
from tournaments.services.laying import fixtures_lay
from tournaments.services.results import result_enter

SEVEN = Lengths(7)
WRONG = by_director(5, "Somebody misread it")


def named(count: int) -> list[str]:
    return [f"Player {number}" for number in range(1, count + 1)]


def drawn(count: int) -> Event:
    return make_running_event(named(count), consolation_length=5)


def drawn_twice(count: int) -> Event:
    """Double elimination: whether there is a second final is known after the first."""
    rules = {"shape": "double", "second_final": True}
    return make_running_event(named(count), bracket_rules=rules)


def drawn_by_first_match(count: int) -> Event:
    """Links with a condition in the consolation, and somebody has left."""
    rules = {"shape": "first_match", "last_chance_length": 3}
    event = make_running_event(named(count), consolation_length=5, bracket_rules=rules)
    pk = event.entries.get(number=2).pk
    entry_withdraw(event_id=event.pk, entry_id=pk, act=by_director())
    return event


def full_of_byes(count: int) -> Event:
    """All losers of the first round drop, those of byes too, and once more from there."""
    event = make_event()
    enter(event, named(count))
    lines = spread([Entrant(EntrantId(number)) for number in range(1, count + 1)])
    main = knockout("M", lines, SEVEN)
    second = dropped("C", main)
    graph = Graph([*main, *second, *dropped("D", second)])
    fixtures_lay(event, graph, by_director())
    event.state, event.draw = Event.State.DRAFTED, {"seed": "s"}
    event.save()
    event_advance(event_id=event.pk, act=by_director(), whole=True)
    return event_publish(event_id=event.pk, act=by_director())


def dropped(bracket: str, nodes: Sequence[Node]) -> Sequence[Node]:
    losers = [LoserOf(node.key) for node in nodes if node.round == 1]
    return knockout(bracket, losers, SEVEN) if len(losers) > 1 else ()


def fixtures(event: Event) -> list[Any]:
    return list(event.fixtures.order_by("pk").values())


def turn(stage: Stage, choose: Callable[[int], int]) -> None:
    """Somebody decides, corrects or takes back one match; half of the time the event follows it.

    It then follows that one only, while it may be behind with others.
    """
    keys = list(stage.event.fixtures.exclude(match=None).values_list("key", flat=True))
    key = keys[choose(len(keys))]
    match = stage.match(key)
    back = match.state == Match.State.DECIDED and not choose(3)
    verdict = None if back else Verdict(1 + choose(2))
    if choose(2):
        result_enter(event_id=stage.event.pk, key=key, verdict=verdict, act=WRONG, clear=True)
    elif verdict is None:
        match_reopen(match_id=match.pk, act=WRONG)
    else:
        match_decide(match_id=match.pk, verdict=verdict, act=WRONG)


@pytest.mark.django_db
@pytest.mark.parametrize("make", [drawn, drawn_twice, drawn_by_first_match, full_of_byes])
@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_after_what_was_reached_a_walk_of_all_finds_nothing_to_do(
    make: Callable[[int], Event], data: st.DataObject
) -> None:
    def choose(options: int) -> int:
        return data.draw(st.integers(0, options - 1))

    stage = Stage(make(3 + choose(14)))
    for minutes in range(10, 10 + choose(25)):
        for _ in range(1 + choose(3)):
            turn(stage, choose)
        event_advance(event_id=stage.event.pk, act=by_director(minutes))
        stage.event.refresh_from_db()
        version, reached = stage.event.version, fixtures(stage.event)
        event_advance(event_id=stage.event.pk, act=by_director(minutes + 0.5), whole=True)
        stage.event.refresh_from_db()
        assert fixtures(stage.event) == reached
        assert stage.event.version == version


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("entrants", [8, 64, 256])
def test_a_result_costs_the_same_queries_in_an_event_of_any_size(
    entrants: int, django_assert_max_num_queries: Any
) -> None:
    """The dearest result: two matches come to be, in the main draw and in the consolation."""
    stage = Stage(drawn(entrants))
    for key in ("M1.2", "M1.4", "M1.1"):
        stage.win(key)
    # One of them is PostgreSQL's NOTIFY; by two the two called to tables are awaited there, and one
    # asks whether the director is called to the match that is over.
    with django_assert_max_num_queries(32):
        stage.win("M1.3")
    assert stage.match("M2.2").state == Match.State.OPEN


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("entrants", [8, 64, 256])
def test_a_result_through_the_api_costs_the_same_queries_in_an_event_of_any_size(
    entrants: int, django_assert_max_num_queries: Any
) -> None:
    """Beside the result: the token (twice), the event, the role, a savepoint, the answer."""
    event = drawn(entrants)
    stage, director = Stage(event), member(event.tournament, "director")
    for key in ("M1.2", "M1.4", "M1.1"):
        stage.win(key)
    with django_assert_max_num_queries(38):
        path = f"/events/{event.pk}/fixtures/M1.3/result/"
        assert director.post(path, {"winner": 1}, if_match="*").status_code == 200
    assert stage.match("M2.2").state == Match.State.OPEN
