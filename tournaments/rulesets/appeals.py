"""Appeals against a ruling: until when, who may decide them, and what a majority is."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.rulesets.errors import RuleError
from tournaments.rulesets.running import RulingRules

NOBODY, COMMITTEE, WITH_DIRECTOR = "director", "committee", "with_director"
SIZES = (3, 5)  # where the rules name no size


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """Somebody who is to sit on a committee, and what may keep him off it."""

    who: Hashable
    name: str
    ruled: bool = False  # made the ruling that is appealed
    plays: bool = False  # is of the match, or of the team of one who is
    directs: bool = False


def appeal_closes(rules: RulingRules, ruled_at: datetime) -> datetime | None:
    """When the time to appeal is over; None where nobody may, or until the match is over."""
    if rules.appeals == NOBODY or not rules.appeal_minutes:
        return None
    return ruled_at + timedelta(minutes=rules.appeal_minutes)


def is_final_at_once(rules: RulingRules, *, match_is_over: bool) -> bool:
    """Whether a ruling is final when it is made: nobody may appeal, or only until the match is
    over, and it is, as after a ruling that decides it. Where the rules give minutes they run, also
    after the match.
    """
    return rules.appeals == NOBODY or (match_is_over and not rules.appeal_minutes)


def require_appeals(rules: RulingRules) -> None:
    """Raises RuleError `appeal_final` where the director's word is."""
    if rules.appeals == NOBODY:
        raise RuleError(
            "appeal_final",
            "There is no appeal here: by the rules of this event the director’s word is final.",
            rules=["appeals"],
        )


def committee_sizes(rules: RulingRules) -> tuple[int, ...]:
    """How many may sit on one."""
    if rules.appeals == COMMITTEE and rules.committee:
        return (rules.committee,)
    return SIZES


def check_committee(rules: RulingRules, judges: Sequence[Judge]) -> None:
    """Whoever ruled does not judge the own ruling, nor does anybody who is of the match; on a
    committee of players no director sits at all.

    Raises RuleError `appeal_final`, `committee_size`, `committee_twice`, `committee_ruled`,
    `committee_plays`, `committee_directs`, the last three with `name`.
    """
    require_appeals(rules)
    sizes = committee_sizes(rules)
    if len(judges) not in sizes:
        raise RuleError(
            "committee_size",
            "This committee has %(sizes)s members, so that it decides.",
            sizes="/".join(map(str, sizes)),
            rules=["committee"],
        )
    if len({judge.who for judge in judges}) < len(judges):
        raise RuleError(
            "committee_twice", "Somebody is on this committee twice.", rules=["committee"]
        )
    for judge in judges:
        _check(rules, judge)


def _check(rules: RulingRules, judge: Judge) -> None:
    if judge.ruled:
        raise RuleError(
            "committee_ruled",
            "%(name)s made this ruling: others judge it.",
            name=judge.name,
            rules=["appeals"],
        )
    if judge.plays:
        raise RuleError(
            "committee_plays",
            "%(name)s is of this match: take somebody who is not.",
            name=judge.name,
            rules=["appeals"],
        )
    if judge.directs and rules.appeals == COMMITTEE:
        raise RuleError(
            "committee_directs",
            "%(name)s is a director: by these rules only others judge a ruling.",
            name=judge.name,
            rules=["appeals"],
        )


def is_overturned(votes: Sequence[bool]) -> bool:
    """Whether most of them are against the ruling.

    >>> is_overturned([True, False, True])
    True
    """
    return 2 * sum(votes) > len(votes)
