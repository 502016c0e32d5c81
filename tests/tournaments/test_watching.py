"""The director says what spectators see of the matches of an event, and of one of them."""

from typing import Any

import pytest

from config.errors import ConflictError, InvalidError
from matches.models import Match
from matches.services.watching import Watching
from tests.builders import Stage, by_director, make_running_event, make_ties
from tournaments.models import Event, LogEntry
from tournaments.selectors.log import log_page
from tournaments.services.watching import event_watching_set, fixture_watching_set

pytestmark = pytest.mark.django_db

LATE = Watching(90, comments=True)


def set_(event: Event, watching: Watching, minutes: float = 5) -> Event:
    return event_watching_set(event_id=event.pk, watching=watching, act=by_director(minutes))


def seen(match: Match) -> Watching:
    return Watching.of(match)


def test_nothing_is_held_back_and_nobody_comments_unless_the_director_says_so() -> None:
    stage = Stage(make_running_event("ABCD"))
    assert Watching.of(stage.event) == seen(stage.match("M1.1")) == Watching(0, comments=False)


def test_it_holds_at_once_for_all_matches_that_are_not_over_and_for_those_to_come() -> None:
    stage = Stage(make_running_event("ABCD"))
    stage.win("M1.1")
    set_(stage.event, LATE)
    assert seen(stage.match("M1.1")) == Watching()
    assert seen(stage.match("M1.2")) == LATE
    stage.win("M1.2")
    assert seen(stage.match("M2.1")) == LATE


def test_at_the_boards_of_ties_it_holds_as_well() -> None:
    event = make_ties(["Kyiv", "Lviv"])
    set_(event, LATE)
    assert seen(Stage(event).match("M1.1.2")) == LATE


def test_it_takes_as_many_queries_however_many_matches_there_are(
    django_assert_num_queries: Any,
) -> None:
    for names in ("ABCD", "ABCDEFGHIJ"):
        event = make_running_event(names, name=names)
        with django_assert_num_queries(8):
            set_(event, LATE)


def test_one_match_can_have_it_otherwise_until_the_event_is_set_anew() -> None:
    stage = Stage(make_running_event("ABCD"))
    event_id = stage.event.pk
    act = by_director(5)
    fixture_watching_set(event_id=event_id, key="M1.1", watching=LATE, act=act)
    assert (seen(stage.match("M1.1")), seen(stage.match("M1.2"))) == (LATE, Watching())
    set_(stage.event, Watching())
    assert seen(stage.match("M1.1")) == Watching()


def test_the_log_tells_each_change_once_in_words() -> None:
    stage = Stage(make_running_event("ABCD"))
    for _ in range(2):
        set_(stage.event, LATE)
    fixture_watching_set(
        event_id=stage.event.pk, key="M1.1", watching=Watching(0, comments=True), act=by_director(6)
    )
    one, all_ = log_page(stage.event.tournament).lines[:2]
    assert one.what.startswith("M1.1 ")
    assert [(c.what, c.before, c.after) for c in one.changes] == [
        ("delay for spectators, in seconds", "90", "0")
    ]
    assert all_.what == "Changed what spectators get to see"
    assert [(c.before, c.after) for c in all_.changes] == [("0", "90"), ("no", "yes")]
    assert LogEntry.objects.filter(action="watching.changed").count() == 1


def test_whoever_saw_an_older_event_is_told_and_nothing_is_set() -> None:
    stage = Stage(make_running_event("ABCD"))
    set_(stage.event, Watching(60))
    with pytest.raises(ConflictError) as caught:
        event_watching_set(
            event_id=stage.event.pk,
            watching=LATE,
            act=by_director(6),
            seen_version=stage.event.version,
        )
    assert caught.value.code == "version_conflict"
    assert seen(stage.match("M1.1")) == Watching(60)


def test_a_delay_that_is_too_long_is_refused() -> None:
    event = make_running_event("ABCD")
    with pytest.raises(InvalidError) as caught:
        set_(event, Watching(7201))
    assert caught.value.code == "delay_out_of_range"
