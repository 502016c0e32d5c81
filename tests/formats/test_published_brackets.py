"""Brackets and groups that were really played: who met whom where, and who came where."""

from collections.abc import Iterable, Mapping, Sequence

import pytest

from tests.formats.published import Match, matches, rows
from tournaments.formats.brackets import brackets
from tournaments.formats.elimination import Lengths, knockout
from tournaments.formats.graph import Entrant, EntrantId, Graph, LoserOf, Node, Source
from tournaments.formats.places import places
from tournaments.formats.progress import Outcome, State, Status, entrant_in, progress
from tournaments.formats.round_results import Kind, RoundResult, Unplayed
from tournaments.formats.shapes import DrawConfig, Shape
from tournaments.formats.standings import standings
from tournaments.formats.standings_table import Standings, standings as table
from tournaments.formats.tiebreaks import tie_break

ONE = Lengths(1)
BRACKETS = {"upper": "M", "lower": "C", "final": "F"}


class Cast:
    """Teams by number, in the order in which they are named first."""

    def __init__(self, played: Iterable[Match]) -> None:
        self.names = list(dict.fromkeys(team for each in played for team in (each.one, each.other)))

    def id(self, team: str) -> EntrantId:
        return EntrantId(self.names.index(team) + 1)

    def name(self, entrant: EntrantId) -> str:
        return self.names[entrant - 1]

    def lines(self, first_round: Iterable[Match]) -> list[Source]:
        return [Entrant(self.id(team)) for each in first_round for team in (each.one, each.other)]


def place_of(match: Match) -> tuple[str, int]:
    bracket, number = match.round.split()
    return BRACKETS[bracket], int(number)


def play(graph: Graph, cast: Cast, published: Mapping[tuple[str, int], Sequence[Match]]) -> State:
    """Enter what was played; each match must be one that the graph has ready in that round."""
    outcomes: dict[str, Outcome] = {}
    for (bracket, number), played in published.items():
        state = progress(graph, outcomes)
        pairs = {
            frozenset(now.participants): key
            for key, now in state.items()
            if now.status is Status.READY
            and (graph[key].bracket, graph[key].round) == (bracket, number)
        }
        for match in played:
            winner, loser = cast.id(match.one), cast.id(match.other)
            outcomes[pairs.pop(frozenset({winner, loser}))] = Outcome(winner, loser)
        assert not pairs
    return progress(graph, outcomes)


def by_place(played: Iterable[Match]) -> dict[tuple[str, int], list[Match]]:
    found: dict[tuple[str, int], list[Match]] = {}
    for match in played:
        found.setdefault(place_of(match), []).append(match)
    return found


@pytest.mark.parametrize(
    ("bracket", "ranking"),
    [
        (
            "United States",
            "New York, Tennessee, Kentucky, Iowa, California Rhode Island, Oregon Texas",
        ),
        (
            "International",
            "South Korea, Panama, Mexico, Australia, Canada Curaçao, Italy Japan",
        ),
    ],
)
def test_eight_in_double_elimination_meet_as_they_did(bracket: str, ranking: str) -> None:
    played = [match for match in matches("little-league-2016") if match.part == bracket]
    cast, published = Cast(played), by_place(played)
    config = DrawConfig(ONE, shape=Shape.DOUBLE)
    graph, _ = brackets(cast.lines(published["M", 1]), config)
    state = play(graph, cast, published)
    assert state.finished
    shared: dict[int, list[str]] = {}
    for each in standings(graph, state):
        assert each.final
        shared.setdefault(each.first, []).append(cast.name(each.entrant))
    assert ", ".join(" ".join(sorted(names)) for names in shared.values()) == ranking


def group_table(group: str) -> tuple[Cast, Standings]:
    played = [match for match in matches("world-cup-1998") if match[:2] == ("group", group)]
    cast = Cast(played)
    everybody = [cast.id(team) for team in cast.names]
    rounds = []
    for match in played:
        pair = cast.id(match.one), cast.id(match.other)
        kind = Kind.DRAW if match.drawn else Kind.WIN
        rests = [RoundResult(each, None, Kind.REST) for each in everybody if each not in pair]
        rounds.append([RoundResult(*pair, kind, match.score), *rests])
    order = [tie_break(code) for code in ("score", "wins", "points_difference")]
    return cast, table(everybody, rounds, order, Unplayed.ROUND_ROBIN)


@pytest.mark.parametrize("group", "ABCDEFGH")
def test_groups_end_as_in_the_published_tables(group: str) -> None:
    """Three points for a win are half points and wins together; no table here turns on that."""
    cast, found = group_table(group)
    mine = []
    for row in found.rows:
        halves, wins, difference = (value or 0 for value in row.values)
        shown = f"{difference:+}" if difference else "0"
        mine.append([group, cast.name(row.entrant), shown, str(halves + wins)])
    assert mine == [row for row in rows("world-cup-1998-tables") if row[0] == group]
    assert [row.first for row in found.rows] == [1, 2, 3, 4]


def knockout_of_1998() -> tuple[Cast, Graph, State]:
    played = [match for match in matches("world-cup-1998") if match.part != "group"]
    cast = Cast(played)
    published: dict[tuple[str, int], list[Match]] = {}
    for match in played:
        bracket = "M" if match.part == "knockout" else "C"
        published.setdefault((bracket, int(match.round)), []).append(match)
    main = knockout("M", cast.lines(published["M", 1]), ONE)
    third = Node("C1.1", "C", 1, 1, LoserOf("M3.1"), LoserOf("M3.2"), 1)
    graph = Graph([*main, third])
    return cast, graph, play(graph, cast, published)


def test_a_knockout_of_sixteen_ends_with_the_published_places() -> None:
    cast, graph, state = knockout_of_1998()
    assert state.finished
    found = {cast.name(each.entrant): (each.first, each.last) for each in places(graph, state, "M")}
    assert (found["France"], found["Brazil"]) == ((1, 1), (2, 2))
    assert found["Croatia"] == found["Netherlands"] == (3, 4)
    quarter = {name for name, place in found.items() if place == (5, 8)}
    assert quarter == {"Argentina", "Denmark", "Germany", "Italy"}
    assert sum(place == (9, 16) for place in found.values()) == 8
    third = [(cast.name(each.entrant), each.first) for each in places(graph, state, "C")]
    assert third == [("Croatia", 1), ("Netherlands", 2)]


def test_the_first_two_of_each_group_went_on_in_different_halves() -> None:
    cast, graph, state = knockout_of_1998()
    line = [
        cast.name(entrant)
        for node in graph.rounds("M")[0]
        for slot in state[node.key].participants
        if (entrant := entrant_in(slot)) is not None
    ]
    for group in "ABCDEFGH":
        there, found = group_table(group)
        first, second = (there.name(row.entrant) for row in found.rows[:2])
        assert (line.index(first) < 8) != (line.index(second) < 8)
