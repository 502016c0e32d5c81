"""Money that goes out: by places, by side pools, by deals."""

import pytest

from config.errors import ConflictError, DomainError, InvalidError, NotFoundError
from tests.builders import Stage, by_director, entry_id, make_event
from tests.tournaments.purses import (
    by_hand,
    finalists,
    heap,
    lines,
    percent,
    set_pool,
    set_purse,
    start,
    view,
    with_purse,
)
from tournaments.models import Event
from tournaments.models_money import Payout
from tournaments.selectors.log import log_page
from tournaments.services.disqualifying import entry_disqualify
from tournaments.services.money_paying_out import (
    deal_remove,
    deal_set,
    payout_make,
    payout_take_back,
)
from tournaments.services.money_taking import fee_set, pool_fill

pytestmark = pytest.mark.django_db


def played(names: str = "ABCD", *, event: Event | None = None, **spec: object) -> Event:
    event = start(with_purse(names, event=event, **spec))
    Stage(event).play_out()
    event.refresh_from_db()
    return event


def pay_out(event: Event, name: str, *, number: int = 0, seen: int | None = None) -> Payout:
    return payout_make(
        event_id=event.pk,
        number=number,
        bracket="M",
        entry_id=entry_id(event, name),
        act=by_director(),
        seen_amount=seen,
    )


def agree(event: Event, shares: dict[str, int], *, number: int = 0, reason: str = "late") -> None:
    deal_set(
        event_id=event.pk,
        number=number,
        bracket="M",
        shares={entry_id(event, name): amount for name, amount in shares.items()},
        act=by_director(reason=reason),
    )


def test_the_places_are_paid_and_those_who_tie_share() -> None:
    event = played(prizes=percent(50, 25, 15, 10))
    stage = Stage(event)
    winner, second = finalists(event)
    losers = {stage.names(key)[1] for key in ("M1.1", "M1.2")}
    assert lines(event)[:2] == [(winner, 10_000), (second, 5000)]
    assert {name for name, _amount in lines(event)[2:]} == losers
    assert {amount for _name, amount in lines(event)[2:]} == {2500}
    assert heap(event).lines[2].why == "place 3–4, Main draw"


def test_a_cent_that_cannot_be_shared_goes_to_one_of_them() -> None:
    event = played(split="amounts", prizes=by_hand(10_000, 4999, 2500, 2501))
    *_first, third, fourth = (amount for _name, amount in lines(event))
    assert {third, fourth} == {2500, 2501}


def test_who_is_out_is_owed_at_once_and_the_rest_stays_open() -> None:
    event = start(with_purse(prizes=percent(50, 25, 15, 10)))
    stage = Stage(event)
    stage.win("M1.1")
    assert heap(event).open == [(1, 10_000), (2, 5000), (3, 3000), (4, 2000)]
    stage.win("M1.2")
    found = heap(event)
    assert found.open == [(1, 10_000), (2, 5000)]
    assert [line.amount for line in found.lines] == [2500, 2500]
    assert found.amount == 20_000


def test_a_place_that_nobody_takes_is_told_with_what_to_change() -> None:
    event = played("AB", prizes=percent(50, 30, 20))
    found = heap(event)
    assert found.lines == []
    assert found.problem.startswith("Nobody takes place 3 of Main draw, which pays 20.00")
    set_purse(event, prizes=percent(60, 40))
    assert [amount for _name, amount in lines(event)] == [6000, 4000]


def test_the_consolation_pays_its_own_winner() -> None:
    event = make_event(consolation_length=5)
    event = played("ABCD", event=event, prizes=percent(60, 20, consolation=(20,)))
    ((name, amount),) = lines(event, bracket="C")
    assert amount == 4000
    winner = Stage(event).fixture("C1.1").winner
    assert winner is not None
    assert name == winner.name


def test_a_side_pool_pays_the_best_placed_of_its_members() -> None:
    event = with_purse("ABCD")
    set_pool(event, prizes=percent(70, 30))
    event = start(event)
    stage = Stage(event)
    loser = stage.names("M1.1")[1]
    other = stage.names("M1.2")[0]
    assert loser
    assert other
    ids = [entry_id(event, name) for name in (loser, other)]
    pool_fill(event_id=event.pk, number=1, entry_ids=ids, act=by_director())
    stage.play_out()
    assert lines(event, 1) == [(other, 1400), (loser, 600)]
    assert heap(event, 1).lines[0].why == "place 1 in the side pool Last chance"


def test_members_of_a_side_pool_who_tie_in_the_event_share() -> None:
    event = with_purse("ABCD")
    set_pool(event, prizes=percent(70, 30))
    event = start(event)
    stage = Stage(event)
    both = [stage.names(key)[1] or "" for key in ("M1.1", "M1.2")]
    ids = [entry_id(event, name) for name in both]
    pool_fill(event_id=event.pk, number=1, entry_ids=ids, act=by_director())
    stage.play_out()
    assert sorted(lines(event, 1)) == sorted((name, 1000) for name in both)


def test_a_member_of_a_side_pool_who_is_disqualified_takes_no_place_in_it() -> None:
    event = with_purse("ABCD")
    set_pool(event, prizes=percent(60, 40))
    ids = [entry_id(event, name) for name in "ABCD"]
    pool_fill(event_id=event.pk, number=1, entry_ids=ids, act=by_director())
    Stage(start(event)).play_out()
    winner, second = finalists(event)
    act = by_director(30, "Loaded dice")
    entry_disqualify(event_id=event.pk, entry_id=entry_id(event, winner), act=act)
    found = heap(event, 1)
    assert found.problem == ""
    assert found.lines[0].name == second
    assert sum(amount for _name, amount in lines(event, 1)) == 4000
    assert winner not in dict(lines(event, 1))


def test_a_line_is_paid_out_once() -> None:
    event = played()
    winner, _second = finalists(event)
    payout = pay_out(event, winner, seen=10_000)
    line = heap(event).line_of(entry_id(event, winner))
    assert line is not None
    assert line.payout == payout
    assert log_page(event.tournament).lines[0].what == f"Paid out 100.00 EUR to {winner}"
    with pytest.raises(ConflictError) as caught:
        pay_out(event, winner)
    assert caught.value.code == "paid_out_already"


def test_what_is_not_owed_is_not_paid_out() -> None:
    event = start(with_purse())
    with pytest.raises(NotFoundError) as caught:
        pay_out(event, "A")
    assert caught.value.code == "nothing_owed"


def test_another_amount_than_the_one_on_the_screen_is_not_paid_out() -> None:
    event = played()
    with pytest.raises(ConflictError) as caught:
        pay_out(event, finalists(event)[0], seen=1)
    assert (caught.value.code, caught.value.detail["amount"]) == ("amount_changed", 10_000)


def test_terms_are_fixed_while_somebody_is_paid_out() -> None:
    event = played()
    winner, second = finalists(event)
    payout = pay_out(event, winner)
    with pytest.raises(ConflictError, match="1 payout was made"):
        set_purse(event, fee=1)
    with pytest.raises(ConflictError):
        fee_set(event_id=event.pk, entry_id=entry_id(event, "A"), amount=1, act=by_director())
    with pytest.raises(ConflictError):
        agree(event, {winner: 8000, second: 8000})
    payout_take_back(event_id=event.pk, payout_id=payout.pk, act=by_director())
    assert set_purse(event, fee=1).fee == 1


def test_a_corrected_result_shows_who_was_paid_wrongly() -> None:
    event = played(prizes=percent(100))
    winner, second = finalists(event)
    pay_out(event, winner)
    Stage(event).win("M2.1", side=2, act=by_director(reason="upside down"), clear=True)
    found = heap(event)
    assert [(line.name, line.amount) for line in found.lines] == [(second, 20_000)]
    assert [payout.entry_id for payout in found.stray] == [entry_id(event, winner)]


def test_a_corrected_result_shows_who_was_paid_another_sum() -> None:
    event = played(prizes=percent(70, 30))
    winner, second = finalists(event)
    pay_out(event, winner)
    Stage(event).win("M2.1", side=2, act=by_director(reason="upside down"), clear=True)
    line = heap(event).line_of(entry_id(event, winner))
    assert line is not None
    assert line.payout is not None
    assert (line.amount, line.payout.amount, line.differs) == (6000, 14_000, True)
    assert lines(event)[0] == (second, 14_000)


def test_finalists_may_share_before_they_play() -> None:
    event = start(with_purse(prizes=percent(60, 40)))
    stage = Stage(event)
    stage.win("M1.1")
    stage.win("M1.2")
    first, second = finalists(event)
    agree(event, {first: 10_000, second: 10_000})
    assert lines(event) == [(first, 10_000), (second, 10_000)]
    assert heap(event).lines[0].why == "by the deal"
    stage.play_out()
    found = heap(event)
    assert sorted(lines(event)) == sorted([(first, 10_000), (second, 10_000)])
    assert sorted(found.scheduled.values()) == [8000, 12_000]


def test_a_deal_before_the_end_is_one_of_all_who_are_still_in() -> None:
    event = start(with_purse(prizes=percent(60, 40)))
    stage = Stage(event)
    stage.win("M1.1")
    with pytest.raises(ConflictError) as caught:
        agree(event, {"A": 10_000, "B": 10_000})
    assert caught.value.code == "deal_too_early"
    stage.win("M1.2")
    first, _second = finalists(event)
    loser = stage.names("M1.1")[1]
    assert loser
    with pytest.raises(ConflictError) as caught:
        agree(event, {first: 10_000, loser: 10_000})
    assert caught.value.code == "deal_not_all"


def test_a_deal_after_the_end_is_one_of_any() -> None:
    event = played(prizes=percent(50, 30, 10, 10))
    winner, second = finalists(event)
    agree(event, {winner: 9000, second: 7000})
    assert dict(lines(event))[winner] == 9000
    assert sum(amount for _name, amount in lines(event)) == 20_000


@pytest.mark.parametrize(
    ("shares", "code"),
    [((9000, 6999), "deal_differs"), ((17_000, -1000), "deal_negative"), ((16_000,), "deal_empty")],
)
def test_a_deal_that_changes_the_sum_is_refused(shares: tuple[int, ...], code: str) -> None:
    event = played()
    names = finalists(event)
    with pytest.raises(InvalidError) as caught:
        agree(event, dict(zip(names, shares, strict=False)))
    assert caught.value.code == code


def test_a_deal_needs_a_reason_and_can_be_dropped() -> None:
    event = played()
    winner, second = finalists(event)
    with pytest.raises(DomainError) as caught:
        agree(event, {winner: 8000, second: 8000}, reason=" ")
    assert caught.value.code == "reason_missing"
    before = lines(event)
    agree(event, {winner: 8000, second: 8000})
    agree(event, {winner: 8500, second: 7500})
    deal_remove(event_id=event.pk, number=0, bracket="M", act=by_director())
    assert lines(event) == before
    told = [line.what for line in log_page(event.tournament).lines[:3]]
    assert told == ["Dropped the deal on Main draw", "Deal on Main draw", "Deal on Main draw"]


def test_a_deal_on_a_side_pool_waits_for_the_end() -> None:
    event = with_purse("ABCD")
    set_pool(event, prizes=percent(70, 30))
    ids = [entry_id(event, name) for name in "ABCD"]
    pool_fill(event_id=event.pk, number=1, entry_ids=ids, act=by_director())
    event = start(event)
    stage = Stage(event)
    stage.win("M1.1")
    stage.win("M1.2")
    first, second = finalists(event)
    with pytest.raises(ConflictError):
        agree(event, {first: 2000, second: 2000}, number=1)
    stage.play_out()
    agree(event, {first: 2000, second: 2000}, number=1)
    assert sorted(lines(event, 1)) == sorted([(first, 2000), (second, 2000)])


@pytest.mark.parametrize("names", ["AB", "ABC", "ABCDE", "ABCDEFGHI"])
def test_lines_and_open_places_are_the_pool_at_every_moment(names: str) -> None:
    event = with_purse(names, fee=3333, prizes=percent(55, 45))
    event = start(event)
    stage = Stage(event)
    while True:
        purse = view(event).purse(0)
        assert purse.pool is not None
        found = purse.heap("M")
        told = sum(line.amount for line in found.lines) + sum(sum_ for _at, sum_ in found.open)
        assert told == purse.pool.amount == 3333 * len(names)
        if not (keys := stage.open_keys()):
            break
        stage.win(keys[0])
    assert found.open == []
