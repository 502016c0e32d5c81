"""Teams and pairs go out into an archive and come back the same; a spoilt one is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from config.errors import InvalidError
from matches.models import Match, Outcome
from matches.services.reporting import match_report
from matches.services.steps import Verdict
from tests.builders import Stage, by_director, by_player, enter_teams, make_event, make_ties
from tests.tournaments.archives import comparable, exported, imported
from tests.tournaments.test_lineups import seat
from tournaments.models import Event, Fixture, Table
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.results import result_enter
from tournaments.services.setting_up import EventSpec, event_change

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = ("Kyiv", "Lviv", "Odesa", "Poltava")


def make_team_entries() -> Event:
    event = make_event(entrants="teams", team_rules={"boards": 2, "bonus": 1})
    enter_teams(event, {"Kyiv": ["Anna", "Boris", "Clara"], "Lviv": ["David", "Elena"]})
    return event


def make_busy_ties() -> Event:
    """A tie that went to a decider, one awarded, a reserve seated, a report, a void match."""
    event = make_ties(FOUR, boards=2, size=3)
    stage = Stage(event)
    seat(event, "M1.1", side=1, places=(1, 3))
    stage.win("M1.1.1", loser_score=2)
    stage.win("M1.1.2", side=2, loser_score=2)
    stage.win("M1.1.3", loser_score=4)
    walkover = Verdict(2, Outcome.WALKOVER)
    result_enter(event_id=event.pk, key="M1.2", verdict=walkover, act=by_director(4))
    player = stage.match("M2.1.1").sides.get(number=2).players.get()
    match_report(
        match_id=stage.match("M2.1.1").pk,
        player_id=player.pk,
        scores=(3, 7),
        act=by_player(player, 9),
    )
    return event


def make_stopped_swiss() -> Event:
    rules = {"remaining": "stopped", "ranking": "boards"}
    event = make_ties(FOUR, rules=rules, format="swiss", round_rules={"rounds": 3})
    stage = Stage(event)
    stage.win("S1.1.1")
    stage.win("S1.1.3")
    return event


def make_finished_ties() -> Event:
    event = make_ties(FOUR)
    Stage(event).play_out()
    return event


def make_pairs() -> Event:
    event = make_event(entrants="pairs")
    enter_teams(event, {"": ["Anna", "Boris"], "Dice": ["Clara", "David"], "Cubes": ["E", "F"]})
    event_draft(event_id=event.pk, seed="s", act=by_director())
    event_publish(event_id=event.pk, act=by_director())
    key = Stage(event).open_keys()[0]
    Stage(event).win(key, loser_score=3)
    return event


STATES = [make_team_entries, make_busy_ties, make_stopped_swiss, make_finished_ties, make_pairs]


@pytest.mark.parametrize("make", STATES)
def test_what_comes_back_is_what_went_out(make: Callable[[], Event]) -> None:
    archive = exported(make())
    again = exported(imported(archive))
    assert comparable(again) == comparable(archive)


def test_an_imported_tie_goes_on_where_it_was() -> None:
    event = imported(exported(make_busy_ties()))
    stage = Stage(event)
    assert stage.match("M2.1.1").state == Match.State.REPORTED
    assert Table.objects.filter(fixture=stage.fixture("M2.1.2")).exists()
    stage.win("M2.1.1", side=2)
    stage.win("M2.1.2", side=2)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED


def test_an_archive_of_single_players_says_nothing_of_members_and_boards() -> None:
    archive = exported(make_event())
    assert archive["event"]["entrants"] == "singles"
    assert "members" not in str(archive)


def tie(archive: dict[str, Any], key: str = "M1.1") -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in archive["fixtures"] if one["key"] == key)
    return found


def more_boards_won(archive: dict[str, Any]) -> None:
    tie(archive)["boards_won"] = [2, 0]


def a_board_too_many(archive: dict[str, Any]) -> None:
    boards = tie(archive)["boards"]
    boards.append({**boards[0], "board": 4})


def a_stranger_seated(archive: dict[str, Any]) -> None:
    tie(archive)["boards"][0]["member_1"] = 4


def another_seated(archive: dict[str, Any]) -> None:
    tie(archive)["boards"][0]["member_1"] = 2


def a_board_turned(archive: dict[str, Any]) -> None:
    match = tie(archive)["boards"][2]["match"]
    match.update(winner=2, score_1=match["score_2"], score_2=match["score_1"])


def too_few_members(archive: dict[str, Any]) -> None:
    archive["entries"][0]["members"] = archive["entries"][0]["members"][:1]


def rules_without_boards(archive: dict[str, Any]) -> None:
    archive["event"]["team_rules"] = {}


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (more_boards_won, "M1.1: these are not the boards won"),
        (a_board_too_many, "M1.1: these are not the boards of a tie"),
        (a_stranger_seated, "M1.1.1: somebody sits there who is not in the team"),
        (another_seated, "M1.1.1: the sides of its match are not those who sit there"),
        (a_board_turned, "M1.1: by its boards the tie is otherwise"),
        (too_few_members, "entry 1: A team needs at least 2 members"),
        (rules_without_boards, "Say how many boards a tie has"),
    ],
)
def test_a_spoilt_archive_is_refused(spoil: Callable[[dict[str, Any]], None], words: str) -> None:
    archive = exported(make_busy_ties())
    spoil(archive)
    with pytest.raises(InvalidError) as refused:
        imported(archive)
    assert words in refused.value.message
    assert not Fixture.objects.filter(event__tournament__slug="copy").exists()


def test_entries_may_wait_for_members_since_the_rules_changed() -> None:
    event = make_team_entries()
    spec = EventSpec("Main", 7, entrants="teams", team_rules={"boards": 3})
    event_change(event_id=event.pk, spec=spec, act=by_director(2))
    archive = exported(event)
    assert comparable(exported(imported(archive))) == comparable(archive)
