"""What a change of results would do to a bracket, told before it is done.

Nodes still to be played refill by themselves. Nodes with a result that would no longer fit need a
decision, which is the director's and is not made here: let it be cleared, or let the two swap the
ways they have gone since, as when the right one went on under the wrong name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.formats.errors import FormatError
from tournaments.formats.graph import EntrantId, Graph
from tournaments.formats.progress import (
    NOBODY_LEFT,
    Outcome,
    Slot,
    State,
    Status,
    Withdrawn,
    progress,
)


@dataclass(frozen=True, slots=True)
class Change:
    """One node, with those who meet there before and after."""

    key: str
    before: tuple[Slot, Slot]
    after: tuple[Slot, Slot]


@dataclass(frozen=True, slots=True)
class Changes:
    """What would change, in play order.

    `refilled`: no result is concerned, but other entrants (or byes, or not yet known ones) will
    stand there. `orphaned`: there is a result, and it would stop counting.
    """

    refilled: tuple[Change, ...]
    orphaned: tuple[Change, ...]

    def __bool__(self) -> bool:
        return bool(self.refilled or self.orphaned)


def compare(graph: Graph, before: Mapping[str, Outcome], after: Mapping[str, Outcome]) -> Changes:
    """Tell what replacing the outcomes `before` by `after` would change for other nodes.

    A node whose two entrants stay the same is no change, whatever its result becomes: that is the
    correction itself. A result that did not count before and still does not is no change either.
    """
    return compare_states(progress(graph, before), progress(graph, after))


def compare_states(was: State, will: State) -> Changes:
    """The same for two states of one graph, say before and after somebody withdraws."""
    refilled: list[Change] = []
    orphaned: list[Change] = []
    for key in will:
        change = Change(key, was[key].participants, will[key].participants)
        if _is_newly_orphaned(key, was, will):
            orphaned.append(change)
        elif change.before != change.after and will[key].status is not Status.DECIDED:
            refilled.append(change)
    return Changes(tuple(refilled), tuple(orphaned))


def swapped(
    graph: Graph, before: Mapping[str, Outcome], key: str, *, withdrawn: Withdrawn = NOBODY_LEFT
) -> Mapping[str, Outcome] | None:
    """The outcomes if the other of the two had won at `key`, and each had the other's results.

    None if that leads to pairs that did not meet, if nobody won there, or if one of them has left.
    Raises FormatError `unknown_key` where there is no outcome.
    """
    if key not in before:
        raise FormatError("unknown_key", "There is no result for %(key)s.", key=key)
    won = before[key]
    if won.both_out or won.winner in withdrawn or won.loser in withdrawn:
        return None
    other = {won.winner: won.loser, won.loser: won.winner}
    later = {node.key for node in graph.downstream(key)} | {key}
    after = {
        at: _renamed(outcome, other) if at in later else outcome for at, outcome in before.items()
    }
    was, will = progress(graph, before, withdrawn), progress(graph, after, withdrawn)
    fits = not any(_is_newly_orphaned(at, was, will) for at in will)
    return after if fits else None


def _renamed(outcome: Outcome, other: Mapping[EntrantId, EntrantId]) -> Outcome:
    return replace(
        outcome,
        winner=other.get(outcome.winner, outcome.winner),
        loser=other.get(outcome.loser, outcome.loser),
    )


def _is_newly_orphaned(key: str, was: State, will: State) -> bool:
    return key in will.orphans and will.orphans[key] != was.orphans.get(key)
