"""What an event of rounds will be like before anybody has been paired: how long, how many matches.

The like of `outlook`, which is for brackets. In lives, how many rounds and matches there will be is
a matter of luck: what is told of them is what happened when it was played out.
"""

from tournaments.formats.graph import EntrantId
from tournaments.formats.grouping import Groups, grouped
from tournaments.formats.outlook import Outlook
from tournaments.formats.pairing import Member
from tournaments.formats.planning import Floor
from tournaments.formats.round_event import RoundEvent
from tournaments.formats.round_plan import RoundPlan
from tournaments.formats.round_planning import MatchPlan, plan_rounds
from tournaments.formats.seeding import DrawOptions


def round_outlook(
    entrants: int, plan: RoundPlan, matches: MatchPlan, floor: Floor, *, seed: str
) -> Outlook:
    """Everybody is there from the first round to the last.

    Raises FormatError as `plan_rounds` does, such as `field_too_small`, `play_round_robin`,
    `boards_missing`, and `group_of_one`.
    """
    field = [EntrantId(number) for number in range(1, entrants + 1)]
    groups: Groups = ()
    if plan.groups > 1:
        groups = grouped(field, plan.groups, seed=seed, options=DrawOptions())
    event = RoundEvent(plan, [Member(entrant) for entrant in field], seed, groups=groups)
    found = plan_rounds(event, matches, floor, seed=seed)
    least, most = found.of_player
    return Outlook(
        matches=round(found.matches),
        median=found.plan.median,
        late=found.plan.late,
        least=least,
        mean=2 * found.matches / entrants,
        most=most,
        rounds=found.last_round,
    )
