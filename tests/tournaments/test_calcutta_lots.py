"""What is sold together in a calcutta and in which order, and the terms of it."""

from typing import Any

import pytest

from config.errors import ConflictError, DomainError, InvalidError, NotFoundError
from tests.builders import Stage, by_director, enter, entry_id, make_event
from tests.tournaments.auctions import (
    lots,
    pay,
    put,
    sell,
    set_auction,
    view,
    with_auction,
)
from tests.tournaments.purses import HOUSE, percent, set_purse, start
from tournaments.formats import Lots
from tournaments.models import Event, LogEntry
from tournaments.models_auction import Auction
from tournaments.selectors.log import log_page
from tournaments.selectors.money import money
from tournaments.services.calcutta_lots import lots_order
from tournaments.services.calcutta_setting_up import auction_publish, auction_remove, auction_set
from tournaments.services.drawing import event_draft
from tournaments.services.entries import entry_remove
from tournaments.services.money_setting_up import PurseSpec, pool_remove
from tournaments.services.undoing import event_undo, undo_preview

pytestmark = pytest.mark.django_db


def order(event: Event, by: str, seed: str = "") -> list[str]:
    lots_order(event_id=event.pk, number=1, order=by, seed=seed, act=by_director())
    return lots(event)


def refusal(event: Event, **spec: Any) -> str:
    before = LogEntry.objects.count()
    with pytest.raises(DomainError) as caught:
        set_auction(event, **spec)
    assert LogEntry.objects.count() == before
    return caught.value.code


def test_every_entrant_has_a_lot_in_order_of_entry() -> None:
    assert lots(with_auction()) == ["A", "B", "C", "D"]


def test_the_order_by_lot_follows_from_its_seed_and_the_order_of_entry() -> None:
    event = with_auction("ABCDEFG")
    assert order(event, "lots", " 6-5 4-1 ") == Lots("6-5 4-1").shuffled("ABCDEFG")
    assert Auction.objects.get().seed == "6-5 4-1"


def test_an_order_by_lot_needs_a_seed() -> None:
    with pytest.raises(InvalidError) as caught:
        order(with_auction(), "lots", " ")
    assert caught.value.code == "seed_missing"


def test_the_best_come_first_by_rating() -> None:
    event = with_auction()
    for name, rating in (("C", 1800), ("B", 1600)):
        event.entries.filter(name=name).update(rating=rating)
    assert order(event, "seed") == ["C", "B", "A", "D"]


def test_the_order_of_the_draw_is_that_of_its_lines() -> None:
    event = with_auction("ABCDE")
    with pytest.raises(ConflictError) as caught:
        order(event, "draw")
    assert caught.value.code == "not_drawn"
    stage = Stage(start(event))
    rows = event.fixtures.filter(round=1).order_by("number").values_list("key", flat=True)
    drawn = [name for key in rows for name in stage.names(key) if name]
    assert sorted(drawn) == list("ABCDE")
    assert order(event, "draw") == drawn


def test_the_order_is_fixed_by_the_first_sale() -> None:
    event = with_auction()
    sell(event, "A", "Max", 1000)
    with pytest.raises(ConflictError) as caught:
        order(event, "lots", "s")
    assert caught.value.code == "auction_begun"


def test_the_rest_of_the_field_is_sold_as_one() -> None:
    event = with_auction("ABCDE")
    put(event, "CDE")
    assert lots(event) == ["A", "B", "C, D, E"]
    put(event, "D", together=False)
    assert lots(event) == ["A", "B", "C, E", "D"]
    assert order(event, "entry") == ["A", "B", "C, E", "D"]
    assert [line.what for line in log_page(event.tournament).lines[1:3]] == [
        "To be sold alone: D",
        "To be sold together: C, D, E",
    ]


def test_lots_are_numbered_without_gaps_until_the_first_is_sold() -> None:
    event = with_auction("ABCDE")
    put(event, "AB")
    assert [lot.row.number for lot in view(event).lots] == [1, 2, 3, 4]
    sell(event, "E", "Max", 1000)
    put(event, "CD")
    assert [(lot.row.number, lot.name) for lot in view(event).lots] == [
        (3, "E"),
        (4, "A, B"),
        (5, "C, D"),
    ]


def test_who_is_sold_is_in_no_other_lot() -> None:
    event = with_auction()
    sell(event, "A", "Max", 1000)
    with pytest.raises(ConflictError) as caught:
        put(event, "AB")
    assert caught.value.code == "lot_sold"
    with pytest.raises(InvalidError) as invalid:
        put(event, "")
    assert invalid.value.code == "nobody_chosen"


def test_who_enters_later_is_in_no_lot_until_he_is_put_into_one() -> None:
    event = with_auction()
    enter(event, "E")
    assert [entry.name for entry in view(event).outside] == ["E"]
    put(event, "E")
    assert lots(event) == ["A", "B", "C", "D", "E"]


def test_who_is_removed_from_the_entries_leaves_his_lot() -> None:
    event = with_auction()
    put(event, "CD")
    for name in "AC":
        entry_remove(event_id=event.pk, entry_id=entry_id(event, name), act=by_director())
    assert lots(event) == ["B", "D"]


def test_who_was_sold_or_has_bought_stays_entered() -> None:
    event = with_auction()
    sell(event, "A", "B", 1000)
    for name in "AB":
        with pytest.raises(ConflictError) as caught:
            entry_remove(event_id=event.pk, entry_id=entry_id(event, name), act=by_director())
        assert caught.value.code == "entry_in_auction"


@pytest.mark.parametrize("together", [False, True])
def test_who_is_brought_back_is_in_his_lot_again(together: bool) -> None:
    event = with_auction()
    if together:
        put(event, ["C", "D"])
    before = lots(event)
    entry_remove(event_id=event.pk, entry_id=entry_id(event, "C"), act=by_director(5))
    undoing = undo_preview(event)
    assert undoing is not None
    event_undo(event_id=event.pk, deed_id=undoing.deed.id, act=by_director(6))
    assert sorted(sorted(lot.split(", ")) for lot in lots(event)) == sorted(
        sorted(lot.split(", ")) for lot in before
    )
    told = [line.what for line in log_page(event.tournament).lines]
    assert "C left the lots of Calcutta" in told


def test_whose_lot_was_given_away_comes_back_without_one() -> None:
    event = with_auction()
    entry_remove(event_id=event.pk, entry_id=entry_id(event, "A"), act=by_director(5))
    assert order(event, "entry") == ["B", "C", "D"]
    undoing = undo_preview(event)
    assert undoing is not None
    event_undo(event_id=event.pk, deed_id=undoing.deed.id, act=by_director(6))
    assert lots(event) == ["B", "C", "D"]
    assert [entry.name for entry in view(event).outside] == ["A"]


def test_a_calcutta_is_no_side_pool() -> None:
    event = with_auction()
    with pytest.raises(NotFoundError) as caught:
        pool_remove(event_id=event.pk, number=1, act=by_director())
    assert caught.value.code == "no_such_pool"
    event.refresh_from_db()
    assert [purse.row.number for purse in money(event).purses] == [0]


def test_the_money_of_the_event_comes_first() -> None:
    with pytest.raises(NotFoundError) as caught:
        set_auction(make_event())
    assert caught.value.code == "no_purse"


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ({"name": " "}, "name_missing"),
        ({"name": "Calcutta"}, "pool_name_taken"),
        ({"ranking": "best"}, "ranking_unknown"),
        ({"split": "amounts"}, "split_by_amounts"),
        ({"fee": 100}, "not_in_calcutta"),
        ({"guaranteed": 100}, "not_in_calcutta"),
        ({"prizes": percent(70)}, "not_all_of_it"),
        ({"prizes": percent(70, consolation=(30,))}, "bracket_missing"),
        ({"split": "preset", "preset": "main_consolation_40", "prizes": {}}, "bracket_missing"),
        ({"split": "preset", "preset": "nothing", "prizes": {}}, "preset_unknown"),
        ({"unit": 0}, "unit_too_small"),
    ],
)
def test_terms_that_make_no_sense_are_refused(spec: dict[str, Any], code: str) -> None:
    assert refusal(with_auction(), **{"name": "Another", **spec}) == code


def test_what_is_kept_cannot_be_more_than_what_was_sold() -> None:
    event = with_auction()
    sell(event, "A", "Max", 1000)
    spec = PurseSpec(
        name="Calcutta", prizes=percent(100), deductions=(type(HOUSE)("house", fixed=1001),)
    )
    with pytest.raises(InvalidError) as caught:
        auction_set(event_id=event.pk, number=1, spec=spec, ranking="main", act=by_director())
    assert caught.value.code == "deductions_exceed_fees"


def test_the_log_tells_how_the_terms_were_changed() -> None:
    event = with_auction()
    spec = PurseSpec(name="Calcutta", prizes=percent(70, 30), deductions=(HOUSE,))
    auction_set(event_id=event.pk, number=1, spec=spec, ranking="overall", act=by_director())
    (line, *_rest) = log_page(event.tournament).lines
    assert line.what == "Set up the calcutta Calcutta"
    assert {(c.what, c.before, c.after) for c in line.changes} == {
        ("deductions", "none", "house 10 % + 0.00 EUR"),
        ("what counts", "places in the main bracket", "places over all brackets"),
    }


def test_a_calcutta_goes_with_its_sales_unless_money_was_taken() -> None:
    event = with_auction()
    sell(event, "A", "Max", 1000)
    pay(event, "Max")
    with pytest.raises(ConflictError) as caught:
        auction_remove(event_id=event.pk, number=1, act=by_director())
    assert caught.value.code == "auction_has_paid"
    other = with_auction(event=make_event(event.tournament, name="Other"))
    sell(other, "A", "B", 1000, back=5000)
    auction_remove(event_id=other.pk, number=1, act=by_director())
    assert not other.purses.filter(number=1).exists()


def test_sales_are_published_and_hidden() -> None:
    event = make_event()
    set_purse(event)
    with pytest.raises(ConflictError) as caught:
        auction_publish(event_id=event.pk, published=True, act=by_director())
    assert caught.value.code == "no_calcutta"
    set_auction(event)
    for published in (True, True, False):
        auction_publish(event_id=event.pk, published=published, act=by_director())
    assert [line.what for line in log_page(event.tournament).lines[:3]] == [
        "Took the sales of the calcutta off the public page",
        "Published the sales of the calcutta",
        "Set up the calcutta Calcutta",
    ]


def test_an_event_with_sales_is_drawn_as_any_other() -> None:
    event = with_auction()
    sell(event, "A", "Max", 1000)
    event_draft(event_id=event.pk, seed="s", act=by_director())
    event.refresh_from_db()
    assert event.state == Event.State.DRAFTED
