"""What formats cost: CPU of each task, beside the least that the same machine needs for its core.

    python -m bench.formats [TASK ...]

Needs neither a database nor a framework. The least is a bare loop over plain lists, without checks,
rules or names, timed turn by turn with the task itself, so that both meet the same machine.
"""

import argparse
import time
from collections.abc import Callable
from heapq import heappop, heappush
from random import Random
from typing import NamedTuple

from tournaments.formats.elimination import Lengths, knockout
from tournaments.formats.graph import Entrant, EntrantId, Graph, LoserOf, Node, WinnerOf, node_key
from tournaments.formats.planning import Floor, plan
from tournaments.formats.progress import progress
from tournaments.formats.round_results import RoundResult
from tournaments.formats.standings_table import standings
from tournaments.formats.tiebreaks import SIMPLE, LivesLeft

TURNS = 9


class Task(NamedTuple):
    """Something to measure; `least` does the core of it as barely as Python can."""

    what: str
    work: Callable[[], object]
    least: Callable[[], object]


def cpu(step: Callable[[], object]) -> float:
    """CPU milliseconds of one turn."""
    begun = time.process_time()
    step()
    return 1000 * (time.process_time() - begun)


def line(task: Task) -> str:
    turns = [(cpu(task.work), cpu(task.least)) for _ in range(TURNS)]
    work, least = (min(each) for each in zip(*turns, strict=True))
    return f"{task.what:<56} {work:8.1f} ms CPU   least {least:8.1f} ms   ratio {work / least:6.2f}"


def field(size: int) -> list[EntrantId]:
    return [EntrantId(number) for number in range(1, size + 1)]


def with_consolation(size: int) -> Graph:
    """A knockout, and a progressive consolation for all but its finalists: 2n - 4 matches."""
    main = knockout("M", [Entrant(entrant) for entrant in field(size)], Lengths(9))
    nodes = list(main)
    rounds = Graph(main).rounds("M")
    survivors: list[WinnerOf | LoserOf] = [LoserOf(node.key) for node in rounds[0]]
    for number in range(1, 2 * len(rounds) - 2):
        dropped = [LoserOf(node.key) for node in rounds[number // 2]]
        meeting = (survivors, dropped) if number % 2 == 0 else (survivors[::2], survivors[1::2])
        played = [
            Node(node_key("C", number, at), "C", number, at, first, second, 7)
            for at, (first, second) in enumerate(zip(*meeting, strict=True), start=1)
        ]
        nodes += played
        survivors = [WinnerOf(node.key) for node in played]
    return Graph(nodes)


def forecast(size: int, samples: int) -> Task:
    graph = with_consolation(size)
    state = progress(graph, {})
    durations = [float(minutes) for minutes in range(20, 120)]

    def least() -> None:
        for _ in range(samples):
            events: list[tuple[float, int]] = []
            for match in range(len(graph)):
                heappush(events, (durations[match % 100], match))
            while events:
                heappop(events)

    return Task(
        f"forecast {len(graph)} matches, {samples} times",
        lambda: plan(graph, state, Floor(size // 2), seed="bench", samples=samples),
        least,
    )


def swiss_rounds(size: int, rounds: int) -> list[list[RoundResult]]:
    chance = Random(1)
    score = [0] * (size + 1)
    found = []
    for _ in range(rounds):
        order = sorted(field(size), key=lambda entrant: (-score[entrant], chance.random()))
        results = []
        for pair in zip(order[::2], order[1::2], strict=True):
            winner, loser = chance.sample(pair, 2)
            score[winner] += 1
            results.append(RoundResult(winner, loser, points=(7, chance.randrange(7))))
        found.append(results)
    return found


def table(size: int, rounds: int) -> Task:
    entrants = field(size)
    results = swiss_rounds(size, rounds)
    order = (*SIMPLE.values(), LivesLeft(rounds))

    def least() -> list[int]:
        """Scores, Buchholz and Sonneborn-Berger alone."""
        got: list[list[int]] = [[] for _ in range(size + 1)]
        foes: list[list[int]] = [[] for _ in range(size + 1)]
        for played in results:
            for result in played:
                a, b = result.a, result.b
                assert b is not None
                got[a].append(2)
                got[b].append(0)
                foes[a].append(b)
                foes[b].append(a)
        score = [sum(mine) for mine in got]
        worth = [[score[foe] for foe in mine] for mine in foes]
        buchholz = [sum(mine) for mine in worth]
        beaten = [
            sum([half * foe for half, foe in zip(mine, theirs, strict=True)])
            for mine, theirs in zip(got, worth, strict=True)
        ]
        return sorted(entrants, key=lambda i: (-score[i], -buchholz[i], -beaten[i]))

    return Task(
        f"standings of {size:,} after {rounds} rounds, {len(order)} criteria",
        lambda: standings(entrants, results, order),
        least,
    )


TASKS: dict[str, Callable[[], list[Task]]] = {
    "forecast": lambda: [forecast(32, 300), forecast(64, 300)],
    "standings": lambda: [table(1_000, 11), table(10_000, 9)],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*", metavar="TASK", help=f"of {', '.join(TASKS)}; all")
    for name in parser.parse_args().tasks or TASKS:
        for task in TASKS[name]():
            print(line(task))


if __name__ == "__main__":
    main()
