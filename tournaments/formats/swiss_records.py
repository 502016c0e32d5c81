"""What each member has done so far, as the next round needs it.

Replays the rounds in order: score, whom they met, byes, and who floated. Points are counted in
halves, so that nothing is ever a fraction: a win or a bye is 2, a draw or a half 1, a loss 0. The
order of a table is not made here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.graph import EntrantId
from tournaments.formats.pairing import How, Member, Missed, Past, Round

WIN, DRAW = 2, 1

WORTH = {Missed.LOSS: 0, Missed.HALF: 1, Missed.BYE: WIN}


@dataclass(frozen=True, slots=True)
class Absences:
    """What a missed round counts: before a late joiner came, and when a member is away.

    A round after a withdrawal counts nothing.
    """

    late: Missed = Missed.LOSS
    away: Missed = Missed.LOSS


@dataclass(slots=True)
class Record:
    """`score` in halves; `met` by opponent, how often; `downs` and `ups` are floats so far.

    A member floats down by meeting a lower score, or by a bye, and up by meeting a higher one.
    A match that was forfeited counts as met: the two were paired, and the rule is of pairings.
    """

    score: int = 0
    losses: int = 0
    byes: int = 0
    downs: int = 0
    ups: int = 0
    last: EntrantId | None = None  # the opponent of the last round
    met: dict[EntrantId, int] = field(default_factory=dict)


def records(
    members: Sequence[Member], past: Past, absences: Absences
) -> Mapping[EntrantId, Record]:
    """Everybody's record after the rounds of `past`, which must be sound (see `check_past`).

    Linear in the number of pairings.
    """
    found = {member.id: Record() for member in members}
    for round_ in past.rounds:
        before = {entrant: record.score for entrant, record in found.items()}
        paired: set[EntrantId] = set()
        for pairing in round_.pairings:
            paired.update(pairing.entrants)
            if pairing.second is None:
                _count_bye(found[pairing.first])
            else:
                _count_meeting(found, before, pairing.first, pairing.second)
        _count_results(found, past, round_)
        for member in members:
            if member.id not in paired:
                _count_absence(found[member.id], member, round_.number, absences)
    return found


def _count_bye(record: Record) -> None:
    record.score += WIN
    record.byes += 1
    record.downs += 1
    record.last = None


def _count_meeting(
    found: Mapping[EntrantId, Record],
    before: Mapping[EntrantId, int],
    first: EntrantId,
    second: EntrantId,
) -> None:
    for one, other in ((first, second), (second, first)):
        record = found[one]
        record.met[other] = record.met.get(other, 0) + 1
        record.last = other
        record.downs += before[one] > before[other]
        record.ups += before[one] < before[other]


def _count_results(found: Mapping[EntrantId, Record], past: Past, round_: Round) -> None:
    for pairing in round_.pairings:
        if pairing.is_bye:
            continue
        result = past.results[round_.number, pairing.number]
        for entrant in pairing.entrants:
            if entrant == result.winner:
                found[entrant].score += WIN
            elif result.how is How.DRAWN:
                found[entrant].score += DRAW
            else:
                found[entrant].losses += 1


def _count_absence(record: Record, member: Member, number: int, absences: Absences) -> None:
    record.last = None
    missed = missed_in(member, number, absences)
    if missed is not None:
        record.score += WORTH[missed]
        record.losses += missed is Missed.LOSS
        record.byes += missed is Missed.BYE


def missed_in(member: Member, number: int, absences: Absences) -> Missed | None:
    """What a round in which a member was not paired counts; None after a withdrawal."""
    if member.has_left(number):
        return None
    late = absences.late if member.late is None else member.late
    return late if number < member.first_round else absences.away


def points(halves: int) -> str:
    """`5` halves are 2½ points."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)
