"""Consolations that are a knockout of their own: for losers of the first round, of their first
match, and the last chance for those who lose in a consolation.

What drops into a running lower bracket is in `progressive`.
"""

from collections.abc import Iterable, Sequence

from tournaments.formats.elimination import Lengths, knockout, spread
from tournaments.formats.graph import (
    CONSOLATION,
    LAST_CHANCE,
    Bye,
    Graph,
    LoserOf,
    Node,
    Source,
)
from tournaments.formats.progress import progress
from tournaments.formats.progressive import is_played


def first_round_losers(main: Iterable[Node], lengths: Lengths) -> tuple[Node, ...]:
    """The bracket of those who lose a match that is really played in main round 1, or before it.

    They are drawn together anew, in the order of the main bracket, with byes of their own: a main
    bye would otherwise leave a hole here, and two holes could meet. () if there are not two.
    """
    losers = [LoserOf(node.key) for node in main if node.round == 1 and is_played(node)]
    return knockout(CONSOLATION, spread(losers), lengths) if len(losers) > 1 else ()


def first_match_losers(main: Sequence[Sequence[Node]], lengths: Lengths) -> tuple[Node, ...]:
    """The bracket of those who lose the first match they play: a bye is none, a walkover is one.

    The two matches of round 1 that lead to one match of round 2 meet here again. Where one of them
    is a bye, who had it takes its place if he loses in round 2, which his link sees by the slot he
    stood in; where both are, the loser of round 2 comes in any case, and has a bye. So no match
    here is empty from the draw on. The losing finalist never drops. () if there are not two.
    """
    openers = main[0]
    finalists = len(main) < 3
    lines: list[Source] = []
    for place in range(0, len(openers), 2):
        pair = openers[place : place + 2]
        later = None if finalists else main[1][place // 2].key
        lines += _of_first_match(pair, later)
    if len(lines) - lines.count(Bye()) < 2:
        return ()
    return knockout(CONSOLATION, lines, lengths)


def _of_first_match(pair: Sequence[Node], later: str | None) -> list[Source]:
    if not any(is_played(node) for node in pair) and later is not None:
        return [LoserOf(later), Bye()]
    lines: list[Source] = []
    for slot, node in enumerate(pair, start=1):
        if is_played(node):
            lines.append(LoserOf(node.key))
        else:
            lines.append(Bye() if later is None else LoserOf(later, slot))
    return lines


def last_chance(nodes: Sequence[Node], lengths: Lengths, *, rounds: int) -> tuple[Node, ...]:
    """The knockout, drawn anew, of those who lose in the first `rounds` of the consolation.

    `nodes` are those of all brackets so far. () if there are not two.
    """
    state = progress(Graph(nodes), {})
    losers = [
        LoserOf(node.key)
        for node in nodes
        if node.bracket == CONSOLATION and node.round <= rounds and state[node.key].is_match
    ]
    return knockout(LAST_CHANCE, spread(losers), lengths) if len(losers) > 1 else ()
