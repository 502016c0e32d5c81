"""Matches are sent to tables, and tables to other matches when they are free."""

import pytest

from config.errors import ConflictError, InvalidError, NotFoundError
from matches.services.reporting import match_report
from tests.builders import Stage, by_director, by_player, make_running_event, make_tournament
from tournaments.models import Event, LogEntry, Table, Tournament
from tournaments.selectors.listing import counted_tournament
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.setting_up import TournamentSpec, tournament_change
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db(transaction=True)


def seats(event: Event) -> dict[int, str]:
    """Table number to fixture key."""
    seated = Table.objects.filter(fixture__event=event)
    return dict(seated.values_list("number", "fixture__key"))


def test_those_for_whom_no_table_is_left_wait_and_get_the_next_free_one() -> None:
    event = make_running_event("ABCDEFGH", tournament=make_tournament(tables=3))
    assert seats(event) == {1: "M1.1", 2: "M1.2", 3: "M1.3"}
    Stage(event).win("M1.2")
    assert seats(event) == {1: "M1.1", 2: "M1.4", 3: "M1.3"}


def test_the_longest_way_to_the_end_is_called_first() -> None:
    event = make_running_event(
        "ABCDEFGH", tournament=make_tournament(tables=2), consolation_length=5
    )
    stage = Stage(event)
    stage.win("M1.1", act=by_director(20))
    stage.win("M1.2", act=by_director(20))
    assert seats(event) == {1: "M1.3", 2: "M1.4"}
    stage.win("M1.3", act=by_director(30))
    assert seats(event) == {1: "M2.1", 2: "M1.4"}
    stage.win("M1.4", act=by_director(40))
    # C1.1 has been waiting for twenty minutes, and nobody waits for it but C2.1.
    assert seats(event) == {1: "M2.1", 2: "M2.2"}


def test_main_is_called_before_a_consolation_that_takes_as_long() -> None:
    event = make_running_event(
        "ABCDEFGH", tournament=make_tournament(tables=1), consolation_length=7
    )
    stage = Stage(event)
    for minute, key in enumerate(["M1.1", "M1.2", "M1.3", "M1.4"]):
        assert list(seats(event).values()) == [key]
        stage.win(key, act=by_director(20 * minute))
    # C1.1 was ready before M2.2, and each has a match after it.
    assert list(seats(event).values()) == ["M2.1"]
    stage.win("M2.1", act=by_director(100))
    assert list(seats(event).values()) == ["M2.2"]


def test_a_consolation_with_more_to_play_does_not_wait_for_the_final() -> None:
    event = make_running_event(
        "ABCDEFGH", tournament=make_tournament(tables=1), consolation_length=7
    )
    stage = Stage(event)
    for key in ("M1.1", "M1.2", "M1.3", "M1.4", "M2.1", "M2.2", "C1.1", "C1.2"):
        assert list(seats(event).values()) == [key]
        stage.win(key)
    assert list(seats(event).values()) == ["M3.1"]


def test_of_equals_whoever_waits_longest_is_called_first() -> None:
    event = make_running_event("ABCDEFGH", tournament=make_tournament(tables=4))
    stage = Stage(event)
    stage.win("M1.3", act=by_director(50))
    stage.win("M1.4", act=by_director(51))
    table_assign(event_id=event.pk, key="M2.2", number=None, act=by_director(52))
    stage.win("M1.1", act=by_director(60))
    have_tables(event.tournament, 1)
    stage.win("M1.2", act=by_director(61))
    assert list(seats(event).values()) == ["M2.2"]


def test_a_report_frees_the_table() -> None:
    stage = Stage(make_running_event("ABCDEFGH", tournament=make_tournament(tables=3)))
    player = stage.players("M1.1")[0]
    match_report(
        match_id=stage.match("M1.1").pk, player_id=player.pk, scores=(7, 1), act=by_player(player)
    )
    assert seats(stage.event) == {1: "M1.4", 2: "M1.2", 3: "M1.3"}


def test_two_events_share_the_tables() -> None:
    tournament = make_tournament(tables=2)
    first = make_running_event("ABCD", tournament=tournament)
    second = make_running_event("EFGH", tournament=tournament, name="Side")
    assert (len(seats(first)), len(seats(second))) == (2, 0)
    stage = Stage(first)
    stage.win("M1.1")
    assert (seats(first), seats(second)) == ({2: "M1.2"}, {1: "M1.1"})


def test_nobody_is_called_to_two_tables_at_once() -> None:
    tournament = make_tournament(tables=5)
    main = make_running_event("ABCD", tournament=tournament)
    side = make_running_event("AXYZ", tournament=tournament, name="Side")
    of_a = [key for key in ("M1.1", "M1.2") if "A" in Stage(side).names(key)]
    other = ({"M1.1", "M1.2"} - set(of_a)).pop()
    assert list(seats(side).values()) == [other]
    Stage(main).win(next(key for key in ("M1.1", "M1.2") if "A" in Stage(main).names(key)))
    assert set(seats(side).values()) == {other, *of_a}


def test_nor_does_the_director_send_anybody_to_a_second_table() -> None:
    tournament = make_tournament(tables=5)
    make_running_event("ABCD", tournament=tournament)
    side = make_running_event("AXYZ", tournament=tournament, name="Side")
    waiting = next(key for key in ("M1.1", "M1.2") if "A" in Stage(side).names(key))
    before = seats(side)
    with pytest.raises(ConflictError, match="A is still playing at table") as refused:
        table_assign(event_id=side.pk, key=waiting, number=5, act=by_director(2))
    assert refused.value.code == "player_at_table"
    assert seats(side) == before


def test_a_match_is_being_played_since_it_was_called() -> None:
    stage = Stage(make_running_event("ABCD", tournament=make_tournament(tables=1)))
    stage.win("M1.1", act=by_director(9))
    table = Table.objects.get(fixture__event=stage.event)
    assert (table.fixture, table.called_at) == (stage.fixture("M1.2"), by_director(9).at)


def test_without_tables_everybody_plays_all_the_same() -> None:
    event = make_running_event("ABCD", tournament=make_tournament(tables=0))
    Stage(event).play_out()
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED


def test_the_director_moves_a_match() -> None:
    event = make_running_event("ABCD")
    table_assign(event_id=event.pk, key="M1.1", number=9, act=by_director(2))
    assert seats(event) == {9: "M1.1", 2: "M1.2"}
    entry = LogEntry.objects.get(action="match.moved")
    assert (entry.before, entry.after) == ({"table": 1}, {"table": 9})


def test_a_match_that_moves_has_been_played_since_its_first_call() -> None:
    event = make_running_event("ABCD")
    table_assign(event_id=event.pk, key="M1.1", number=9, act=by_director(30))
    assert Table.objects.get(number=9).called_at == by_director(0).at
    table_assign(event_id=event.pk, key="M1.1", number=None, act=by_director(40))
    table_assign(event_id=event.pk, key="M1.1", number=8, act=by_director(45))
    assert Table.objects.get(number=8).called_at == by_director(45).at


def test_a_taken_or_unknown_table_is_refused_and_the_match_stays() -> None:
    event = make_running_event("ABCD")
    with pytest.raises(ConflictError, match="Table 2 is taken"):
        table_assign(event_id=event.pk, key="M1.1", number=2, act=by_director(2))
    with pytest.raises(NotFoundError, match="no table 99"):
        table_assign(event_id=event.pk, key="M1.1", number=99, act=by_director(2))
    assert seats(event) == {1: "M1.1", 2: "M1.2"}


def test_a_table_that_was_taken_away_is_used_to_the_end_of_its_match_and_no_longer() -> None:
    tournament = make_tournament(tables=3)
    stage = Stage(make_running_event("ABCDEFGHIJKL", tournament=tournament))
    have_tables(tournament, 1)
    assert sorted(seats(stage.event)) == [1, 2, 3]
    with pytest.raises(NotFoundError):
        table_assign(
            event_id=stage.event.pk, key=seats(stage.event)[1], number=3, act=by_director()
        )
    for number in (2, 3):
        stage.win(seats(stage.event)[number])
    assert list(seats(stage.event)) == [1]
    have_tables(tournament, 2)
    assert counted_tournament(tournament.slug).tables == 2


def test_a_match_is_moved_off_a_table_that_was_taken_away() -> None:
    tournament = make_tournament(tables=2)
    event = make_running_event("ABCD", tournament=tournament)
    have_tables(tournament, 1)
    table_assign(event_id=event.pk, key=seats(event)[2], number=None, act=by_director())
    assert tournament.tables.count() == 1


def test_tables_that_are_put_up_are_used_at_once() -> None:
    tournament = make_tournament(tables=1)
    event = make_running_event("ABCDEF", tournament=tournament)
    have_tables(tournament, 2)
    assert sorted(seats(event)) == [1, 2]


def have_tables(tournament: Tournament, count: int) -> None:
    spec = TournamentSpec(tournament.name, tournament.starts_on, tournament.ends_on, tables=count)
    tournament_change(tournament_id=tournament.pk, spec=spec, act=by_director(1))


def test_nonsense_numbers_of_tables_are_refused() -> None:
    with pytest.raises(InvalidError, match="0 to 500"):
        make_tournament(tables=501)


def test_a_draft_takes_no_tables() -> None:
    event = make_running_event("ABCD")
    other = make_running_event("EF", tournament=event.tournament, name="Duel")
    assert seats(other) == {3: "M1.1"}
    with pytest.raises(ConflictError):
        event_draft(event_id=other.pk, seed="again", act=by_director())
    with pytest.raises(ConflictError):
        event_publish(event_id=other.pk, act=by_director())
