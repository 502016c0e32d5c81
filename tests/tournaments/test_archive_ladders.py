"""Ladders and leagues in archives: out and in again the same, and refused where they lie."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from config.errors import InvalidError
from matches.models import Outcome
from matches.services.steps import Verdict
from players.services.people import PersonFacts
from tests.builders import Stage, by_director, make_event, make_ladder, make_rounds, make_tournament
from tests.tournaments.test_ladders import DAY, challenge, order
from tournaments.models import Event
from tournaments.services.archive_in import event_import
from tournaments.services.archive_out import archive_text, event_export
from tournaments.services.attendance import entry_reinstate, entry_withdraw
from tournaments.services.entries import NewEntry
from tournaments.services.ladders import (
    challenge_call_off,
    challenge_unplayed,
    ladder_close,
    ladder_join,
)
from tournaments.services.results import result_enter
from tournaments.services.rounds import round_publish

pytestmark = pytest.mark.django_db(transaction=True)

Archive = dict[str, Any]


def make_busy_ladder() -> Event:
    """Of everything: results, one corrected, a double forfeit, unplayed, called off, come, gone."""
    event = make_ladder("ABCDEF")
    stage = Stage(event)
    stage.win(challenge(event, "CA"))
    stage.win(challenge(event, "BC", 2), side=2)
    stage.win("H1.2", act=by_director(3, "upside down"))
    both = challenge(event, "ED", 4)
    nobody = Verdict(None, Outcome.DOUBLE_LOSS)
    result_enter(event_id=event.pk, key=both, verdict=nobody, act=by_director(5))
    challenge_call_off(event_id=event.pk, key=challenge(event, "FD", 6), act=by_director(7))
    late = challenge(event, "DA", 8)
    ladder_join(event_id=event.pk, entry=NewEntry(PersonFacts("G")), act=by_director(9))
    f = event.entries.get(name="F").pk
    entry_withdraw(event_id=event.pk, entry_id=f, act=by_director(10))
    entry_reinstate(event_id=event.pk, entry_id=f, act=by_director(11))
    challenge_unplayed(event_id=event.pk, key=late, act=by_director(8 * DAY))
    challenge(event, "GE", 8 * DAY + 1)
    return event


def export(event: Event) -> Archive:
    return event_export(event_id=event.pk, at=by_director(9 * DAY).at)


def taken_in(archive: Archive, slug: str = "copy") -> Event:
    text = archive_text(archive).encode()
    return event_import(content=text, act=by_director(10 * DAY), tournament_slug=slug)


def comparable(archive: Archive) -> Archive:
    """Without the tournament it went into and the line that says that it was taken in."""
    kept = {name: value for name, value in archive.items() if name != "tournament"}
    return {**kept, "log": kept["log"][: len(kept["log"]) - ("event.imported" in str(kept["log"]))]}


def test_a_ladder_comes_back_as_it_was() -> None:
    event = make_busy_ladder()
    archive = export(event)
    copy = taken_in(archive)
    assert order(copy) == order(event)
    assert comparable(export(copy)) == comparable(archive)
    assert Stage(copy).fixture("H1.6").play_by == Stage(event).fixture("H1.6").play_by


def test_play_goes_on_in_a_ladder_that_was_taken_in() -> None:
    copy = taken_in(export(make_busy_ladder()))
    Stage(copy).win("H1.6", act=by_director(11 * DAY))
    before = order(copy)
    assert before.index("G") < before.index("E")
    assert challenge(copy, before[1] + before[0], 11 * DAY) == "H1.7"


def test_a_closed_ladder_and_one_that_was_never_opened_come_back() -> None:
    closed = make_ladder("AB")
    ladder_close(event_id=closed.pk, act=by_director(2))
    assert taken_in(export(closed)).state == "finished"
    waiting = make_event(name="Later", format="ladder", ladder_rules={"reach": None})
    assert taken_in(export(waiting)).ladder_rules == waiting.ladder_rules


def test_a_league_keeps_its_points_and_dates() -> None:
    league = {"points": "3-1", "starts_on": "2026-09-07", "days_per_round": 7}
    event = make_rounds("ABC", "round_robin", league=league, tournament=make_tournament("League"))
    round_publish(event_id=event.pk, act=by_director(2), everything=True)
    archive = export(event)
    copy = taken_in(archive)
    assert comparable(export(copy)) == comparable(archive)
    assert str(copy.fixtures.get(key="R2.1").play_by) == "2026-09-20"


def swap_field(archive: Archive) -> None:
    archive["draw"]["field"].reverse()


def other_winner(archive: Archive) -> None:
    step = next(one for one in archive["ladder"] if one["kind"] == "decided")
    step["entry"], step["opponent"] = step["opponent"], step["entry"]


def no_step(archive: Archive) -> None:
    archive["ladder"] = [one for one in archive["ladder"] if one["kind"] != "both_lost"]


def other_day(archive: Archive) -> None:
    archive["ladder"][-1]["play_by"] = "2027-01-01"


def stranger(archive: Archive) -> None:
    archive["ladder"][0]["entry"] = 77


def closed_twice(archive: Archive) -> None:
    closing = next(one for one in archive["ladder"] if one["kind"] == "unplayed")
    archive["ladder"].append(dict(closing))


def back_again(archive: Archive) -> None:
    archive["entries"][5]["last_round"] = 0


def without_opponent(archive: Archive) -> None:
    archive["ladder"][0]["opponent"] = None


def other_rules(archive: Archive) -> None:
    archive["event"]["ladder_rules"]["days"] = 0


@pytest.mark.parametrize(
    "forge",
    [
        swap_field,
        other_winner,
        no_step,
        other_day,
        stranger,
        closed_twice,
        back_again,
        without_opponent,
        other_rules,
    ],
)
def test_a_ladder_that_contradicts_itself_is_refused(forge: Callable[[Archive], None]) -> None:
    archive = json.loads(archive_text(export(make_busy_ladder())))
    forge(archive)
    with pytest.raises(InvalidError) as error:
        taken_in(archive)
    assert error.value.code in {"archive_inconsistent", "archive_unreadable"}
    assert not Event.objects.filter(tournament__slug="copy").exists()
