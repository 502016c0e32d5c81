"""The pages of a league: its settings, dates to play by, who goes up and down, the next season."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date

import pytest
from django.test import Client

from tests.builders import by_director, make_event, make_rounds
from tests.pages.cast import Phone
from tests.pages.desk import Desk, login, make_cast
from tests.pages.reading import text, words
from tests.tournaments.test_seasons import all_equal, division, entered
from tournaments.models import Tournament
from tournaments.services.rounds import round_publish

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Division 2",
    "length": 9,
    "format": "round_robin",
    "cycles": 2,
    "rule_set": "club",
    "league": "on",
    "league_points": "3-2-1",
    "league_missed": "0",
    "league_starts_on": "2026-09-07",
    "league_days_per_round": 14,
    "league_division": 2,
    "league_up": 1,
    "league_down": 2,
}


def test_the_form_of_an_event_makes_a_division_and_shows_it_again() -> None:
    tournament = make_cast()
    made = login("dana").post(f"/desk/{tournament.slug}/new/", FORM)
    assert made.status_code == 302, words(text(made))
    event = tournament.events.get()
    assert event.round_rules is not None
    assert event.round_rules["league"] == {
        "points": "3-2-1",
        "missed": "0",
        "division": 2,
        "up": 1,
        "down": 2,
        "starts_on": "2026-09-07",
        "days_per_round": 14,
    }
    page = text(Desk(event).get("event_settings"))
    assert 'name="league_points" value="3-2-1"' in page
    assert 'name="league_starts_on" value="2026-09-07"' in page
    assert "points for each two matches" in words(text(Client().get(Desk(event).url("event"))))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"league_points": "1-2"}, "Winning has to be worth more"),
        ({"league_points": "lots"}, "Write points as 2-1"),
        ({"cycles": 1}, "need everybody to meet twice"),
        ({"league_starts_on": "soon"}, "Enter a valid date"),
    ],
)
def test_what_makes_no_sense_is_told_at_its_field(change: dict[str, object], said: str) -> None:
    tournament = make_cast()
    refused = login("dana").post(f"/desk/{tournament.slug}/new/", {**FORM, **change})
    assert refused.status_code == 400
    assert said in text(refused)
    assert not tournament.events.exists()


def test_a_round_robin_without_the_tick_is_no_league() -> None:
    tournament = make_cast()
    plain = {name: value for name, value in FORM.items() if name != "league"}
    login("dana").post(f"/desk/{tournament.slug}/new/", plain)
    event = tournament.events.get()
    assert event.round_rules is not None
    assert "league" not in event.round_rules
    assert "Season" not in text(login("dana").get(f"/desk/{tournament.slug}/"))


def test_the_day_to_play_by_stands_wherever_the_match_does() -> None:
    league = {"starts_on": "2026-09-07", "days_per_round": 7}
    event = make_rounds("ABCD", "round_robin", tournament=make_cast(), league=league)
    desk = Desk(event)
    public = words(text(Client().get(desk.url("event"))))
    assert "play by 13 September" in public
    assert "Round 2 play by 20 September" in public  # among the rounds to come
    assert "play by 13 September" in words(text(desk.get("event_desk")))
    phone = Phone(event, "A")
    assert "Play by Sunday, 13 September" in words(text(phone.get(phone.home)))


def test_what_is_overdue_is_listed_the_longest_first() -> None:
    league = {"starts_on": "2020-01-01", "days_per_round": 7}
    event = make_rounds("ABCD", "round_robin", tournament=make_cast(), league=league)
    round_publish(event_id=event.pk, act=by_director(2), everything=True)
    page = text(Desk(event).get("event_desk"))
    overdue = page[
        page.index('id="overdue"') : page.index("</section>", page.index('id="overdue"'))
    ]
    assert overdue.count("data-line") == 6
    assert overdue.index("R1.1") < overdue.index("R2.1") < overdue.index("R3.1")


# --- Seasons -------------------------------------------------------------------------------------
def league() -> Tournament:
    tournament = make_cast()
    division(tournament, 1, "ABC")
    division(tournament, 2, "DEF")
    return tournament


def test_everybody_may_see_who_goes_up_and_down() -> None:
    tournament = league()
    assert "Who goes up and down" in text(Client().get(f"/t/{tournament.slug}/"))
    page = words(text(Client().get(f"/t/{tournament.slug}/season/")))
    assert "3 C goes down" in page
    assert "1 D goes up" in page


def test_without_a_league_there_is_no_such_page() -> None:
    tournament = make_event(make_cast()).tournament
    assert Client().get(f"/t/{tournament.slug}/season/").status_code == 404
    assert login("dana").get(f"/desk/{tournament.slug}/season/").status_code == 404


def test_the_next_season_is_set_up_with_one_button() -> None:
    tournament = league()
    page = f"/desk/{tournament.slug}/season/"
    assert "Set up the next season" in text(login("dana").get(page))
    made = login("dana").post(page, {"name": "Winter", "starts_on": "2027-01-11"})
    assert made.status_code == 302, words(text(made))
    new = Tournament.objects.get(name="Winter")
    assert entered(new) == ["ABD", "CEF"]
    assert new.starts_on == date(2027, 1, 11)
    assert login("dana").get(made.headers["Location"]).status_code == 200


def test_a_shared_place_is_decided_with_a_tick() -> None:
    tournament = make_cast()
    all_equal(tournament)
    division(tournament, 2, "DEF")
    page = f"/desk/{tournament.slug}/season/"
    answers = {"name": "Winter", "starts_on": "2027-01-11"}
    asked = login("dana").post(page, answers)
    assert asked.status_code == 409
    assert "nobody guesses it" in text(asked)
    b = tournament.events.get(name="Division 1").entries.get(name="B").player_id
    assert f'value="{b}:down"' in text(asked)
    made = login("dana").post(page, {**answers, "tie_1_down": [f"{b}:down"]})
    assert made.status_code == 302, words(text(made))
    assert entered(Tournament.objects.get(name="Winter")) == ["ACD", "BEF"]


def test_a_scorer_sees_the_season_and_sets_up_none() -> None:
    tournament = league()
    page = f"/desk/{tournament.slug}/season/"
    assert "Set up the next season" not in text(login("sam").get(page))
    login("sam").post(page, {"name": "Winter", "starts_on": "2027-01-11"})
    assert Tournament.objects.count() == 1


def test_a_running_season_is_shown_as_it_stands() -> None:
    tournament = make_cast()
    make_rounds("ABC", "round_robin", tournament=tournament, league={})
    page = text(login("dana").get(f"/desk/{tournament.slug}/season/"))
    assert "As it stands" in page
    assert "Set up the next season" not in page


def test_seasons_of_many_divisions_take_no_more_queries(
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    tournament = league()
    with django_assert_num_queries(5):
        Client().get(f"/t/{tournament.slug}/season/")
    division(tournament, 3, "GHI")
    division(tournament, 4, "JKL")
    with django_assert_num_queries(5):
        Client().get(f"/t/{tournament.slug}/season/")


def test_a_director_gives_two_players_more_time() -> None:
    league = {"starts_on": "2020-01-01", "days_per_round": 7}
    event = make_rounds("ABCD", "round_robin", tournament=make_cast(), league=league)
    desk = Desk(event)
    assert "To be played by 7 January" in text(desk.get("fixture", "R1.1"))
    done = desk.post("fixture", "R1.1", step="play_by", play_by="2999-01-31")
    assert done.status_code == 302
    assert event.fixtures.get(key="R1.1").play_by == date(2999, 1, 31)
    past = desk.post("fixture", "R1.1", step="play_by", play_by="2020-01-31")
    assert (past.status_code, "That day is past." in text(past)) == (400, True)
    wrong = desk.post("fixture", "R1.1", step="play_by", play_by="soon")
    assert wrong.status_code == 400
    scorer = Desk(event, "sam").post("fixture", "R1.1", step="play_by", play_by="2999-02-01")
    assert scorer.status_code == 403
