"""The pages of a match on the site, for who plays, who watches and who has no business there."""

import re
from typing import Any

import pytest
from django.test import Client

from matches.engine.clock_settings import MINUTE, ClockSettings
from matches.engine.presets import GAMES
from matches.models_clock import Clock, ClockStep
from matches.models_record import Record
from matches.services.clock_running import Sent, clock_do
from matches.services.clocks import clock_confirm, clock_set_up
from players.models import User
from tests.builders import by_director
from tests.matches.boards import BOARD, SITE, Live
from tournaments.models import Pass
from tournaments.selectors.cards import card_versions
from tournaments.services.passes import pass_token
from tournaments.services.results import result_enter

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


def test_a_page_without_its_script_asks_again_while_the_other_is_on_turn() -> None:
    live = Live()
    live.throw(1, 3, 1)
    path = f"/matches/{live.match_id}/play/"
    again = b'<noscript><meta http-equiv="refresh"'
    assert again not in holder(live, 1).get(path).content
    assert again in holder(live, 2).get(path).content


def test_a_reader_who_likes_it_mirrored_gets_it_so() -> None:
    live = Live()
    client = holder(live, 1)
    path = f"/matches/{live.match_id}/play/"
    usual = client.get(path).content.decode()
    client.cookies["mirrored"] = "1"
    mirrored = client.get(path).content.decode()
    place = re.compile(r'data-own="1" data-other="24" data-x="(\d+)"')
    assert place.findall(usual) == ["965"]
    assert place.findall(mirrored) == [str(1080 - 965)]
    assert "side1-mirrored" in mirrored


def test_the_card_tells_who_waits_at_the_board_as_soon_as_somebody_sits_down(
    django_capture_on_commit_callbacks: Any,
) -> None:
    live = Live(joined=False)
    one, other = live.stage.players("M1.1")
    first, second = (Pass.objects.get(player=player) for player in (one, other))
    said = f"{one.name} waits for you at the board on this site"
    client = holder(live, 2)
    page, seen = client.get(f"/me/{second.pk}/").content.decode(), card_versions([second.pk])
    assert "A board is set up for you two" in page
    with django_capture_on_commit_callbacks(execute=True):
        sent(holder(live, 1), live, "join")
    assert card_versions([second.pk]) != seen
    assert said in client.get(f"/me/{second.pk}/").content.decode()
    own = holder(live, 1).get(f"/me/{first.pk}/").content.decode()
    assert f"and wait for {other.name}" in own
    sent(client, live, "join")
    assert "You play this match at the board" in client.get(f"/me/{second.pk}/").content.decode()


@pytest.mark.parametrize("page", ["", "results/"])
def test_the_bracket_and_the_results_of_an_event_lead_to_the_boards(page: str) -> None:
    live = Live()
    live.stage.win("M1.1")
    shown = Client().get(f"/t/kyiv-open/main/{page}").content.decode()
    assert shown.count(f'href="/matches/{live.match_id}/"') == 1
    assert (shown.count("See the board"), shown.count("Watch live")) == (1, 0)


def test_whoever_looks_at_an_event_sees_which_matches_can_be_watched() -> None:
    live = Live(joined=False)
    public = ["/t/kyiv-open/main/", "/t/kyiv-open/main/results/"]
    staff = Client()
    staff.force_login(User.objects.get())
    pages = [*((Client(), path) for path in public), (staff, "/desk/kyiv-open/main/")]

    def led_there() -> list[int]:
        return [c.get(path).content.decode().count("Watch live") for c, path in pages]

    assert led_there() == [0, 0, 0]
    live.join()
    live.stage.event.save()  # what is kept of its pages is of an older version
    assert led_there() == [1, 1, 1]


def test_until_both_sit_the_other_may_want_another_game() -> None:
    live = Live(joined=False)
    first, second = holder(live, 1), holder(live, 2)
    sent(first, live, "join")
    page = sent(second, live, "begin", game="gulbara", dice_by=BOARD)
    assert b"Gul bara" in page.content
    assert (live.record.rules["game"], live.record.joined) == ("gulbara", (False, False))
    for client in (first, second):
        sent(client, live, "join")
    page = sent(second, live, "begin", game="tavla", dice_by=BOARD)
    assert (page.status_code, live.record.rules["game"]) == (409, "gulbara")


def test_a_board_that_was_closed_by_a_result_says_so_when_that_is_taken_back() -> None:
    live = Live(dice=SITE)
    live.stage.win("M1.1")
    event = live.stage.event.pk
    result_enter(event_id=event, key="M1.1", verdict=None, act=by_director(2, "a typo"))
    page = holder(live, 1).get(f"/matches/{live.match_id}/play/").content.decode()
    assert "This board is closed" in page
    assert "Throw the dice" not in page


def test_a_clock_stands_beside_the_names() -> None:
    live = Live()
    clock_set_up(match_id=live.match_id, act=by_director())
    clock_confirm(match_id=live.match_id, sides=(1, 2), act=by_director())
    live.throw(1, 3, 1)
    page = holder(live, 1).get(f"/matches/{live.match_id}/play/").content.decode()
    assert page.count("data-left=") == 2
    assert page.count("data-runs") == 1


def test_a_clock_is_agreed_on_by_sitting_down_and_the_page_says_how_it_is_set() -> None:
    live = Live(joined=False)
    clock_set_up(match_id=live.match_id, act=by_director())
    page = sent(holder(live, 1), live, "join")
    assert b"Agree to the clock" not in page.content
    page = holder(live, 2).get(f"/matches/{live.match_id}/play/")
    assert b"6:00 each, 12 s delay a move" in page.content
    sent(holder(live, 2), live, "join")
    assert all(Clock.objects.get().confirmed)


def test_a_clock_that_comes_when_both_sit_is_agreed_on_at_the_board() -> None:
    live = Live()
    clock_set_up(match_id=live.match_id, act=by_director())
    first, second = holder(live, 1), holder(live, 2)
    page = sent(first, live, "clock").content
    assert b"as soon as your opponent agrees" in page
    assert b"Agree to the clock" in second.get(f"/matches/{live.match_id}/play/").content
    assert b"Match clock:" not in sent(second, live, "clock").content
    assert all(Clock.objects.get().confirmed)


def test_who_is_out_of_time_is_told_so_and_has_nothing_to_press_till_it_is_ruled_on() -> None:
    live = Live()
    match = live.match
    match.rules = {**match.rules, "flag": "lose_game"}
    match.save()
    clock_set_up(match_id=live.match_id, act=by_director())
    clock_confirm(match_id=live.match_id, sides=(1, 2), act=by_director())
    live.throw(1, 3, 1)
    assert live.play(1, "8/5 6/5", n=9_999) == "flag_fallen"
    page = holder(live, 1).get(f"/matches/{live.match_id}/play/").content.decode()
    name = live.stage.names("M1.1")[0]
    assert f"Time is up for {name}: please call the director." in page
    assert "data-confirm" not in page


def test_clocks_that_were_stopped_are_told_with_the_reason_once_there_is_one() -> None:
    live = Live()
    clock_set_up(
        match_id=live.match_id, act=by_director(), settings=ClockSettings(fixed=600 * MINUTE)
    )
    clock_confirm(match_id=live.match_id, sides=(1, 2), act=by_director())
    other, path = holder(live, 2), f"/matches/{live.match_id}/play/"
    live.throw(1, 3, 1)
    assert b"Both clocks are stopped." not in other.get(path).content
    for n, reason, said in (
        (5, "", b"Both clocks are stopped.</p>"),
        (6, Clock.Stop.DIRECTOR, b"Both clocks are stopped. The director is called.</p>"),
    ):
        stop = Sent(ClockStep.Kind.STOP, reason=reason)
        clock_do(match_id=live.match_id, sent=stop, sides=(1, 2), act=live.by(1, n))
        assert said in other.get(path).content


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


def test_equal_dice_of_an_opening_are_told_as_such() -> None:
    live = Live()
    live.throw(1, 4, 4)
    live.throw(1, 3, 1)
    page = Client().get(f"/matches/{live.match_id}/").content.decode()
    moves = page[page.index('class="move-list"') :]
    assert "Both threw 4: again" in moves
    assert ">44<" not in moves


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


def test_who_watches_sees_pips_and_shots() -> None:
    live = Live(dice=BOARD)
    live.throw(1, 6, 2)
    live.play(1, "24/18 13/11")
    page = Client().get(f"/matches/{live.match_id}/").content.decode()
    assert "159 pips" in page
    assert re.search(r"hits \d+/36", page)
    live.throw(2, 6, 5)
    assert "/36" not in Client().get(f"/matches/{live.match_id}/").content.decode()


def test_of_a_match_without_a_record_there_is_nothing_to_see() -> None:
    live = Live()
    Record.objects.all().delete()
    page = Client().get(f"/matches/{live.match_id}/")
    assert b"Nothing of this match was recorded" in page.content
    assert Client().get("/matches/999999/").status_code == 404
    assert Client().get(f"/matches/{live.match_id}/dice/").status_code == 404


def test_the_pages_ask_the_database_as_often_however_long_the_match_is(
    django_assert_max_num_queries: Any,
) -> None:
    live = Live(dice=SITE)
    phone, public = holder(live, 1), Client()
    for _ in range(2):
        for _ in range(12):
            live.any_deed()
        with django_assert_max_num_queries(12):
            phone.get(f"/matches/{live.match_id}/play/")
        with django_assert_max_num_queries(8):
            public.get(f"/matches/{live.match_id}/")
