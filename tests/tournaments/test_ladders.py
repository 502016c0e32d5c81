"""Ladders through the services: opened, challenged, played, corrected, joined, left, closed."""

from collections.abc import Sequence
from datetime import date

import pytest

from config.errors import ConflictError, DomainError, InvalidError, NotAllowedError
from matches.models import Match, Outcome
from matches.services.reporting import match_confirm, match_report
from matches.services.steps import Verdict
from players.services.people import PersonFacts
from tests.builders import Stage, by_director, by_player, enter, make_event, make_ladder
from tournaments.models import Event, Pass, Table
from tournaments.selectors.final_places import final_places
from tournaments.selectors.ladder_pages import card_ladder, ladder_view
from tournaments.selectors.ladders import load_ladder
from tournaments.services.advancing import events_follow
from tournaments.services.attendance import entry_reinstate, entry_withdraw
from tournaments.services.disqualifying import entry_disqualify
from tournaments.services.drawing import event_draft, event_unpublish
from tournaments.services.entries import NewEntry
from tournaments.services.ladders import (
    card_challenge,
    challenge_call_off,
    challenge_make,
    challenge_unplayed,
    ladder_close,
    ladder_join,
    ladder_open,
    ladder_reopen,
)
from tournaments.services.results import result_enter
from tournaments.services.tables import table_assign

pytestmark = pytest.mark.django_db(transaction=True)

DAY = 24 * 60  # minutes


def order(event: Event) -> str:
    event.refresh_from_db()
    board = load_ladder(event)
    return "".join(board.name(entrant) for entrant in board.now.order)


def challenge(event: Event, pair: Sequence[str], minutes: float = 1) -> str:
    """`CA`: C challenges A; the key of the fixture."""
    one, other = (event.entries.get(name=name).pk for name in pair)
    row = challenge_make(
        event_id=event.pk, challenger_id=one, challenged_id=other, act=by_director(minutes)
    )
    return row.key


def refused(event: Event, pair: str) -> str:
    with pytest.raises(DomainError) as error:
        challenge(event, pair)
    return error.value.code


# --- Its beginning and its end -------------------------------------------------------------------
def test_the_order_of_entry_is_the_first_order() -> None:
    event = make_ladder("CAB")
    assert (order(event), event.state) == ("CAB", "running")


def test_a_ladder_needs_two_and_is_opened_once() -> None:
    event = make_event(format="ladder")
    enter(event, "A")
    with pytest.raises(InvalidError) as error:
        ladder_open(event_id=event.pk, act=by_director())
    assert error.value.code == "field_too_small"
    enter(event, "B")
    ladder_open(event_id=event.pk, act=by_director())
    with pytest.raises(ConflictError) as again:
        ladder_open(event_id=event.pk, act=by_director())
    assert again.value.code == "ladder_opened"


def test_a_ladder_has_no_draw() -> None:
    event = make_event(format="ladder")
    enter(event, "AB")
    with pytest.raises(ConflictError) as draft:
        event_draft(event_id=event.pk, seed="s", act=by_director())
    with pytest.raises(ConflictError) as unpublish:
        event_unpublish(event_id=make_ladder("AB", name="Other").pk, act=by_director())
    assert {draft.value.code, unpublish.value.code} == {"no_draw_here"}


def test_it_ends_when_its_director_closes_it_and_not_before() -> None:
    event = make_ladder("AB")
    key = challenge(event, "BA")
    with pytest.raises(ConflictError) as still:
        ladder_close(event_id=event.pk, act=by_director(2))
    assert (still.value.code, still.value.detail["fixtures"]) == ("challenges_open", [key])
    Stage(event).win(key)
    assert (order(event), event.state) == ("BA", "running")
    assert not final_places(event)["M"].places[0].final
    ladder_close(event_id=event.pk, act=by_director(3))
    assert refused(event, "AB") == "ladder_closed"
    event.refresh_from_db()
    assert [place.final for place in final_places(event)["M"].places] == [True, True]
    ladder_reopen(event_id=event.pk, act=by_director(4))
    assert challenge(event, "AB", 5) == "H1.2"


# --- Challenges ----------------------------------------------------------------------------------
def test_a_challenge_is_a_match_with_a_last_day_and_without_a_table() -> None:
    event = make_ladder("ABC")
    key = challenge(event, "CA")
    row = Stage(event).fixture(key)
    assert (row.status, row.play_by, row.length) == ("ready", date(2026, 12, 12), 7)
    assert Stage(event).names(key) == ("C", "A")
    assert Table.objects.exists()
    assert not Table.objects.exclude(fixture=None).exists()
    table_assign(event_id=event.pk, key=key, number=2, act=by_director(2))
    assert Table.objects.get(fixture=row).number == 2


def test_a_challenger_who_wins_takes_the_place_by_report_as_well() -> None:
    event = make_ladder("ABCD")
    key = challenge(event, "DB")
    challenger, challenged = Stage(event).players(key)
    match = Stage(event).match(key)
    match_report(
        match_id=match.pk, player_id=challenger.pk, scores=(7, 2), act=by_player(challenger, 5)
    )
    report = match.reports.get()
    match_confirm(
        match_id=match.pk,
        player_id=challenged.pk,
        report_id=report.pk,
        act=by_player(challenged, 6),
    )
    assert order(event) == "ADBC"


def test_a_corrected_result_tells_the_rest_again() -> None:
    event = make_ladder("ABC")
    first = challenge(event, "CB")
    Stage(event).win(first)
    Stage(event).win(challenge(event, "BC", 2), side=2)
    assert order(event) == "ACB"
    Stage(event).win(first, side=2, act=by_director(9, "wrong way round"))
    assert order(event) == "ABC"


def test_a_result_taken_back_leaves_the_challenge_open() -> None:
    event = make_ladder("AB")
    key = challenge(event, "BA")
    Stage(event).win(key)
    result_enter(event_id=event.pk, key=key, verdict=None, act=by_director(5, "a slip"))
    assert order(event) == "AB"
    assert [one.key for one in ladder_view(event).challenges] == [key]


def test_results_that_a_crash_left_behind_are_followed_in_their_order() -> None:
    event = make_ladder("ABCD", made=2, faced=2, in_all=4)
    keys = challenge(event, "DA"), challenge(event, "CA")
    for key, at in zip(keys, (NOON_LATE, NOON_SOON), strict=True):
        Match.objects.filter(fixture__key=key).update(
            state="decided", winner=1, outcome="played", decided_at=at, version=99
        )
    events_follow(by_director(30).at)
    assert order(event) == "CDAB"


NOON_SOON, NOON_LATE = by_director(10).at, by_director(20).at


@pytest.mark.parametrize(
    ("pair", "code"),
    [
        ("GA", "out_of_reach"),
        ("AB", "not_above"),
        ("AA", "not_above"),
        ("CB", "challenger_busy"),
        ("DB", ""),
        ("EC", "challenged_busy"),
        ("CA", "already_open"),
    ],
)
def test_a_challenge_keeps_to_the_rules(pair: str, code: str) -> None:
    event = make_ladder("ABCDEFG")
    challenge(event, "CA")
    if code:
        assert refused(event, pair) == code
    else:
        assert challenge(event, pair) == "H1.2"


def test_two_who_both_lose_stay_where_they_are() -> None:
    event = make_ladder("ABC")
    key = challenge(event, "CA")
    nobody = Verdict(None, Outcome.DOUBLE_FORFEIT)
    result_enter(event_id=event.pk, key=key, verdict=nobody, act=by_director(2))
    assert order(event) == "ABC"
    assert [rung.losses for rung in ladder_view(event).rungs] == [1, 0, 1]
    Stage(event).win(key, act=by_director(3, "they did come"))
    assert order(event) == "CAB"
    assert [rung.losses for rung in ladder_view(event).rungs] == [0, 1, 0]


def test_what_was_not_played_in_time_is_for_the_rules() -> None:
    event = make_ladder("ABC")
    key = challenge(event, "CA")
    table_assign(event_id=event.pk, key=key, number=2, act=by_director(2))
    with pytest.raises(ConflictError) as early:
        challenge_unplayed(event_id=event.pk, key=key, act=by_director(7 * DAY))
    assert early.value.code == "still_time"
    challenge_unplayed(event_id=event.pk, key=key, act=by_director(8 * DAY))
    assert order(event) == "CAB"
    assert not event.fixtures.exists()
    assert not Table.objects.exclude(fixture=None).exists()


def test_the_last_day_is_that_of_the_place() -> None:
    event = make_ladder("AB", tournament=None)
    event.tournament.time_zone = "Pacific/Auckland"  # where it is the 6th already
    event.tournament.save()
    assert Stage(event).fixture(challenge(event, "BA")).play_by == date(2026, 12, 13)


def test_a_challenge_called_off_was_never_made() -> None:
    event = make_ladder("ABC")
    key = challenge(event, "CA")
    challenge_call_off(event_id=event.pk, key=key, act=by_director(2))
    assert order(event) == "ABC"
    assert challenge(event, "CA", 3) == "H1.2"


def test_a_reported_challenge_is_not_called_off() -> None:
    event = make_ladder("AB")
    key = challenge(event, "BA")
    player = Stage(event).players(key)[0]
    match_report(
        match_id=Stage(event).match(key).pk,
        player_id=player.pk,
        scores=(7, 0),
        act=by_player(player, 2),
    )
    with pytest.raises(ConflictError) as error:
        challenge_call_off(event_id=event.pk, key=key, act=by_director(3))
    assert error.value.code == "result_in_the_way"


def test_a_player_challenges_with_his_card_and_nobody_elses() -> None:
    event = make_ladder("ABC")
    mine = event.entries.get(name="C")
    one = Pass.objects.get(player=mine.player)
    assert [r.name for r in card_ladder(event, mine.player_id).may_challenge] == ["A", "B"]
    a = event.entries.get(name="A").pk
    act = by_player(mine.player)
    assert card_challenge(one=one, event_id=event.pk, challenged_id=a, act=act).key == "H1.1"
    assert card_ladder(event, mine.player_id).may_challenge == []
    other = make_ladder("XY", name="Other")
    x = other.entries.get(name="X").pk
    with pytest.raises(NotAllowedError):
        card_challenge(one=one, event_id=other.pk, challenged_id=x, act=act)


# --- Who is on it --------------------------------------------------------------------------------
def test_who_joins_is_at_the_bottom_and_who_leaves_lets_the_others_up() -> None:
    event = make_ladder("ABC")
    ladder_join(event_id=event.pk, entry=NewEntry(PersonFacts("D")), act=by_director(1))
    assert order(event) == "ABCD"
    key = challenge(event, "DB", 2)
    b = event.entries.get(name="B").pk
    entry_withdraw(event_id=event.pk, entry_id=b, act=by_director(3))
    assert order(event) == "ACD"
    assert event.entries.get(name="B").has_left
    assert not event.fixtures.filter(key=key).exists()
    entry_reinstate(event_id=event.pk, entry_id=b, act=by_director(4))
    assert order(event) == "ACDB"
    assert not event.entries.get(name="B").has_left


def test_who_is_disqualified_is_off_the_ladder_until_that_is_taken_back() -> None:
    event = make_ladder("ABC")
    a = event.entries.get(name="A").pk
    entry_disqualify(event_id=event.pk, entry_id=a, act=by_director(1, "cheated"))
    assert order(event) == "BC"
    with pytest.raises(ConflictError) as error:
        entry_reinstate(event_id=event.pk, entry_id=a, act=by_director(2))
    assert error.value.code == "disqualified"


def test_one_leaves_once_and_only_who_left_comes_back() -> None:
    event = make_ladder("AB")
    a = event.entries.get(name="A").pk
    with pytest.raises(ConflictError) as here:
        entry_reinstate(event_id=event.pk, entry_id=a, act=by_director(1))
    entry_withdraw(event_id=event.pk, entry_id=a, act=by_director(2))
    with pytest.raises(ConflictError) as gone:
        entry_withdraw(event_id=event.pk, entry_id=a, act=by_director(3))
    assert (here.value.code, gone.value.code) == ("not_withdrawn", "already_withdrawn")
    assert refused(event, "BA") == "not_on_ladder"
