"""What everybody sees of an event of rounds: rounds, table, draw, card; and nothing of a draft."""

from typing import Any

import pytest
from django.test import Client

from tests.builders import Stage, by_director, make_rounds, make_tournament, next_round
from tests.pages.cast import Phone
from tests.pages.reading import text, words
from tournaments.models import Event
from tournaments.services.attendance import entry_withdraw
from tournaments.services.rounds import round_draft, round_publish

pytestmark = pytest.mark.django_db(transaction=True)

AT = "/t/kyiv-open/main/"
TABS = ["", "entries/", "results/", "standings/", "draw/", "sheet/"]


def page(client: Client, tab: str = "") -> str:
    return words(text(client.get(AT + tab)))


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("entrants", [3, 40])
def test_a_page_makes_the_same_few_queries_for_any_field(
    client: Client, django_assert_max_num_queries: Any, tab: str, entrants: int
) -> None:
    make_rounds([f"P{n}" for n in range(entrants)], rounds=2)
    with django_assert_max_num_queries(7):
        assert client.get(AT + tab).status_code == 200


def test_rounds_are_shown_with_results_byes_and_reasons(client: Client) -> None:
    event = make_rounds("ABCDE", rounds=3)
    Stage(event).win("S1.1", loser_score=4)
    html = page(client)
    assert "Round 1 of 3" in html
    assert "1 of 2 decided" in html
    assert "Both have 0." in html
    assert "bye" in html
    assert "Bye: the lowest score, 0, of those who have had no bye." in html


def test_a_draft_is_seen_by_nobody_outside(client: Client) -> None:
    event = make_rounds("ABCD", rounds=3)
    Stage(event).play_out()
    before = [page(client, tab) for tab in TABS]
    round_draft(event_id=event.pk, act=by_director())
    assert [page(client, tab) for tab in TABS] == before
    assert "The next round will stand here as soon as it is paired." in before[0]


def test_the_table_has_every_criterion_the_rounds_and_the_rule(client: Client) -> None:
    event = make_rounds("ABCDE", rounds=3, tie_breaks=["buchholz", "lot"])
    Stage(event).play_out()
    html = page(client, "standings/")
    for heading in ("Points", "Buchholz", "Lot"):
        assert heading in html
    assert "beat " in html
    assert "lost to " in html
    assert "A round without an opponent counts as one against an opponent with the same" in html
    assert "After round 1." in html
    next_round(event)
    assert "2 matches are not decided yet and count for nobody." in page(client, "standings/")


def test_the_table_of_a_round_robin_is_by_opponent(client: Client) -> None:
    event = make_rounds("ABC", "round_robin")
    round_publish(event_id=event.pk, everything=True, act=by_director())
    Stage(event).play_out()
    html = page(client, "standings/")
    assert html.count("×") == 3
    assert "1 is won, 0 lost" in html
    assert "Final standings after 3 rounds." in html


def test_a_round_robin_shows_the_rounds_to_come(client: Client) -> None:
    make_rounds("ABCDE", "round_robin")
    html = page(client)
    assert "Rounds to come" in html
    assert html.count("rests") == 5  # with the reason of the first round


def test_who_left_and_who_is_out_is_marked_in_the_table(client: Client) -> None:
    event = make_rounds("ABCD", "lives", lives=1)
    Stage(event).play_out()
    assert text(client.get(AT + "standings/")).count(">out<") == 2
    winner = event.fixtures.get(key="L1.1").winner
    assert winner is not None
    entry_withdraw(event_id=event.pk, entry_id=winner.pk, act=by_director())
    assert ">left<" in text(client.get(AT + "standings/"))


@pytest.mark.parametrize("format_", ["swiss", "lives", "round_robin"])
def test_the_draw_page_says_how_rounds_follow_from_the_seed(client: Client, format_: str) -> None:
    make_rounds("ABCDEF", format_, seed="6-3 2-1")
    html = page(client, "draw/")
    assert "Seed 6-3 2-1 Procedure" in html
    assert "How rounds follow from the seed" in html
    assert "The lines" not in html
    assert ("Berger" in html) is (format_ == "round_robin")


def test_finished_events_name_their_winner_in_a_fixed_number_of_queries(
    client: Client, django_assert_num_queries: Any
) -> None:
    tournament = make_tournament()
    for n in range(3):
        event = make_rounds("AB", rounds=1, tournament=tournament, name=f"Swiss {n}")
        Stage(event).play_out()
    with django_assert_num_queries(6):
        html = words(text(client.get("/t/kyiv-open/")))
    assert html.count("Winner:") == 3


def card(event: Event, name: str) -> str:
    phone = Phone(event, name)
    return words(text(phone.get(phone.home)))


def test_a_card_tells_the_round_the_wait_and_the_place() -> None:
    event = make_rounds("ABCD", rounds=2)
    loser = str(Stage(event).names("S1.1")[1])
    assert "Swiss · Round 1 · match to 7" in card(event, loser)
    Stage(event).play_out()
    assert "The next round is paired when all matches of this one are decided." in card(
        event, loser
    )
    next_round(event)
    assert "Swiss · Round 2" in card(event, loser)
    Stage(event).play_out()
    places = [card(event, name) for name in "ABCD"]
    assert sum("You have won Main!" in one for one in places) == 1
    assert sum("Swiss: place" in one for one in places) == 3
