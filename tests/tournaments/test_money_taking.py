"""Money that comes in: payments, fees of one's own, side pools."""

import pytest

from config.errors import ConflictError, DomainError, InvalidError, NotFoundError
from tests.builders import by_director, entry_id, make_event
from tests.tournaments.purses import set_pool, view, with_purse
from tournaments.models import Event
from tournaments.models_money import Payment
from tournaments.selectors.accounts import account_of, accounts
from tournaments.selectors.log import log_page
from tournaments.services.entries import entry_remove
from tournaments.services.money_taking import fee_set, payment_add, payment_take_back, pool_fill

pytestmark = pytest.mark.django_db


def pay(event: Event, name: str, amount: int | None = None, **more: int) -> Payment:
    return payment_add(
        event_id=event.pk,
        entry_id=entry_id(event, name),
        amount=amount,
        act=by_director(3),
        seen_left=more.get("seen_left"),
    )


def left(event: Event) -> dict[str, int]:
    return {account.entry.name: account.left for account in accounts(event).all}


def fill(event: Event, names: str, number: int = 1) -> None:
    ids = [entry_id(event, name) for name in names]
    pool_fill(event_id=event.pk, number=number, entry_ids=ids, act=by_director())


def test_everybody_owes_the_fee_until_it_is_paid() -> None:
    event = with_purse("ABC")
    pay(event, "B")
    assert left(event) == {"A": 5000, "B": 0, "C": 5000}
    assert [account.entry.name for account in accounts(event).owing] == ["A", "C"]
    assert (accounts(event).paid, accounts(event).left) == (5000, 10_000)


def test_a_payment_knows_who_took_it_and_when() -> None:
    event = with_purse("AB")
    payment = pay(event, "A")
    assert (payment.amount, payment.by_name) == (5000, "Dana Director")
    assert payment.at == by_director(3).at
    assert log_page(event.tournament).lines[0].what == "A paid 50.00 EUR"


def test_a_fee_may_be_paid_in_parts() -> None:
    event = with_purse("AB")
    pay(event, "A", 2000)
    assert left(event)["A"] == 3000
    pay(event, "A")
    assert left(event)["A"] == 0


def test_two_who_press_at_once_note_one_payment() -> None:
    event = with_purse("AB")
    pay(event, "A", seen_left=5000)
    with pytest.raises(ConflictError) as caught:
        pay(event, "A", seen_left=5000)
    assert (caught.value.code, caught.value.detail["left"]) == ("left_changed", 0)
    assert Payment.objects.count() == 1


def test_who_owes_nothing_pays_nothing() -> None:
    event = with_purse("AB")
    pay(event, "A")
    with pytest.raises(ConflictError) as caught:
        pay(event, "A")
    assert caught.value.code == "nothing_left"


def test_a_payment_that_was_a_mistake_stays_on_record_and_no_longer_counts() -> None:
    event = with_purse("AB")
    payment = pay(event, "A")
    payment_take_back(event_id=event.pk, payment_id=payment.pk, act=by_director(5))
    account = account_of(event, entry_id(event, "A"))
    assert (account.left, len(account.payments), account.counted) == (5000, 1, [])
    with pytest.raises(ConflictError) as caught:
        payment_take_back(event_id=event.pk, payment_id=payment.pk, act=by_director(6))
    assert caught.value.code == "taken_back_already"


def test_the_payment_of_another_event_is_not_here() -> None:
    one = with_purse("AB")
    two = with_purse("CD", event=make_event(one.tournament, name="Blitz"))
    payment = pay(one, "A")
    with pytest.raises(NotFoundError):
        payment_take_back(event_id=two.pk, payment_id=payment.pk, act=by_director())


def test_one_may_owe_another_fee_and_the_pool_follows() -> None:
    event = with_purse("ABCD")
    fee_set(event_id=event.pk, entry_id=entry_id(event, "A"), amount=0, act=by_director())
    assert left(event)["A"] == 0
    pool = view(event).purse(0).pool
    assert pool is not None
    assert pool.amount == 15_000
    fee_set(event_id=event.pk, entry_id=entry_id(event, "A"), amount=None, act=by_director())
    assert left(event)["A"] == 5000
    (line, *_rest) = log_page(event.tournament).lines
    assert [(c.before, c.after) for c in line.changes] == [("0.00 EUR", "50.00 EUR")]


@pytest.mark.parametrize("amount", [-1, 10**12 + 1])
def test_an_impossible_fee_is_refused(amount: int) -> None:
    event = with_purse("AB")
    with pytest.raises(InvalidError):
        fee_set(event_id=event.pk, entry_id=entry_id(event, "A"), amount=amount, act=by_director())


def test_members_of_a_side_pool_owe_its_fee_too() -> None:
    event = with_purse("ABCD")
    set_pool(event)
    fill(event, "AC")
    assert left(event) == {"A": 6000, "B": 5000, "C": 6000, "D": 5000}
    pay(event, "A")
    fill(event, "CD")
    assert left(event) == {"A": -1000, "B": 5000, "C": 6000, "D": 6000}
    assert account_of(event, entry_id(event, "A")).back == 1000
    told = {line.what for line in log_page(event.tournament).lines}
    assert "D joined the side pool Last chance" in told
    assert "A left the side pool Last chance" in told


def test_filling_a_pool_with_the_same_again_changes_nothing() -> None:
    event = with_purse("ABCD")
    set_pool(event)
    fill(event, "AC")
    event.refresh_from_db()
    version = event.version
    fill(event, "CA")
    event.refresh_from_db()
    assert event.version == version


def test_only_entrants_of_the_event_are_in_its_pools() -> None:
    event = with_purse("AB")
    set_pool(event)
    other = with_purse("CD", event=make_event(event.tournament, name="Blitz"))
    with pytest.raises(NotFoundError) as caught:
        pool_fill(event_id=event.pk, number=1, entry_ids=[entry_id(other, "C")], act=by_director())
    assert caught.value.code == "no_such_entry"


def test_who_has_paid_is_not_taken_off_the_list_before_the_money_is_given_back() -> None:
    event = with_purse("AB")
    payment = pay(event, "A")
    with pytest.raises(DomainError) as caught:
        entry_remove(event_id=event.pk, entry_id=entry_id(event, "A"), act=by_director())
    assert caught.value.code == "entry_has_paid"
    payment_take_back(event_id=event.pk, payment_id=payment.pk, act=by_director())
    entry_remove(event_id=event.pk, entry_id=entry_id(event, "A"), act=by_director())
    assert left(event) == {"B": 5000}


def test_without_money_set_up_there_is_nothing_to_pay() -> None:
    event = make_event()
    with pytest.raises(NotFoundError):
        payment_add(event_id=event.pk, entry_id=1, act=by_director())
    assert accounts(event).all == ()
