"""Undo on a ladder, the log in words, and how many queries its page takes."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import date
from string import ascii_letters

import pytest

from config.errors import ConflictError
from players.services.people import PersonFacts
from tests.builders import Stage, by_director, make_ladder, undo_last
from tests.tournaments.auctions import lot_of, lots, sell, set_auction
from tests.tournaments.purses import set_purse
from tests.tournaments.test_ladders import DAY, challenge, order
from tournaments.models import Event
from tournaments.selectors.deeds import last_deed
from tournaments.selectors.ladder_pages import ladder_view
from tournaments.selectors.ladders import load_ladder
from tournaments.selectors.log import deed_words, log_page
from tournaments.services.attendance import entry_reinstate, entry_withdraw
from tournaments.services.calcutta_lots import lots_order
from tournaments.services.calcutta_selling import sale_take_back
from tournaments.services.entries import NewEntry
from tournaments.services.ladders import (
    challenge_call_off,
    challenge_unplayed,
    ladder_close,
    ladder_join,
    ladder_reopen,
)

pytestmark = pytest.mark.django_db(transaction=True)

Facts = tuple[str, str, list[tuple[str, date]], int]


def facts(event: Event) -> Facts:
    """What a ladder is: its state, order, open challenges with their last days, and its entries."""
    event.refresh_from_db()
    if event.draw is None:
        return event.state, "", [], event.entries.count()
    board = load_ladder(event)
    waiting = [(f"{one.challenger}-{one.challenged}", one.play_by) for one in board.now.open]
    return event.state, order(event), waiting, event.entries.count()


def undo(event: Event) -> None:
    undo_last(event, 20 * DAY)


def call_off(event: Event) -> None:
    challenge_call_off(event_id=event.pk, key="H1.1", act=by_director(5))


def not_played(event: Event) -> None:
    challenge_unplayed(event_id=event.pk, key="H1.1", act=by_director(9 * DAY))


def join(event: Event) -> None:
    ladder_join(event_id=event.pk, entry=NewEntry(PersonFacts("New")), act=by_director(5))


def leave(event: Event) -> None:
    b = event.entries.get(name="D").pk
    entry_withdraw(event_id=event.pk, entry_id=b, act=by_director(5))


def win(event: Event) -> None:
    Stage(event).win("H1.1", act=by_director(5))


def another(event: Event) -> None:
    challenge(event, "DB", 5)


@pytest.mark.parametrize("deed", [call_off, not_played, join, leave, win, another])
def test_undo_brings_back_what_was(deed: Callable[[Event], None]) -> None:
    event = make_ladder("ABCD")
    challenge(event, "CA")
    before = facts(event)
    deed(event)
    assert facts(event) != before
    undo(event)
    assert facts(event) == before
    assert Stage(event).match("H1.1").state == "open"


def test_undo_goes_back_to_the_entries_step_by_step() -> None:
    event = make_ladder("ABC")
    challenge(event, "CA")
    undo(event)
    assert facts(event) == ("running", "ABC", [], 3)
    undo(event)
    assert facts(event) == ("entries", "", [], 3)


def test_undo_of_closing_and_of_opening_again() -> None:
    event = make_ladder("AB")
    ladder_close(event_id=event.pk, act=by_director(2))
    undo(event)
    assert facts(event)[0] == "running"
    ladder_close(event_id=event.pk, act=by_director(3))
    ladder_reopen(event_id=event.pk, act=by_director(4))
    undo(event)
    assert facts(event)[0] == "finished"


def test_who_left_with_an_open_challenge_is_brought_back_in_two_steps() -> None:
    event = make_ladder("ABC")
    challenge(event, "CA")
    before = facts(event)
    entry_withdraw(event_id=event.pk, entry_id=event.entries.get(name="C").pk, act=by_director(2))
    undo(event)
    assert facts(event)[1:3] == ("ABC", [])
    undo(event)
    assert facts(event) == before


def test_coming_back_is_undone() -> None:
    event = make_ladder("AB")
    a = event.entries.get(name="A").pk
    entry_withdraw(event_id=event.pk, entry_id=a, act=by_director(2))
    entry_reinstate(event_id=event.pk, entry_id=a, act=by_director(3))
    undo(event)
    assert order(event) == "B"
    undo(event)
    assert order(event) == "AB"


def test_a_reported_challenge_is_not_undone() -> None:
    event = make_ladder("AB")
    challenge(event, "BA")
    match = Stage(event).match("H1.1")
    match.state = "disputed"
    match.save()
    with pytest.raises(ConflictError) as error:
        undo(event)
    assert error.value.code == "result_in_the_way"


def test_the_log_tells_it_in_words() -> None:
    event = make_ladder("ABC")
    challenge(event, "CA")
    deed = last_deed(event)
    assert deed is not None
    assert deed_words(deed.first) == "the challenge by C"
    not_played(event)
    leave_a = event.entries.get(name="A").pk
    entry_withdraw(event_id=event.pk, entry_id=leave_a, act=by_director(9 * DAY + 1))
    lines = [line.what for line in log_page(event.tournament, event=event).lines]
    assert "A leaves the ladder, from place 2" in lines
    assert "C against A: not played in time" in lines
    assert "C challenges A" in lines
    assert not any("ladder." in line for line in lines)


def test_history_is_told_with_who_moved() -> None:
    event = make_ladder("ABC")
    challenge(event, "CA")
    win(event)
    latest, made = ladder_view(event).history
    assert latest.words == "C beats A"
    assert latest.moves == ["A 1 → 2", "B 2 → 3", "C 3 → 1"]
    assert made.words == "C challenges A, to be played by 12 December"


def test_a_long_ladder_takes_no_more_queries(
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    event = make_ladder(ascii_letters)
    for below, above in batched(ascii_letters):
        challenge(event, (below, above))
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    with django_assert_num_queries(3):
        assert len(ladder_view(event).challenges) == 26


def batched(letters: str) -> Iterator[tuple[str, str]]:
    """`abcd`: (b, a), (d, c)."""
    return zip(letters[1::2], letters[::2], strict=True)


def test_whoever_joined_and_was_sold_or_put_up_in_a_calcutta() -> None:
    """His lot goes with him, and a sale keeps him."""
    event = make_ladder("ABC")
    set_purse(event, fee=0)
    set_auction(event)
    join(event)
    lots_order(event_id=event.pk, number=1, order="entry", act=by_director(6))
    sell(event, "New", "Max", 100)
    with pytest.raises(ConflictError, check=lambda error: error.code == "entry_in_auction"):
        undo(event)
    sale_take_back(event_id=event.pk, number=1, lot=lot_of(event, "New"), act=by_director(7))
    undo(event)
    assert order(event) == "ABC"
    assert lots(event) == ["A", "B", "C"]
