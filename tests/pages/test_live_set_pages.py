"""A match of sets on its pages: between the sets, while one is played, and to look back at."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.selectors.live_sets import sets_played
from tests.matches.boards import BOARD, SITE, Live, walked
from tests.matches.clocking import KEY
from tests.pages.cast import Phone
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words
from tests.pages.test_live_pages import holder, sent

pytestmark = pytest.mark.django_db


def after_a_set(dice: str = SITE, **more: Any) -> Live:
    live = Live(length=3, sets={"to_win": 2}, dice=dice, **more)
    if dice == SITE:
        live.any_deed()
    live.lose(2, kind=3)
    return live


def test_the_card_leads_to_the_board_of_a_match_of_sets() -> None:
    live = Live(length=3, sets={"to_win": 2})
    phone = Phone(live.stage.event, live.stage.players(KEY)[0].name)
    page = text(phone.get(phone.home))
    assert reverse("live_play", args=[live.match_id]) in page


def test_between_sets_either_player_sets_up_the_next_board() -> None:
    live = after_a_set()
    phone = holder(live, 2)
    page = phone.get(f"/matches/{live.match_id}/play/").content.decode()
    assert "has won set 1, 3–0. The sets stand at 1–0." in words(page)
    assert "Set up the board for set 2" in page
    assert 'name="game"' not in page
    assert "Throw the dice" not in page
    begun = sent(phone, live, "begin", dice_by=SITE).content.decode()
    assert "Sit down" in begun
    assert "Another game, or other dice" not in begun
    assert live.record.set_number == 2


def test_both_sides_show_the_sets_beside_the_points() -> None:
    live = after_a_set(BOARD)
    live.begin()
    page = Client().get(f"/matches/{live.match_id}/").content.decode()
    assert re.findall(r"sets (\d)<", page) == ["0", "1"]
    assert "best of 3 sets to 3" in words(text(Client().get(f"/matches/{live.match_id}/")))


def test_every_set_can_be_looked_back_at() -> None:
    live = after_a_set()
    live.begin()
    first, second = sets_played(live.match)
    newest = Client().get(f"/matches/{live.match_id}/").content.decode()
    assert f"?record={first.record_id}" in newest
    assert "Set 1: 3–0" in newest
    back = Client().get(f"/matches/{live.match_id}/?record={first.record_id}").content.decode()
    assert f"?record={first.record_id}&at=1" in back.replace("&amp;", "&")
    assert f"?record={second.record_id}" in back
    assert "has won set 1" in back


def test_the_dice_of_a_set_can_be_checked_while_the_match_goes_on() -> None:
    live = after_a_set()
    live.begin(SITE, secret=bytes(range(1, 33)))
    first, second = sets_played(live.match)
    of_first = Client().get(f"/matches/{live.match_id}/dice/?record={first.record_id}")
    assert "Recomputed just now" in of_first.content.decode()
    of_second = Client().get(f"/matches/{live.match_id}/dice/?record={second.record_id}")
    assert live.record.secret not in of_second.content.decode()


def test_a_set_that_is_over_can_be_taken_away_as_a_file() -> None:
    live = after_a_set()
    live.begin()
    first, second = sets_played(live.match)
    url = f"/matches/{live.match_id}/records/{first.record_id}/mat/"
    page = Client().get(f"/matches/{live.match_id}/records/").content.decode()
    assert "Set 1, played on the site" in page
    assert url in page
    assert f"/records/{second.record_id}/mat/" not in page
    assert Client().get(url).content.startswith(b" 3 point match")


def test_the_next_set_is_set_up_from_the_desk() -> None:
    live = after_a_set(tournament=make_cast())
    desk = Desk(live.stage.event)
    assert "Set up the board for the next set" in text(desk.get("fixture_board", KEY))
    desk.post("fixture_board", KEY, do="begin", dice_by=SITE)
    assert live.record.set_number == 2


def plays(live: Live, phones: dict[int, Client]) -> None:
    """Both sit down; some turns as the own page offers them; then the second gives the set up."""
    for phone in phones.values():
        sent(phone, live, "join", seed="any")
    for _deed in range(8):
        side = live.state.game.decider or 1
        page = phones[side].get(f"/matches/{live.match_id}/play/").content.decode()
        told = json.loads(unescape(re.findall(r'data-board="([^"]*)"', page)[0]))
        do = {"do": "play", "play": walked(told["routes"], 7)} if told["routes"] else {"do": "roll"}
        assert f'name="do" value="{do["do"]}"' in page
        assert sent(phones[side], live, **do, seen=told["version"]).status_code == 200
    assert sent(phones[2], live, "resign", kind=3).status_code == 200
    assert "Do you accept?" in text(phones[1].get(f"/matches/{live.match_id}/play/"))
    assert sent(phones[1], live, "accept").status_code == 200


def test_two_phones_play_a_match_of_sets_through() -> None:
    live = Live(length=3, sets={"to_win": 2}, dice=SITE, joined=False)
    phones = {side: holder(live, side) for side in (1, 2)}
    plays(live, phones)
    path = f"/matches/{live.match_id}/play/"
    assert "Set up the board for set 2" in text(phones[2].get(path))
    sent(phones[2], live, "begin", dice_by=SITE)
    plays(live, phones)
    assert [each.score for each in sets_played(live.match)] == [(3, 0), (3, 0)]
    match = live.match
    assert (match.state, match.winner, match.score_1, match.score_2) == ("decided", 1, 2, 0)
    for client in (*phones.values(), Client()):
        assert "has won the match, 2–0." in words(text(client.get(f"/matches/{live.match_id}/")))
    assert "Set up the board" not in text(phones[1].get(path))
