"""Swiss, lives and round robin through the services: drafted, published, played, finished."""

from typing import Any

import pytest

from config.errors import ConflictError, DomainError, InvalidError
from matches.models import Match
from tests.builders import (
    Stage,
    by_director,
    enter,
    make_event,
    make_rounds,
    make_tournament,
    next_round,
)
from tournaments.formats.round_table import Row
from tournaments.models import Event, Fixture, LogEntry, Round, Table
from tournaments.selectors.log import log_page
from tournaments.selectors.rounds import load_rounds
from tournaments.services.drawing import event_discard_draft, event_draft, event_publish
from tournaments.services.results import result_enter, result_preview
from tournaments.services.rounds import (
    round_discard,
    round_draft,
    round_publish,
    round_take_back,
    rounds_set,
)

pytestmark = pytest.mark.django_db(transaction=True)


def names(event: Event, number: int) -> list[set[str | None]]:
    """Who meets in a round; a bye is alone."""
    rows = event.fixtures.filter(round=number).order_by("number")
    return [{row.entry_1.name, row.entry_2.name if row.entry_2 else None} - {None} for row in rows]  # type: ignore[union-attr]


def keys(event: Event) -> list[str]:
    return list(event.fixtures.order_by("round", "number").values_list("key", flat=True))


def state(event: Event) -> str:
    event.refresh_from_db()
    return event.state


def test_a_draft_of_the_first_round_is_for_staff_and_makes_no_fixtures() -> None:
    event = make_event(format="swiss", round_rules={"rounds": 3})
    enter(event, "ABCDE")
    event_draft(event_id=event.pk, seed="6-3", act=by_director())
    assert keys(event) == []
    row = Round.objects.get(stage__event=event)
    assert [len(row.pairings), row.number, row.published_at] == [3, 1, None]
    assert row.pairings[-1]["second"] is None
    assert all(pairing["reasons"] for pairing in row.pairings)


def test_publishing_makes_matches_at_tables_and_a_bye_is_a_bye() -> None:
    event = make_rounds("ABCDE")
    assert keys(event) == ["S1.1", "S1.2", "S1.3"]
    assert Stage(event).open_keys() == ["S1.1", "S1.2"]
    bye = Stage(event).fixture("S1.3")
    assert (bye.status, bye.winner_id, bye.match) == ("bye", bye.entry_1_id, None)
    assert Table.objects.filter(fixture__event=event).count() == 2


def test_the_same_seed_pairs_alike_and_another_one_otherwise() -> None:
    one, same = make_rounds("ABCDEFGH"), make_rounds("ABCDEFGH")
    assert names(one, 1) == names(same, 1)
    assert names(make_rounds("ABCDEFGH", seed="t"), 1) != names(one, 1)


def test_a_discarded_draw_leaves_nothing_behind() -> None:
    event = make_event(format="round_robin")
    enter(event, "ABC")
    event_draft(event_id=event.pk, seed="s", act=by_director())
    event_discard_draft(event_id=event.pk, act=by_director())
    assert not Round.objects.exists()
    assert state(event) == "entries"


def test_a_swiss_goes_round_by_round_to_its_end() -> None:
    event = make_rounds("ABCDEF", rounds=3)
    for number in (2, 3):
        Stage(event).play_out()
        assert state(event) == "running"
        next_round(event)
        assert len(names(event, number)) == 3
    Stage(event).play_out()
    assert state(event) == "finished"
    met = [frozenset(pair) for n in (1, 2, 3) for pair in names(event, n)]
    assert len(met) == len(set(met)) == 9


@pytest.mark.parametrize("entrants", [8, 40])
def test_a_round_costs_the_same_queries_for_any_number_of_entrants(
    entrants: int, django_assert_max_num_queries: Any
) -> None:
    tournament = make_tournament(tables=0)
    event = make_rounds([f"P{n}" for n in range(entrants)], tournament=tournament)
    Stage(event).play_out()
    with django_assert_max_num_queries(11):  # one of them is PostgreSQL's NOTIFY
        round_draft(event_id=event.pk, act=by_director())
    with django_assert_max_num_queries(25):
        round_publish(event_id=event.pk, act=by_director())


def test_the_next_round_waits_for_every_result() -> None:
    event = make_rounds("ABCD", rounds=3)
    Stage(event).win("S1.1")
    with pytest.raises(InvalidError) as caught:
        round_draft(event_id=event.pk, act=by_director())
    assert caught.value.code == "results_missing"
    assert not Round.objects.filter(number=2).exists()


def test_a_result_corrected_after_the_draft_makes_it_outdated() -> None:
    event = make_rounds("ABCDEFGH")
    Stage(event).play_out()
    round_draft(event_id=event.pk, act=by_director())
    Stage(event).win("S1.1", 2, act=by_director(5, "Read wrongly"))
    with pytest.raises(ConflictError) as caught:
        round_publish(event_id=event.pk, act=by_director())
    assert caught.value.code == "draft_outdated"
    next_round(event)
    assert len(names(event, 2)) == 4


def test_a_draft_of_the_next_round_can_be_discarded() -> None:
    event = make_rounds("ABCD", rounds=3)
    Stage(event).play_out()
    round_draft(event_id=event.pk, act=by_director())
    round_discard(event_id=event.pk, act=by_director())
    assert load_rounds(event).draft is None
    with pytest.raises(ConflictError) as caught:
        round_publish(event_id=event.pk, act=by_director())
    assert caught.value.code == "no_draft"


def test_correcting_an_earlier_round_keeps_the_pairings_and_moves_the_points() -> None:
    event = make_rounds("ABCDEFGH")
    Stage(event).play_out()
    next_round(event)
    before = names(event, 2)
    match = Stage(event).match("S2.1")
    winner = Stage(event).names("S1.1")[0]
    impact = result_preview(event, "S1.1", None)
    assert (list(impact.refilled), list(impact.cleared), list(impact.kept)) == ([], [], [2])
    Stage(event).win("S1.1", 2, act=by_director(5, "Read wrongly"))
    assert names(event, 2) == before
    assert Stage(event).match("S2.1").pk == match.pk
    rows: dict[int, Row] = {row.entrant: row for row in load_rounds(event).table.rows}
    assert rows[event.entries.get(name=winner).number].shown[0] == "0"


def test_a_result_taken_back_reopens_a_finished_event() -> None:
    event = make_rounds("AB", rounds=1)
    Stage(event).play_out()
    assert state(event) == "finished"
    Stage(event).win("S1.1", 2, act=by_director(5, "Read wrongly"))
    assert state(event) == "finished"
    result_enter(event_id=event.pk, key="S1.1", verdict=None, act=by_director(6, "Not over"))
    assert state(event) == "running"


def test_a_round_without_results_can_be_taken_back_and_paired_again() -> None:
    event = make_rounds("ABCDEFGH")
    Stage(event).play_out()
    next_round(event)
    old = Stage(event).match("S2.1")
    Stage(event).win("S1.1", 2, act=by_director(5, "Read wrongly"))
    round_take_back(event_id=event.pk, act=by_director(6))
    assert not event.fixtures.filter(round=2).exists()
    assert not Table.objects.filter(fixture__event=event).exists()
    old.refresh_from_db()
    assert old.state == Match.State.VOID
    next_round(event)
    assert Stage(event).match("S2.1").version > old.version


def test_a_round_that_has_begun_is_not_taken_back_nor_is_the_first() -> None:
    event = make_rounds("ABCD", rounds=3)
    with pytest.raises(ConflictError) as caught:
        round_take_back(event_id=event.pk, act=by_director())
    assert caught.value.code == "round_is_the_draw"
    Stage(event).play_out()
    next_round(event)
    Stage(event).win("S2.1")
    with pytest.raises(ConflictError) as caught:
        round_take_back(event_id=event.pk, act=by_director())
    assert (caught.value.code, caught.value.detail["fixtures"]) == ("round_begun", ["S2.1"])


def test_a_swiss_can_be_made_shorter_and_longer() -> None:
    event = make_rounds("ABCDEFGH", rounds=5)
    Stage(event).play_out()
    rounds_set(event_id=event.pk, rounds=1, act=by_director())
    assert state(event) == "finished"
    rounds_set(event_id=event.pk, rounds=2, act=by_director())
    assert state(event) == "running"
    next_round(event)
    with pytest.raises(InvalidError) as caught:
        rounds_set(event_id=event.pk, rounds=1, act=by_director())
    assert caught.value.code == "rounds_out_of_range"


def test_lives_go_on_until_one_is_left() -> None:
    event = make_rounds("ABCDE", "lives")
    assert keys(event)[0] == "L1.1"
    rounds = 1
    Stage(event).play_out()
    while state(event) == "running":
        next_round(event)
        Stage(event).play_out()
        rounds += 1
        assert rounds < 12
    table = load_rounds(event).table
    assert (table.rows[0].first, table.rows[0].last) == (1, 1)
    with pytest.raises(InvalidError) as caught:
        round_draft(event_id=event.pk, act=by_director())
    assert caught.value.code == "rounds_over"


def test_a_round_robin_opens_round_after_round_or_all_at_once() -> None:
    event = make_rounds("ABCDEF", "round_robin")
    assert len(names(event, 1)) == 3
    round_publish(event_id=event.pk, act=by_director())  # no draft, and results are still open
    assert event.fixtures.filter(round=2, match__isnull=False).count() == 3
    round_publish(event_id=event.pk, everything=True, act=by_director())
    assert event.fixtures.count() == 15
    with pytest.raises(InvalidError) as caught:
        round_publish(event_id=event.pk, act=by_director())
    assert caught.value.code == "rounds_over"
    Stage(event).play_out()
    assert state(event) == "finished"


def test_nobody_is_called_to_two_tables_when_several_rounds_are_open() -> None:
    event = make_rounds("ABCDEF", "round_robin")
    round_publish(event_id=event.pk, everything=True, act=by_director())

    def seated() -> list[str]:
        rows = Fixture.objects.filter(event=event, table__isnull=False)
        return [entry.name for row in rows for entry in (row.entry_1, row.entry_2) if entry]

    assert sorted(seated()) == list("ABCDEF")
    Stage(event).win("R1.1")
    assert len(seated()) == len(set(seated()))


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ({"format": "swiss"}, "too_few_rounds"),
        ({"format": "swiss", "round_rules": {"rounds": 99}}, "too_many_rounds"),
        ({"format": "lives", "round_rules": {"rounds": 3}}, "setting_unknown"),
        ({"format": "round_robin", "consolation_length": 5}, "not_in_rounds"),
        ({"format": "swiss", "round_rules": {"rounds": 3}, "lengths_from_final": {1: 9}},
         "not_in_rounds"),
        ({"round_rules": {"rounds": 3}}, "setting_unknown"),
        ({"format": "quiz"}, "format_unknown"),
    ],
)  # fmt: skip
def test_an_impossible_set_up_is_refused(spec: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidError) as caught:
        make_event(**spec)
    assert caught.value.code == code
    assert not Event.objects.exists()


def test_more_rounds_than_the_field_can_play_are_refused_with_the_draw() -> None:
    event = make_event(format="swiss", round_rules={"rounds": 5})
    enter(event, "ABCD")
    with pytest.raises(InvalidError) as caught:
        event_draft(event_id=event.pk, seed="s", act=by_director())
    assert caught.value.code == "play_round_robin"
    assert state(event) == "entries"


def test_a_bracket_has_no_rounds_to_draft() -> None:
    event = make_event(make_tournament())
    enter(event, "AB")
    event_draft(event_id=event.pk, seed="s", act=by_director())
    event_publish(event_id=event.pk, act=by_director())
    for service in (round_draft, round_discard, round_publish, round_take_back):
        with pytest.raises(DomainError) as caught:
            service(event_id=event.pk, act=by_director())
        assert caught.value.code == "not_in_rounds"


def test_every_step_is_in_the_log_in_words() -> None:
    event = make_rounds("ABCDEFGH")
    Stage(event).play_out()
    round_draft(event_id=event.pk, act=by_director())
    round_discard(event_id=event.pk, act=by_director())
    next_round(event)
    round_take_back(event_id=event.pk, act=by_director())
    rounds_set(event_id=event.pk, rounds=4, act=by_director())
    told = [line.what for line in log_page(event.tournament, event=event).lines]
    for said in (
        "Paired round 2 in a draft", "Discarded the draft of round 2", "Published round 2",
        "Took round 2 back", "Changed the number of rounds to 4",
    ):  # fmt: skip
        assert said in told
    assert LogEntry.objects.filter(action="match.voided").count() == 4
