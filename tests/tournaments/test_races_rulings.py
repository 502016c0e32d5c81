"""The director rules while the bell rings and the players report: one outcome, and nothing left."""

from functools import partial

import pytest

from matches.models import Deadline, Match
from matches.models_late import Penalty
from matches.services.deadlines import fire_due
from matches.services.lateness import match_here
from matches.services.reporting import match_report
from matches.services.steps import Verdict
from players.models import Player
from tests.builders import by_director, by_player, make_running_event
from tests.matches.clocking import Table, second
from tests.matches.lateness import Called, minute
from tests.tournaments.rulings import Scene
from tests.tournaments.test_races import at_once
from tests.tournaments.test_sanctions import give
from tournaments.models import Entry, LogEntry
from tournaments.models_rulings import Ruling, Sanction
from tournaments.selectors.deeds import last_deed
from tournaments.services.break_calls import break_grant
from tournaments.services.undoing import event_undo

pytestmark = pytest.mark.django_db(transaction=True)


def left(match: Match) -> set[str]:
    """What is still to ring for this match itself."""
    found = Deadline.objects.filter(subject_id=match.pk, done_at=None)
    of_match = ("late_start", "clock_flag", "break_over", "confirm_report", "dispute_unanswered")
    return set(found.filter(kind__in=of_match).values_list("kind", flat=True))


def failed() -> list[str]:
    return list(Deadline.objects.exclude(last_error="").values_list("last_error", flat=True))


def test_points_of_a_ruling_and_of_the_bell_are_both_in_the_sum() -> None:
    called = Called("ukbgf")
    called.here(1, at=1)
    scene = Scene(called.stage.event)
    at_once(
        lambda: fire_due(minute(5)),
        lambda: scene.rule(5, side=2, penalty=(2, 1)),
        lambda: fire_due(minute(5)),
    )
    assert sum(Penalty.objects.values_list("points", flat=True)) == 2
    assert (called.match.start, called.due, failed()) == ((2, 0), 10, [])


def test_a_ruling_a_flag_and_two_reports_leave_one_result() -> None:
    table = Table()
    table.press(2, 0)
    scene = Scene(table=table)
    scene.call(2, 1)
    table.resume(70)
    one, other = scene.players

    def report(player: Player) -> None:
        act = by_player(player, 20)
        match_report(match_id=scene.match_id, player_id=player.pk, scores=(7, 3), act=act)

    at_once(
        lambda: fire_due(second(20 * 60)),
        lambda: scene.rule(20, verdict=Verdict(2, scores=(1, 7))),
        lambda: report(one),
        lambda: report(other),
    )
    match = scene.match
    assert (match.state, left(match), failed()) == ("decided", set(), [])
    if Ruling.objects.exists():
        assert match.winner == 2


def test_an_appeal_and_the_end_of_the_time_for_it_are_one_or_the_other() -> None:
    scene = Scene().set_rules(code="usbgf")
    ruling = scene.rule(5)
    results = at_once(
        lambda: scene.appeal(ruling, 19.9),
        lambda: fire_due(by_director(20).at),
        lambda: fire_due(by_director(20).at),
    )
    ruling.refresh_from_db()
    appealed = not isinstance(results[0], Exception)
    assert (ruling.final_at is None) == appealed
    assert scene.log().count("appeal.lapsed") == (not appealed)
    assert not Deadline.objects.filter(kind="appeal_window", done_at=None).exists()


def test_a_ruling_amended_twice_at_once_is_amended_once() -> None:
    scene = Scene()
    ruling = scene.rule(5, side=1, penalty=(1, 1))
    at_once(*[lambda: scene.amend(ruling, 6, side=1, penalty=(1, 3))] * 3)
    assert scene.match.start == (0, 3)
    assert Sanction.objects.filter(withdrawn_at=None).count() == 1
    assert Ruling.objects.filter(state="stands").count() == 1


def test_who_comes_while_he_is_excluded_has_lost() -> None:
    called = Called("ukbgf")
    called.here(1, at=1)
    scene = Scene(called.stage.event)
    at_once(
        lambda: match_here(match_id=scene.match_id, sides=[2], act=by_director(6)),
        lambda: scene.rule(6, side=2, penalty=(2, 7)),
        lambda: fire_due(minute(6)),
    )
    match = scene.match
    assert (match.state, match.winner, left(match), failed()) == ("decided", 1, set(), [])


def test_an_exclusion_undone_in_two_events_at_once_is_undone_once_and_nobody_waits_for_ever() -> (
    None
):
    event = make_running_event("ABCD")
    other = make_running_event("ABCD", name="Side", tournament=event.tournament)
    give(event, "A", "exclusion", everywhere=True)
    deeds = [(one.pk, deed.id) for one in (event, other) if (deed := last_deed(one))]
    found = at_once(
        *[
            partial(event_undo, event_id=pk, deed_id=deed_id, act=by_director(60))
            for pk, deed_id in deeds
        ]
    )
    assert [getattr(one, "code", "") for one in found].count("") == 1
    rows = Entry.objects.filter(name="A")
    assert [(row.disqualified, row.has_left) for row in rows] == [(False, False)] * 2


def test_two_who_grant_a_break_and_one_who_wants_it_no_more_leave_one_answer() -> None:
    scene = Scene(make_running_event("ABCD")).set_rules(breaks="director")
    call = scene.call(1, kind="break")
    deed = partial(break_grant, event_id=scene.event.pk, call_id=call.pk)
    done = at_once(
        lambda: deed(act=by_director(3)),
        lambda: deed(act=by_director(4)),
        lambda: scene.settles(1, 3),
    )
    refused = {getattr(one, "code", "") for one in done} - {""}
    assert refused <= {"call_closed", "no_call"}
    answers = [line for line in scene.log() if line == "director.settled"]
    granted = LogEntry.objects.filter(action="break.granted").count()
    assert granted + len(answers) == 1
    call.refresh_from_db()
    assert call.state == ("closed" if granted else "settled")
