"""Undo in an event of rounds, and next to money: exactly, or not at all."""

import pytest

from config.errors import ConflictError
from tests.builders import Stage, by_director, enter, entry_id, make_event, make_rounds, next_round
from tests.tournaments.archives import comparable, exported, imported
from tests.tournaments.purses import set_pool, start, with_purse
from tests.tournaments.test_undo import facts, undo
from tournaments.models import Event, Round, Table
from tournaments.selectors.deeds import last_deed
from tournaments.selectors.log import log_page
from tournaments.selectors.rounds import load_rounds
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.entries import entry_remove
from tournaments.services.money_paying_out import deal_set
from tournaments.services.money_taking import fee_set, payment_add, pool_fill

pytestmark = pytest.mark.django_db(transaction=True)

FORMATS = ("swiss", "lives", "round_robin")
RULES = {"swiss": {"rounds": 3}, "lives": {"lives": 2}, "round_robin": {}}


@pytest.mark.parametrize("format_", FORMATS)
def test_a_published_first_round_is_a_draft_again(format_: str) -> None:
    event = make_event(format=format_, round_rules=RULES[format_])
    enter(event, "ABCDE")
    event_draft(event_id=event.pk, seed="one", act=by_director(1))
    before = facts(event)
    event_publish(event_id=event.pk, act=by_director(2))
    undo(event)
    assert facts(event) == before
    assert not Table.objects.exclude(fixture=None).exists()
    assert not Round.objects.exclude(published_at=None).exists()

    event_publish(event_id=event.pk, act=by_director(200))
    event.refresh_from_db()
    assert [row.number for row in load_rounds(event).published] == [1]
    assert {row.round for row in event.fixtures.all()} == {1}
    Stage(event).play_out()


@pytest.mark.parametrize("format_", FORMATS)
def test_a_draft_of_rounds_is_undone_to_taking_entries_and_comes_back(format_: str) -> None:
    event = make_event(format=format_, round_rules=RULES[format_])
    enter(event, "ABCDE")
    before = facts(event)
    event_draft(event_id=event.pk, seed="one", act=by_director(1))
    undo(event)
    assert facts(event) == before
    assert not event.stages.exists()


@pytest.mark.parametrize("format_", FORMATS)
def test_a_result_of_a_round_is_undone(format_: str) -> None:
    stage = Stage(make_rounds("ABCDE", format_))
    stage.win(stage.open_keys()[0], act=by_director(1))
    before = facts(stage.event)
    stage.win(stage.open_keys()[0], act=by_director(5))
    undo(stage.event)
    assert facts(stage.event) == before


def test_the_result_that_ended_an_event_of_rounds_is_undone() -> None:
    stage = Stage(make_rounds("ABCD", rounds=1))
    stage.win("S1.1", act=by_director(1))
    before = facts(stage.event)
    stage.win("S1.2", act=by_director(5))
    assert facts(stage.event)["state"][0] == Event.State.FINISHED
    undo(stage.event)
    assert facts(stage.event) == before


def test_a_correction_with_rounds_after_it_is_undone_and_the_rounds_stay() -> None:
    stage = Stage(make_rounds("ABCDEFGH"))
    stage.play_out()
    next_round(stage.event)
    before = facts(stage.event)
    stage.win("S1.1", 2, act=by_director(20, "Other way round"))
    assert facts(stage.event) != before
    undo(stage.event, 30)
    assert facts(stage.event) == before


def test_nothing_is_undone_past_the_import_of_an_event() -> None:
    event = make_event()
    enter(event, "ABC")
    entry_remove(event_id=event.pk, entry_id=entry_id(event, "B"), act=by_director(5))
    again = imported(exported(event))
    deed = last_deed(again)
    assert deed is not None
    assert deed.is_blocking
    entry_remove(event_id=again.pk, entry_id=entry_id(again, "A"), act=by_director(60))
    undo(again)
    assert list(again.entries.values_list("number", "name")) == [(1, "A"), (3, "C")]


def test_a_draw_with_a_deal_is_not_unpublished() -> None:
    event = start(with_purse("ABCD"))
    shares = {entry_id(event, name): 0 for name in "ABCD"}
    shares[entry_id(event, "A")] = 20000
    deal_set(
        event_id=event.pk,
        number=0,
        bracket="M",
        shares=shares,
        act=by_director(5, "home early"),
    )
    with pytest.raises(ConflictError) as caught:
        undo(event)
    assert caught.value.code == "paid_out_already"
    event.refresh_from_db()
    assert event.published_at is not None


def test_a_removed_entry_comes_back_with_its_fee_and_into_its_pools() -> None:
    event = with_purse("ABCD")
    set_pool(event)
    ident = entry_id(event, "B")
    fee_set(event_id=event.pk, entry_id=ident, amount=2500, act=by_director(1))
    pool_fill(event_id=event.pk, number=1, entry_ids=[ident], act=by_director(2))
    entry_remove(event_id=event.pk, entry_id=ident, act=by_director(5))
    undo(event)
    back = event.entries.get(name="B")
    assert back.own_fee.amount == 2500
    assert [member.purse.number for member in back.pools.all()] == [1]


def test_only_directors_read_in_the_log_what_a_removed_entry_had_at_stake() -> None:
    event = with_purse("ABCD")
    ident = entry_id(event, "B")
    fee_set(event_id=event.pk, entry_id=ident, amount=2500, act=by_director(1))
    entry_remove(event_id=event.pk, entry_id=ident, act=by_director(5))
    for line in event.log.exclude(action__startswith="money."):
        assert "2500" not in f"{line.before} {line.after}"


def test_undoing_a_list_of_which_somebody_has_paid_is_refused_whole() -> None:
    event = with_purse("ABCD")
    payment_add(event_id=event.pk, entry_id=entry_id(event, "C"), act=by_director(5))
    before = facts(event)
    with pytest.raises(ConflictError) as caught:
        undo(event)
    assert caught.value.code == "entry_has_paid"
    assert facts(event) == before


@pytest.mark.parametrize("format_", ["elimination", "swiss"])
def test_an_event_of_which_somebody_left_after_an_undone_draw_is_exported(format_: str) -> None:
    rules = RULES.get(format_)
    event = make_event(format=format_, round_rules=rules)
    enter(event, "ABCD")
    event_draft(event_id=event.pk, seed="one", act=by_director(1))
    event_publish(event_id=event.pk, act=by_director(2))
    undo(event, 10)
    undo(event, 11)
    entry_remove(event_id=event.pk, entry_id=entry_id(event, "B"), act=by_director(20))
    archive = exported(event)
    again = imported(archive)
    assert comparable(exported(again)) == comparable(archive)
    first = log_page(event.tournament, event=event).lines
    told = [line.what for line in log_page(again.tournament, event=again).lines]
    assert [line.what for line in first] == told[1:]
