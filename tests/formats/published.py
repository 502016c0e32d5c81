"""Reading the published events in tests/data/events."""

import re
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from tests.formats.cast import entrants
from tournaments.formats.graph import EntrantId
from tournaments.formats.round_results import Kind, RoundResult

EVENTS = Path(__file__).parents[1] / "data" / "events"

HALF_POINTS = {"1": 2, "½": 1, "0": 0}
ALONE = {"bye": Kind.BYE, "half": Kind.HALF_BYE, "absent": Kind.ABSENT}

SCORED = re.compile(
    r"(?P<one>.+) (?P<won>\d+):(?P<lost>\d+) (?P<other>[^(]+?)(?P<penalties> \(\d+:\d+\))?"
)

Rounds = list[list[RoundResult]]


def rows(event: str) -> list[list[str]]:
    """The cells of each line that is not a comment."""
    lines = (EVENTS / f"{event}.txt").read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines if line[:1] != "#"]


def swiss(event: str) -> tuple[list[EntrantId], Rounds]:
    """Rounds from what each entrant did; both sides of a match must tell the same."""
    played = [row[1].split() for row in rows(event)]
    rounds: Rounds = []
    for cells in zip(*played, strict=True):
        told = {
            result for number, cell in enumerate(cells, start=1) for result in _told(number, cell)
        }
        rounds.append(sorted(told, key=lambda result: result.a))
    return entrants(len(played)), rounds


def _told(number: int, cell: str) -> list[RoundResult]:
    me = EntrantId(number)
    if cell in ALONE:
        return [RoundResult(me, None, ALONE[cell])]
    foe = EntrantId(int(cell[1:]))
    match cell[0]:
        case "=":
            return [RoundResult(min(me, foe), max(me, foe), Kind.DRAW)]
        case "+" | "-":
            return [RoundResult(*((me, foe) if cell[0] == "+" else (foe, me)), Kind.WIN)]
        case _:
            return [RoundResult(*((me, foe) if cell[0] == "W" else (foe, me)), Kind.WALKOVER)]


def double_round_robin(event: str) -> tuple[list[EntrantId], Rounds]:
    """One match a round: the order of play is not in a crosstable, and does not count here."""
    field = [row[1].split() for row in rows(event)]
    everybody = entrants(len(field))
    rounds: Rounds = []
    for a, b in combinations(everybody, 2):
        for mine, yours in zip(field[a - 1][b - 1], field[b - 1][a - 1], strict=True):
            assert HALF_POINTS[mine] + HALF_POINTS[yours] == 2
            kind = Kind.DRAW if mine == "½" else Kind.WIN
            winner, loser = (a, b) if mine == "1" else (b, a)
            rests = [RoundResult(each, None, Kind.REST) for each in everybody if each not in (a, b)]
            rounds.append([RoundResult(winner, loser, kind), *rests])
    return everybody, rounds


class Match(NamedTuple):
    """One line of a bracket or of groups: the better side first, unless it was a draw."""

    part: str
    round: str
    one: str
    other: str
    score: tuple[int, int]
    drawn: bool


def matches(event: str) -> list[Match]:
    return [Match(part, round_, *_scored(score)) for part, round_, score in rows(event)]


def _scored(cell: str) -> tuple[str, str, tuple[int, int], bool]:
    found = SCORED.fullmatch(cell)
    assert found, cell
    score = int(found["won"]), int(found["lost"])
    assert score[0] >= score[1], "the better side stands first"
    return found["one"], found["other"], score, score[0] == score[1] and not found["penalties"]
