"""The forecast of teams: a tie has several boards, each of them with a table of its own."""

from datetime import timedelta

import pytest

from tests.builders import NOON, Stage, by_director, make_event, make_ties, make_tournament
from tournaments.formats import DrawConfig
from tournaments.formats.elimination import Lengths
from tournaments.formats.pace import last_of
from tournaments.models import Event
from tournaments.selectors.access import access_event_by_id
from tournaments.selectors.forecasting import Forecast
from tournaments.selectors.forecasts import forecast
from tournaments.selectors.outlooks import WhatIf, event_outlook

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = ("Kyiv", "Lviv", "Odesa", "Poltava")


def told(event: Event) -> Forecast:
    found = forecast(access_event_by_id(event.pk))
    assert found is not None
    return found


def minutes(found: Forecast) -> float:
    return (found.median - NOON) / timedelta(minutes=1)


def test_two_rounds_of_ties_take_as_long_as_the_last_boards_of_them() -> None:
    event = make_ties(FOUR, tournament=make_tournament(tables=6))
    both = last_of(7, 6) + 5 + last_of(7, 3)
    assert minutes(told(event)) == pytest.approx(both, rel=0.1)


def test_with_the_tables_of_one_tie_the_others_wait() -> None:
    few = make_ties(FOUR, tournament=make_tournament(tables=3))
    assert minutes(told(few)) == pytest.approx(3 * last_of(7, 3), rel=0.1)


def test_each_board_says_since_when_it_is_played_or_when_it_may_begin() -> None:
    event = make_ties(FOUR, tournament=make_tournament(tables=3))
    fixtures = told(event).fixtures
    assert [fixtures[f"M1.1.{board}"].since for board in (1, 2, 3)] == [NOON] * 3
    assert fixtures["M1.1"].since == NOON
    assert fixtures["M1.2.1"].starts_at == fixtures["M1.2"].starts_at
    assert fixtures["M1.2.1"].since is None


def test_an_event_of_teams_learns_its_pace_from_the_boards() -> None:
    event = make_ties(FOUR, tournament=make_tournament(tables=6))
    stage = Stage(event)
    stage.win("M1.1.1", act=by_director(108.8))
    stage.win("M1.1.2", act=by_director(108.8))
    found = told(event)
    assert found.learned_from == 2
    assert found.pace == pytest.approx((8 + 2 * 2) / 10)
    assert found.fixtures["M1.1"].since == NOON


def test_a_round_of_ties_is_over_when_the_last_board_of_them_is() -> None:
    place = make_tournament(tables=6)
    found = told(make_ties(FOUR, tournament=place, format="swiss", round_rules={"rounds": 2}))
    assert found.round is not None
    first = (found.round.median - NOON) / timedelta(minutes=1)
    assert first == pytest.approx(last_of(7, 6), rel=0.1)
    assert minutes(found) == pytest.approx(2 * last_of(7, 6) + 5, rel=0.1)


def test_an_outlook_of_teams_reckons_with_the_boards_of_a_tie() -> None:
    event = make_event(entrants="teams", team_rules={"boards": 3}, length=7)
    config = DrawConfig(Lengths(7))
    one, few = (event_outlook(event, config, WhatIf(4, boards)) for boards in (6, 3))
    assert one.matches == few.matches == 3
    assert few.asked.median > one.asked.median
    assert {
        way.boards for way in event_outlook(event, config, WhatIf(4, 3), compare=True).ways
    } == {
        1,
        3,
        4,
        6,
    }
