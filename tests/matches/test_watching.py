"""Spectators see a match on the site as it stood so long ago, and never anything newer."""

from typing import Any

import pytest

from config.errors import InvalidError
from matches.engine.clock_settings import SECOND, ClockSettings
from matches.models import Match
from matches.models_clock import ms
from matches.selectors.clocks import clock_versions_seen, clock_view, clock_views
from matches.selectors.live import board_at, live_versions
from matches.selectors.live_data import live_state, record_data
from matches.selectors.watched import staff_versions, watch_versions
from matches.selectors.watching import sight
from matches.services.clocks import clock_confirm, clock_set_up
from matches.services.live_begin import Table, live_begin
from matches.services.reporting import match_report
from matches.services.watching import Watching, match_watching_set
from players.actors import Act
from tests.builders import by_director, by_player
from tests.matches.boards import BOARD, SITE
from tests.matches.clocking import by_staff, second
from tests.matches.watching import DELAY, OTHER, Watched

pytestmark = pytest.mark.django_db


def plays(live: Watched, n: float) -> list[str | None]:
    """What a spectator sees played so many seconds after noon; None is a throw alone."""
    board = board_at(live.match_id, sight=sight(live.match_id, second(n)))
    return [line["play"] for line in live_state(board)["moves"]]


def version(live: Watched, n: float) -> str:
    return watch_versions([live.match_id], second(n))[live.match_id]


def test_each_action_is_seen_when_the_delay_has_passed_and_not_before() -> None:
    live = Watched()
    live.opened()
    assert plays(live, 299) == []
    assert plays(live, 300) == [None]
    assert plays(live, 360) == ["8/5 6/5"]
    assert plays(live, 699) == ["8/5 6/5"]
    assert plays(live, 700) == ["8/5 6/5", None]
    assert plays(live, 701) == ["8/5 6/5", "24/14"]


def test_nothing_newer_is_seen_by_asking_for_it() -> None:
    live = Watched()
    live.opened()
    board = board_at(live.match_id, 4, sight=sight(live.match_id, second(402)))
    assert (board.at, board.last) == (2, 2)
    told = record_data(live.match_id, sight=sight(live.match_id, second(402)))
    assert [data["do"] for data in told["actions"]] == ["opening", "play"]


def test_without_a_delay_everybody_sees_it_at_once() -> None:
    live = Watched(delay=0)
    live.opened()
    assert plays(live, 401) == ["8/5 6/5", "24/14"]


def test_an_action_that_came_in_with_an_earlier_moment_waits_for_those_before_it() -> None:
    live = Watched()
    live.throw(1, 3, 1, n=100)
    live.play(1, "8/5 6/5", n=99)
    assert plays(live, 399) == []
    assert plays(live, 400) == ["8/5 6/5"]


def test_who_has_sat_down_is_seen_with_the_delay_too() -> None:
    live = Watched()
    sights = [sight(live.match_id, second(n)) for n in (299, 300)]
    joined = [board_at(live.match_id, sight=one).record.joined for one in sights]
    assert joined == [(False, False), (True, True)]


def test_the_version_changes_when_something_is_seen_and_not_when_it_is_done() -> None:
    live = Watched()
    live.throw(1, 3, 1, n=0)
    live.play(1, "8/5 6/5", n=60)
    before = version(live, 399)
    live.throw(2, 6, 4, n=400)
    assert version(live, 400) == before
    assert version(live, 699) == before
    assert version(live, 700) != before
    assert staff_versions([live.match_id])[live.match_id] not in {before, version(live, 700)}


def over(live: Watched, n: float) -> tuple[str, int | None]:
    board = board_at(live.match_id, sight=sight(live.match_id, second(n)))
    return board.match.state, board.state.winner or None


def test_the_end_is_seen_with_the_delay_and_then_all_is_open() -> None:
    live = Watched(length=1, dice=SITE)
    live.any_deed()
    loser = live.state.game.decider
    live.do(loser, "resign", kind=1, n=50)
    live.do(3 - loser, "accept", n=60)
    assert live.match.state == Match.State.DECIDED
    assert over(live, 359) == ("open", None)
    assert record_data(live.match_id, sight=sight(live.match_id, second(359)))["reveal"] is None
    assert over(live, 360) == ("decided", 3 - loser)
    assert sight(live.match_id, second(360)).is_whole
    assert record_data(live.match_id, sight=sight(live.match_id, second(360)))["reveal"]


def test_a_result_from_the_desk_is_seen_at_the_board_with_the_delay() -> None:
    live = Watched()
    live.opened()
    live.stage.win("M1.1", act=by_director(10))
    assert over(live, 899)[0] == "open"
    assert over(live, 900)[0] == "decided"


@pytest.mark.parametrize("delay", [0, 300])
def test_a_winner_who_is_corrected_is_news_to_everybody_who_sees_that(delay: int) -> None:
    live = Watched(delay=delay)
    live.opened()
    live.stage.win("M1.1", 1, act=by_director(10))

    def versions(n: float) -> set[str]:
        pks = [live.match_id]
        return {version(live, n), staff_versions(pks)[pks[0]], live_versions(pks, 1)[pks[0]]}

    before = versions(601 + delay)
    live.stage.win("M1.1", 2, act=by_director(11, reason="The wrong line"))
    assert not before & versions(661 + delay)


def test_a_report_is_seen_at_the_board_with_the_delay() -> None:
    live = Watched()
    who = live.stage.players("M1.1")[0].pk
    match_report(match_id=live.match_id, player_id=who, scores=(3, 1), act=live.by(1, 60))
    assert over(live, 359)[0] == "open"
    assert over(live, 360)[0] == "reported"


def test_the_clock_ticks_as_it_ticked_for_the_players() -> None:
    live = Watched()
    own = ClockSettings(fixed=600 * SECOND)
    clock_set_up(match_id=live.match_id, act=by_staff(0), settings=own)
    clock_confirm(match_id=live.match_id, sides=(1, 2), act=by_staff(0))
    live.throw(1, 3, 1, n=10)
    live.play(1, "8/5 6/5", n=40)
    shown = clock_view(live.match_id, seen_at=second(330)).state
    assert (shown.running, shown.left(1, ms(second(330)))) == (1, 580 * SECOND)
    later = clock_view(live.match_id, seen_at=second(350)).state
    assert (later.running, later.left(2, ms(second(350)))) == (2, 590 * SECOND)
    now = clock_view(live.match_id).state
    assert now.left(2, ms(second(350))) == 290 * SECOND
    versions = [clock_versions_seen([live.match_id], second(n)) for n in (330, 339, 340)]
    assert (versions[0] == versions[1], versions[1] == versions[2]) == (True, False)


def test_clocks_are_seen_in_as_many_queries_however_many_have_a_delay(
    django_assert_num_queries: Any,
) -> None:
    live = Watched()
    pks = [live.match_id, other_board(live)]
    for pk in pks:
        clock_set_up(match_id=pk, act=by_staff(0))
        clock_confirm(match_id=pk, sides=(1, 2), act=by_staff(0))
        match_watching_set(match_id=pk, watching=Watching(DELAY), act=by_staff(0))
    live.throw(1, 3, 1, n=10)
    for several in (pks[:1], pks):
        with django_assert_num_queries(5):
            views = clock_views(several, seen_at=second(320))
        assert {pk: view.state.running for pk, view in views.items()} == {
            pk: 1 if pk == live.match_id else None for pk in several
        }
    assert clock_views(pks, seen_at=second(299)) == {}


def other_board(live: Watched) -> int:
    """M1.2 is played on the site, too."""
    match_id = live.stage.match("M1.2").pk
    table = Table(OTHER, "", BOARD)
    players = live.stage.players("M1.2")
    act = Act(by_player(players[0]).by, second(0))
    live_begin(match_id=match_id, table=table, act=act)
    return match_id


@pytest.mark.parametrize("seconds", [-1, 7201])
def test_a_delay_is_up_to_two_hours(seconds: int) -> None:
    live = Watched(delay=0)
    with pytest.raises(InvalidError) as caught:
        match_watching_set(match_id=live.match_id, watching=Watching(seconds), act=by_director())
    assert caught.value.code == "delay_out_of_range"
    assert live.match.watch_delay == 0


def test_versions_are_asked_for_in_as_many_queries_however_many_are_watched(
    django_assert_max_num_queries: Any,
) -> None:
    live = Watched(delay=DELAY)
    live.opened()
    pks = [live.match_id, live.stage.match("M1.2").pk]
    with django_assert_max_num_queries(5):
        watch_versions(pks, second(402))
    live.watched(0)
    with django_assert_max_num_queries(1):
        watch_versions(pks, second(402))
