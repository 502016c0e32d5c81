"""Late entries, withdrawals and those who come back, in events of rounds that are running."""

import pytest
from django.db import IntegrityError, transaction

from config.errors import ConflictError, InvalidError
from players.services.people import PersonFacts
from tests.builders import Stage, by_director, make_rounds, make_running_event, next_round
from tournaments.models import Entry, Event, Pass
from tournaments.selectors.log import log_page
from tournaments.selectors.rounds import load_rounds
from tournaments.services.attendance import (
    entry_add_late,
    entry_miss_round,
    entry_play_round,
    entry_reinstate,
    entry_withdraw,
)
from tournaments.services.entries import NewEntry
from tournaments.services.rounds import round_draft, round_publish

pytestmark = pytest.mark.django_db(transaction=True)

ZOE = NewEntry(PersonFacts("Zoe"))


def entry(event: Event, name: str) -> Entry:
    return event.entries.get(name=name)


def withdraw(event: Event, name: str) -> None:
    entry_withdraw(event_id=event.pk, entry_id=entry(event, name).pk, act=by_director(4))


def reinstate(event: Event, name: str) -> None:
    entry_reinstate(event_id=event.pk, entry_id=entry(event, name).pk, act=by_director(5))


def paired(event: Event, number: int) -> set[str]:
    rows = event.fixtures.filter(round=number)
    return {one.name for row in rows for one in (row.entry_1, row.entry_2) if one}


def points(event: Event, name: str) -> str:
    number = entry(event, name).number
    return next(r.shown[0] for r in load_rounds(event).table.rows if r.entrant == number)


def on(event: Event) -> None:
    """The round is played, and the next one published."""
    Stage(event).play_out()
    next_round(event)


def test_who_misses_a_round_is_not_paired_in_it_and_plays_the_next() -> None:
    event = make_rounds("ABCDEFGH")
    Stage(event).play_out()
    who = entry(event, "C").pk
    entry_miss_round(event_id=event.pk, entry_id=who, act=by_director(4))
    with pytest.raises(ConflictError) as caught:
        entry_miss_round(event_id=event.pk, entry_id=who, act=by_director(5))
    assert caught.value.code == "not_expected"
    next_round(event)
    assert "C" not in paired(event, 2)
    with pytest.raises(ConflictError) as caught:
        entry_play_round(event_id=event.pk, entry_id=who, act=by_director(6))
    assert caught.value.code == "not_away"
    on(event)
    assert "C" in paired(event, 3)


def test_who_is_here_after_all_is_paired() -> None:
    event = make_rounds("ABCDEFGH")
    Stage(event).play_out()
    who = entry(event, "C").pk
    entry_miss_round(event_id=event.pk, entry_id=who, act=by_director(4))
    entry_play_round(event_id=event.pk, entry_id=who, act=by_director(5))
    next_round(event)
    assert "C" in paired(event, 2)


def test_in_a_round_robin_the_opponent_of_who_is_away_is_told_so() -> None:
    event = make_rounds("ABCD", "round_robin")
    who = entry(event, "B")
    entry_miss_round(event_id=event.pk, entry_id=who.pk, act=by_director(4))
    round_publish(event_id=event.pk, act=by_director(5))
    reasons = [one["reasons"] for one in load_rounds(event).published[-1].pairings]
    away = {"code": "opponent_away", "detail": {"entrant": who.number}}
    assert [away] in reasons
    assert "B" not in paired(event, 2)


def test_nobody_misses_a_round_that_is_not_played() -> None:
    event = make_rounds("ABCD", rounds=1)
    with pytest.raises(ConflictError) as caught:
        entry_miss_round(event_id=event.pk, entry_id=entry(event, "A").pk, act=by_director(4))
    assert caught.value.code == "no_next_round"


def test_who_leaves_is_paired_no_more_and_keeps_what_was_played() -> None:
    event = make_rounds("ABCDEFGH")
    winner = Stage(event).names("S1.1")[0]
    assert winner
    Stage(event).play_out()
    withdraw(event, winner)
    next_round(event)
    assert paired(event, 2) == set("ABCDEFGH") - {winner}
    on(event)
    assert points(event, winner) == "1"
    reinstate(event, winner)
    on(event)
    assert winner in paired(event, 4)
    assert entry(event, winner).away == [2, 3]


def test_a_round_in_play_is_not_touched_by_a_withdrawal() -> None:
    event = make_rounds("ABCD", rounds=3)
    withdraw(event, "A")
    assert "A" in paired(event, 1)
    assert len(Stage(event).open_keys()) == 2


def test_who_comes_late_plays_from_the_next_round_with_what_was_said() -> None:
    event = make_rounds("ABCDEFG")
    Stage(event).play_out()
    row = entry_add_late(event_id=event.pk, entry=ZOE, late="half", act=by_director(4))
    assert (row.number, row.first_round) == (8, 2)
    assert Pass.objects.filter(player=row.player, tournament=event.tournament).exists()
    next_round(event)
    assert paired(event, 2) == {*"ABCDEFG", "Zoe"}
    assert points(event, "Zoe") == "½"


@pytest.mark.parametrize("late", ["", "win"])
def test_what_missed_rounds_count_must_be_said(late: str) -> None:
    event = make_rounds("ABCD", rounds=3)
    with pytest.raises(InvalidError) as caught:
        entry_add_late(event_id=event.pk, entry=ZOE, late=late, act=by_director())
    assert caught.value.code == "late_unknown"


def test_nobody_comes_late_where_it_makes_no_sense() -> None:
    robin = make_rounds("ABC", "round_robin")
    last = make_rounds("ABC", rounds=1)
    bracket = make_running_event("ABC")
    for event, code in (
        (robin, "schedule_fixed"), (last, "no_round_left"), (bracket, "not_in_rounds"),
    ):  # fmt: skip
        with pytest.raises(ConflictError) as caught:
            entry_add_late(event_id=event.pk, entry=ZOE, act=by_director())
        assert caught.value.code == code
    lives = make_rounds("ABCD", "lives")
    with pytest.raises(InvalidError) as refused:
        entry_add_late(event_id=lives.pk, entry=ZOE, late="half", act=by_director())
    assert refused.value.code == "half_a_life"
    assert not Entry.objects.filter(name="Zoe").exists()


def test_a_draft_is_discarded_before_the_field_changes() -> None:
    event = make_rounds("ABCD", rounds=3)
    Stage(event).play_out()
    round_draft(event_id=event.pk, act=by_director())
    with pytest.raises(ConflictError) as caught:
        withdraw(event, "A")
    assert caught.value.code == "round_in_draft"


def test_leaving_and_coming_back_are_each_done_once() -> None:
    event = make_rounds("ABCD", rounds=3)
    with pytest.raises(ConflictError) as caught:
        reinstate(event, "A")
    assert caught.value.code == "not_withdrawn"
    withdraw(event, "A")
    with pytest.raises(ConflictError) as caught:
        withdraw(event, "A")
    assert caught.value.code == "already_withdrawn"


def test_the_opponents_of_who_left_a_round_robin_have_nobody_to_meet() -> None:
    event = make_rounds("ABCD", "round_robin")
    Stage(event).play_out()
    withdraw(event, "A")
    round_publish(event_id=event.pk, everything=True, act=by_director())
    assert "A" not in paired(event, 2) | paired(event, 3)
    assert event.fixtures.filter(status="bye").count() == 2
    Stage(event).play_out()
    event.refresh_from_db()
    assert event.state == "finished"
    # A played one match of three: all of his are taken out, also the one that was played.
    rows = {row.entrant: row for row in load_rounds(event).table.rows}
    assert all(row.wins + row.losses == 2 for n, row in rows.items() if n != 1)


def test_a_withdrawal_can_end_lives() -> None:
    event = make_rounds("AB", "lives")
    Stage(event).play_out()
    withdraw(event, "A")
    event.refresh_from_db()
    assert event.state == "finished"
    reinstate(event, "A")
    event.refresh_from_db()
    assert event.state == "running"


def test_the_log_tells_who_came_and_left() -> None:
    event = make_rounds("ABCDEFGH")
    withdraw(event, "A")
    reinstate(event, "A")
    entry_add_late(event_id=event.pk, entry=ZOE, act=by_director(6))
    told = [line.what for line in log_page(event.tournament, event=event).lines]
    assert told[:3] == [
        "Entered Zoe late, into round 2",
        "A plays again, from round 2 on",
        "A leaves, from round 2 on",
    ]


def test_the_database_keeps_rounds_of_an_entry_in_order() -> None:
    event = make_rounds("AB", rounds=1)
    for wrong in ({"first_round": 0}, {"first_round": 4, "last_round": 2}):
        with pytest.raises(IntegrityError), transaction.atomic():
            event.entries.filter(name="A").update(**wrong)


def test_the_database_knows_which_formats_have_rules_of_rounds() -> None:
    event = make_rounds("AB", rounds=1)
    for wrong in ({"round_rules": None}, {"format": "elimination"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Event.objects.filter(pk=event.pk).update(**wrong)
