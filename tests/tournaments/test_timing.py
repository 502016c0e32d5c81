"""When matches were played, read from log lines."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.builders import Stage, by_director, make_running_event, make_tournament
from tournaments.selectors.timing import Line, Span, spans_of, timing
from tournaments.services.tables import table_assign

NOON = datetime(2026, 12, 5, 12, 0, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def line(minutes: float, action: str, before: Any = None, after: Any = None) -> Line:
    return Line(action, 1, at(minutes), before, after)


def moved(minutes: float, before: int | None, after: int | None) -> Line:
    return line(minutes, "match.moved", {"table": before}, {"table": after})


CALLED = line(0, "match.called", after={"table": 1})


def span(*lines: Line) -> tuple[datetime | None, datetime | None]:
    found = spans_of(lines).get(1, Span())
    return found.started, found.ended


def test_a_match_lasts_from_its_call_to_the_first_word_of_a_result() -> None:
    lines = [CALLED, line(50, "result.reported"), line(60, "result.confirmed_by_silence")]
    assert span(*lines) == (at(0), at(50))


def test_a_correction_is_no_later_end() -> None:
    assert span(CALLED, line(50, "result.entered"), line(90, "result.corrected"))[1] == at(50)


def test_moving_to_another_table_does_not_begin_it_again() -> None:
    assert span(CALLED, moved(20, 1, 2)) == (at(0), None)


def test_off_the_table_it_is_not_played_until_it_has_one_again() -> None:
    assert span(CALLED, moved(20, 1, None)) == (None, None)
    assert span(CALLED, moved(20, 1, None), moved(30, None, 4)) == (at(30), None)


def test_a_result_that_was_taken_back_leaves_nothing_behind() -> None:
    ended = [CALLED, line(10, "result.entered"), line(12, "result.reopened")]
    assert span(*ended) == (None, None)
    assert span(*ended, line(15, "match.called")) == (at(15), None)


def test_a_log_that_came_with_nonsense_is_read_all_the_same() -> None:
    assert span(CALLED, line(1, "match.moved", "x", [3])) == (None, None)
    assert spans_of([Line("draw.published", None, at(0), None, None)]) == {}


@pytest.mark.django_db(transaction=True)
def test_the_log_of_an_event_has_both_ends() -> None:
    event = make_running_event("ABCD", tournament=make_tournament(tables=1))
    stage = Stage(event)
    stage.win("M1.1", act=by_director(40))
    table_assign(event_id=event.pk, key="M1.2", number=None, act=by_director(45))
    found = timing(event)
    assert found.latest == by_director(45).at
    spans = [found.spans[stage.match(key).pk] for key in ("M1.1", "M1.2")]
    assert spans == [Span(by_director(0).at, by_director(40).at), Span(None, None)]
