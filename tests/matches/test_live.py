"""Two players at a board of the site: what is done, refused and kept, and how the match ends."""

from collections.abc import Sequence
from typing import Any

import pytest

from config.errors import ConflictError, InvalidError
from matches.engine.fairdice import FairDice, Reveal, verify
from matches.models import Match
from matches.models_record import Record
from matches.services.live_begin import Table, live_begin, live_join
from tests.matches.boards import BOARD, SECRET, SITE, Live
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db


def said(actions: Sequence[dict[str, Any]]) -> list[str]:
    return [data["do"] for data in actions]


def test_a_turn_is_thrown_and_played_and_the_other_is_on_turn() -> None:
    live = Live()
    assert live.throw(1, 3, 1) == ""
    assert live.play(1, "8/5 6/5") == ""
    assert (live.state.game.decider, live.state.game.turn.phase.value) == (2, "roll")
    assert live.rows()[1] == {"do": "play", "side": 1, "play": "8/5 6/5"}


def test_an_illegal_play_is_refused_with_its_rule_and_nothing_is_kept() -> None:
    live = Live()
    live.throw(1, 6, 5)
    assert live.play(1, "24/18 24/19") == "blocked"
    assert live.play(1, "13/7") == "must_play_both"
    assert live.play(1, "nonsense") == "word_unreadable"
    assert live.play(2, "24/13") == "not_your_turn"
    assert live.do(1, "take") != ""
    assert live.do(1, "award_match") == "deed_unknown"
    assert said(live.rows()) == ["opening"]
    assert live.play(1, "24/13") == ""


def test_what_was_seen_must_be_what_is() -> None:
    live = Live()
    seen = live.record.version
    assert live.throw(1, 3, 1, seen=seen) == ""
    assert live.play(1, "24/20", seen=seen) == "version_conflict"
    assert live.play(1, "24/20", seen=live.record.version) == ""


def test_what_is_sent_again_is_done_once() -> None:
    live = Live(dice=SITE)
    seen = live.record.version
    assert live.do(1, "roll", seen=seen, ident="a") == ""
    rows = live.rows()
    assert live.do(1, "roll", seen=seen, ident="a") == ""
    assert live.rows() == rows
    assert live.do(1, "double", ident="a") == "key_reused"


def test_nobody_throws_before_both_have_sat_down() -> None:
    live = Live(joined=False)
    live_join(match_id=live.match_id, side=2, seed="", act=live.by(2))
    assert live.throw(2, 3, 1) == "not_joined"
    live_join(match_id=live.match_id, side=1, seed="", act=live.by(1))
    assert live.throw(2, 3, 1) == ""


def test_other_settings_are_possible_until_both_have_sat_down() -> None:
    live = Live(joined=False)
    old = live.record
    nardy = Table(SECRET, "long_nardy", BOARD)
    record = live_begin(match_id=live.match_id, table=nardy, act=live.by(2))
    assert (record.rules["game"], record.version > old.version) == ("long_nardy", True)
    for side in (1, 2):
        live_join(match_id=live.match_id, side=side, seed="", act=live.by(side))
    again = live_begin(match_id=live.match_id, table=nardy, act=live.by(1))
    assert (again.pk, again.joined) == (record.pk, (True, True))
    with pytest.raises(ConflictError) as caught:
        live_begin(match_id=live.match_id, table=Table(SECRET, "tavla"), act=live.by(1))
    assert caught.value.code == "live_has_begun"


@pytest.mark.parametrize(
    ("table", "code"),
    [
        (Table(SECRET, "chess"), "game_unknown"),
        (Table(SECRET, dice="mine"), "dice_unknown"),
        (Table(b"short"), "secret_too_short"),
    ],
)
def test_a_board_is_set_up_only_for_a_game_that_exists(table: Table, code: str) -> None:
    live = Live()
    Record.objects.all().delete()
    with pytest.raises(InvalidError) as caught:
        live_begin(match_id=live.match_id, table=table, act=live.by(1))
    assert caught.value.code == code


def test_the_dice_of_the_site_are_those_committed_to_and_its_seeds_of_both() -> None:
    live = Live(dice=SITE)
    committed = live.record.commitment
    for _ in range(24):
        live.any_deed()
    dice = FairDice(SECRET, ("s1", "s2"), live.record.context)
    thrown = [
        tuple(data.get("dice") or (data["first"], data["second"]))
        for data in live.rows()
        if data["do"] in {"opening", "roll"}
    ]
    assert thrown == [dice.roll(n) for n in range(len(thrown))]
    reveal = Reveal(live.record.secret, live.record.seeds, live.record.context)
    assert verify(reveal, committed, thrown).holds
    assert live.throw(1, 6, 6) == "dice_by_site"


def test_dice_at_the_board_are_what_the_player_says() -> None:
    live = Live()
    assert live.do(1, "roll") == "dice_missing"
    assert live.throw(1, 7, 1) == "die_unreadable"
    assert live.throw(1, 2, 2) == ""
    assert live.throw(1, 1, 6) == ""
    assert live.state.game.decider == 2


def test_a_double_that_is_dropped_ends_the_game_and_the_crawford_game_has_none() -> None:
    live = Live(length=3)
    for _ in range(2):
        live.throw(1, 3, 1)
        live.play(1, "8/5 6/5")
        assert live.do(2, "double") == ""
        assert live.do(2, "take") == "not_your_turn"
        assert live.do(1, "drop") == ""
    assert (live.state.score, live.state.game.crawford) == ((0, 2), True)
    live.throw(1, 3, 1)
    live.play(1, "8/5 6/5")
    assert live.do(2, "double") == "crawford_game"
    assert live.state == live.replayed()


def test_the_last_game_decides_the_match_and_the_bracket_goes_on(
    django_capture_on_commit_callbacks: Any,
) -> None:
    live = Live(length=1)
    live.throw(1, 3, 1)
    assert live.do(2, "resign", kind=1) == ""
    assert live.play(1, "8/5 6/5") == "answer_resignation"
    with django_capture_on_commit_callbacks(execute=True):
        assert live.do(1, "accept") == ""
    match = live.match
    assert (match.state, match.winner, match.score_1, match.score_2) == ("decided", 1, 1, 0)
    assert live.record.closed_at is not None
    assert LogEntry.objects.filter(action="result.played", fixture_key="M1.1").count() == 1
    assert live.stage.names("M2.1")[0] == live.stage.names("M1.1")[0]
    assert live.throw(2, 1, 2) == "match_over"


def test_points_beyond_the_length_are_not_reported() -> None:
    live = Live(length=3)
    live.throw(1, 3, 1)
    live.do(2, "resign", kind=2)
    live.do(1, "accept")
    live.throw(1, 3, 1)
    live.do(2, "resign", kind=3)
    live.do(1, "accept")
    assert (live.match.score_1, live.match.score_2) == (3, 0)


def test_a_match_that_was_decided_goes_on_at_no_board_of_the_site() -> None:
    live = Live(dice=SITE)
    live.stage.win("M1.1")
    assert live.do(1, "roll") == "match_over"
    Match.objects.filter(pk=live.match_id).update(
        state="open", winner=None, outcome="", decided_at=None, score_1=None, score_2=None
    )
    assert live.do(1, "roll") == "record_closed"


def test_staff_act_for_a_side_and_void_a_roll() -> None:
    live = Live()
    live.throw(1, 3, 1)
    live.play(1, "8/5 6/5")
    live.throw(2, 6, 6)
    assert live.do(2, "void_roll", reason="cocked") == "deed_unknown"
    assert live.do(2, "void_roll", reason="cocked", by_staff=True) == ""
    assert live.throw(2, 6, 4) == ""
    assert live.do(1, "award", points=1, by_staff=True) == ""
    assert live.state.score == (1, 0)


@pytest.mark.parametrize("game", ["backgammon", "long_nardy", "plakoto", "acey_deucey", "eureka"])
def test_what_is_kept_of_the_games_before_is_what_the_replay_gives(game: str) -> None:
    live = Live(length=5, dice=SITE, game=game)
    for _ in range(16):
        live.any_deed()
    for _ in range(2):
        loser = live.state.game.decider or 1
        assert live.do(loser, "resign", kind=1) == ""
        assert live.do(3 - loser, "accept") == ""
        live.do(1, "roll")
    assert live.state == live.replayed()
    assert sum(live.state.score) == 2
