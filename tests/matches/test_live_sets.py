"""A match of sets on the site: every set has a board, dice and a record of its own."""

from typing import Any

import pytest

from config.errors import ConflictError, InvalidError
from matches.board_words import say
from matches.engine.clock_game import GameSaid
from matches.engine.clock_settings import MINUTE, ClockSettings
from matches.models import Match
from matches.models_clock import Clock
from matches.models_record import Record
from matches.selectors.live import board_at, live_board, live_versions
from matches.selectors.live_data import live_state, reveal
from matches.selectors.live_sets import sets_played
from matches.selectors.recorded import accounts_of, disagreements
from matches.selectors.records import live_record
from matches.services.clock_games import clock_say
from matches.services.clocks import clock_confirm, clock_set_up
from matches.services.deadlines import fire_due
from matches.services.live_begin import Table, live_begin
from matches.services.record_checks import record_check
from matches.services.steps import Verdict
from tests.builders import by_director
from tests.matches.boards import BOARD, SECRET, SITE, Live
from tests.matches.clocking import at_table, by_staff, second
from tournaments.selectors.log import log_page
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db


def of_sets(**more: Any) -> Live:
    """Two sets to 3 win, the last one is to 1."""
    return Live(length=3, sets={"to_win": 2, "decider": 1}, **more)


def next_set(live: Live, loser: int, kind: int = 3) -> None:
    live.begin()
    live.join()
    live.lose(loser, kind)


def test_a_set_is_a_match_to_its_length_and_the_next_one_has_a_board_of_its_own() -> None:
    live = of_sets()
    live.lose(2)
    assert (live.state.score, live.state.is_over) == ((1, 0), False)
    live.lose(2, kind=2)
    assert (live.match.state, live.state.is_over) == ("open", True)
    assert live.throw(1, 3, 1) == "set_over"
    first = live.record
    second = live.begin()
    assert (second.set_number, second.version > first.version) == (2, True)
    assert live.throw(1, 3, 1) == "not_joined"
    live.join()
    assert live.throw(1, 3, 1) == ""
    assert live_record(live.match_id, 1) == first


def test_the_match_is_decided_by_sets_and_told_in_them() -> None:
    live = of_sets()
    live.lose(2, kind=3)
    next_set(live, 1)
    assert live.match.state == "open"
    next_set(live, 2, kind=1)
    match = live.match
    assert (match.state, match.winner, match.score_1, match.score_2) == ("decided", 1, 2, 1)
    assert [each.score for each in sets_played(match)] == [(3, 0), (0, 3), (1, 0)]
    with pytest.raises(ConflictError) as caught:
        live.begin()
    assert caught.value.code == "match_over"


def test_the_last_possible_set_is_to_a_length_of_its_own() -> None:
    live = of_sets()
    live.lose(2, kind=3)
    next_set(live, 1)
    assert live.begin().rules["length"] == 1


def test_the_crawford_game_is_one_of_every_set() -> None:
    live = of_sets()
    for _ in range(2):
        live.lose(2)
    said = [live.state.game.crawford]
    live.lose(2)
    live.begin()
    live.join()
    said.append(live.state.game.crawford)
    for _ in range(2):
        live.lose(1)
    said.append(live.state.game.crawford)
    assert said == [True, False, True]


def test_the_dice_of_a_set_are_revealed_when_it_is_over_and_those_of_the_next_are_new() -> None:
    live = of_sets(dice=SITE)
    live.do(1, "roll")
    assert reveal(live.record) is None
    live.lose(2, kind=3)
    told = reveal(live.record)
    assert told is not None
    assert told["secret"] == SECRET.hex()
    fresh = live.begin(SITE, secret=bytes(range(1, 33)))
    assert fresh.commitment != live_record(live.match_id, 1).commitment
    assert fresh.joined == (False, False)


def test_all_sets_are_of_one_game() -> None:
    live = of_sets(game="tavla")
    live.lose(2, kind=2)
    live.lose(2, kind=2)
    with pytest.raises(InvalidError) as caught:
        live_begin(match_id=live.match_id, table=Table(SECRET, "plakoto"), act=live.by(2))
    assert caught.value.code == "game_of_sets"
    assert live.begin().rules["game"] == "tavla"


def test_setting_up_the_same_set_again_changes_nothing() -> None:
    live = of_sets()
    live.lose(2, kind=3)
    second = live.begin()
    assert live.begin() == second
    assert live.begin(SITE).set_number == 2
    assert Record.objects.filter(match=live.match_id).count() == 2


def test_pages_are_told_how_the_sets_stand() -> None:
    live = of_sets()
    live.lose(2, kind=3)
    over = live_board(live.match_id)
    assert over.is_between_sets
    assert say(over, 0).endswith("has won set 1, 3–0. The sets stand at 1–0.")
    live.begin()
    live.join()
    live.throw(1, 3, 1)
    told = live_state(live_board(live.match_id))["sets"]
    assert (told["number"], told["won"], told["sets"][0]["score"]) == (2, [1, 0], [3, 0])
    earlier = live_state(board_at(live.match_id, 1, live_record(live.match_id, 1)))["sets"]
    assert (earlier["number"], earlier["won"]) == (1, [0, 0])
    assert live_state(live_board(Live().match_id))["sets"] is None


def test_the_version_goes_on_from_set_to_set() -> None:
    live = of_sets()
    live.lose(2, kind=3)
    before = int(live_versions([live.match_id])[live.match_id].split("-")[0])
    live.begin()
    assert int(live_versions([live.match_id])[live.match_id].split("-")[0]) > before


def test_both_get_the_time_of_the_next_set() -> None:
    live = of_sets()
    own = ClockSettings(per_point=2 * MINUTE)
    clock_set_up(match_id=live.match_id, act=by_staff(0), settings=own)
    clock_confirm(match_id=live.match_id, sides=(1, 2), act=by_staff(0))
    live.throw(1, 3, 1, n=1)
    live.lose(2, kind=3, n=100)
    clock = Clock.objects.get()
    assert (clock.sets_over, clock.running, clock.stopped_for) == (1, None, "set")
    assert clock.state["reserves"] == [6 * MINUTE, 6 * MINUTE]


def test_the_log_tells_the_sets_in_words() -> None:
    live = of_sets()
    live.lose(2, kind=3)
    live.begin()
    said = [line.what for line in log_page(live.stage.event.tournament).lines]
    names = live.stage.names("M1.1")
    assert f"M1.1 {names[0]} – {names[1]}: {names[0]} won set 1, 3–0; sets 1–0" in said
    assert f"M1.1 {names[0]} – {names[1]}: a board is set up on the site for set 2" in said


def test_each_set_is_verified_by_itself_and_no_set_is_held_against_another() -> None:
    live = of_sets()
    live.lose(2, kind=3)
    next_set(live, 2)
    for record in Record.objects.all():
        assert record_check(record_id=record.pk, at=by_director().at).errors == 0
    assert disagreements(live.match, accounts_of(live.match)) == []
    verdict, event = Verdict(2, scores=(1, 2)), live.stage.event
    result_enter(event_id=event.pk, key="M1.1", verdict=verdict, act=by_director(5, "typo"))
    (found,) = disagreements(live.match, accounts_of(live.match))
    assert [each.code for each in found.findings] == ["result_differs"]


def test_where_the_result_was_taken_back_nothing_more_is_played_here() -> None:
    live = of_sets(dice=BOARD)
    live.lose(2, kind=3)
    next_set(live, 2)
    Match.objects.filter(pk=live.match_id).update(
        state="open", winner=None, outcome="", decided_at=None, score_1=None, score_2=None
    )
    assert live.throw(1, 3, 1) == "record_closed"
    assert not live_board(live.match_id).is_between_sets


def timed(**more: Any) -> Live:
    """The same with a clock, by rules that cost a game."""
    live = of_sets(**more)
    Match.objects.filter(pk=live.match_id).update(rules={**live.match.rules, "flag": "lose_game"})
    own = ClockSettings(per_point=2 * MINUTE)
    clock_set_up(match_id=live.match_id, act=by_staff(0), settings=own)
    clock_confirm(match_id=live.match_id, sides=(1, 2), act=by_staff(0))
    return live


def runs_out(live: Live, n: float, said: GameSaid) -> int:
    """Whoever is on turn after a throw thinks until the time is up; both tell what was lost."""
    live.throw(1, 3, 1, n=n)
    loser = live.state.game.decider
    fire_due(second(n + 60 * 60))
    clock_say(match_id=live.match_id, sides=(1, 2), said=said, act=at_table(n + 60 * 60 + 1))
    return loser


def test_a_game_lost_on_the_clock_is_one_of_the_record_of_its_set() -> None:
    live = timed()
    assert runs_out(live, 1, GameSaid("single", 1, (0, 0))) == 1
    assert (live.state.score, live.rows()[-1]) == ((0, 1), {"do": "award", "side": 2, "points": 1})
    assert live.state == live.replayed()
    live.throw(1, 3, 1, n=5_000)
    assert live.state.game.decider == 1


def test_a_set_lost_on_the_clock_is_over_and_may_decide_the_match() -> None:
    live = timed()
    runs_out(live, 1, GameSaid("backgammon", 1, (0, 0)))
    (first,) = sets_played(live.match)
    assert (first.winner, first.score, live.match.state) == (2, (0, 3), "open")
    clock = Clock.objects.get()
    assert (clock.sets_over, clock.stopped_for) == (1, "set")
    live.begin(n=4_000)
    live.join(n=4_000)
    runs_out(live, 5_000, GameSaid("gammon", 2, (0, 0)))
    match = live.match
    assert (match.state, match.winner, match.score_1, match.score_2) == ("decided", 2, 0, 2)
    assert [each.score for each in sets_played(match)] == [(0, 3), (0, 3)]


def test_what_both_tell_otherwise_than_the_board_leaves_its_record_as_it_is() -> None:
    live = timed()
    runs_out(live, 1, GameSaid("single", 1, (1, 0)))
    assert live.rows()[-1]["do"] == "opening"
    assert Clock.objects.get().score == (1, 1)
