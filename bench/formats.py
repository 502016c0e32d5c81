"""What formats cost: CPU of each task beside its target, and the least that its core needs.

    python -m bench.formats [TASK ...]

Needs neither a database nor a framework. The least is a bare loop over plain lists, without checks,
rules or names, timed turn by turn with the task itself, so that both meet the same machine. After
target and least stands the ratio to them. Memory is what one turn held at most, by `tracemalloc`.
"""

import argparse
from collections.abc import Callable
from dataclasses import replace
from heapq import heappop, heappush
from random import Random

from bench.elimination import advancing, drawing
from bench.swiss import swiss
from bench.tasks import Task, field, lines
from tournaments.formats.draw import draw
from tournaments.formats.elimination import Lengths
from tournaments.formats.pairing import Member, Past
from tournaments.formats.planning import Floor, Present, Running, plan
from tournaments.formats.progress import progress
from tournaments.formats.round_event import RoundEvent
from tournaments.formats.round_plan import RoundPlan
from tournaments.formats.round_planning import MatchPlan, RoundsPlan, plan_rounds
from tournaments.formats.round_results import RoundResult
from tournaments.formats.shapes import DrawConfig, Shape
from tournaments.formats.standings_table import standings
from tournaments.formats.tiebreaks import SIMPLE, LivesLeft


def forecast(size: int, samples: int) -> Task:
    """Of a knockout with a progressive consolation: 2n - 4 matches."""
    config = DrawConfig(Lengths(9), Lengths(7), Shape.PROGRESSIVE)
    graph = draw(field(size), config, seed="bench").graph
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


def rounds_forecast(size: int, kind: str, samples: int, target: float, **settings: int) -> Task:
    """Of an event of rounds, while the first one is played."""
    members = [Member(entrant) for entrant in field(size)]
    drawn = RoundEvent(RoundPlan.of(kind, settings), members, "bench")
    event = replace(drawn, past=Past((drawn.next_round(),)))
    letter = event.plan.letter
    present = Present(
        now=30, running={f"{letter}1.{number}": Running(0) for number in range(1, size // 2 + 1)}
    )
    durations = [float(minutes) for minutes in range(20, 120)]

    def made() -> RoundsPlan:
        return plan_rounds(
            event, MatchPlan(7), Floor(size // 2), present, seed="bench", samples=samples
        )

    matches = round(made().matches)

    def least() -> None:
        """The latest of each round of so many matches."""
        for _ in range(samples):
            for first in range(0, matches, size // 2):
                max(durations[match % 100] for match in range(first, first + size // 2))

    return Task(
        f"forecast {kind} of {size}, {matches} matches, {samples} times", made, least, target
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


def table(size: int, rounds: int, target: float | None = None) -> Task:
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
        target,
    )


TASKS: dict[str, Callable[[], list[Task]]] = {
    "draw": lambda: [drawing(65_536), drawing(50_000)],
    "result": lambda: [advancing(65_536)],
    "swiss": lambda: [swiss(200, 5), swiss(1_000, 5, 100), swiss(10_000, 8, 1000)],
    "standings": lambda: [table(1_000, 11), table(10_000, 9, 100)],
    "forecast": lambda: [forecast(32, 300), forecast(64, 300)],
    "rounds": lambda: [
        rounds_forecast(64, "swiss", 300, 100, rounds=6),
        rounds_forecast(64, "lives", 300, 100, lives=3),
        rounds_forecast(16, "round_robin", 300, 100),
    ],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*", metavar="TASK", help=f"of {', '.join(TASKS)}; all")
    for name in parser.parse_args().tasks or TASKS:
        for task in TASKS[name]():
            for line in lines(task):
                print(line)


if __name__ == "__main__":
    main()
