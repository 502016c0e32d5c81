"""What is deleted has nothing ahead of it: no deadline outlives what it is about."""

from datetime import timedelta
from typing import Any

import pytest

from matches.models import Deadline
from matches.services.deadlines import set_deadline
from matches.services.reporting import match_report
from tests.builders import NOON, Stage, by_director, by_player, make_running_event, make_ties
from tests.matches.clocking import Table
from tests.tournaments.rulings import Scene
from tests.tournaments.test_demo import load
from tests.tournaments.test_following import finished, follow
from tournaments.models import Fixture
from tournaments.services.drawing import event_discard_draft, event_unpublish
from tournaments.services.following import following_remove
from tournaments.services.forgetting import event_forget
from tournaments.services.setting_up import EventSpec, event_change

pytestmark = pytest.mark.django_db(transaction=True)


def ahead() -> list[str]:
    return sorted(Deadline.objects.filter(done_at=None).values_list("kind", flat=True))


def test_a_draw_that_is_taken_back_leaves_nothing_to_happen_to_its_matches() -> None:
    table = Table()
    table.press(2, 0)
    assert {"clock_flag", "late_start"} <= set(ahead())
    event = table.stage.event
    event_unpublish(event_id=event.pk, act=by_director(1))
    assert ahead() == []
    set_deadline("play_by_24h", Fixture.objects.filter(event=event)[0].pk, NOON)
    event_discard_draft(event_id=event.pk, act=by_director(2))
    assert ahead() == []


def test_boards_of_ties_that_are_taken_back_are_not_waited_for() -> None:
    event = make_ties(["Kyiv", "Lviv"])
    assert "late_start" in ahead()
    event_unpublish(event_id=event.pk, act=by_director(1))
    assert ahead() == []


def test_an_event_that_is_deleted_before_its_draw_closes_no_entries() -> None:
    event = follow(finished())
    assert event.entries.count() == 4
    spec = EventSpec.of(event)
    closes: dict[str, Any] = {"entries_close_at": NOON + timedelta(days=9000)}
    made = {name: getattr(spec, name) for name in EventSpec.__slots__}
    event_change(event_id=event.pk, spec=EventSpec(**{**made, **closes}), act=by_director(11))
    assert ahead() == ["entries_close"]
    following_remove(event_id=event.pk, act=by_director(12))
    assert ahead() == []


def test_an_event_with_all_that_can_be_due_in_it_leaves_nothing() -> None:
    table = Table(rules={"code": "ukbgf"})
    table.press(2, 0)
    scene = Scene(table=table)
    ruling = scene.rule(1)
    other = scene.rule(2)
    scene.appeal(other, 3)
    judges = scene.strangers()
    scene.draw_up(other, [*judges, scene.staff("judge", "director")], 4, minutes=30)
    reporter = table.stage.players("M1.2")[0]
    match_report(
        match_id=table.stage.match("M1.2").pk,
        player_id=reporter.pk,
        scores=(7, 0),
        act=by_player(reporter, 5),
    )
    assert ruling.stands
    assert {"appeal_window", "committee", "clock_flag"} <= set(ahead())
    event_forget(scene.event)
    assert ahead() == []


def test_a_demo_that_is_made_again_leaves_nothing_of_the_first() -> None:
    load()
    before = set(Deadline.objects.values_list("pk", flat=True))
    load(again=True)
    left = Deadline.objects.filter(done_at=None, pk__in=before)
    assert not left.exists()
    subjects = Deadline.objects.filter(done_at=None).values_list("subject_id", flat=True)
    known = set(Fixture.places.exclude(match=None).values_list("match_id", flat=True))
    assert set(subjects) <= known


def test_others_keep_what_is_due_to_them() -> None:
    first, second = (make_running_event("AB", name=name) for name in ("Main", "Side"))
    assert ahead() == ["late_start"] * 2
    event_forget(first)
    left = Deadline.objects.get(done_at=None)
    assert left.subject_id == Stage(second).match("M1.1").pk
