"""What holds for every shape and size and whatever happens, forfeits and withdrawals too."""

from collections import Counter
from random import Random

from hypothesis import given, settings, strategies as st

from tests.formats.cast import entrants
from tests.formats.shaped import EVERY_CONFIG, drawn
from tournaments.formats.draw import DrawConfig
from tournaments.formats.graph import EntrantId, Graph, LoserOf
from tournaments.formats.places import places
from tournaments.formats.progress import (
    BYE,
    NodeState,
    Outcome,
    State,
    Status,
    advance,
    entrant_in,
    progress,
)
from tournaments.formats.standings import Standing, standings

configs = st.sampled_from(EVERY_CONFIG)
chances = st.integers().map(Random)


class Play:
    """An event in which everything can happen, advanced node by node."""

    def __init__(self, graph: Graph, chance: Random) -> None:
        self.graph, self.chance = graph, chance
        self.outcomes: dict[str, Outcome] = {}
        self.withdrawn: dict[EntrantId, int] = {}
        self.state = progress(graph, {})
        # Eventful and quiet events: in most nobody leaves.
        self.trouble = chance.choice([0, 0, 0.05, 0.3])

    def ready(self) -> list[str]:
        return [key for key, now in self.state.items() if now.status is Status.READY]

    def step(self) -> None:
        """One thing happens, and what it reaches follows."""
        ready = self.ready()
        happened = self.happen(self.chance.choice(ready))
        keys = [key for key in ready if happened & set(pair(self.state[key]))]
        self.state = advance(self.graph, self.state, self.outcomes, keys, self.withdrawn)

    def wave(self) -> None:
        """Something happens in every match that can be played."""
        for key in self.ready():
            self.happen(key)
        self.state = self.whole()

    def happen(self, key: str) -> set[EntrantId]:
        """A result, a double forfeit, or one or both withdraw. Returns whom it is about."""
        players = self.chance.sample(pair(self.state[key]), 2)
        if self.chance.random() < self.trouble:
            left = players[: self.chance.randint(1, 2)]
            self.withdrawn |= dict.fromkeys(left, len(self.withdrawn))
            return set(left)
        both_out = self.chance.random() < self.trouble / 2
        self.outcomes[key] = Outcome(*players, both_out=both_out)
        return set(players)

    def whole(self) -> State:
        return progress(self.graph, self.outcomes, self.withdrawn)


def pair(now: NodeState) -> list[EntrantId]:
    return [one for slot in now.participants if (one := entrant_in(slot)) is not None]


@settings(max_examples=50, deadline=None)
@given(st.integers(2, 30), configs, chances)
def test_step_by_step_is_the_same_as_all_at_once(
    size: int, config: DrawConfig, chance: Random
) -> None:
    play = Play(drawn(size, config).graph, chance)
    while not play.state.finished:
        play.step()
        seats = [one for key in play.ready() for one in pair(play.state[key])]
        assert len(seats) == len(set(seats))
        assert dict(play.state) == dict(play.whole())
        assert play.state.orphans == play.whole().orphans == {}
    assert not play.ready()


@settings(max_examples=50, deadline=None)
@given(st.integers(2, 200), configs, chances)
def test_every_event_finishes_and_places_everybody_once(
    size: int, config: DrawConfig, chance: Random
) -> None:
    play = Play(drawn(size, config).graph, chance)
    while play.ready():
        play.wave()
    state = play.state
    assert state.finished

    found = standings(play.graph, state)
    assert sorted(one.entrant for one in found) == entrants(size)
    assert all(one.final for one in found)
    assert_tiled([(one.first, one.last) for one in found])
    for bracket in play.graph.brackets():
        inside = places(play.graph, state, bracket)
        assert all(one.final for one in inside)
        assert_tiled([(one.first, one.last) for one in inside])


def assert_tiled(spans: list[tuple[int, int]]) -> None:
    """Shared places cover 1 to n without gap or overlap."""
    next_free = 1
    for (first, last), sharing in sorted(Counter(spans).items()):
        assert (first, last) == (next_free, next_free + sharing - 1)
        next_free = last + 1
    assert next_free == len(spans) + 1


@settings(max_examples=50, deadline=None)
@given(st.integers(2, 80), configs, chances)
def test_every_loser_goes_where_his_link_says_and_nobody_meets_himself(
    size: int, config: DrawConfig, chance: Random
) -> None:
    play = Play(drawn(size, config).graph, chance)
    while play.ready():
        play.wave()
    state = play.state
    for key, now in state.items():
        assert len(set(pair(now))) == len(pair(now))
        node = play.graph[key]
        for source, slot in zip(node.sources, now.participants, strict=True):
            if isinstance(source, LoserOf):
                feeder = state[source.key]
                counts = source.slot is None or feeder.loser == feeder.participants[source.slot - 1]
                assert slot == (feeder.loser if counts else BYE)
    entered = Counter(
        (play.graph[key].bracket, one)
        for key, now in state.items()
        for one in came_in(play.graph, key, now)
    )
    assert set(entered.values()) == {1}


def came_in(graph: Graph, key: str, now: NodeState) -> list[EntrantId]:
    """Who enters a bracket at this node, not having been in it before."""
    bracket = graph[key].bracket
    return [
        one
        for source, slot in zip(graph[key].sources, now.participants, strict=True)
        if (one := entrant_in(slot)) is not None
        and not (hasattr(source, "key") and graph[source.key].bracket == bracket)
    ]


@settings(max_examples=50, deadline=None)
@given(st.integers(2, 60), configs, chances)
def test_what_standings_promise_comes_true(size: int, config: DrawConfig, chance: Random) -> None:
    play = Play(drawn(size, config).graph, chance)
    play.trouble = 0
    promised: list[Standing] = []
    while not play.state.finished:
        if chance.random() < 0.2:
            promised += standings(play.graph, play.state)
        play.step()
    end = {one.entrant: one for one in standings(play.graph, play.state)}
    for early in promised:
        late = end[early.entrant]
        assert early.first <= late.first <= late.last <= early.last
        assert not early.final or (early.first, early.last) == (late.first, late.last)
