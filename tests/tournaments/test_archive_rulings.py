"""Calls, rulings, appeals and sanctions go out with their event and come back as they were."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from config.errors import DomainError, InvalidError
from matches.engine.clock_settings import MINUTE
from matches.models import Deadline
from matches.services.steps import Verdict
from tests.builders import Stage, by_director, make_ties, undo_last
from tests.matches.clocking import Table
from tests.tournaments.archives import comparable, exported, imported
from tests.tournaments.rulings import KEY, Scene, spec
from tests.tournaments.test_archive_refusals import JUNK, paths, put
from tests.tournaments.test_sanctions import give
from tournaments.models_rulings import Ruling
from tournaments.services.calls import call_take
from tournaments.services.drawing import event_unpublish
from tournaments.services.rulings import ruling_make

pytestmark = pytest.mark.django_db(transaction=True)


def make_scene() -> Scene:
    """Each kind of thing once: an open call, an appeal in each state, an amended ruling."""
    table = Table()
    table.press(2, 0)
    scene = Scene(table=table).set_rules(appeals="committee", committee=3)
    sam = scene.staff("sam", "scorer")
    scene.call(1, words="Це не так")
    scene.call(2, kind="dice")
    first = scene.rule(minutes=2, credit={2: MINUTE}, warning=1, rule="delay")
    second = scene.amend(first, minutes=3, left={1: 9 * MINUTE}, decision="Інакше")
    scene.appeal(second, 4, words="Ні")
    scene.draw_up(second, [*scene.strangers(), sam], 5)
    scene.decide(second, "overturn", "overturn", "uphold", minutes=6)
    third = scene.rule(minutes=7, kind="conduct", decision="Тихо", side=1)
    scene.appeal(third, 8)
    scene.draw_up(third, [*scene.strangers(), sam], 9, minutes=45)
    scene.rule(minutes=10, kind="spectator", decision="Пішов", reason="")
    verdict = Verdict(1, scores=(7, 5))
    scene.rule(minutes=11, kind="score", decision="Виграв", verdict=verdict)
    call = scene.call(2, 12)
    call_take(event_id=scene.event.pk, call_id=call.pk, act=by_director(13))
    return scene


def part(archive: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = archive["rulings"][name]
    return found


def test_what_comes_back_is_what_went_out() -> None:
    archive = exported(make_scene().event)
    assert [len(part(archive, name)) for name in ("calls", "rulings", "sanctions")] == [2, 5, 1]
    assert comparable(exported(imported(archive))) == comparable(archive)


def test_a_call_that_ended_with_its_match_and_an_undone_ruling_come_back_as_they_were() -> None:
    scene = Scene().set_rules(appeals="committee", committee=3, appeal_minutes=0)
    scene.call()
    scene.rule(minutes=2, kind="score", decision="Won", verdict=Verdict(1))
    undo_last(scene.event, 3)
    scene.amend(scene.rule(minutes=4, warning=2), minutes=5, decision="Otherwise")
    undo_last(scene.event, 6)
    scene.call(2, 7)
    scene.stage.win(KEY, act=by_director(8))
    scene.rule(minutes=9, decision="Noted")
    give(scene.event, scene.players[1].name, "exclusion", everywhere=True, minutes=10)
    archive = exported(scene.event)
    assert part(archive, "calls")[-1]["state"] == "over"
    assert [one["state"] for one in part(archive, "rulings")] == [
        *("withdrawn", "stands", "withdrawn", "stands")
    ]
    assert part(archive, "rulings")[-1]["final_at"] is not None
    assert comparable(exported(imported(archive))) == comparable(archive)


def test_what_is_due_is_due_where_it_comes_in() -> None:
    scene = make_scene()
    copy_ = imported(exported(scene.event))
    here, there = (
        sorted(
            Deadline.objects.filter(
                kind="appeal_window",
                done_at=None,
                subject_id__in=event.rulings.values("pk"),
            ).values_list("due_at", flat=True)
        )
        for event in (scene.event, copy_)
    )
    assert here == there
    assert len(here) == 2
    late = Deadline.objects.get(kind="committee", subject_id=copy_.rulings.get(number=3).appeal.pk)
    assert late.due_at == by_director(54).at


def test_a_match_that_no_longer_counts_keeps_what_was_ruled() -> None:
    scene = Scene()
    scene.rule(kind="conduct", decision="Quiet")
    event_unpublish(event_id=scene.event.pk, act=by_director(9))
    archive = exported(scene.event)
    assert part(archive, "rulings")[0]["match"] == "M1.1#1"
    assert comparable(exported(imported(archive))) == comparable(archive)


def test_members_of_teams_are_called_by_their_place() -> None:
    event = make_ties(["Kyiv", "Lviv", "Odesa", "Dnipro"])
    scene = Scene.__new__(Scene)
    scene.event, scene.stage = event, Stage(event)
    row = scene.stage.fixture("M1.1.2")
    assert row.match is not None
    scene.match_id = row.match.pk
    scene.set_rules(appeals="committee", committee=3)
    act = by_director(5, "So")
    said = spec(kind="conduct", warning=2)
    ruling = ruling_make(event_id=event.pk, key="M1.1.2", spec=said, act=act)
    scene.appeal(ruling, by=row.match.sides.get(number=1).players.get())
    archive = exported(event)
    assert part(archive, "rulings")[0]["appeal"]["player"][1] == 2
    assert comparable(exported(imported(archive))) == comparable(archive)


def test_an_archive_from_before_there_were_rulings_has_none() -> None:
    archive = exported(Scene().event)
    del archive["rulings"]
    assert not Ruling.objects.filter(event=imported(archive)).exists()


def change(where: str, name: str, value: Any, at: int = 0) -> Callable[[dict[str, Any]], None]:
    def do(archive: dict[str, Any]) -> None:
        part(archive, where)[at][name] = value

    return do


def twice(where: str) -> Callable[[dict[str, Any]], None]:
    def do(archive: dict[str, Any]) -> None:
        part(archive, where).append(copy.deepcopy(part(archive, where)[-1]))

    return do


@pytest.mark.parametrize(
    "fault",
    [
        change("calls", "state", "waiting"),
        change("calls", "match", "M9.9"),
        change("calls", "taken_by", "Dana", at=0),
        twice("calls"),
        twice("rulings"),
        twice("sanctions"),
        change("rulings", "state", "stands"),
        change("rulings", "reason", ""),
        change("rulings", "replaces", 5),
        change("rulings", "replaces", 1, at=2),
        change("rulings", "call", 2),
        change("rulings", "effects", {"times": {"3": {}}}),
        change("rulings", "effects", {"weather": 1}),
        change("rulings", "taken_back", ["result"]),
        change("sanctions", "points", 1),
        change("sanctions", "everywhere", True),
        change("sanctions", "ruling", 9),
        change("sanctions", "entry", 9),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(
    fault: Callable[[dict[str, Any]], None],
) -> None:
    archive = exported(make_scene().event)
    fault(archive)
    with pytest.raises(InvalidError) as caught:
        imported(archive)
    assert caught.value.code == "archive_unreadable"
    assert "rulings." in caught.value.detail["path"]


def test_no_single_damage_of_rulings_breaks_the_import() -> None:
    archive = exported(make_scene().event)
    refusals = 0
    for n, path in enumerate(paths(archive["rulings"])):
        if ".times." in path:  # sides are numbers there, which `put` takes for places of a list
            continue
        damaged = copy.deepcopy(archive)
        put(damaged["rulings"], path, JUNK[n % len(JUNK)])
        before = Ruling.objects.count()
        try:
            imported(damaged, into=f"t{n}")
        except DomainError:
            refusals += 1
            assert Ruling.objects.count() == before, path
    assert refusals > 50
