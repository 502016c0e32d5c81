"""The people of teams and pairs: entered, changed, and where they are known again."""

from typing import Any

import pytest

from config.errors import ConflictError, DomainError, InvalidError
from players.models import Player
from players.services.people import PersonFacts
from tests.builders import (
    Stage,
    by_director,
    enter,
    enter_teams,
    make_event,
    make_ties,
    make_tournament,
    squad,
    undo_last,
)
from tournaments.models import Event, Pass
from tournaments.selectors.passes import card_holders
from tournaments.services.drawing import event_draft, event_publish
from tournaments.services.entries import entry_members_change, entry_remove
from tournaments.services.setting_up import EventSpec, event_change

pytestmark = pytest.mark.django_db

RULES = {"boards": 2, "reserves": 1}


def members(event: Event, name: str) -> list[str]:
    return list(event.members.filter(entry__name=name).values_list("name", flat=True))


def change(event: Event, name: str, names: list[str]) -> None:
    entry_members_change(
        event_id=event.pk,
        entry_id=event.entries.get(name=name).pk,
        members=[PersonFacts(one) for one in names],
        act=by_director(2),
    )


@pytest.fixture
def event() -> Event:
    event = make_event(entrants="teams", team_rules=RULES)
    enter_teams(event, {"Kyiv": ["Anna", "Boris", "Clara"], "Lviv": ["David", "Elena"]})
    return event


def refused(code: str) -> Any:
    return pytest.raises(DomainError, check=lambda error: error.code == code)


def test_the_members_have_the_private_links_and_the_team_has_none(event: Event) -> None:
    names = {"Anna", "Boris", "Clara", "David", "Elena"}
    assert set(Pass.objects.values_list("player__name", flat=True)) == names
    assert {holder.one.player.name for holder in card_holders(event.tournament)} == names


def test_somebody_known_from_another_event_is_the_same_person() -> None:
    tournament = make_tournament()
    enter(make_event(tournament, name="Singles"), ["Anna"])
    pairs = make_event(tournament, name="Pairs", entrants="pairs")
    enter_teams(pairs, {"": ["Anna", "Boris"]})
    assert Player.objects.filter(name="Anna").count() == 1
    (anna,) = (one for one in card_holders(tournament) if one.one.player.name == "Anna")
    assert list(anna.events) == ["Singles", "Pairs (Anna / Boris)"]


def test_all_teams_of_a_list_are_entered_or_none(event: Event) -> None:
    with pytest.raises(InvalidError) as error:
        enter_teams(event, {"Odesa": ["F", "G"], "Poltava": ["H"]})
    assert error.value.code == "too_few_members"
    assert error.value.message.startswith("Poltava: ")
    assert event.entries.count() == 2


def test_an_event_for_teams_takes_no_single_player(event: Event) -> None:
    with refused("too_few_members"):
        enter(event, ["Ivan"])


def test_before_the_draw_the_members_may_all_be_others(event: Event) -> None:
    change(event, "Kyiv", ["Boris", "Anna"])
    assert members(event, "Kyiv") == ["Boris", "Anna"]
    undo_last(event, 9)
    assert members(event, "Kyiv") == ["Anna", "Boris", "Clara"]


def test_after_the_draw_a_reserve_may_join_and_nobody_leaves(event: Event) -> None:
    event_draft(event_id=event.pk, seed="s", act=by_director())
    event_publish(event_id=event.pk, act=by_director())
    change(event, "Lviv", ["David", "Elena B.", "Farid"])
    assert members(event, "Lviv") == ["David", "Elena B.", "Farid"]
    with pytest.raises(ConflictError, check=lambda error: error.code == "members_fixed"):
        change(event, "Kyiv", ["Anna", "Boris"])


def test_a_reserve_who_joined_after_the_draw_is_out_again_by_undo(event: Event) -> None:
    event_draft(event_id=event.pk, seed="s", act=by_director())
    event_publish(event_id=event.pk, act=by_director())
    change(event, "Lviv", ["David", "Elena B.", "Farid"])
    undo_last(event)
    assert members(event, "Lviv") == ["David", "Elena"]


def test_members_who_come_back_by_undo_are_the_same_people(event: Event) -> None:
    before: list[Any] = []
    for minute, country in enumerate(("UKR", "POL"), 2):
        before = list(event.members.values_list("player", "place", "name"))
        entry_members_change(
            event_id=event.pk,
            entry_id=event.entries.get(name="Kyiv").pk,
            members=[PersonFacts("Anna", country=country), PersonFacts("Boris")],
            act=by_director(minute),
        )
    undo_last(event)
    assert list(event.members.values_list("player", "place", "name")) == before


def test_a_removed_team_comes_back_with_its_members(event: Event) -> None:
    entry = event.entries.get(name="Kyiv")
    entry_remove(event_id=event.pk, entry_id=entry.pk, act=by_director(1))
    assert members(event, "Kyiv") == []
    undo_last(event, 9)
    assert members(event, "Kyiv") == ["Anna", "Boris", "Clara"]
    assert event.entries.get(name="Kyiv").number == entry.number


def test_who_enters_is_fixed_once_somebody_is_entered(event: Event) -> None:
    spec = EventSpec("Main", 7, entrants="pairs")
    with refused("entries_exist"):
        event_change(event_id=event.pk, spec=spec, act=by_director(1))


def test_a_squad_that_became_too_small_is_found_before_the_draw(event: Event) -> None:
    spec = EventSpec("Main", 7, entrants="teams", team_rules={"boards": 3})
    event_change(event_id=event.pk, spec=spec, act=by_director(1))
    with pytest.raises(InvalidError) as error:
        event_draft(event_id=event.pk, seed="s", act=by_director(2))
    assert error.value.detail["entry"] == "Lviv"


def test_settings_come_back_when_their_change_is_undone() -> None:
    event = make_event(entrants="teams", team_rules={"boards": 5})
    spec = EventSpec("Main", 7, entrants="pairs")
    event_change(event_id=event.pk, spec=spec, act=by_director(1))
    undo_last(event, 9)
    event.refresh_from_db()
    assert (event.entrants, (event.team_rules or {})["boards"]) == ("teams", 5)


def test_a_correction_that_cleared_boards_is_undone_with_them() -> None:
    event = make_ties(("Kyiv", "Lviv", "Odesa", "Poltava"))
    stage = Stage(event)
    stage.win_tie("M1.1")
    stage.win_tie("M1.2")
    stage.win("M2.1.1", loser_score=5, act=by_director(2))
    stage.win("M1.1.1", side=2, act=by_director(3, "misread"))
    stage.win("M1.1.2", side=2, act=by_director(4, "misread"), clear=True)
    assert stage.fixture("M2.1.1").status == "ready"
    undo_last(event, 9)
    assert stage.match("M2.1.1").score_2 == 5
    assert stage.fixture("M2.1").boards_1 == 1


def test_a_list_for_single_players_with_members_is_refused() -> None:
    event = make_event()
    with refused("no_members_here"):
        enter_teams(event, {"Kyiv": squad("Kyiv")})
    assert not event.entries.exists()


def test_single_players_have_no_members_to_change() -> None:
    event = make_event()
    enter(event, ["Anna"])
    with refused("no_members_here"):
        change(event, "Anna", [])
    undo_last(event)
    assert not event.entries.exists()
