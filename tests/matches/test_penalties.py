"""Penalty points count in the score, and those alone may decide a match."""

from typing import Any

import pytest
from django.db import IntegrityError

from config.errors import ConflictError, DomainError, InvalidError, NotFoundError
from matches.models import Match
from matches.models_late import Penalty
from matches.services.penalties import penalty_add, penalty_remove
from matches.services.reporting import match_report
from matches.services.steps import Verdict
from players.actors import SYSTEM, Act
from tests.builders import NOON, Stage, by_director, by_player, make_running_event, undo_last
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "M1.1"


@pytest.fixture
def stage() -> Stage:
    return Stage(make_running_event("ABCD", length=5))


def penalize(stage: Stage, side: int, points: int, **more: Any) -> Penalty:
    said = {"kind": "conduct", "act": by_director(3, "Swore at the dice"), **more}
    return penalty_add(match_id=stage.match(KEY).pk, side=side, points=points, **said)


def report(stage: Stage, scores: tuple[int, int]) -> Match:
    player = stage.players(KEY)[0]
    return match_report(
        match_id=stage.match(KEY).pk, player_id=player.pk, scores=scores, act=by_player(player, 9)
    )


def refused(code: str, error: type[DomainError]) -> pytest.RaisesExc[DomainError]:
    return pytest.raises(error, check=lambda raised: raised.code == code)


def test_the_opponent_of_who_is_penalized_begins_with_the_points(stage: Stage) -> None:
    penalize(stage, 1, 2)
    penalize(stage, 1, 1)
    assert stage.match(KEY).start == (0, 3)
    assert stage.match(KEY).state == "open"


def test_what_is_reported_has_the_points_in_it(stage: Stage) -> None:
    penalize(stage, 1, 2)
    with refused("score_below_start", InvalidError):
        report(stage, (5, 1))
    assert report(stage, (5, 2)).state == "reported"


def test_a_result_at_the_desk_has_the_points_in_it_too(stage: Stage) -> None:
    penalize(stage, 2, 3)
    with refused("score_below_start", InvalidError):
        stage.win(KEY, 2, 2)
    assert stage.win(KEY, 2, 3).state == "decided"


def test_no_score_below_the_start_can_be_stored(stage: Stage) -> None:
    penalize(stage, 1, 2)
    stage.win(KEY, 1, 2)
    with pytest.raises(IntegrityError):
        Match.objects.filter(pk=stage.match(KEY).pk).update(score_2=1)


def test_points_as_many_as_the_length_decide_and_the_bracket_follows(stage: Stage) -> None:
    penalize(stage, 1, 4)
    penalize(stage, 1, 1)
    match = stage.match(KEY)
    assert (match.state, match.winner, match.outcome) == ("decided", 2, "walkover")
    assert stage.names("M2.1")[0] == stage.names(KEY)[1]


def test_who_had_begun_loses_by_forfeit(stage: Stage) -> None:
    Match.objects.filter(pk=stage.match(KEY).pk).update(begun_at=NOON)
    penalize(stage, 2, 7)
    assert (stage.match(KEY).winner, stage.match(KEY).outcome) == (1, "forfeit")


def test_points_of_a_set_decide_no_match_of_sets() -> None:
    stage = Stage(make_running_event("AB", length=3, sets={"to_win": 2}))
    penalize(stage, 1, 3)
    assert (stage.match(KEY).state, stage.match(KEY).start) == ("open", (0, 3))
    assert report(stage, (2, 0)).state == "reported"


def test_a_penalty_taken_back_stays_on_record(stage: Stage) -> None:
    given = penalize(stage, 1, 2)
    act = by_director(5, "It was the other one")
    penalty_remove(penalty_id=given.pk, act=act)
    penalty_remove(penalty_id=given.pk, act=act)  # twice is once
    assert stage.match(KEY).start == (0, 0)
    gone = Penalty.objects.get()
    assert (gone.removed_by, gone.removed_why) == ("Dana Director", "It was the other one")


def test_nothing_is_given_or_taken_back_once_a_result_is_told(stage: Stage) -> None:
    given = penalize(stage, 1, 2)
    report(stage, (5, 2))
    with refused("match_over", ConflictError):
        penalize(stage, 2, 1)
    stage.win(KEY, 1, 2)
    with refused("match_over", ConflictError):
        penalty_remove(penalty_id=given.pk, act=by_director(12, "Too harsh"))


def test_a_match_that_penalties_decided_is_open_again_when_the_result_is_taken_back(
    stage: Stage,
) -> None:
    given = penalize(stage, 1, 5)
    act = by_director(6, "They want to play")
    result_enter(event_id=stage.event.pk, key=KEY, verdict=None, act=act)
    penalty_remove(penalty_id=given.pk, act=act)
    assert (stage.match(KEY).state, stage.match(KEY).start) == ("open", (0, 0))


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"side": 3}, "side_unknown"),
        ({"points": 0}, "penalty_points"),
        ({"points": 100}, "penalty_points"),
        ({"kind": "spite"}, "penalty_kind"),
        ({"act": by_director(3)}, "reason_missing"),
    ],
)
def test_what_is_no_penalty_is_refused(stage: Stage, said: dict[str, Any], code: str) -> None:
    with refused(code, InvalidError):
        penalize(stage, **{"side": 1, "points": 1, **said})
    assert not Penalty.objects.exists()


def test_the_system_needs_no_reason(stage: Stage) -> None:
    assert penalize(stage, 1, 1, kind="clock", act=Act(SYSTEM, NOON)).by_name == "Crawford"


def test_a_penalty_that_never_was_cannot_be_taken_back() -> None:
    with refused("no_such_penalty", NotFoundError):
        penalty_remove(penalty_id=1, act=by_director(1, "None"))


def test_a_version_seen_before_is_a_conflict(stage: Stage) -> None:
    with refused("version_conflict", ConflictError):
        penalize(stage, 1, 1, seen_version=99)


def test_undo_takes_a_penalty_back_and_gives_it_again(stage: Stage) -> None:
    given = penalize(stage, 1, 2)
    undo_last(stage.event)
    assert stage.match(KEY).start == (0, 0)
    other = penalize(stage, 2, 1, act=by_director(61, "Late"))
    penalty_remove(penalty_id=other.pk, act=by_director(62, "He was there"))
    undo_last(stage.event, 63)
    assert stage.match(KEY).start == (1, 0)
    given.refresh_from_db()
    assert not given.holds


def test_undoing_a_penalty_that_decided_opens_the_match(stage: Stage) -> None:
    penalize(stage, 1, 5)
    undo_last(stage.event)
    assert (stage.match(KEY).state, stage.match(KEY).start) == ("open", (0, 0))
    assert stage.names("M2.1") == (None, None)


def test_a_verdict_without_a_score_may_be_given_whatever_the_penalties(stage: Stage) -> None:
    penalize(stage, 1, 4)
    verdict = Verdict(1)
    result_enter(event_id=stage.event.pk, key=KEY, verdict=verdict, act=by_director(8))
    assert stage.match(KEY).winner == 1
