"""One undo takes back one deed: a ruling, a sanction or a disqualification, with all it did."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from matches.engine.clock_settings import MINUTE
from matches.models import Deadline, Match, Report
from matches.models_clock import Clock
from matches.models_late import Penalty
from matches.services.clock_steps import state_of
from matches.services.reporting import match_dispute, match_report
from matches.services.steps import Verdict
from tests.builders import (
    Stage,
    by_director,
    by_player,
    entry_id,
    make_ladder,
    make_rounds,
    make_running_event,
    make_ties,
    undo_last,
)
from tests.matches.clocking import Table
from tests.tournaments.rulings import KEY, OTHER, Scene
from tests.tournaments.test_ladders import challenge
from tests.tournaments.test_sanctions import give
from tournaments.models import Event, Fixture
from tournaments.models_rulings import Call, Sanction
from tournaments.selectors.deeds import last_deed
from tournaments.selectors.log import deed_words
from tournaments.services.disqualifying import entry_disqualify

pytestmark = pytest.mark.django_db(transaction=True)

LIVE = Report.LIVE
NOW = 200.0  # minutes, when it is undone


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
        "calls": list(Call.objects.filter(state__in=Call.OPEN).values_list("pk", "state")),
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


def disqualify(event: Event, name: str, minutes: float = 30) -> None:
    act = by_director(minutes, "Loaded dice")
    entry_disqualify(event_id=event.pk, entry_id=entry_id(event, name), act=act)


WON, LOST = Verdict(1, scores=(7, 3)), Verdict(2, scores=(4, 7))
RULINGS: dict[str, dict[str, Any]] = {
    "a result": {"verdict": WON},
    "points": {"penalty": (2, 1)},
    "points that decide the match": {"penalty": (2, 7)},
    "a warning, points and a result": {"warning": 1, "penalty": (2, 1), "verdict": WON},
    "points that decide it, and another result": {"penalty": (2, 7), "verdict": Verdict(2)},
}


@pytest.mark.parametrize("said", RULINGS)
def test_a_ruling_is_undone_with_all_that_it_carried(said: str) -> None:
    scene = Scene()
    scene.stage.win(OTHER)
    scene.call()
    before = facts(scene.event)
    ruling = scene.rule(kind="conduct", decision="So", **RULINGS[said])
    assert facts(scene.event) != before
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before
    ruling.refresh_from_db()
    assert ruling.state == "withdrawn"
    assert sorted(ruling.taken_back) == sorted(ruling.effects)
    undo_last(scene.event, NOW + 1)
    assert scene.stage.match(OTHER).state == "open"


def test_a_correction_by_a_ruling_is_undone_to_the_result_before() -> None:
    scene = Scene()
    scene.stage.win(KEY, 2)
    before = facts(scene.event)
    scene.rule(kind="score", decision="The other way", verdict=WON)
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before


def test_time_that_a_ruling_gave_goes_with_its_result() -> None:
    table = Table()
    table.press(2, 0)
    scene = Scene(table=table)
    scene.call(minutes=1)
    before = facts(scene.event)
    scene.rule(minutes=2, kind="clock", decision="So", credit={2: MINUTE}, verdict=WON)
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before


def test_an_amendment_is_undone_to_the_ruling_before() -> None:
    scene = Scene().set_rules(appeals="committee", committee=3)
    first = scene.rule(kind="conduct", decision="One point", penalty=(2, 1), warning=1)
    appeal = scene.appeal(first)
    before = facts(scene.event)
    second = scene.amend(first, 12, kind="conduct", decision="He has lost", verdict=WON)
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before
    for row in (first, second, appeal):
        row.refresh_from_db()
    assert (first.state, first.taken_back, appeal.state) == ("stands", [], "open")
    assert (second.state, second.replaces) == ("withdrawn", None)
    assert scene.amend(first, NOW + 1, decision="Another one").replaces_id == first.pk


def test_time_that_an_amendment_took_back_is_there_again_when_it_is_undone() -> None:
    table = Table()
    table.press(2, 0)
    scene = Scene(table=table)
    scene.call(minutes=1)
    first = scene.rule(minutes=2, kind="clock", credit={2: 2 * MINUTE}, resumes=False)
    before = facts(scene.event)
    scene.amend(first, 3, kind="clock", left={1: MINUTE}, resumes=False)
    assert facts(scene.event) != before
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before


def test_after_an_amendment_the_ruling_before_it_is_the_next_to_be_undone() -> None:
    scene = Scene()
    before = facts(scene.event)
    first = scene.rule(kind="conduct", decision="One point", penalty=(2, 1))
    scene.amend(first, decision="A warning", warning=2)
    undo_last(scene.event, NOW)
    assert scene.match.start == (1, 0)
    undo_last(scene.event, NOW + 1)
    first.refresh_from_db()
    assert first.state == "withdrawn"
    assert facts(scene.event) == before


@pytest.mark.parametrize("kind", ["forfeit", "points"])
def test_a_sanction_is_undone_with_the_match_that_it_decided(kind: str) -> None:
    scene = reported(Scene()) if kind == "forfeit" else Scene()
    before = facts(scene.event)
    points = 7 if kind == "points" else None
    give(scene.event, scene.players[1].name, kind, points=points, key=KEY)
    assert scene.match.winner == 1
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before


def brackets() -> Event:
    return make_running_event("ABCDEFGH", bracket_rules={"shape": "double"})


def challenged() -> Event:
    event = make_ladder("ABCD")
    challenge(event, "CB")
    return event


EVENTS: dict[str, Callable[[], Event]] = {
    "brackets": brackets,
    "rounds": lambda: make_rounds("ABCD", rounds=2),
    "ladder": challenged,
    "ties": lambda: make_ties(["C", "Lviv"]),
}


@pytest.mark.parametrize("where", EVENTS)
@pytest.mark.parametrize("kind", ["disqualification", "exclusion"])
def test_who_was_put_out_by_mistake_is_back_in_one_step(where: str, kind: str) -> None:
    event = EVENTS[where]()
    before = facts(event)
    if kind == "exclusion":
        give(event, "C", "exclusion")
    else:
        disqualify(event, "C")
    assert event.entries.get(name="C").has_left
    deed = last_deed(event)
    assert deed is not None
    assert deed_words(deed.first) == f"the {kind.replace('exclusion', 'sanction')} " + (
        "for C" if kind == "exclusion" else "of C"
    )
    undo_last(event, NOW)
    assert facts(event) == before


@pytest.mark.parametrize("undone_in", [0, 1])
def test_an_exclusion_from_everything_is_undone_everywhere_from_any_of_the_events(
    undone_in: int,
) -> None:
    event = make_running_event("ABCD")
    other = make_rounds("ABC", rounds=3, name="Side", tournament=event.tournament)
    Stage(event).win("M1.1")
    Stage(other).win(Stage(other).open_keys()[0])
    before = facts(event, other)
    give(event, "A", "exclusion", everywhere=True)
    assert facts(event, other) != before
    undo_last((event, other)[undone_in], NOW)
    assert facts(event, other) == before
    for each in (event, other):
        deed = last_deed(each)
        assert deed is not None
        assert deed.action == "result.entered"


def test_the_walkover_of_one_who_was_put_out_gives_the_report_back_that_waited() -> None:
    scene = reported(Scene())
    before = facts(scene.event)
    disqualify(scene.event, scene.players[0].name)
    assert scene.match.outcome == "walkover"
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before


# --- What the two had said -----------------------------------------------------------------------
@pytest.mark.parametrize("by_ruling", [False, True])
def test_a_dispute_comes_back_with_both_claims_when_its_result_is_undone(by_ruling: bool) -> None:
    scene = reported(Scene(), disputed=True)
    before = facts(scene.event)
    assert [state for _pk, state, *_rest in before["reports"]] == ["claimed", "claimed"]
    if by_ruling:
        scene.rule(kind="score", decision="As he says", verdict=WON)
    else:
        scene.stage.win(KEY, 1, 3, act=by_director(5))
    assert facts(scene.event)["reports"] == []
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before
    due = Deadline.objects.get(kind="dispute_unanswered", subject_id=scene.match_id)
    assert due.due_at == by_director(NOW + 10).at


def test_a_dispute_with_one_claim_is_one_again_and_not_confirmed_by_silence() -> None:
    scene = reported(Scene())
    report = Report.objects.get()
    player = scene.players[1]
    match_dispute(
        match_id=scene.match_id, player_id=player.pk, report_id=report.pk, act=by_player(player, 3)
    )
    before = facts(scene.event)
    scene.stage.win(KEY, 2, act=by_director(5))
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before
    assert scene.match.state == "disputed"


def test_a_report_waits_again_with_all_its_minutes_when_the_result_over_it_is_undone() -> None:
    scene = reported(Scene())
    before = facts(scene.event)
    scene.stage.win(KEY, 2, act=by_director(5))
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before
    due = Deadline.objects.get(kind="confirm_report", subject_id=scene.match_id)
    minutes = scene.match.rules["confirm_minutes"]
    assert due.due_at == by_director(NOW + minutes).at
    assert scene.match.begun_at == by_director(2).at


def test_a_correction_that_is_undone_leaves_what_was_reported_settled() -> None:
    scene = reported(Scene())
    scene.stage.win(KEY, 2, act=by_director(5))
    before = facts(scene.event)
    scene.stage.win(KEY, 1, act=by_director(6, "The other way"))
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before
    undo_last(scene.event, NOW + 1)
    assert scene.match.state == "reported"


# --- Whatever comes ------------------------------------------------------------------------------
@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    told=st.sampled_from(["nothing", "reported", "disputed", "decided"]),
    called=st.booleans(),
    penalty=st.none() | st.tuples(st.sampled_from([1, 2]), st.sampled_from([1, 3, 7])),
    warning=st.sampled_from([None, 1, 2]),
    verdict=st.sampled_from([None, WON, LOST, Verdict(1, "forfeit"), Verdict(None, "double_loss")]),
    amends=st.booleans(),
)
def test_state_before_is_state_after(
    told: str,
    called: bool,
    penalty: tuple[int, int] | None,
    warning: int | None,
    verdict: Verdict | None,
    amends: bool,
) -> None:
    scene = Scene()
    if told == "decided":
        scene.stage.win(KEY)
    elif told != "nothing":
        reported(scene, disputed=told == "disputed")
    if told != "nothing" or (penalty and verdict and verdict.scores):
        penalty = None  # points go into a match that is open, and into its score
    if called:
        scene.call(minutes=4)
    first = scene.rule(minutes=5, warning=2) if amends else None
    before = facts(scene.event)
    more: dict[str, Any] = {"warning": warning, "penalty": penalty, "verdict": verdict}
    if first is None:
        scene.rule(minutes=6, decision="So", **more)
    else:
        scene.amend(first, 6, decision="Otherwise", **more)
    undo_last(scene.event, NOW)
    assert facts(scene.event) == before
