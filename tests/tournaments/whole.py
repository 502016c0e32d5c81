"""All that a ruling, a sanction or a disqualification may change, to compare before and after."""

from typing import Any

from matches.models import Deadline, Match, Report
from matches.models_clock import Clock
from matches.models_late import Penalty
from matches.services.clock_steps import state_of
from matches.services.reporting import match_report
from matches.services.steps import Verdict
from tests.builders import by_player
from tests.tournaments.rulings import Scene
from tournaments.models import Event, Fixture
from tournaments.models_rulings import Call, Sanction

LIVE = Report.LIVE
NOW = 200.0  # minutes, when something is undone
WON, LOST = Verdict(1, scores=(7, 3)), Verdict(2, scores=(4, 7))


def facts(*events: Event) -> dict[str, Any]:
    """All that a deed of these may change, as it holds; who was called when is not among it."""
    rows = Fixture.places.filter(event__in=events).order_by("event", "key")
    matches = Match.objects.filter(fixture__in=rows)
    named = ("fixture__key", "fixture__event")
    return {
        "places": list(rows.values_list("key", "entry_1", "entry_2", "status", "winner")),
        "matches": list(
            matches.order_by("fixture__event", "fixture__key").values_list(
                *named, "state", "winner", "outcome", "score_1", "score_2", "start_1", "start_2"
            )
        ),
        "reports": list(
            Report.objects.filter(match__in=matches, state__in=LIVE)
            .order_by("pk")
            .values_list("pk", "state", "score_1", "score_2", "settled_at")
        ),
        "waits": sorted(
            Deadline.objects.filter(
                kind__in=["confirm_report", "dispute_unanswered"], done_at=None
            ).values_list("kind", "subject_id")
        ),
        "penalties": list(
            Penalty.objects.filter(match__in=matches, removed_at=None).values_list("pk", "points")
        ),
        "sanctions": list(
            Sanction.objects.filter(event__in=events, withdrawn_at=None).values_list("pk")
        ),
        "entries": [
            (row.name, row.disqualified, row.has_left, row.last_round, row.away)
            for event in events
            for row in event.entries.order_by("pk")
        ],
        "steps": [list(event.ladder_steps.values_list("number", "kind")) for event in events],
        "calls": sorted(Call.objects.filter(state__in=Call.OPEN).values_list("pk", "state")),
        "clocks": [state_of(clock).reserves for clock in Clock.objects.filter(match__in=matches)],
        "finished": [Event.objects.get(pk=event.pk).state for event in events],
    }


def reported(scene: Scene, minutes: float = 2, *, disputed: bool = False) -> Scene:
    """The first says that he has won; the other, if so, that he has."""
    says = [(scene.players[0], (7, 3)), (scene.players[1], (5, 7))]
    for player, scores in says[: 2 if disputed else 1]:
        act = by_player(player, minutes)
        match_report(match_id=scene.match_id, player_id=player.pk, scores=scores, act=act)
    return scene
