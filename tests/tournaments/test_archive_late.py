"""How matches began and their penalties go out into the archive and come back."""

import copy
from typing import Any

import pytest

from config.errors import DomainError, InvalidError
from matches.models import Deadline, Match
from matches.models_late import Penalty
from matches.services.penalties import penalty_add, penalty_remove
from tests.builders import by_director
from tests.matches.lateness import KEY, Called, minute
from tests.tournaments.archives import comparable, exported, imported
from tests.tournaments.test_archive_refusals import JUNK, paths, put

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def called() -> Called:
    """One is there, the other gets points for coming late; one penalty was taken back."""
    called = Called("ukbgf")
    called.here(1, at=1)
    called.pass_to(5, 10)
    given = penalty_add(
        match_id=called.match.pk, side=1, points=1, kind="conduct", act=by_director(11, "Лайка")
    )
    penalty_remove(penalty_id=given.pk, act=by_director(12, "Не він"))
    return called


def match_in(archive: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(f for f in archive["fixtures"] if f["key"] == KEY)["match"]
    return found


def test_what_comes_back_is_what_went_out(called: Called) -> None:
    archive = exported(called.stage.event)
    assert len(match_in(archive)["penalties"]) == 3
    event = imported(archive)
    assert comparable(exported(event)) == comparable(archive)
    match = Match.objects.get(fixture__event=event, fixture__key=KEY)
    assert match.start == (2, 0)


def test_what_is_due_next_is_due_where_it_comes_in(called: Called) -> None:
    event = imported(exported(called.stage.event))
    match = Match.objects.get(fixture__event=event, fixture__key=KEY)
    deadline = Deadline.objects.get(kind="late_start", subject_id=match.pk)
    assert deadline.due_at == minute(15)


def test_an_archive_from_before_there_were_penalties_has_none(called: Called) -> None:
    archive = exported(called.stage.event)
    for fixture in archive["fixtures"]:
        for name in ("beginning", "penalties"):
            (fixture["match"] or {}).pop(name, None)
    event = imported(archive)
    assert not Penalty.objects.filter(match__fixture__event=event).exists()
    assert not Match.objects.filter(fixture__event=event, called_at__isnull=False).exists()


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("penalties[0].side", 3),
        ("penalties[0].points", 0),
        ("penalties[0].kind", "spite"),
        ("penalties[2].late_at", "2026-12-05T12:05:00+00:00"),
        ("penalties[2].removed_by", ""),
        ("penalties[1].late_at", "2026-12-05T12:05:00+00:00"),
        ("beginning.begun_at", "at noon"),
        ("beginning.here_2_at", "2026-12-05T12:05:00+00:00"),
    ],
)
def test_what_cannot_be_is_refused(called: Called, where: str, value: Any) -> None:
    archive = exported(called.stage.event)
    put(match_in(archive), where, value)
    with pytest.raises(InvalidError) as caught:
        imported(archive)
    assert caught.value.code in {"archive_unreadable", "archive_inconsistent"}


def test_a_score_below_the_penalties_is_refused(called: Called) -> None:
    called.here(2, at=13)
    called.stage.win(KEY, 2, 2)
    archive = exported(called.stage.event)
    match_in(archive)["score_1"] = 1
    with pytest.raises(InvalidError, match="fewer points than the penalties gave"):
        imported(archive)


def test_no_single_damage_breaks_the_import(called: Called) -> None:
    archive = exported(called.stage.event)
    part = {name: match_in(archive)[name] for name in ("beginning", "penalties")}
    refusals = 0
    for n, path in enumerate(paths(part)):
        damaged = copy.deepcopy(archive)
        put(match_in(damaged), path, JUNK[n % len(JUNK)])
        before = Penalty.objects.count()
        try:
            imported(damaged, into=f"t{n}")
        except DomainError:
            refusals += 1
            assert Penalty.objects.count() == before, path
    assert refusals > 10
