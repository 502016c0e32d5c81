"""Ties of teams: the boards bring the result, and the bracket follows it."""

import pytest

from config.errors import ConflictError, InvalidError
from matches.models import Match, Outcome
from matches.services.reporting import match_confirm, match_report
from matches.services.steps import Verdict
from tests.builders import Stage, by_director, by_player, make_ties, undo_last
from tournaments.models import Event, Fixture, Table
from tournaments.services.advancing import event_follow
from tournaments.services.attendance import entry_reinstate, entry_withdraw
from tournaments.services.drawing import event_publish, event_unpublish
from tournaments.services.results import result_enter, result_preview
from tournaments.services.undoing import event_undo, undo_preview

pytestmark = pytest.mark.django_db

FOUR = ("Kyiv", "Lviv", "Odesa", "Poltava")


def score(event: Event, key: str) -> tuple[int | None, int | None]:
    row = Stage(event).fixture(key)
    return row.boards_1, row.boards_2


def test_the_boards_of_a_tie_are_made_when_both_teams_are_known() -> None:
    event = make_ties(FOUR)
    stage = Stage(event)
    one, other = stage.names("M1.1")
    assert stage.boards("M1.1") == [f"{one} {n} – {other} {n}" for n in (1, 2, 3)]
    assert stage.boards("M2.1") == []


def test_the_majority_of_the_boards_wins_the_tie_and_goes_on() -> None:
    event = make_ties(FOUR)
    stage = Stage(event)
    winner, _loser = stage.names("M1.1")
    stage.win("M1.1.1")
    stage.win("M1.1.2", side=2)
    assert stage.fixture("M1.1").status == Fixture.Status.READY
    stage.win("M1.1.3")
    assert score(event, "M1.1") == (2, 1)
    assert stage.fixture("M1.1").status == Fixture.Status.DECIDED
    assert stage.names("M2.1")[0] == winner


def test_all_boards_are_played_unless_the_rules_stop_them() -> None:
    stage = Stage(make_ties(FOUR))
    stage.win("M1.1.1")
    stage.win("M1.1.2")
    assert stage.fixture("M1.1").status == Fixture.Status.READY
    assert stage.fixture("M1.1.3").status == Fixture.Status.READY


def test_boards_that_change_nothing_any_more_are_stopped_if_the_rules_say_so() -> None:
    event = make_ties(FOUR, rules={"remaining": "stopped"})
    stage = Stage(event)
    third = stage.match("M1.1.3")
    stage.win("M1.1.1")
    stage.win("M1.1.2")
    assert stage.fixture("M1.1").status == Fixture.Status.DECIDED
    assert stage.fixture("M1.1.3").status == Fixture.Status.EMPTY
    third.refresh_from_db()
    assert third.state == Match.State.VOID


def test_a_stopped_board_is_played_after_all_when_a_correction_opens_the_tie() -> None:
    event = make_ties(FOUR, rules={"remaining": "stopped"})
    stage = Stage(event)
    stage.win("M1.1.1")
    stage.win("M1.1.2")
    stage.win("M1.1.2", side=2, act=by_director(3, "misread"))
    assert stage.fixture("M1.1").status == Fixture.Status.READY
    assert stage.match("M1.1.3").state == Match.State.OPEN
    assert stage.names("M2.1")[0] is None


def test_a_stopped_board_that_was_played_all_the_same_counts_with_the_others() -> None:
    event = make_ties(FOUR, rules={"remaining": "stopped"})
    stage = Stage(event)
    stage.win("M1.1.1")
    stage.win("M1.1.2")
    stage.win("M1.1.3", side=2)
    assert score(event, "M1.1") == (2, 1)
    assert stage.fixture("M1.1").winner == stage.fixture("M1.1").entry_1


def test_a_result_taken_back_at_a_board_that_is_needless_then_comes_back_by_undoing() -> None:
    event = make_ties(FOUR, rules={"remaining": "stopped"})
    stage = Stage(event)
    stage.win("M1.1.3", side=2)
    stage.win("M1.1.1")
    stage.win("M1.1.2")
    act = by_director(3, "misread")
    result_enter(event_id=event.pk, key="M1.1.3", verdict=None, act=act)
    assert stage.fixture("M1.1.3").status == Fixture.Status.EMPTY
    undo_last(event)
    assert score(event, "M1.1") == (2, 1)


def test_level_boards_are_decided_by_points_and_else_by_one_board_more() -> None:
    event = make_ties(("Kyiv", "Lviv"), boards=2)
    stage = Stage(event)
    stage.win("M1.1.1", loser_score=6)
    stage.win("M1.1.2", side=2, loser_score=5)
    assert stage.fixture("M1.1").winner == stage.fixture("M1.1").entry_2
    stage.win("M1.1.2", side=2, loser_score=6, act=by_director(3, "misread"))
    assert stage.fixture("M1.1").status == Fixture.Status.READY
    assert stage.boards("M1.1")[2] == stage.boards("M1.1")[0]
    stage.win("M1.1.3")
    assert stage.fixture("M1.1").winner == stage.fixture("M1.1").entry_1
    assert score(event, "M1.1") == (1, 1)


def test_a_decider_that_a_correction_makes_needless_is_stopped() -> None:
    event = make_ties(("Kyiv", "Lviv"), boards=2, rules={"level": "decider"})
    stage = Stage(event)
    stage.win("M1.1.1")
    stage.win("M1.1.2", side=2)
    stage.win("M1.1.2", act=by_director(3, "misread"))
    assert stage.fixture("M1.1.3").status == Fixture.Status.EMPTY
    assert score(event, "M1.1") == (2, 0)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED


def test_a_board_that_both_lose_counts_for_nobody_and_may_level_the_tie() -> None:
    event = make_ties(("Kyiv", "Lviv"), rules={"level": "decider"})
    stage = Stage(event)
    stage.win("M1.1.1")
    stage.win("M1.1.2", side=2)
    nobody = Verdict(None, Outcome.DOUBLE_LOSS)
    result_enter(event_id=event.pk, key="M1.1.3", verdict=nobody, act=by_director(2))
    assert score(event, "M1.1") == (1, 1)
    assert stage.fixture("M1.1.4").status == Fixture.Status.READY
    stage.win("M1.1.4", side=2)
    assert stage.fixture("M1.1").winner == stage.fixture("M1.1").entry_2


def test_two_teams_that_do_not_come_are_both_out() -> None:
    event = make_ties(FOUR)
    stage = Stage(event)
    nobody = Verdict(None, Outcome.DOUBLE_FORFEIT)
    result_enter(event_id=event.pk, key="M1.1", verdict=nobody, act=by_director(2))
    stage.win_tie("M1.2")
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED


def test_the_boards_of_a_team_that_has_left_are_not_played_unless_it_comes_back() -> None:
    event = make_ties(FOUR)
    stage = Stage(event)
    leaver = stage.fixture("M1.1").entry_1_id
    assert leaver is not None
    stage.win("M1.1.1")
    entry_withdraw(event_id=event.pk, entry_id=leaver, act=by_director(2))
    assert stage.fixture("M1.1").winner == stage.fixture("M1.1").entry_2
    assert stage.fixture("M1.1.2").status == Fixture.Status.EMPTY
    entry_reinstate(event_id=event.pk, entry_id=leaver, act=by_director(3))
    assert stage.match("M1.1.2").state == Match.State.OPEN
    assert score(event, "M1.1") == (1, 0)


def test_a_draw_that_is_taken_back_leaves_no_board() -> None:
    event = make_ties(FOUR)
    event_unpublish(event_id=event.pk, act=by_director(1))
    assert not Fixture.places.filter(event=event, tie__isnull=False).exists()
    event_publish(event_id=event.pk, act=by_director(2))
    assert len(Stage(event).boards("M1.1")) == 3


def test_no_draw_is_taken_back_after_the_first_board() -> None:
    event = make_ties(FOUR)
    Stage(event).win("M1.1.1")
    with pytest.raises(ConflictError, check=lambda error: error.code == "play_has_begun"):
        event_unpublish(event_id=event.pk, act=by_director(1))


def test_a_report_that_two_members_agree_on_decides_their_board() -> None:
    event = make_ties(("Kyiv", "Lviv"), rules={"remaining": "stopped"})
    stage = Stage(event)
    stage.win("M1.1.1")
    match = stage.match("M1.1.2")
    one, other = (side.players.get() for side in match.sides.all())
    match_report(match_id=match.pk, player_id=one.pk, scores=(7, 4), act=by_player(one, 5))
    report = match.reports.get()
    act = by_player(other, 6)
    match_confirm(match_id=match.pk, player_id=other.pk, report_id=report.pk, act=act)
    event_follow(event.pk, act.at)  # as it does after the commit
    assert score(event, "M1.1") == (2, 0)
    assert stage.fixture("M1.1").status == Fixture.Status.DECIDED


def test_where_points_may_decide_a_board_needs_its_score() -> None:
    event = make_ties(("Kyiv", "Lviv"), boards=2)
    with pytest.raises(InvalidError, check=lambda error: error.code == "score_needed"):
        result_enter(event_id=event.pk, key="M1.1.1", verdict=Verdict(1), act=by_director(1))


def test_the_boards_go_to_tables_and_the_tie_does_not() -> None:
    event = make_ties(("Kyiv", "Lviv"))
    seated = Table.objects.exclude(fixture=None).order_by("number")
    assert list(seated.values_list("fixture__key", flat=True)) == ["M1.1.1", "M1.1.2", "M1.1.3"]
    Stage(event).win("M1.1.2")
    assert Table.objects.get(number=2).fixture is None


def test_a_correction_of_a_board_that_turns_the_tie_names_what_it_would_clear() -> None:
    event = make_ties(FOUR)
    stage = Stage(event)
    stage.win_tie("M1.1")
    stage.win_tie("M1.2")
    stage.win("M2.1.1")
    one_board = result_preview(event, "M1.1.1", Verdict(2, scores=(0, 7)))
    assert not one_board.cleared
    stage.win("M1.1.1", side=2, act=by_director(2, "misread"))
    impact = result_preview(event, "M1.1.2", Verdict(2, scores=(0, 7)))
    assert [row.key for row in impact.cleared] == ["M2.1"]
    with pytest.raises(ConflictError, check=lambda error: error.code == "would_clear"):
        stage.win("M1.1.2", side=2, act=by_director(3, "misread"))


def test_when_the_pair_changes_the_boards_are_those_of_the_new_pair() -> None:
    event = make_ties(FOUR)
    stage = Stage(event)
    loser = stage.names("M1.1")[1]
    stage.win_tie("M1.1")
    stage.win_tie("M1.2")
    seen = stage.match("M2.1.1").version
    stage.win("M2.1.1")
    stage.win("M1.1.1", side=2, act=by_director(2, "misread"))
    stage.win("M1.1.2", side=2, act=by_director(3, "misread"), clear=True)
    assert stage.boards("M2.1")[0].startswith(f"{loser} 1 – ")
    assert stage.match("M2.1.1").state == Match.State.OPEN
    assert stage.match("M2.1.1").version > seen
    assert score(event, "M2.1") == (0, 0)


def test_a_tie_can_be_awarded_and_then_nobody_plays_its_boards() -> None:
    event = make_ties(FOUR)
    stage = Stage(event)
    loser, winner = stage.names("M1.1")
    stage.win("M1.1.1")
    walkover = Verdict(2, Outcome.WALKOVER)
    result_enter(event_id=event.pk, key="M1.1", verdict=walkover, act=by_director(2))
    assert stage.names("M2.1")[0] == winner
    assert stage.fixture("M1.1.2").status == Fixture.Status.EMPTY
    back = by_director(3, "they are here")
    result_enter(event_id=event.pk, key="M1.1", verdict=None, act=back)
    assert stage.match("M1.1.2").state == Match.State.OPEN
    assert score(event, "M1.1") == (1, 0)
    assert stage.names("M2.1")[0] is None
    assert loser


def test_a_tie_takes_no_score_of_its_own() -> None:
    event = make_ties(("Kyiv", "Lviv"))
    for verdict in (Verdict(1), Verdict(1, scores=(7, 3))):
        with pytest.raises(InvalidError, check=lambda error: error.code == "tie_by_boards"):
            result_enter(event_id=event.pk, key="M1.1", verdict=verdict, act=by_director(1))


def test_the_event_is_over_with_the_last_board() -> None:
    event = make_ties(FOUR)
    Stage(event).play_out()
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED


def test_boards_are_played_in_sets_where_matches_are() -> None:
    event = make_ties(("Kyiv", "Lviv"), boards=2, sets={"to_win": 2})
    stage = Stage(event)
    match = stage.match("M1.1.1")
    assert match.sets_to_win == 2
    result_enter(
        event_id=event.pk, key="M1.1.1", verdict=Verdict(1, scores=(2, 1)), act=by_director(1)
    )
    result_enter(
        event_id=event.pk, key="M1.1.2", verdict=Verdict(2, scores=(0, 2)), act=by_director(1)
    )
    assert stage.fixture("M1.1").winner == stage.fixture("M1.1").entry_2


def test_an_award_is_undone_and_the_boards_have_decided_again() -> None:
    event = make_ties(["Kyiv", "Lviv"])
    stage = Stage(event)
    stage.win_tie("M1.1")
    walkover = Verdict(2, Outcome.WALKOVER)
    result_enter(event_id=event.pk, key="M1.1", verdict=walkover, act=by_director(5, "absent"))
    assert stage.fixture("M1.1").winner == stage.fixture("M1.1").entry_2
    undoing = undo_preview(event)
    assert undoing is not None
    event_undo(event_id=event.pk, deed_id=undoing.deed.id, act=by_director(6))
    assert stage.fixture("M1.1").winner == stage.fixture("M1.1").entry_1
    assert stage.match("M1.1").outcome == Outcome.PLAYED
    assert score(event, "M1.1") == (3, 0)
