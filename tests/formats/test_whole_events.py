"""What holds for every event, whatever its size and whoever wins."""

from collections import Counter
from random import Random

from hypothesis import given, settings, strategies as st

from tests.formats.cast import entrants
from tests.formats.playing import played_out, ready
from tournaments.formats.draw import Draw, DrawConfig, draw
from tournaments.formats.elimination import Lengths
from tournaments.formats.graph import EntrantId, Graph
from tournaments.formats.places import Place, places
from tournaments.formats.progress import BYE, Outcome, State, Status, progress

BOTH = DrawConfig(Lengths(7), consolation=Lengths(5))

chances = st.integers().map(Random)


def drawn(size: int) -> Draw:
    return draw(entrants(size), BOTH, seed=f"{size} entrants")


def losers(
    graph: Graph, outcomes: dict[str, Outcome], bracket: str, round_: int
) -> list[EntrantId]:
    return [
        outcome.loser
        for key, outcome in outcomes.items()
        if (graph[key].bracket, graph[key].round) == (bracket, round_)
    ]


def dropped_in(graph: Graph, state: State) -> list[EntrantId]:
    first_round = [state[node.key] for round_ in graph.rounds("C")[:1] for node in round_]
    return [
        slot
        for now in first_round
        for slot in now.participants
        if slot is not None and slot is not BYE
    ]


def assert_places_tile(found: tuple[Place, ...], field: list[EntrantId]) -> None:
    """Every entrant has one place, and the shared places cover 1 to n without gap or overlap."""
    assert sorted(place.entrant for place in found) == sorted(field)
    shared = Counter((place.first, place.last) for place in found)
    next_free = 1
    for (first, last), sharing in sorted(shared.items()):
        assert (first, last) == (next_free, next_free + sharing - 1)
        next_free = last + 1
    assert next_free == len(field) + 1


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 200), chances)
def test_every_event_finishes_and_places_everybody(size: int, chance: Random) -> None:
    event = drawn(size)
    outcomes = played_out(event.graph, chance)
    state = progress(event.graph, outcomes)

    assert state.finished
    assert not state.orphans
    assert not [now for now in state.values() if now.first == now.second and now.is_match]
    main = places(event.graph, state, "M")
    assert_places_tile(main, list(event.field))
    assert all(place.final for place in main)
    assert main[0].entrant == state.champion("M")
    assert sum(place.wins for place in main) == size - 1


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 200), chances)
def test_first_round_losers_drop_exactly_once(size: int, chance: Random) -> None:
    event = drawn(size)
    outcomes = played_out(event.graph, chance)
    state = progress(event.graph, outcomes)

    beaten = losers(event.graph, outcomes, "M", 1)
    expected = beaten if len(beaten) > 1 else []
    assert sorted(dropped_in(event.graph, state)) == sorted(expected)
    assert_places_tile(places(event.graph, state, "C"), expected)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 40), chances)
def test_results_one_by_one_in_any_order_lead_to_the_same_state(size: int, chance: Random) -> None:
    graph = drawn(size).graph
    outcomes: dict[str, Outcome] = {}
    while pairs := ready(graph, outcomes):
        seats = [(graph[key].bracket, entrant) for key, pair in pairs.items() for entrant in pair]
        assert len(seats) == len(set(seats))
        key = chance.choice(sorted(pairs))
        outcomes[key] = Outcome(*chance.sample(pairs[key], 2))
        assert not progress(graph, outcomes).orphans

    shuffled = dict(chance.sample(list(outcomes.items()), len(outcomes)))
    assert dict(progress(graph, shuffled)) == dict(progress(graph, outcomes))
    assert progress(graph, shuffled).finished


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 100), chances)
def test_what_is_known_stays_true_when_more_results_come(size: int, chance: Random) -> None:
    graph = drawn(size).graph
    outcomes = played_out(graph, chance)
    some = [key for key in outcomes if chance.random() < 0.5]
    partly = progress(graph, {key: outcomes[key] for key in some})
    wholly = progress(graph, outcomes)

    for key, now in partly.items():
        for early, late in zip(now.participants, wholly[key].participants, strict=True):
            assert early in (None, late)
            assert (early is BYE) == (late is BYE)
        assert now.status in (Status.WAITING, Status.READY, wholly[key].status)
    finally_at = {place.entrant: place for place in places(graph, wholly, "M")}
    for place in places(graph, partly, "M"):
        end = finally_at[place.entrant]
        assert place.first <= end.first <= end.last <= place.last
        assert not place.final or place == end
