"""Of a match of sets that spectators see with a delay: no set ends or begins before its time."""

from typing import Any

import pytest

from config.errors import NotFoundError
from matches.board_words import say
from matches.engine.clock_settings import MINUTE, ClockSettings
from matches.selectors.clocks import clock_view
from matches.selectors.comments import comments_of
from matches.selectors.live import Board, board_at
from matches.selectors.live_data import live_state, record_data
from matches.selectors.recorded import accounts_of
from matches.selectors.records import live_record
from matches.selectors.watched import watch_versions
from matches.selectors.watching import Sight, sight
from matches.services.clocks import clock_confirm, clock_set_up
from matches.services.live_begin import live_join
from matches.services.watching import Watching, match_watching_set
from tests.matches.boards import BOARD, SITE
from tests.matches.clocking import by_staff, second
from tests.matches.pairs import Pairs
from tests.matches.watching import DELAY, OTHER, Watched, two_sets

pytestmark = pytest.mark.django_db


def at(live: Watched, n: float) -> Sight:
    return sight(live.match_id, second(n))


def board(live: Watched, n: float) -> Board:
    return board_at(live.match_id, sight=at(live, n))


def version(live: Watched, n: float) -> str:
    return watch_versions([live.match_id], second(n))[live.match_id]


@pytest.mark.parametrize(
    ("n", "number", "won", "joined", "last"),
    [
        (300, 1, [0, 0], True, 1),
        (409, 1, [0, 0], True, 2),
        (410, 1, [1, 0], True, 3),
        (499, 1, [1, 0], True, 3),
        (500, 2, [1, 0], False, 0),
        (510, 2, [1, 0], True, 0),
        (529, 2, [1, 0], True, 1),
        (530, 2, [1, 0], True, 2),
    ],
)
def test_each_step_of_the_sets_is_seen_when_the_delay_has_passed(
    n: float, number: int, won: list[int], joined: bool, last: int
) -> None:
    shown = board(two_sets(), n)
    told = live_state(shown)
    assert (told["sets"]["number"], told["sets"]["won"], told["last"]) == (number, won, last)
    assert shown.record.joined == (joined, joined)
    assert len(told["sets"]["sets"]) == len(shown.sets) == number


def test_a_set_that_is_over_is_told_as_over_and_not_before() -> None:
    live = two_sets()
    before, after = board(live, 409), board(live, 410)
    assert (before.is_open, before.is_between_sets, before.sets[0].score) == (True, False, None)
    assert (after.is_open, after.is_between_sets, after.sets[0].score) == (False, True, (3, 0))
    assert "offers to resign" in say(before, 0)
    assert "has won set 1, 3–0. The sets stand at 1–0." in say(after, 0)


def test_a_set_that_is_not_seen_is_as_one_that_was_never_begun() -> None:
    live = two_sets()
    for number in (2, 3):
        for ask in (live_record, record_data):
            with pytest.raises(NotFoundError) as caught:
                ask(live.match_id, number, sight=at(live, 499))
            assert caught.value.code == "not_played_here"
    assert record_data(live.match_id, 2, sight=at(live, 500))["actions"] == []
    assert record_data(live.match_id, sight=at(live, 499))["set"] == 1


def test_an_earlier_set_is_seen_whole_while_the_next_one_is_not() -> None:
    live = two_sets()
    first = live_record(live.match_id, 1)
    shown = board_at(live.match_id, None, first, sight=at(live, 525))
    assert (shown.last, shown.state.is_over, len(shown.sets)) == (3, True, 2)


def test_what_the_dice_followed_from_is_told_of_sets_that_are_seen_to_their_end() -> None:
    live = two_sets(dice=SITE)

    def told(n: float, number: int) -> Any:
        return record_data(live.match_id, number, sight=at(live, n))["reveal"]

    assert told(409, 1) is None
    assert told(410, 1)["secret"] == live_record(live.match_id, 1).secret
    assert told(520, 2) is None


def test_the_version_changes_with_what_is_seen_and_never_comes_back() -> None:
    live = two_sets()
    seen = [version(live, n) for n in (300, 399, 400, 409, 410, 499, 500, 510, 520, 529, 530)]
    assert (seen[0], seen[2], seen[4], seen[8]) == (seen[1], seen[3], seen[5], seen[9])
    assert len(set(seen)) == 7
    numbers = [board(live, n).record.version for n in (300, 400, 410, 500, 510, 520, 530)]
    assert numbers == sorted(set(numbers))


def test_the_version_of_a_board_is_none_that_the_one_it_replaced_has_had() -> None:
    live = Watched(sets={"to_win": 2}, length=1)
    live.lose(2, n=10)
    seen = []
    for n, dice in ((20, BOARD), (30, SITE), (40, BOARD)):
        live.begin(dice, secret=OTHER, n=n)
        seen.append(board(live, DELAY + n).record.version)
        live_join(match_id=live.match_id, side=1, seed="one", act=live.by(1, n + 5))
        seen.append(board(live, DELAY + n + 5).record.version)
    assert seen == sorted(set(seen))


def test_while_a_set_is_played_its_record_tells_spectators_nothing_else() -> None:
    live = two_sets()
    told = [
        [(each.record.set_number, each.record.winner, each.is_whole) for each in accounts]
        for accounts in (accounts_of(live.match, at(live, n)) for n in (409, 410, 500))
    ]
    assert told[:2] == [[(1, None, False)], [(1, 1, True)]]
    assert told[2] == [(1, 1, True), (2, None, False)]


def test_the_result_in_sets_is_seen_with_the_delay() -> None:
    live = two_sets()
    live.do(2, "resign", kind=3, n=300)
    live.do(1, "accept", n=310)
    assert (live.match.state, live.match.score_1) == ("decided", 2)
    before, after = live_state(board(live, 609)), live_state(board(live, 610))
    assert (before["state"], before["sets"]["won"], before["winner"]) == ("open", [1, 0], 0)
    assert (after["state"], after["sets"]["won"], after["winner"]) == ("decided", [2, 0], 1)


def test_what_was_said_in_a_later_set_is_read_when_that_is_seen() -> None:
    live = Watched(sets={"to_win": 2})
    live.lose(2, kind=3, n=100)
    assert live.says("Over", n=150, by=by_staff(150), sees_all=True) == ""
    live.begin(n=200)
    assert live.says("Second set", by=by_staff(205), sees_all=True) == ""
    read = [[one.text for one in comments_of(live.match_id, at(live, n))] for n in (399, 499, 500)]
    assert read == [[], ["Over"], ["Over", "Second set"]]
    said = [(one.set_number, one.number) for one in comments_of(live.match_id)]
    assert said == [(1, 3), (2, 0)]


def test_who_is_behind_speaks_of_the_set_that_is_seen() -> None:
    live = two_sets()
    assert live.says("Still the first", n=450, number=9) == ""
    assert live.says("Now the second", n=525) == ""
    said = [(one.set_number, one.number, one.known) for one in comments_of(live.match_id)]
    assert said == [(1, 3, 3), (2, 1, 1)]


def test_the_clock_does_not_tell_that_a_set_is_over() -> None:
    live = Watched(sets={"to_win": 2})
    own = ClockSettings(fixed=30 * MINUTE)
    clock_set_up(match_id=live.match_id, act=by_staff(0), settings=own)
    clock_confirm(match_id=live.match_id, sides=(1, 2), act=by_staff(0))
    live.lose(2, kind=3, n=100)
    assert clock_view(live.match_id).clock.sets_over == 1
    told = [clock_view(live.match_id, seen_at=second(n)).data() for n in (399, 400)]
    assert [one["sets_over"] for one in told] == [0, 1]


def test_what_partners_suggest_makes_no_version_for_spectators() -> None:
    pair = Pairs()
    pair.opens()
    for delay in (0, DELAY):
        act = by_staff(0)
        match_watching_set(match_id=pair.match_id, watching=Watching(delay), act=act)
        before = watch_versions([pair.match_id], second(9999 if delay else 1))
        assert pair.play("Anna", "8/5 6/5" if delay else "24/20", suggest=True) == ""
        assert watch_versions([pair.match_id], second(9999 if delay else 1)) == before


def test_versions_of_sets_are_asked_for_in_as_many_queries(
    django_assert_max_num_queries: Any,
) -> None:
    live = two_sets()
    with django_assert_max_num_queries(5):
        watch_versions([live.match_id], second(502))
    with django_assert_max_num_queries(2):
        at(live, 502)
    with django_assert_max_num_queries(8):
        board(live, 525)
