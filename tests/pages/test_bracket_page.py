"""The bracket as everybody sees it: names, scores, where each match stands."""

import pytest
from django.test import Client

from matches.models import Outcome
from matches.services.reporting import match_report
from matches.services.steps import Verdict
from tests.builders import Stage, by_director, by_player, make_running_event
from tests.pages.reading import fixture, standing, text, words
from tournaments.models import Event
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db


def read(client: Client, event: Event, tab: str = "") -> str:
    response = client.get(f"/t/{event.tournament.slug}/{event.slug}/{tab}")
    assert response.status_code == 200
    return text(response)


def test_a_result_shows_both_names_both_scores_and_who_won(client: Client) -> None:
    event = make_running_event(["Ann", "Bob"])
    stage = Stage(event)
    first, second = stage.names("M1.1")
    stage.win("M1.1", side=2, loser_score=4)
    assert fixture(read(client, event), "M1.1") == f"{first} 4 {second} 7 won M1.1"


def test_a_match_on_a_table_says_which(client: Client) -> None:
    event = make_running_event(["Ann", "Bob"])
    assert "Playing at table 1" in fixture(read(client, event), "M1.1")


def test_a_report_is_not_a_result_yet(client: Client) -> None:
    event = make_running_event(["Ann", "Bob"])
    stage = Stage(event)
    ann, _bob = stage.players("M1.1")
    match_report(
        match_id=stage.match("M1.1").pk, player_id=ann.pk, scores=(7, 3), act=by_player(ann)
    )
    html = read(client, event)
    assert standing(html, "M1.1") == "reported"
    assert "Reported, not confirmed yet" in fixture(html, "M1.1")
    assert "7" not in fixture(html, "M1.1")


def test_a_disputed_match_is_being_settled(client: Client) -> None:
    event = make_running_event(["Ann", "Bob"])
    stage = Stage(event)
    match = stage.match("M1.1")
    for player, scores in zip(stage.players("M1.1"), [(7, 3), (3, 7)], strict=True):
        match_report(match_id=match.pk, player_id=player.pk, scores=scores, act=by_player(player))
    assert "Being settled" in fixture(read(client, event), "M1.1")


def test_a_walkover_is_called_one(client: Client) -> None:
    event = make_running_event(["Ann", "Bob"])
    verdict = Verdict(1, Outcome.WALKOVER)
    result_enter(event_id=event.pk, key="M1.1", verdict=verdict, act=by_director(1))
    assert "Walkover" in fixture(read(client, event), "M1.1")


def test_a_bye_looks_different_from_a_player_to_come(client: Client) -> None:
    event = make_running_event(["Ann", "Bob", "Cid"])
    html = read(client, event)
    assert standing(html, "M1.1") == "bye"
    assert "bye" in fixture(html, "M1.1")
    assert "won" not in fixture(html, "M1.1")
    assert standing(html, "M2.1") == "waiting"
    assert "Winner of M1.2" in fixture(html, "M2.1")


def test_the_winner_is_named_after_the_final_and_not_before(client: Client) -> None:
    event = make_running_event(list("ABCD"))
    stage = Stage(event)
    stage.win("M1.1")
    assert "Winner:" not in words(read(client, event))
    stage.play_out()
    assert f"Winner: {stage.names('M2.1')[0]}" in words(read(client, event))


def test_progress_counts_matches_and_no_byes(client: Client) -> None:
    event = make_running_event(list("ABCDE"), consolation_length=5)
    Stage(event).win("M1.2")
    assert "1 of 4 matches played" in words(read(client, event))


def test_the_round_being_played_is_open_and_the_others_closed(client: Client) -> None:
    event = make_running_event(list("ABCD"))
    assert '<details class="round" id="round-M1" open>' in read(client, event)
    Stage(event).win("M1.1")
    Stage(event).win("M1.2")
    html = read(client, event)
    assert '<details class="round" id="round-M1">' in html
    assert '<details class="round" id="round-M2" open>' in html


def test_names_are_text_whatever_they_hold(client: Client) -> None:
    event = make_running_event(["<b>Ann</b>", 'Bob" onclick="x'])
    for tab in ("", "entries/", "results/", "standings/", "draw/", "sheet/"):
        html = read(client, event, tab)
        assert "<b>Ann" not in html
        assert "&lt;b&gt;Ann&lt;/b&gt;" in html
        assert 'Bob" onclick' not in html


@pytest.mark.parametrize("entrants", [2, 3, 7, 64])
def test_a_bracket_of_any_size_has_every_match_once(client: Client, entrants: int) -> None:
    event = make_running_event([f"Player {n}" for n in range(entrants)], consolation_length=5)
    html = read(client, event)
    for key in event.fixtures.values_list("key", flat=True):
        assert html.count(f'id="{key}"') == 1


def test_a_bracket_of_sixty_four_is_light(client: Client) -> None:
    event = make_running_event([f"Player Number {n}" for n in range(64)], consolation_length=5)
    assert len(read(client, event)) < 60_000
