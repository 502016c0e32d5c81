"""A play made one checker at a time: where each may go next, so that the play can still be legal.

    >>> from matches.engine.dice import Dice
    >>> from matches.engine.plays import legal_plays
    >>> from matches.engine.presets import BACKGAMMON
    >>> first = routes(legal_plays(BACKGAMMON.starting_position, Dice(6, 1)))[0]
    >>> [(hop.start, hop.end) for hop in first.hops if hop.number == 1]
    [(24, 23), (8, 7), (6, 5)]

A board to play on shows the hops of the node it is at and follows the one that is made. It needs no
rule: what no hop leads to cannot be part of a legal play, and a node that `ends` is one.
"""

from typing import NamedTuple

from matches.engine.plays import LegalPlays
from matches.engine.steps import steps


class Hop(NamedTuple):
    """One checker by one number, and the index of the node after it."""

    start: int
    end: int
    number: int
    hit: bool
    to: int


class Node(NamedTuple):
    """A moment within a play: `ends` says that it may stop here."""

    ends: bool
    hops: tuple[Hop, ...]


_Place = tuple[int, tuple[int, ...]]  # bits, and the numbers that are left


def routes(plays: LegalPlays) -> tuple[Node, ...]:
    """All moments within the legal plays; the first is the one before them.

    Where nothing can be played it is the only one, and it ends. Limits of a whole turn, such as
    long nardy's head, are not asked for on the way: how many checkers left is seen in the end.
    """
    goals = plays.packed_results
    found = _explored(plays)
    alive: set[_Place] = set()
    for place in reversed(found):  # whoever is reached from it comes later
        if place[0] in goals or any(hop[1] in alive for hop in found[place]):
            alive.add(place)
    number = {place: n for n, place in enumerate(one for one in found if one in alive)}
    return tuple(
        Node(
            place[0] in goals,
            tuple(Hop(*move, number[after]) for move, after in found[place] if after in alive),
        )
        for place in number
    )


def _explored(plays: LegalPlays) -> dict[_Place, list[tuple[tuple[int, int, int, bool], _Place]]]:
    """Every moment that steps lead to, with the steps from there, in the order of being reached."""
    found: dict[_Place, list[tuple[tuple[int, int, int, bool], _Place]]] = {}
    layer = {(plays.position.bits, plays.numbers): None}
    while layer:
        below: dict[_Place, None] = {}
        for bits, left in layer:
            found[bits, left] = ways = []
            for number in dict.fromkeys(left):
                at = left.index(number)
                rest = (*left[:at], *left[at + 1 :])
                for step in steps(bits, number, plays.variant):
                    ways.append((tuple(step.move), (step.after, rest)))
                    below[step.after, rest] = None
        layer = below
    return found
