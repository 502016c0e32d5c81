"""Who rests before the next match, by the rule `between_matches`, and until when.

The rule is that of the match to come; the rest counts from the result of the match before, in any
event of the tournament. A walkover tires nobody. A match with a day of its own is called to no
table, so nobody rests before it.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Max

from matches.models import Match, Outcome, Side
from tournaments.models import Event, Fixture
from tournaments.rulesets.stored import preset_of, rules_or_usual

RULE = "between_matches"
REST_OVER = "rest_over"  # the kind of deadline at which the next one has rested; of an event
UNPLAYED = (Outcome.WALKOVER, Outcome.DOUBLE_FORFEIT)


def has_rests(event: Event) -> bool:
    """Whether a rule of the event may give a rest. No query."""
    said = [event.rules, preset_of(event.rule_set).rules.values(), *event.stage_rules.values()]
    return any(rules.get(RULE) for rules in said)


def rests_of(event: Event, at: datetime) -> dict[str, datetime]:
    """Matches without a table in which somebody still rests, by key, and until when.

    Two queries; none where no rule gives a rest.
    """
    if not has_rests(event):
        return {}
    waiting = Fixture.places.filter(
        event=event,
        tie__isnull=not event.of_teams,
        status=Fixture.Status.READY,
        match__state=Match.State.OPEN,
        table=None,
        play_by=None,
    )
    players: dict[str, set[int]] = {}
    rests: dict[str, timedelta] = {}
    found = waiting.order_by().values_list("key", "match__rules", "match__sides__players")
    for key, rules, player in found:
        if key not in rests:
            minutes = rules_or_usual(rules).time.between_matches
            rests[key], players[key] = timedelta(minutes=minutes), set()
        players[key].add(player)
    longest = max(rests.values(), default=timedelta(0))
    if not longest:
        return {}
    everybody = set().union(*players.values())
    ended = _ended(event.tournament_id, everybody, at - longest)
    until = {
        key: max((ended[one] + rest for one in players[key] if one in ended), default=at)
        for key, rest in rests.items()
    }
    return {key: moment for key, moment in until.items() if moment > at}


def _ended(tournament_id: int, players: Collection[int], since: datetime) -> dict[int, datetime]:
    """When each of these played last in the tournament, later than that."""
    played = Side.objects.filter(
        players__in=players,
        match__fixture__event__tournament=tournament_id,
        match__state=Match.State.DECIDED,
        match__decided_at__gt=since,
    ).exclude(match__outcome__in=UNPLAYED)
    return dict(played.order_by().values_list("players").annotate(Max("match__decided_at")))
