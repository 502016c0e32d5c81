"""One undo takes back one deed: a ruling or a sanction, with all that it did."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from matches.engine.clock_settings import MINUTE
from matches.services.steps import Verdict
from tests.builders import undo_last
from tests.matches.clocking import Table
from tests.tournaments.rulings import KEY, OTHER, Scene
from tests.tournaments.test_sanctions import give
from tests.tournaments.whole import LOST, NOW, WON, facts, reported

pytestmark = pytest.mark.django_db(transaction=True)

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
