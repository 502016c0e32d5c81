"""What an action of a match on the site asks the database for: little, and always the same."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.engine.notation import format_play
from matches.engine.turn import Phase
from matches.fragments import BOARD, WatchSource
from matches.selectors.live import board_at
from tests.api.talking import player
from tests.matches.boards import SITE, Live

pytestmark = pytest.mark.django_db


def asked(work: Any) -> int:
    """How many statements, but for those that open and close transactions."""
    with CaptureQueriesContext(connection) as captured:
        work()
    words = [query["sql"].split(" ")[0] for query in captured.captured_queries]
    return sum(word not in {"SAVEPOINT", "RELEASE", "BEGIN", "COMMIT"} for word in words)


def played_on(live: Live, deeds: int) -> Live:
    for _ in range(deeds):
        live.any_deed()
    return live


def next_deed(live: Live) -> tuple[int, dict[str, Any]]:
    """Whoever has to act, and what: a throw, or the play that comes first."""
    game = live.state.game
    if game.turn.phase is not Phase.PLAY:
        return game.decider or 1, {"do": "roll"}
    play = next(iter(game.legal_plays()))
    return game.decider, {"do": "play", "play": "" if play.is_pass else format_play(play)}


def by_the_service(live: Live) -> int:
    (side, deed), ident = next_deed(live), f"deed {live.record.version}"
    return asked(lambda: live.do(side, ident=ident, **deed))


def over_http(live: Live) -> int:
    """With a key, as phones send it."""
    side, deed = next_deed(live)
    talker, version = player(live.actors[side - 1].name), live.record.version
    path = f"/me/matches/{live.match_id}/live/actions/"

    def send() -> None:
        named = {"if_match": f'"{version}"', "idempotency_key": f"key-{version}"}
        got = talker.post(path, deed, **named)
        assert got.status_code == 200, got.data

    return asked(send)


def test_an_action_is_seven_statements_however_long_the_match_is() -> None:
    live = Live(dice=SITE)
    assert [by_the_service(played_on(live, deeds)) for deeds in (1, 30, 60)] == [7, 7, 7]


def test_an_action_over_http_is_thirteen_statements() -> None:
    live = Live(dice=SITE)
    assert [over_http(played_on(live, deeds)) for deeds in (1, 30)] == [13, 13]


def test_what_spectators_get_is_six_statements_and_a_replay_of_one_game() -> None:
    live = played_on(Live(dice=SITE), 5)
    watched = WatchSource(for_spectators=True)
    assert asked(lambda: watched.render(live.match_id, BOARD, "en")) == 6


def test_the_board_as_it_is_now_is_that_of_its_last_action() -> None:
    """Whether it is found from where the game began, or by a replay of the match."""
    live = Live()
    live.throw(1, 3, 1)
    live.play(1, "8/5 6/5")
    live.do(2, "resign", kind=1)
    live.do(1, "accept")
    live.throw(1, 6, 5)
    for _deed in ("thrown", "played"):
        now, then = board_at(live.match_id), board_at(live.match_id, 99)
        assert (now.state, now.at, now.last, now.ends) == (
            then.state,
            then.at,
            then.last,
            then.ends,
        )
        shown, replayed = ([(row.number, row.data) for row in one.rows] for one in (now, then))
        assert shown == replayed
        assert now.thrown == then.thrown
        live.play(1, "24/13")


def test_a_record_of_the_time_before_ends_were_kept_goes_on() -> None:
    live = Live()
    live.throw(1, 3, 1)
    live.do(1, "resign", kind=1)
    live.do(2, "accept")
    record = live.record
    assert record.folded["ends"] == [3]
    del record.folded["ends"]
    record.folded["row"] = 3
    record.save(update_fields=["folded"])
    assert live.throw(1, 6, 5) == ""
    assert live.state == live.replayed()
    assert board_at(live.match_id).ends == (3,)
