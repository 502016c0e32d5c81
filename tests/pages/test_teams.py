"""The pages of an event of teams, as they come without JavaScript."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import Stage, by_director, enter_teams, make_event, make_ties, squad
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text
from tournaments.models import Event
from tournaments.services.drawing import event_draft, event_publish

pytestmark = pytest.mark.django_db

RULES = {"boards": 2, "reserves": 1}
SETUP = {"name": "Cup", "length": "7", "rule_set": "club", "format": "elimination"}


@pytest.fixture
def desk() -> Desk:
    return Desk(make_event(make_cast(), entrants="teams", team_rules=RULES))


def public(event: Event, tab: str = "event") -> Any:
    return Client().get(reverse(tab, args=[event.tournament.slug, event.slug]))


def test_the_form_asks_teams_for_their_boards(desk: Desk) -> None:
    path = reverse("event_new", args=[desk.event.tournament.slug])
    missing = desk.client.post(path, {**SETUP, "entrants": "teams"})
    assert "Say how many boards a tie has." in text(missing)
    desk.client.post(path, {**SETUP, "entrants": "teams", "boards": "5", "bonus": "1"})
    made = Event.objects.get(name="Cup")
    rules = made.team_rules or {}
    assert (rules["boards"], rules["bonus"], rules["level"]) == (5, 1, "points_decider")


def test_what_only_teams_need_is_passed_over_for_others(desk: Desk) -> None:
    path = reverse("event_new", args=[desk.event.tournament.slug])
    desk.client.post(path, {**SETUP, "entrants": "singles", "boards": "many"})
    assert Event.objects.get(name="Cup").team_rules is None


def test_a_list_says_what_is_wrong_beside_each_team(desk: Desk) -> None:
    source = "Kyiv: Anna, Boris\nLviv: Clara"
    page = text(desk.post("event_entries_edit", step="read", text=source))
    assert "Lviv: A team needs at least 2 members, and there are 1." in page
    data = {
        "step": "confirm",
        "text": source,
        "version": desk.version(),
        "take-1": "on",
        "name-1": "Kyiv",
        "members-1": "Anna\nBoris",
        "take-2": "on",
        "name-2": "Lviv",
        "members-2": "Clara",
    }
    assert desk.post("event_entries_edit", **data).status_code == 400
    assert not desk.event.entries.exists()
    data["members-2"] = "Clara\nDavid\nElena"
    assert desk.post("event_entries_edit", **data).status_code == 302
    page = text(desk.get("event_entries_edit"))
    assert "Clara, David" in page
    assert "reserve" in page


def test_a_list_points_to_players_who_are_in_two_teams(desk: Desk) -> None:
    enter_teams(desk.event, {"Odesa": ["Fedir", "Gala"]})
    source = "Kyiv: Anna, Boris\nLviv: ANNA, gala"
    page = text(desk.post("event_entries_edit", step="read", text=source))
    assert "ANNA (Kyiv) is in a team already" in page
    assert "gala (Odesa) is in a team already" in page
    assert "Boris (" not in page


def test_one_team_is_entered_by_hand_and_its_players_are_changed(desk: Desk) -> None:
    data = {"step": "add", "name": "Kyiv", "members": "Anna\nBoris"}
    assert desk.post("event_entries_edit", **data).status_code == 302
    entry = desk.event.entries.get()
    changed = {"step": "members", "members": "Boris\nAnna\nClara", "version": desk.version()}
    assert desk.post("entry_edit", entry.pk, **changed).status_code == 302
    assert list(entry.members.values_list("name", flat=True)) == ["Boris", "Anna", "Clara"]
    changed = {"step": "members", "members": "Boris", "version": desk.version()}
    refused = desk.post("entry_edit", entry.pk, **changed)
    assert refused.status_code == 400
    assert "A team needs at least 2 members" in text(refused)


def test_a_late_team_brings_its_players(desk: Desk) -> None:
    for name in ("Kyiv", "Lviv", "Odesa"):
        enter_teams(desk.event, {name: squad(name, 2)})
    event_draft(event_id=desk.event.pk, seed="s", act=by_director())
    event_publish(event_id=desk.event.pk, act=by_director())
    holder = desk.event.fixtures.get(status="bye").winner
    assert holder is not None
    late = {
        "name": "Poltava",
        "members": "Fedir\nGala",
        "way": "fill_bye",
        "beside": holder.pk,
        "version": desk.version(),
    }
    assert desk.post("entry_late", **late).status_code == 302
    assert desk.event.members.filter(name="Gala", entry__name="Poltava").exists()


def test_a_tie_leads_to_its_boards_and_takes_no_result() -> None:
    event = make_ties(("Kyiv", "Lviv"), tournament=make_cast())
    desk = Desk(event)
    page = text(desk.get("fixture", "M1.1"))
    for board in (1, 2, 3):
        assert reverse("fixture", args=[event.tournament.slug, event.slug, f"M1.1.{board}"]) in page
    assert "Award the tie" in page
    assert "Who won?" not in page
    version = Stage(event).match("M1.1").version
    refused = desk.post("fixture", "M1.1", winner="1", version=version)
    assert refused.status_code == 400
    desk.post("fixture", "M1.1", winner="2", outcome="walkover", version=version)
    assert Stage(event).fixture("M1.1").status == "decided"


def test_a_scorer_enters_boards_and_names_nobody() -> None:
    event = make_ties(("Kyiv", "Lviv"), tournament=make_cast(), size=4)
    sam = Desk(event, "sam")
    version = Stage(event).match("M1.1.1").version
    assert sam.post("fixture", "M1.1.1", winner="1", version=version).status_code == 302
    assert Stage(event).fixture("M1.1").boards_1 == 1
    assert "Line-up of" not in text(sam.get("fixture", "M1.1"))
    entry = event.entries.get(name="Kyiv")
    data = {"step": "lineup", "entry": entry.pk, "seat": [1, 2, 3], "version": event.version}
    assert sam.post("fixture", "M1.1", **data).status_code == 403


def test_where_points_may_decide_the_page_asks_for_the_score() -> None:
    event = make_ties(("Kyiv", "Lviv"), boards=2, tournament=make_cast())
    page = text(Desk(event).get("fixture", "M1.1.1"))
    assert "so the score is needed" in page


def test_everybody_reads_the_boards_and_the_members() -> None:
    event = make_ties(("Kyiv", "Lviv"), size=4)
    one, other = Stage(event).names("M1.1")
    Stage(event).win("M1.1.1", loser_score=5)
    page = text(public(event))
    assert f"{one} 1" in page
    assert "7–5" in page
    assert "Teams at 3 boards" in page
    assert f"{other} 4" in text(public(event, "event_entries"))


@pytest.mark.parametrize("tab", ["event", "event_entries", "event_results", "event_sheet"])
def test_more_teams_cost_no_more_queries(tab: str, django_assert_max_num_queries: Any) -> None:
    few = make_ties(("A", "B", "C", "D"), name="Few")
    many = make_ties("ABCDEFGHIJKLMNOP", name="Many", tournament=few.tournament)
    with django_assert_max_num_queries(20) as counted:
        public(few, tab)
    with django_assert_max_num_queries(len(counted)):
        public(many, tab)


def test_the_control_room_costs_no_more_for_more_teams(django_assert_max_num_queries: Any) -> None:
    tournament = make_cast()
    few = make_ties(("A", "B", "C", "D"), name="Few", tournament=tournament)
    many = make_ties("ABCDEFGHIJKLMNOP", name="Many", tournament=tournament)
    one, other = Desk(few), Desk(many)
    with django_assert_max_num_queries(20) as counted:
        one.get("event_desk")
    with django_assert_max_num_queries(len(counted)):
        other.get("event_desk")
