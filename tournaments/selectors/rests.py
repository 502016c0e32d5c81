"""Who rests before the next match, by the rule `between_matches`, and until when.

The rule is that of the match to come; the rest counts from the result of the match before, in any
event of the tournament. A walkover tires nobody. A match with a day of its own is called to no
table, so nobody rests before it.

`rests_of` works it out for whoever calls matches to tables; pages read from the deadlines what he
came to. A forecast takes it too, and for matches to come the minutes that `rests_ruled` gives.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Max, QuerySet

from matches.models import Deadline, Match, Outcome, Side
from tournaments.formats.planning import TO_NEXT_TABLE
from tournaments.models import Event, Fixture
from tournaments.rulesets.parts import part_of, rules_in_part
from tournaments.rulesets.ruleset import RuleSet
from tournaments.rulesets.stored import preset_of, rules_or_usual

RULE = "between_matches"
REST_OVER = "rest_over"  # the kind of deadline at which both have rested; of a match
UNPLAYED = (Outcome.WALKOVER, Outcome.DOUBLE_FORFEIT)


class Ruled(NamedTuple):
    """Minutes between two matches of a player: in the event, and from a round of a stage on."""

    between: float
    parts: Mapping[tuple[str, int], float]


class Rest(NamedTuple):
    """A match without a table, in which somebody rests."""

    key: str
    match_id: int
    until: datetime


def places_to_call(event: Event) -> QuerySet[Fixture]:
    """Where the two wait for a table. A match with a day to be played by is called to none: they
    agree on when they meet."""
    return Fixture.places.filter(
        event=event,
        tie__isnull=not event.of_teams,
        status=Fixture.Status.READY,
        match__state=Match.State.OPEN,
        table=None,
        play_by=None,
    )


def has_rests(event: Event) -> bool:
    """Whether a rule of the event may give a rest. No query."""
    said = [event.rules, preset_of(event.rule_set).rules.values(), *event.stage_rules.values()]
    return any(rules.get(RULE) for rules in said)


def rests_ruled(event: Event) -> Ruled:
    """What a forecast goes by: where there is no rule, the time that it takes to find the next
    table. No query."""
    rules = rules_or_usual(event.rules)
    parts = {
        part_of(key): _minutes(rules_in_part(rules, event.stage_rules, key))
        for key in event.stage_rules
    }
    return Ruled(_minutes(rules), parts)


def _minutes(rules: RuleSet) -> float:
    return max(TO_NEXT_TABLE, float(rules.time.between_matches))


def rests_of(event: Event, at: datetime) -> list[Rest]:
    """Those that are not over yet. Two queries; none where no rule gives a rest."""
    if not has_rests(event):
        return []
    waiting = places_to_call(event)
    players: dict[tuple[str, int], set[int]] = {}
    rests: dict[tuple[str, int], timedelta] = {}
    found = waiting.order_by().values_list("key", "match", "match__rules", "match__sides__players")
    for key, match_id, rules, player in found:
        place = key, match_id
        if place not in rests:
            minutes = rules_or_usual(rules).time.between_matches
            rests[place], players[place] = timedelta(minutes=minutes), set()
        players[place].add(player)
    longest = max(rests.values(), default=timedelta(0))
    if not longest:
        return []
    ended = _ended(event.tournament_id, set().union(*players.values()), at - longest)
    return [
        Rest(*place, until)
        for place, rest in rests.items()
        if (until := max(ended.get(one, at - rest) for one in players[place]) + rest) > at
    ]


def _ended(tournament_id: int, players: Collection[int], since: datetime) -> dict[int, datetime]:
    """When each of these played last in the tournament, later than that."""
    played = Side.objects.filter(
        players__in=players,
        match__fixture__event__tournament=tournament_id,
        match__state=Match.State.DECIDED,
        match__decided_at__gt=since,
    ).exclude(match__outcome__in=UNPLAYED)
    return dict(played.order_by().values_list("players").annotate(Max("match__decided_at")))


def rests_until(match_ids: Iterable[int | None]) -> dict[int, datetime]:
    """Until when somebody rests, by match. One query where there are matches."""
    asked = [match_id for match_id in match_ids if match_id is not None]
    if not asked:
        return {}
    ahead = Deadline.objects.filter(kind=REST_OVER, subject_id__in=asked, done_at=None)
    return dict(ahead.values_list("subject_id", "due_at"))
