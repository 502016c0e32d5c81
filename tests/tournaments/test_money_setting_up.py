"""The terms of an event's money: what is refused, and what the places are worth."""

from typing import Any

import pytest

from config.errors import ConflictError, DomainError, NotFoundError
from tests.builders import by_director, enter, make_event, make_tournament
from tests.tournaments.purses import (
    HOUSE,
    by_hand,
    lines,
    percent,
    set_pool,
    set_purse,
    start,
    view,
    with_purse,
)
from tournaments.formats.money import Deduction
from tournaments.models import Event, LogEntry
from tournaments.models_money import Purse
from tournaments.selectors.log import log_page
from tournaments.selectors.money import money
from tournaments.services.money_setting_up import PurseSpec, pool_remove, prizes_publish, purse_set
from tournaments.services.setting_up import EventSpec, event_change

pytestmark = pytest.mark.django_db


def worth(event: Event, number: int = 0) -> dict[str, int]:
    return {str(at): sum_ for at, sum_ in view(event).purse(number).schedule.items()}


def test_the_schedule_is_there_as_soon_as_somebody_has_entered() -> None:
    event = make_event()
    set_purse(event, deductions=[HOUSE])
    assert worth(event) == {}
    enter(event, "ABCD")
    assert worth(event) == {"M 1": 9000, "M 2": 5400, "M 3": 3600}


def test_deductions_are_kept_and_added_money_comes_on_top() -> None:
    federation = Deduction("federation", fixed=700)
    event = with_purse(deductions=[HOUSE, federation], added=10_000)
    pool = view(event).purse(0).pool
    assert pool is not None
    assert pool.deducted == (("house", 2000), ("federation", 700))
    assert pool.amount == 20_000 - 2700 + 10_000


def test_prizes_are_rounded_and_still_add_up_to_the_pool() -> None:
    event = with_purse("ABC", fee=3350, unit=500)
    assert worth(event) == {"M 1": 5050, "M 2": 3000, "M 3": 2000}


def test_a_preset_goes_by_the_number_of_entries() -> None:
    event = with_purse("ABCDEFGHIJKLM", split="preset", preset="by_entrants", prizes={}, fee=100)
    assert worth(event) == {"M 1": 520, "M 2": 390, "M 3": 260, "M 4": 130}


def test_a_preset_can_leave_a_share_to_the_consolation() -> None:
    event = with_purse(
        "ABCD",
        event=make_event(consolation_length=5),
        split="preset",
        preset="three_50_30_20",
        consolation_share=2500,
        prizes=by_hand(consolation=(3, 1)),
        fee=4000,
    )
    assert worth(event) == {"M 1": 6000, "M 2": 3600, "M 3": 2400, "C 1": 3000, "C 2": 1000}


def test_amounts_by_hand_count_as_they_are() -> None:
    event = with_purse(split="amounts", prizes=by_hand(15_000, 5000))
    assert worth(event) == {"M 1": 15_000, "M 2": 5000}


def test_amounts_that_no_longer_add_up_are_told_and_nothing_is_owed() -> None:
    event = with_purse(split="amounts", prizes=by_hand(15_000, 5000))
    enter(event, "E")
    purse = view(event).purse(0)
    said = "The prizes add up to 200.00\N{NO-BREAK SPACE}EUR and the pool is 250.00"
    assert purse.problem.startswith(said)
    assert purse.schedule == {}


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"prizes": percent(50, 30)}, "not_all_of_it"),
    ({"prizes": {}}, "table_empty"),
    ({"split": "amounts", "prizes": by_hand(100)}, "amounts_differ"),
    ({"split": "preset", "preset": "nothing", "prizes": {}}, "preset_unknown"),
    ({"split": "preset", "prizes": {}}, "preset_unknown"),
    ({"split": "preset", "preset": "main_consolation_40", "prizes": {}}, "bracket_missing"),
    ({"prizes": percent(50, 30, consolation=(20,))}, "bracket_missing"),
    ({"split": "thirds"}, "split_unknown"),
    ({"deductions": [Deduction("house", fixed=20_001)]}, "deductions_exceed_fees"),
    ({"deductions": [Deduction("house"), Deduction("house", 5)]}, "deduction_names"),
    ({"deductions": [Deduction("", 5)]}, "deduction_names"),
    ({"deductions": [Deduction("house", 10_001)]}, "deduction_out_of_range"),
    ({"fee": -1}, "amount_out_of_range"),
    ({"added": 10**12 + 1}, "amount_out_of_range"),
    ({"unit": 0}, "unit_too_small"),
    ({"consolation_share": 10_000}, "share_too_large"),
    ({"currency": "XYZ"}, "currency_unknown"),
]


@pytest.mark.parametrize(("spec", "code"), REFUSED)
def test_what_does_not_add_up_is_refused_and_nothing_changes(
    spec: dict[str, Any], code: str
) -> None:
    event = with_purse()
    before = worth(event), LogEntry.objects.count()
    with pytest.raises(DomainError) as caught:
        set_purse(event, **spec)
    assert caught.value.code == code
    assert (worth(event), LogEntry.objects.count()) == before


def test_a_refusal_says_amounts_as_amounts() -> None:
    event = with_purse()
    with pytest.raises(DomainError, match=r"change them by -50\.00"):
        set_purse(event, split="amounts", prizes=by_hand(20_000, 5000))


def test_a_tournament_has_one_currency_for_all_its_money() -> None:
    tournament = make_tournament()
    main, blitz = make_event(tournament), make_event(tournament, name="Blitz")
    set_purse(main, currency="UAH")
    set_purse(main, currency="PLN")
    with pytest.raises(ConflictError) as caught:
        set_purse(blitz, currency="EUR")
    assert caught.value.code == "currency_fixed"
    assert set_purse(blitz, currency="PLN").event_id == blitz.pk


def test_side_pools_have_numbers_and_names_of_their_own() -> None:
    event = make_event()
    with pytest.raises(NotFoundError, match="Set up the money"):
        set_pool(event)
    set_purse(event)
    assert [set_pool(event, "First").number, set_pool(event, "Second").number] == [1, 2]
    with pytest.raises(DomainError) as caught:
        set_pool(event, "First")
    assert caught.value.code == "pool_name_taken"
    with pytest.raises(DomainError) as caught:
        set_pool(event, " ")
    assert caught.value.code == "name_missing"
    pool_remove(event_id=event.pk, number=1, act=by_director())
    assert list(event.purses.values_list("number", "name")) == [(0, ""), (2, "Second")]


def test_the_prizes_cannot_be_removed_as_a_side_pool() -> None:
    event = with_purse()
    with pytest.raises(NotFoundError):
        pool_remove(event_id=event.pk, number=0, act=by_director())


def test_a_consolation_that_is_taken_away_leaves_a_table_that_says_so() -> None:
    event = with_purse(
        event=make_event(consolation_length=5), prizes=percent(50, 30, consolation=(20,))
    )
    event_change(event_id=event.pk, spec=EventSpec("Main", 7), act=by_director())
    said = view(event).purse(0).problem
    assert "Consolation, place 1" in said


def test_a_purse_remembers_what_it_was_made_from() -> None:
    spec = PurseSpec(fee=5000, deductions=(HOUSE,), added=5, prizes=percent(60, 40))
    event = make_event()
    purse_set(event_id=event.pk, spec=spec, currency="EUR", act=by_director())
    assert PurseSpec.of(Purse.objects.get()) == spec


def test_publishing_needs_money_and_is_logged_once() -> None:
    event = make_event()
    with pytest.raises(NotFoundError):
        prizes_publish(event_id=event.pk, published=True, act=by_director())
    set_purse(event)
    for published in (True, True, False):
        prizes_publish(event_id=event.pk, published=published, act=by_director())
    told = [line.what for line in log_page(event.tournament).lines[:3]]
    assert told == [
        "Took the prize table off the public page",
        "Published the prize table",
        "Set up the money",
    ]


def test_the_log_tells_what_was_changed() -> None:
    event = with_purse()
    set_purse(event, fee=6000, prizes=percent(100))
    (line, *_rest) = log_page(event.tournament).lines
    assert [(c.what, c.before, c.after) for c in line.changes] == [
        ("entry fee", "50.00 EUR", "60.00 EUR"),
        ("prizes", "M 1: 50 %, M 2: 30 %, M 3: 20 %", "M 1: 100 %"),
    ]


def test_the_log_tells_how_the_money_was_set_up_first() -> None:
    event = make_event()
    set_purse(event, split="preset", preset="by_entrants", prizes={})
    (line, *_rest) = log_page(event.tournament).lines
    assert {change.what: change.after for change in line.changes} == {
        "entry fee": "50.00 EUR",
        "split": "by a published table",
        "table of prizes": "By the number of entrants",
    }


def test_whoever_saw_an_older_state_changes_nothing() -> None:
    event = with_purse()
    with pytest.raises(ConflictError) as caught:
        purse_set(
            event_id=event.pk,
            spec=PurseSpec(prizes=percent(100)),
            currency="EUR",
            act=by_director(),
            seen_version=event.version - 1,
        )
    assert caught.value.code == "version_conflict"


def test_nothing_is_owed_before_anybody_is_out() -> None:
    assert lines(start(with_purse())) == []


def test_reading_takes_as_many_queries_for_many_as_for_few(
    django_assert_num_queries: Any,
) -> None:
    for names in ("ABCD", "ABCDEFGHIJKLMNOP"):
        tournament = make_tournament(names)
        event = with_purse(names, event=make_event(tournament))
        set_pool(event)
        event = start(event)
        event = Event.objects.select_related("tournament").get(pk=event.pk)
        with django_assert_num_queries(8):
            money(event)
