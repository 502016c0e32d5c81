"""Teams in rounds: what the table counts, and when a round is over."""

from datetime import date
from typing import Any

import pytest

from config.errors import InvalidError
from matches.models import Outcome
from matches.services.steps import Verdict
from tests.builders import Stage, by_director, make_event, make_ties, next_round
from tests.tournaments.archives import comparable, exported, imported
from tournaments.models import Event
from tournaments.selectors.standings import standings
from tournaments.services.dates import play_by_set
from tournaments.services.following import Cut, following_make
from tournaments.services.results import result_enter
from tournaments.services.rounds import round_publish, round_take_back
from tournaments.services.seasons import NextSeason, season_next
from tournaments.services.setting_up import EventSpec

pytestmark = pytest.mark.django_db

FOUR = ("Kyiv", "Lviv", "Odesa", "Poltava")


def swiss(boards: int = 3, rounds: int = 2, **rules: Any) -> Event:
    return make_ties(
        FOUR, boards=boards, rules=rules, format="swiss", round_rules={"rounds": rounds}
    )


def table(event: Event, criterion: str) -> dict[str, str]:
    (view,) = standings(event)
    column = view.codes.index(criterion)
    return {place.name: place.values[column] for place in view.places}


def test_boards_come_after_the_ties_won() -> None:
    event = swiss()
    stage = Stage(event)
    one, other = stage.names("S1.1")
    stage.win("S1.1.1")
    stage.win("S1.1.2")
    stage.win("S1.1.3", side=2)
    stage.win_tie("S1.2")
    (view,) = standings(event)
    assert view.codes[:2] == ["score", "boards"]
    boards = table(event, "boards")
    assert (boards[one or ""], boards[other or ""]) == ("2", "1")
    # Both winners have a point; three boards are more than two.
    assert view.places[0].name == stage.names("S1.2")[0]


def test_a_cup_may_count_boards_first_with_one_more_for_the_tie() -> None:
    event = swiss(ranking="boards", bonus=1)
    stage = Stage(event)
    one, other = stage.names("S1.1")
    stage.win("S1.1.1")
    stage.win("S1.1.2")
    stage.win("S1.1.3", side=2)
    (view,) = standings(event)
    assert view.codes[0] == "boards"
    boards = table(event, "boards")
    assert (boards[one or ""], boards[other or ""]) == ("3", "1")


def test_an_awarded_tie_is_all_boards() -> None:
    event = swiss()
    one, other = Stage(event).names("S1.1")
    walkover = Verdict(1, Outcome.WALKOVER)
    result_enter(event_id=event.pk, key="S1.1", verdict=walkover, act=by_director(1))
    boards = table(event, "boards")
    assert (boards[one or ""], boards[other or ""]) == ("3", "0")


def test_the_next_round_waits_for_all_boards_and_makes_new_ones() -> None:
    event = swiss()
    stage = Stage(event)
    stage.win_tie("S1.1")
    stage.win_tie("S1.2")
    next_round(event)
    assert len(stage.boards("S2.1")) == 3
    stage.play_out()
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED


def test_a_round_without_results_is_taken_back_with_its_boards() -> None:
    event = swiss()
    stage = Stage(event)
    stage.win_tie("S1.1")
    stage.win_tie("S1.2")
    next_round(event)
    round_take_back(event_id=event.pk, act=by_director(5))
    assert stage.boards("S2.1") == []
    next_round(event)
    assert len(stage.boards("S2.1")) == 3


def test_lives_and_round_robins_take_teams_as_well() -> None:
    for format_, rules in (("lives", {"lives": 2}), ("round_robin", {})):
        event = make_ties(FOUR, boards=2, format=format_, round_rules=rules, name=format_)
        stage = Stage(event)
        key = stage.open_keys()[0].rpartition(".")[0]
        stage.win_tie(key)
        assert "boards" in standings(event)[0].codes


def test_a_ladder_is_for_single_players() -> None:
    with pytest.raises(InvalidError, check=lambda error: error.code == "ladder_of_singles"):
        make_event(format="ladder", entrants="pairs")


def test_the_next_season_of_a_league_of_teams_has_the_same_people() -> None:
    league = {"division": 1, "starts_on": "2026-09-07", "days_per_round": 7}
    rules = {"league": league}
    event = make_ties(FOUR, boards=1, size=2, format="round_robin", round_rules=rules)
    assert Stage(event).fixture("R1.1.1").play_by == Stage(event).fixture("R1.1").play_by
    round_publish(event_id=event.pk, act=by_director(2), everything=True)
    Stage(event).play_out()
    new = season_next(
        tournament_id=event.tournament_id,
        spec=NextSeason("Winter", date(2027, 1, 11)),
        act=by_director(9),
    )
    (again,) = new.events.all()
    names = again.members.filter(entry__name="Kyiv").values_list("name", flat=True)
    assert list(names) == ["Kyiv 1", "Kyiv 2"]
    assert new.passes.count() == 8


def drawn(format_: str = "swiss", **round_rules: Any) -> Event:
    """The first tie of the round is level, the other one won."""
    event = make_ties(
        FOUR, boards=2, rules={"level": "draw"}, format=format_, round_rules=round_rules
    )
    stage = Stage(event)
    first, second = sorted({key.rpartition(".")[0] for key in stage.open_keys()})
    stage.win(f"{first}.1")
    stage.win(f"{first}.2", side=2)
    stage.win_tie(second)
    return event


def test_a_level_tie_is_drawn_where_the_rules_say_so() -> None:
    event = drawn(rounds=2)
    tie = Stage(event).fixture("S1.1")
    assert (tie.status, tie.winner) == ("decided", None)
    assert Stage(event).match("S1.1").outcome == Outcome.DRAWN
    one, other = Stage(event).names("S1.1")
    points = table(event, "score")
    assert (points[one or ""], points[other or ""]) == ("½", "½")
    (view,) = standings(event)
    marks = {place.name: place.cells[0].kind for place in view.places}
    assert (marks[one or ""], marks[other or ""]) == ("drawn", "drawn")


def test_a_draw_is_half_a_win_for_the_pairing_of_the_next_round() -> None:
    event = drawn(rounds=2)
    winner = next(iter(name for name in Stage(event).names("S1.2")))
    drawers = set(Stage(event).names("S1.1"))
    next_round(event)
    met = next(set(Stage(event).names(key)) for key in ("S2.1", "S2.2")
               if winner in Stage(event).names(key))  # fmt: skip
    assert len(met & drawers) == 1


def test_a_round_robin_takes_draws_and_ends() -> None:
    event = drawn("round_robin")
    round_publish(event_id=event.pk, act=by_director(2), everything=True)
    Stage(event).play_out()
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    archive = exported(event)
    assert comparable(exported(imported(archive))) == comparable(archive)


def test_a_correction_of_a_board_turns_a_draw_into_a_win() -> None:
    event = drawn(rounds=2)
    Stage(event).win("S1.1.2", act=by_director(4, "misread"))
    assert Stage(event).fixture("S1.1").winner == Stage(event).fixture("S1.1").entry_1
    assert Stage(event).match("S1.1").outcome == Outcome.PLAYED


@pytest.mark.parametrize(
    ("format_", "round_rules"),
    [
        ("elimination", None),
        ("lives", {"lives": 2}),
        ("round_robin", {"league": {"division": 1, "points": "2-1"}}),
    ],
)
def test_where_nothing_says_what_a_draw_is_worth_no_tie_is_drawn(
    format_: str, round_rules: dict[str, Any] | None
) -> None:
    rules = {"boards": 2, "level": "points"}
    with pytest.raises(InvalidError, check=lambda error: error.code == "draws_not_counted"):
        make_event(format=format_, round_rules=round_rules, entrants="teams", team_rules=rules)


def test_nobody_rules_a_draw() -> None:
    event = swiss()
    verdict = Verdict(None, Outcome.DRAWN)
    with pytest.raises(InvalidError, check=lambda error: error.code == "outcome_unknown"):
        result_enter(event_id=event.pk, key="S1.1", verdict=verdict, act=by_director(1))


def test_the_best_teams_play_on_with_the_same_people_and_no_draws() -> None:
    event = make_ties(
        FOUR, boards=2, size=3, rules={"level": "draw"}, format="round_robin", round_rules={}
    )
    round_publish(event_id=event.pk, act=by_director(2), everything=True)
    Stage(event).play_out()
    cut = Cut(2, by_lot=True)
    spec = EventSpec("Final", 7)
    made = following_make(event_id=event.pk, spec=spec, cut=cut, act=by_director(5))
    assert (made.entrants, (made.team_rules or {})["level"]) == ("teams", "points_decider")
    for entry in made.entries.all():
        names = list(entry.members.values_list("name", flat=True))
        assert names == [f"{entry.name} {n}" for n in (1, 2, 3)]


def test_a_tie_that_is_put_off_is_put_off_at_all_boards() -> None:
    league = {"division": 1, "starts_on": "2026-12-07", "days_per_round": 7}
    event = make_ties(FOUR, boards=1, format="round_robin", round_rules={"league": league})
    day = date(2026, 12, 20)
    play_by_set(event_id=event.pk, key="R1.1", day=day, act=by_director(1))
    assert Stage(event).fixture("R1.1.1").play_by == day
