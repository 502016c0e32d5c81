"""The pages of a ladder: at the desk, for everybody, and on a player's card."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from players.actors import Act
from tests.builders import DIRECTOR, Stage, by_director, enter, entry_id, make_event
from tests.pages.cast import Phone
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words
from tests.tournaments.test_ladders import order
from tournaments.models import Event
from tournaments.services.ladders import challenge_make, ladder_close, ladder_open

pytestmark = pytest.mark.django_db


def opened(names: str = "ABCD", **rules: Any) -> Desk:
    event = make_event(make_cast(), format="ladder", ladder_rules=rules)
    enter(event, names)
    ladder_open(event_id=event.pk, act=by_director())
    event.refresh_from_db()
    return Desk(event)


def challenge(event: Event, pair: str, *, days_ago: int = 0) -> str:
    one, other = (event.entries.get(name=name).pk for name in pair)
    act = Act(DIRECTOR, timezone.now() - timedelta(days=days_ago))
    row = challenge_make(event_id=event.pk, challenger_id=one, challenged_id=other, act=act)
    event.refresh_from_db()
    return row.key


# --- At the desk ---------------------------------------------------------------------------------
def test_the_form_of_an_event_makes_a_ladder_and_shows_it_again() -> None:
    tournament = make_cast()
    desk = Desk(make_event(tournament, name="Other"))
    answers = {"name": "Ladder", "length": 7, "format": "ladder", "rule_set": "club"}
    rules = {"ladder_days": 14, "ladder_winning": "swaps", "ladder_unplayed": "challenged_falls"}
    made = desk.client.post(
        f"/desk/{tournament.slug}/new/",
        {**answers, **rules, "ladder_reach": "", "ladder_fall": 3, "ladder_in_all": 2},
    )
    assert made.status_code == 302, words(text(made))
    event = tournament.events.get(name="Ladder")
    assert event.ladder_rules == {
        "reach": None,
        "made": 1,
        "faced": 1,
        "in_all": 2,
        "days": 14,
        "winning": "swaps",
        "unplayed": "challenged_falls",
        "fall": 3,
    }
    page = text(Desk(event).get("event_settings"))
    assert 'value="swaps" selected' in page
    assert 'name="ladder_days" value="14"' in page


def test_a_ladder_is_opened_from_its_entries() -> None:
    event = make_event(make_cast(), format="ladder")
    desk = Desk(event)
    assert "at least two entrants" in text(desk.get("event_ladder"))
    enter(event, "BA")
    assert "Open the ladder" in text(desk.get("event_desk"))
    page = words(text(desk.get("event_ladder")))
    assert page.index("1 B") < page.index("2 A")
    assert desk.post("event_ladder", step="open", version=desk.version()).status_code == 302
    assert order(event) == "BA"


def test_a_challenge_is_entered_and_one_against_the_rules_says_why() -> None:
    desk = opened()
    c, a = entry_id(desk.event, "C"), entry_id(desk.event, "A")
    made = desk.post("event_ladder", step="challenge", challenger=c, challenged=a)
    assert made.status_code == 302
    refused = desk.post(
        "event_ladder", step="challenge", challenger=entry_id(desk.event, "B"), challenged=a
    )
    assert refused.status_code == 400
    assert "A has an open challenge already" in text(refused)
    assert desk.event.fixtures.count() == 1


def test_an_overdue_challenge_is_told_and_ended_by_the_rule() -> None:
    desk = opened()
    key = challenge(desk.event, "CA", days_ago=9)
    fresh = challenge(desk.event, "DB")
    floor = words(text(desk.get("event_desk")))
    assert "Overdue 1" in floor
    page = text(desk.get("event_ladder"))
    assert page.count('value="unplayed"') == 1
    early = desk.post("event_ladder", step="unplayed", key=fresh, version=desk.version())
    assert early.status_code == 409
    done = desk.post("event_ladder", step="unplayed", key=key, version=desk.version())
    assert done.status_code == 302
    assert order(desk.event) == "CABD"
    assert "Overdue" not in text(desk.get("event_desk"))


def test_two_directors_at_once_do_not_call_off_what_was_just_changed() -> None:
    desk = opened()
    key = challenge(desk.event, "CA")
    seen = desk.version()
    challenge(desk.event, "DB")
    late = desk.post("event_ladder", step="call_off", key=key, version=seen)
    assert late.status_code == 409
    assert desk.event.fixtures.count() == 2
    desk.post("event_ladder", step="call_off", key=key, version=desk.version())
    assert desk.event.fixtures.count() == 1


def test_somebody_joins_leaves_and_comes_back() -> None:
    desk = opened("AB")
    assert desk.post("event_ladder", step="join", name="New").status_code == 302
    asked = desk.post("event_ladder", step="join", name="New")
    assert asked.status_code == 400
    assert "is entered already" in text(asked)
    a = entry_id(desk.event, "A")
    desk.post("event_ladder", step="leave", entry=a, version=desk.version())
    assert order(desk.event) == "BNew"
    assert "Back in, at the bottom" in text(desk.get("event_ladder"))
    desk.post("event_ladder", step="return", entry=a, version=desk.version())
    assert order(desk.event) == "BNewA"


def test_a_ladder_is_closed_and_opened_again() -> None:
    desk = opened("AB")
    desk.post("event_ladder", step="close", version=desk.version())
    page = text(desk.get("event_ladder"))
    assert "The ladder is closed." in page
    assert 'value="challenge"' not in page
    desk.post("event_ladder", step="reopen", version=desk.version())
    assert 'value="challenge"' in text(desk.get("event_ladder"))


def test_scorers_and_others_do_not_open_the_page_of_the_ladder() -> None:
    desk = opened("AB")
    assert Desk(desk.event, "sam").get("event_ladder").status_code == 403
    robin = make_event(desk.event.tournament, name="Robin", format="round_robin")
    assert Desk(robin).get("event_ladder").status_code == 404


@pytest.mark.parametrize(
    "page",
    ["event_desk", "event_ladder", "event_entries_edit", "event_settings", "event_undo",
     "event_log", "event_money", "event_draft", "event_sheet", "event", "event_results",
     "event_standings", "event_entries", "event_draw"],
)  # fmt: skip
def test_every_page_of_a_ladder_opens_in_every_state(page: str) -> None:
    desk = opened()
    Stage(desk.event).win(challenge(desk.event, "BA"), act=by_director(1))
    challenge(desk.event, "DC")
    assert desk.get(page).status_code == 200
    late = make_event(desk.event.tournament, name="Later", format="ladder")
    assert Desk(late).get(page).status_code == 200
    enter(late, "AB")
    ladder_open(event_id=late.pk, act=by_director())
    ladder_close(event_id=late.pk, act=by_director())
    assert Desk(late).get(page).status_code == 200


def test_the_entries_lead_to_the_ladder_and_to_no_draw() -> None:
    desk = Desk(make_event(make_cast(), format="ladder"))
    enter(desk.event, "AB")
    page = desk.get("event_entries_edit").content.decode()
    assert "Open the ladder" in page
    assert "Make the draw" not in page
    assert desk.url("event_draft") not in page


# --- For everybody -------------------------------------------------------------------------------
def test_everybody_sees_the_order_the_challenges_and_what_has_happened() -> None:
    desk = opened()
    key = challenge(desk.event, "BA")
    Stage(desk.event).win(key, act=by_director(1))
    challenge(desk.event, "DC")
    page = words(text(Client().get(desk.url("event"))))
    assert page.index("1 B") < page.index("2 A")
    assert "D (4) challenges C (3)" in page
    assert "B beats A" in page
    assert "A challenge goes up to 5 places up." in page
    assert 'aria-current="page">Ladder' in text(Client().get(desk.url("event")))


def test_the_winner_of_a_closed_ladder_is_on_the_page_of_the_tournament() -> None:
    desk = opened("AB")
    desk.post("event_ladder", step="close", version=desk.version())
    page = words(text(Client().get(f"/t/{desk.event.tournament.slug}/")))
    assert "Winner: A" in page


def test_the_entries_tell_who_has_left_the_ladder() -> None:
    desk = opened("AB")
    leaver = entry_id(desk.event, "A")
    desk.post("event_ladder", step="leave", entry=leaver, version=desk.version())
    for page in (
        text(desk.get("event_entries_edit")),
        text(Client().get(desk.url("event_entries"))),
    ):
        assert page.count("has left") == 1
        assert "left after round" not in page


# --- On the card ---------------------------------------------------------------------------------
def test_a_player_sees_the_place_and_challenges_from_the_card() -> None:
    desk = opened()
    phone = Phone(desk.event, "C")
    assert "Your place 3" in words(text(phone.get(phone.home)))
    path = f"{phone.home}ladder/{desk.event.pk}/"
    page = words(text(phone.get(path)))
    assert "1 A" in page
    assert "4 D" not in page
    sent = phone.post(path, {"entry": entry_id(desk.event, "A")})
    assert (sent.status_code, sent.headers["Location"]) == (302, phone.home)
    card = words(text(phone.get(phone.home)))
    assert "Your challenge is made." in card
    assert "You play A" in card
    assert "Play by" in card
    refused = phone.post(path, {"entry": entry_id(desk.event, "B")})
    assert refused.status_code == 400
    assert "C has an open challenge already" in text(refused)


@pytest.mark.parametrize("entry", ["", "x", "999999"])
def test_a_challenge_of_nobody_is_refused(entry: str) -> None:
    desk = opened("AB")
    phone = Phone(desk.event, "B")
    refused = phone.post(f"{phone.home}ladder/{desk.event.pk}/", {"entry": entry})
    assert refused.status_code == 404
    assert not desk.event.fixtures.exists()


def test_a_card_challenges_on_no_other_ladder() -> None:
    desk = opened("AB")
    other = make_event(desk.event.tournament, name="Other", format="ladder")
    enter(other, "XY")
    ladder_open(event_id=other.pk, act=by_director())
    phone = Phone(desk.event, "B")
    assert phone.get(f"{phone.home}ladder/{other.pk}/").status_code == 404
