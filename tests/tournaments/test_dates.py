"""The day to play by: put off by a director, in a league and on a ladder, and taken back."""

from datetime import date

import pytest

from config.errors import DomainError
from tests.builders import Stage, by_director, make_ladder, make_rounds, make_running_event
from tests.tournaments.test_ladders import DAY, challenge
from tournaments.models import Event
from tournaments.selectors.deeds import last_deed
from tournaments.selectors.ladder_pages import ladder_view
from tournaments.selectors.log import log_page
from tournaments.services.archive_in import event_import
from tournaments.services.archive_out import archive_text, event_export
from tournaments.services.dates import play_by_set
from tournaments.services.ladders import challenge_unplayed
from tournaments.services.undoing import event_undo

pytestmark = pytest.mark.django_db(transaction=True)

LATER = date(2026, 12, 20)


def put_off(event: Event, key: str, day: date = LATER, minutes: float = 5) -> None:
    play_by_set(event_id=event.pk, key=key, day=day, act=by_director(minutes))


def refused(event: Event, key: str, day: date = LATER) -> str:
    with pytest.raises(DomainError) as error:
        put_off(event, key, day)
    return error.value.code


def test_a_challenge_is_put_off_and_not_ended_before_that() -> None:
    event = make_ladder("AB")
    key = challenge(event, "BA")
    put_off(event, key)
    assert [one.play_by for one in ladder_view(event).challenges] == [LATER]
    with pytest.raises(DomainError) as error:
        challenge_unplayed(event_id=event.pk, key=key, act=by_director(9 * DAY))
    assert error.value.code == "still_time"
    archive = event_export(event_id=event.pk, at=by_director(9 * DAY).at)
    text = archive_text(archive).encode()
    copy = event_import(content=text, act=by_director(9 * DAY), tournament_slug="copy")
    assert Stage(copy).fixture(key).play_by == LATER


def test_a_match_of_a_league_is_put_off_alone() -> None:
    league = {"starts_on": "2026-12-01", "days_per_round": 7}
    event = make_rounds("ABCD", "round_robin", league=league)
    put_off(event, "R1.2")
    days = dict(event.fixtures.values_list("key", "play_by"))
    assert days == {"R1.1": date(2026, 12, 7), "R1.2": LATER}
    line = log_page(event.tournament, event=event).lines[0]
    assert line.what.startswith("R1.2 ")
    assert [(one.before, one.after) for one in line.changes] == [("2026-12-07", "2026-12-20")]


def test_undo_gives_the_day_back_that_it_had() -> None:
    event = make_ladder("AB")
    key = challenge(event, "BA")
    put_off(event, key)
    deed = last_deed(event)
    assert deed is not None
    event_undo(event_id=event.pk, deed_id=deed.id, act=by_director(30 * DAY))
    assert Stage(event).fixture(key).play_by == date(2026, 12, 12)
    assert event.ladder_steps.get().play_by == date(2026, 12, 12)


def test_only_an_open_match_with_a_day_is_put_off_and_not_into_the_past() -> None:
    event = make_ladder("ABC")
    key = challenge(event, "CA")
    assert refused(event, key, date(2026, 12, 4)) == "day_past"
    assert refused(event, "H1.9") == "no_such_fixture"
    Stage(event).win(key)
    assert refused(event, key) == "already_decided"
    assert refused(make_running_event("AB", name="Cup"), "M1.1") == "no_dates"
