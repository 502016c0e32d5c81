"""Two at a board at the same instant: one deed is done, and the other is told where it stands."""

import pytest

from tests.matches.boards import SITE, Live
from tests.tournaments.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_who_play_the_same_turn_one_is_refused() -> None:
    live = Live()
    live.throw(1, 3, 1)
    seen = live.record.version
    answers = at_once(
        lambda: live.play(1, "8/5 6/5", seen=seen), lambda: live.play(1, "24/20", seen=seen)
    )
    assert sorted(map(str, answers)) == ["", "version_conflict"]
    assert len(live.rows()) == 2
    assert live.state == live.replayed()


def test_both_throwing_for_the_first_move_throw_once() -> None:
    live = Live(dice=SITE)
    seen = live.record.version
    answers = at_once(lambda: live.do(1, "roll", seen=seen), lambda: live.do(2, "roll", seen=seen))
    assert sorted(map(str, answers)) == ["", "version_conflict"]
    assert [data["do"] for data in live.rows()].count("roll") == 0


def test_a_deed_that_two_requests_bring_at_once_is_done_once() -> None:
    live = Live(dice=SITE)
    seen = live.record.version
    answers = at_once(*[lambda: live.do(1, "roll", seen=seen, ident="a")] * 3)
    assert answers == ["", "", ""]
    assert live.state == live.replayed()
    assert {data["do"] for data in live.rows()} == {"opening"}
