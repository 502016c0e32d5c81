"""A match that spectators see with a delay, and comment on: on every page that shows it."""

import re
from typing import Any

import pytest
from django.test import Client

from matches.fragments import BOARD, LIVE, PLAYER, SILENT, WATCH, WATCH_STAFF
from matches.live.topics import source_of
from matches.services.clocks import clock_confirm, clock_set_up
from matches.services.record_import import Upload, record_import
from players.models import User
from tests.builders import by_director
from tests.matches.boards import SITE
from tests.matches.clocking import by_staff, now
from tests.matches.watching import Watched
from tests.pages.cast import Phone
from tests.pages.desk import Desk, login, make_cast
from tests.pages.reading import text

pytestmark = pytest.mark.django_db

NEW, OLD = "24/14", "8/5 6/5"


@pytest.fixture
def live() -> Watched:
    live = Watched(tournament=make_cast())
    live.opened_just_now()
    return live


def phone(live: Watched, key: str = "M1.1") -> Phone:
    return Phone(live.stage.event, live.stage.players(key)[0].name)


def page(client: Client, live: Watched, more: str = "") -> str:
    return client.get(f"/matches/{live.match_id}/{more}").content.decode()


def rendered(live: Watched, kind: str, fragment: str) -> str:
    source = source_of(kind)
    assert source is not None
    return source.render(live.match_id, fragment, "en") or ""


@pytest.mark.parametrize("more", ["", "?at=4", "?at=99", "fragment/"])
def test_spectators_find_nothing_newer_on_any_page(live: Watched, more: str) -> None:
    seat = phone(live, "M1.2")
    for client in (Client(), seat, login("otto")):
        told = page(client, live, more)
        assert NEW not in told
        assert "6-4" not in told
    for client in (phone(live), login("sam")):
        assert client.get(f"/matches/{live.match_id}/{more}").status_code == 200


def test_of_the_dice_spectators_are_told_those_that_they_have_seen() -> None:
    live = Watched(tournament=make_cast(), dice=SITE)
    for _ in range(3):
        live.any_deed()
    live.ages(*[400] * (len(live.rows()) - 1), 9)
    throws = sum(data["do"] != "play" for data in live.rows())
    told = [page(client, live, "dice/") for client in (Client(), login("sam"))]
    counted = [len(re.findall(r"<li>\d-\d</li>", html)) for html in told]
    assert counted == [throws - 1, throws]


def test_of_the_records_spectators_are_told_the_games_that_they_have_seen() -> None:
    live = Watched(tournament=make_cast())
    live.throw(1, 3, 1)
    live.do(2, "resign", kind=2)
    live.do(1, "accept")
    live.ages(400, 9, 8)
    assert "<td>gammon" not in page(Client(), live, "records/")
    assert "<td>gammon" in page(login("sam"), live, "records/")


def test_who_plays_and_staff_see_all_at_once(live: Watched) -> None:
    for client in (phone(live), login("sam")):
        for more in ("", "?at=4", "fragment/"):
            assert NEW in page(client, live, more)
            assert "later than it is played" not in page(client, live, more)
    told = page(Client(), live)
    assert OLD in told
    assert "You see this match 5 min later than it is played." in told
    assert 'class="replay-at">2 / 2<' in told


def test_each_is_given_the_stream_of_what_he_may_see(live: Watched) -> None:
    assert f"/events/watch/{live.match_id}/board?" in page(Client(), live)
    assert f"/events/watch_staff/{live.match_id}/board?" in page(login("sam"), live)
    assert f"/events/match/{live.match_id}/player?" in page(phone(live), live)
    assert NEW not in rendered(live, WATCH, BOARD)
    assert NEW in rendered(live, WATCH_STAFF, BOARD)
    assert NEW in rendered(live, LIVE, PLAYER)
    for kind in (WATCH_STAFF, LIVE):
        source = source_of(kind)
        assert source is not None
        assert not source.is_public(BOARD)
        assert not source.is_public(PLAYER)


def test_a_file_that_a_player_hands_in_meanwhile_tells_spectators_nothing(live: Watched) -> None:
    told = b"3 point match\n\n Game 1\n A : 0   B : 0\n  1) 31: 8/5 6/5    64: 24/14\n"
    upload = Upload(told, "ahead.mat", None)
    record = record_import(match_id=live.match_id, upload=upload, act=by_director())
    for more in ("", "records/", f"?record={record.pk}&at=9"):
        assert "ahead.mat" not in page(Client(), live, more)
        assert NEW not in page(Client(), live, more)
    for form in ("mat", "original"):
        path = f"/matches/{live.match_id}/records/{record.pk}/{form}/"
        assert Client().get(path).status_code == 404
        assert login("sam").get(path).status_code == 200


def test_the_record_cannot_be_taken_away_before_it_is_seen_to_its_end(live: Watched) -> None:
    live.stage.win("M1.1", act=by_staff(now()))
    path = f"/matches/{live.match_id}/records/{live.record.pk}/mat/"
    assert Client().get(path).status_code == 409
    assert login("sam").get(path).status_code == 200
    live.watched(0)
    assert Client().get(path).status_code == 200


def test_the_clock_on_the_wall_is_behind_as_well(live: Watched) -> None:
    clock_set_up(match_id=live.match_id, act=by_staff(now()))
    clock_confirm(match_id=live.match_id, sides=(1, 2), act=by_staff(now()))
    wall = f"/t/kyiv-open/{live.stage.event.slug}/clocks/"
    there = f"&quot;match&quot;: {live.match_id}"
    assert there not in Client().get(wall).content.decode()
    live.watched(0)
    assert there in Client().get(wall).content.decode()


# --- Comments ------------------------------------------------------------------------------------
def says(client: Client, live: Watched, words: str) -> Any:
    return client.post(f"/matches/{live.match_id}/comments/", {"text": words, "number": "2"})


def test_another_player_of_the_tournament_says_something_and_everybody_reads_it(
    live: Watched,
) -> None:
    assert says(phone(live, "M1.2"), live, "<b>Bold</b>").status_code == 302
    for client in (Client(), login("sam"), phone(live, "M1.2")):
        assert "&lt;b&gt;Bold&lt;/b&gt;" in page(client, live)


def test_who_plays_the_match_reads_it_when_it_is_over(live: Watched) -> None:
    live.watched(0)
    says(phone(live, "M1.2"), live, "What a blunder")
    seat = phone(live)
    for more in ("", "fragment/", "?at=2", "play/"):
        assert "What a blunder" not in page(seat, live, more)
    assert "What a blunder" not in rendered(live, LIVE, PLAYER)
    live.stage.win("M1.1")
    assert "What a blunder" in page(seat, live)
    assert "What a blunder" in rendered(live, LIVE, PLAYER)


def test_a_card_that_was_renewed_still_tells_who_plays(live: Watched) -> None:
    seat = phone(live)
    says(phone(live, "M1.2"), live, "What a blunder")
    seat.card.epoch += 1
    seat.card.save()
    assert "What a blunder" not in page(seat, live)
    assert "What a blunder" not in page(seat, live, "fragment/")
    (stream,) = re.findall(r'"/events/(\w+)/\d+/(\w+)', page(seat, live))
    assert stream == (WATCH, SILENT)  # where he gets what comes
    assert "What a blunder" in rendered(live, WATCH, BOARD)
    assert "What a blunder" not in rendered(live, *stream)
    live.stage.win("M1.1")
    live.watched(0)
    assert "What a blunder" in rendered(live, *stream)


def test_a_card_that_was_renewed_shows_nothing_newer_than_others_see(live: Watched) -> None:
    seat = phone(live)
    assert NEW in page(seat, live)
    seat.card.epoch += 1
    seat.card.save()
    assert NEW not in page(seat, live)


def test_a_login_of_who_plays_is_known_too_even_of_staff(live: Watched) -> None:
    player = live.stage.players("M1.1")[0]
    player.user = User.objects.get(username="sam")
    player.save()
    says(phone(live, "M1.2"), live, "What a blunder")
    assert "What a blunder" not in page(login("sam"), live)
    assert "What a blunder" not in text(Desk(live.stage.event, "sam").get("fixture_board", "M1.1"))
    assert says(login("sam"), live, "Me!").status_code == 403


def test_a_login_of_another_player_may_speak(live: Watched) -> None:
    player = live.stage.players("M1.2")[0]
    player.user = User.objects.get(username="otto")
    player.save()
    assert says(login("otto"), live, "Hello").status_code == 302


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        ("", 400, "Say something."),
        ("x" * 501, 400, "Say it in 500 characters."),
        ("a\x07", 400, "without control characters"),
    ],
)
def test_what_is_refused_is_said_beside_what_was_typed(
    live: Watched, words: str, status: int, told: str
) -> None:
    refused = says(phone(live, "M1.2"), live, words)
    assert (refused.status_code, told in text(refused)) == (status, True)


def test_of_a_match_that_is_not_played_here_it_is_said_so(live: Watched) -> None:
    live.record.delete()
    refused = says(phone(live, "M1.2"), live, "Hello")
    assert (refused.status_code, "not played on the site" in text(refused)) == (404, True)


def test_strangers_and_who_plays_are_told_why_they_may_not(live: Watched) -> None:
    for client in (Client(), login("otto")):
        refused = says(client, live, "Hello")
        assert (refused.status_code, "with a card" in text(refused)) == (403, True)
    assert says(phone(live), live, "Hello").status_code == 403
    assert "Say it" not in page(phone(live), live)
    assert live.comments == []


def test_the_director_removes_one_and_switches_them_off(live: Watched) -> None:
    live.says("Rude", n=now())
    desk = Desk(live.stage.event)
    shown = text(desk.get("fixture_board", "M1.1"))
    assert "Rude" in shown
    (comment,) = re.findall(r'name="comment" value="(\d*)"', shown)
    desk.post("fixture_board", "M1.1", do="remove_comment", comment=comment, reason="Rude")
    assert "Rude" not in page(Client(), live)
    desk.post("fixture_board", "M1.1", do="watching", delay_minutes=1, delay_seconds=30)
    assert (live.match.watch_delay, live.match.watch_comments) == (90, False)
    assert says(phone(live, "M1.2"), live, "Hello").status_code == 409
    wrong = desk.post("fixture_board", "M1.1", do="watching", delay_minutes=999)
    assert wrong.status_code == 400
    sam = Desk(live.stage.event, "sam")
    sam_sets = sam.post("fixture_board", "M1.1", do="watching", delay_minutes=0)
    assert (sam_sets.status_code, live.match.watch_delay) == (403, 90)


def test_the_settings_of_an_event_are_for_all_its_matches(live: Watched) -> None:
    desk = Desk(live.stage.event)
    seen = desk.version()
    sent = {"step": "watching", "delay_minutes": 2, "comments": "on", "version": seen}
    assert desk.post("event_settings", **sent).status_code == 302
    assert (live.match.watch_delay, live.match.watch_comments) == (120, True)
    stale = desk.post("event_settings", **{**sent, "delay_minutes": 3})
    assert (stale.status_code, live.match.watch_delay) == (409, 120)


def test_what_no_text_holds_is_refused_before_it_is_stored(live: Watched) -> None:
    url = f"/matches/{live.match_id}/play/"
    sent = {"do": "roll", "die_1": "3", "die_2": "1", "key": "a\0b"}
    refused = phone(live).post(url, sent)
    assert (refused.status_code, "no text" in text(refused)) == (400, True)
