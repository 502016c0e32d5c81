"""Events of rounds to be forecast, and the real thing: the same played out round by round."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from tests.formats.swiss_play import decided, members, past
from tournaments.formats.grouping import Groups
from tournaments.formats.pairing import Key, Member, Past
from tournaments.formats.planning import Floor, Present
from tournaments.formats.round_event import RoundEvent
from tournaments.formats.round_plan import RoundPlan
from tournaments.formats.round_planning import MatchPlan, RoundsPlan, plan_rounds

SEVEN = MatchPlan(7)
PLENTY = 99


def event(
    kind: str,
    field: int | Sequence[Member],
    *rounds: str,
    still_open: Sequence[Key] = (),
    groups: Groups = (),
    **data: Any,
) -> RoundEvent:
    """With these rounds published; `still_open` are matches without a result."""
    who = members(field) if isinstance(field, int) else field
    so_far = past(*rounds)
    results = {key: result for key, result in so_far.results.items() if key not in still_open}
    plan = RoundPlan.of(kind, data)
    return RoundEvent(plan, who, "s", Past(so_far.rounds, results), groups=groups)


def planned(
    one: RoundEvent,
    boards: int = PLENTY,
    *,
    matches: MatchPlan = SEVEN,
    samples: int = 2_000,
    pace: float = 1.0,
    **present: Any,
) -> RoundsPlan:
    floor = Floor(boards, pace=pace)
    return plan_rounds(one, matches, floor, Present(**present), seed="test", samples=samples)


def really_played(one: RoundEvent, chance: Random) -> RoundEvent:
    """To the end, each match won by either side alike."""
    while not one.is_over:
        one = replace(one, past=decided(one.past, one.next_round(), chance))
    return one


def matches_of(one: RoundEvent) -> list[int]:
    """By round."""
    return [sum(not pairing.is_bye for pairing in round_.pairings) for round_ in one.past.rounds]
