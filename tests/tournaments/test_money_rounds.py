"""Money of an event of rounds: by the places of its table, and not before these are final."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import Stage, by_director, entry_id, make_event, next_round
from tests.tournaments.archives import comparable, exported, imported
from tests.tournaments.purses import heap, lines, set_pool, start, view, with_purse
from tournaments.models import Event
from tournaments.selectors.final_places import final_places
from tournaments.selectors.standings import standings
from tournaments.services.money_paying_out import payout_make
from tournaments.services.money_taking import pool_fill
from tournaments.services.results import result_enter
from tournaments.services.rounds import round_publish
from tournaments.services.showing import event_show_forecast

pytestmark = pytest.mark.django_db(transaction=True)

RULES = {"swiss": {"rounds": 3}, "lives": {"lives": 2}, "round_robin": {}}


def begun(format_: str = "swiss", names: str = "ABCDEFGH") -> Event:
    event = make_event(format=format_, round_rules=RULES[format_])
    return start(with_purse(names, event=event))


def played_out(event: Event) -> Event:
    """The first side wins each match of each round until the event is over."""
    Stage(event).play_out()
    event.refresh_from_db()
    while event.state != Event.State.FINISHED:
        if event.format == "round_robin":
            round_publish(event_id=event.pk, act=by_director(3), everything=True)
        else:
            next_round(event)
        Stage(event).play_out()
        event.refresh_from_db()
    return event


@pytest.mark.parametrize("format_", RULES)
def test_the_prizes_go_to_the_first_of_the_table(format_: str) -> None:
    event = played_out(begun(format_))
    (table,) = standings(event)
    first = [place.name for place in table.places[:3]]
    assert sum(amount for _name, amount in lines(event)) == 8 * 5000
    assert {name for name, _amount in lines(event)} >= set(first[:1])
    best = dict(lines(event))[first[0]]
    assert best == max(amount for _name, amount in lines(event))
    assert not heap(event).open


@pytest.mark.parametrize("format_", RULES)
def test_nothing_is_owed_after_the_first_round(format_: str) -> None:
    event = begun(format_)
    assert lines(event) == []
    Stage(event).play_out()
    assert lines(event) == []
    assert not heap(event).standing.finished


def test_money_of_rounds_is_called_by_their_format_and_not_by_a_bracket() -> None:
    event = played_out(begun())
    purse = view(event).purse(0)
    assert [name for name, _places in purse.by_bracket] == ["Swiss"]
    assert heap(event).name == "Swiss"
    assert lines(event)
    assert all("Main draw" not in line.why for line in heap(event).lines)


def test_places_are_by_entry_and_as_the_table_has_them() -> None:
    event = played_out(begun())
    standing = final_places(event)["M"]
    (table,) = standings(event)
    assert [(p.entrant, p.first, p.last) for p in standing.places] == [
        (p.entry_id, p.first, p.last) for p in table.places
    ]
    assert standing.finished


def test_who_is_owed_is_paid_and_a_result_taken_back_shows_it() -> None:
    event = played_out(begun())
    name = lines(event)[0][0]
    payout_make(
        event_id=event.pk,
        number=0,
        bracket="M",
        entry_id=entry_id(event, name),
        act=by_director(50),
    )
    result_enter(
        event_id=event.pk, key="S3.1", verdict=None, act=by_director(60, "Not over"), clear=True
    )
    assert lines(event) == []
    assert [payout.entry.name for payout in heap(event).stray] == [name]


def test_a_side_pool_of_a_swiss_goes_to_its_best_member() -> None:
    event = make_event(format="swiss", round_rules={"rounds": 3})
    with_purse("ABCDEFGH", event=event)
    set_pool(event)
    members = {entry_id(event, "C"), entry_id(event, "F")}
    pool_fill(event_id=event.pk, number=1, entry_ids=members, act=by_director(1))
    event = played_out(start(event))
    (table,) = standings(event)
    best = next(place.name for place in table.places if place.name in {"C", "F"})
    assert lines(event, 1) == [(best, 2000)]


def test_money_of_rounds_and_the_flag_of_the_forecast_come_back_from_an_archive() -> None:
    event = begun()
    event_show_forecast(event_id=event.pk, shows=True, act=by_director(5))
    event = played_out(event)
    name = lines(event)[0][0]
    payout_make(
        event_id=event.pk,
        number=0,
        bracket="M",
        entry_id=entry_id(event, name),
        act=by_director(50),
    )
    again = imported(exported(event))
    assert comparable(exported(again)) == comparable(exported(event))
    assert lines(again) == lines(event)
    assert again.shows_forecast


def test_money_of_rounds_is_read_in_a_fixed_number_of_queries() -> None:
    counts = []
    for names in ("ABCDEFGH", "ABCDEFGHIJKLMNOPQRSTUVWX"):
        event = played_out(begun(names=names))
        with CaptureQueriesContext(connection) as found:
            view(event)
        counts.append(len(found))
    assert counts[0] == counts[1]
