"""The pages of a match on the site, for who plays, who watches and who has no business there."""

from typing import Any

import pytest
from django.test import Client

from matches.engine.presets import GAMES
from matches.models_record import Record
from tests.matches.boards import BOARD, SITE, Live
from tournaments.models import Pass
from tournaments.services.passes import pass_token

pytestmark = pytest.mark.django_db


def holder(live: Live, side: int) -> Client:
    """A phone that holds the card of this side's player."""
    name = live.stage.players("M1.1")[side - 1].name
    client = Client()
    client.get(f"/p/{pass_token(Pass.objects.get(player__name=name))}/")
    return client


def sent(client: Client, live: Live, do: str, **what: Any) -> Any:
    data = {"do": do, **what}
    path = f"/matches/{live.match_id}/play/"
    return client.post(path, data, headers={"X-Requested-With": "board"})


def test_a_card_leads_to_the_board_and_a_stranger_to_no_board() -> None:
    live = Live()
    page = holder(live, 1).get(f"/matches/{live.match_id}/play/")
    assert b"Throw for the first move" in page.content
    assert Client().get(f"/matches/{live.match_id}/play/").status_code == 403
    third = live.stage.players("M1.2")[0].name
    other = Client()
    other.get(f"/p/{pass_token(Pass.objects.get(player__name=third))}/")
    assert other.get(f"/matches/{live.match_id}/play/").status_code == 403


def test_a_board_is_set_up_and_joined_by_forms() -> None:
    live = Live()
    Record.objects.all().delete()
    first = holder(live, 1)
    path = f"/matches/{live.match_id}/play/"
    assert b"Set up the board" in first.get(path).content
    first.post(path, {"do": "begin", "game": "tavla", "dice_by": SITE})
    assert Record.objects.get().rules["game"] == "tavla"
    first.post(path, {"do": "join", "seed": ""})
    assert Record.objects.get().seed_1
    assert b"to sit down" in first.get(path).content


def test_a_form_of_an_old_page_is_refused_and_shows_where_it_stands() -> None:
    live = Live()
    first, second = holder(live, 1), holder(live, 2)
    seen = live.record.version
    throw = {"die_1": 3, "die_2": 1, "seen": seen}
    assert sent(first, live, "roll", key="a", **throw).status_code == 200
    late = sent(second, live, "roll", key="b", **throw)
    assert late.status_code == 409
    assert b"The match has gone on meanwhile" in late.content
    assert b"31" in late.content
    assert sent(first, live, "roll", key="a", **throw).status_code == 200
    assert len(live.rows()) == 1


def test_a_refused_play_is_told_in_words_and_the_board_stays() -> None:
    live = Live()
    live.throw(1, 6, 5)
    page = sent(holder(live, 1), live, "play", play="24/18 24/19")
    assert page.status_code == 400
    assert b"24/19 is blocked" in page.content
    nonsense = sent(holder(live, 1), live, "resign", kind="x")
    assert nonsense.status_code == 400


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_is_shown_to_who_plays_and_who_watches(game: str) -> None:
    live = Live(dice=SITE, game=game)
    for _ in range(5):
        live.any_deed()
    client = holder(live, 1)
    for path in ("play/", "", "?at=2", "fragment/", "play/fragment/"):
        page = client.get(f"/matches/{live.match_id}/{path}")
        assert (page.status_code, b'class="board"' in page.content) == (200, True), path


def test_who_watches_can_do_nothing_and_learns_no_secret() -> None:
    live = Live(dice=SITE)
    live.any_deed()
    page = Client().get(f"/matches/{live.match_id}/").content.decode()
    assert "<form" not in page
    for path in ("", "dice/", "fragment/"):
        told = Client().get(f"/matches/{live.match_id}/{path}").content.decode()
        assert live.record.secret not in told
    assert Client().post(f"/matches/{live.match_id}/").status_code == 405


def test_after_the_match_its_dice_are_recomputed() -> None:
    live = Live(length=1, dice=SITE)
    live.any_deed()
    loser = live.state.game.decider
    live.do(loser, "resign", kind=1)
    live.do(3 - loser, "accept")
    page = Client().get(f"/matches/{live.match_id}/dice/").content.decode()
    assert live.record.secret in page
    assert "Recomputed just now" in page
    Record.objects.update(commitment="0" * 64)
    broken = Client().get(f"/matches/{live.match_id}/dice/").content.decode()
    assert "are not those committed to" in broken


def test_a_position_of_the_past_is_what_it_was() -> None:
    live = Live(dice=BOARD)
    live.throw(1, 3, 1)
    live.play(1, "8/5 6/5")
    live.do(2, "double")
    live.do(1, "drop")
    page = Client().get(f"/matches/{live.match_id}/?at=2").content.decode()
    assert 'class="s1 now"' in page
    ended = Client().get(f"/matches/{live.match_id}/?at=4").content.decode()
    assert "won the game: 1 point." in ended
    assert Client().get(f"/matches/{live.match_id}/?at=99").content.decode().count("now") >= 1


def test_of_a_match_without_a_record_there_is_nothing_to_see() -> None:
    live = Live()
    Record.objects.all().delete()
    page = Client().get(f"/matches/{live.match_id}/")
    assert b"Nothing of this match was recorded" in page.content
    assert Client().get("/matches/999999/").status_code == 404
    assert Client().get(f"/matches/{live.match_id}/dice/").status_code == 404
