"""The pages of a chouette: the host's, those of the seats, and the one to watch."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.models_chouette import Chouette, ChouetteSeat
from matches.services.chouette_links import seat_token
from matches.services.chouettes import chouette_close
from players.models import User
from tests.builders import make_user
from tests.matches.chouettes import BOARD, SITE, Evening, by_host
from tests.pages.reading import text, words

pytestmark = pytest.mark.django_db

FORM = {
    "title": "Friday",
    "names": "Anna\nBerta\n\nCarla",
    "game": "backgammon",
    "dice": "board",
    "cube": "multi",
    "stake": "2",
    "auto_double_limit": "0",
    "jacoby": "on",
}


@pytest.fixture
def dana() -> User:
    return make_user()


@pytest.fixture
def host(dana: User) -> Client:
    client = Client()
    client.force_login(dana)
    return client


def seat_url(evening: Evening, seat: int) -> str:
    return reverse("chouette_seat", args=[seat_token(evening.view.seats[seat])])


def page(evening: Evening, seat: int) -> str:
    return text(Client().get(seat_url(evening, seat)))


def sent(evening: Evening, seat: int, do: str, **what: Any) -> Any:
    data = {"do": do, "seen": evening.row.version, **what}
    return Client().post(seat_url(evening, seat), data, headers={"X-Requested-With": "board"})


def test_whoever_has_an_account_sets_up_a_table_and_gets_a_link_for_each(host: Client) -> None:
    made = host.post(reverse("chouette_new"), FORM)
    row = Chouette.objects.get()
    assert made["Location"] == reverse("chouette_host", args=[row.code])
    assert row.rules == {"cube": "multi", "stake": 2}
    told = text(host.get(made["Location"]))
    for seat in ChouetteSeat.objects.all():
        assert told.count(seat_token(seat)) >= 1
    assert told.count('class="qr"') == 3
    assert "Friday" in text(host.get(reverse("chouettes")))


def test_what_the_rules_forbid_is_told_at_the_form(host: Client) -> None:
    two = host.post(reverse("chouette_new"), {**FORM, "names": "Anna\nBerta"})
    assert two.status_code == 400
    assert "A chouette needs 3 players at least" in text(two)
    assert host.post(reverse("chouette_new"), {**FORM, "names": "A\nB\x07\nC"}).status_code == 400
    assert not Chouette.objects.exists()


def test_a_table_is_its_hosts_and_nobody_elses(host: Client, dana: User) -> None:
    evening = Evening(host_id=dana.pk)
    url = reverse("chouette_host", args=[evening.row.code])
    assert host.get(url).status_code == 200
    assert Client().get(url)["Location"].startswith(reverse("login"))
    other = Client()
    other.force_login(make_user("otto"))
    assert other.get(url).status_code == 404
    assert "Friday" not in text(other.get(reverse("chouettes")))


def test_the_host_lets_people_come_and_go_and_closes(host: Client, dana: User) -> None:
    evening = Evening(host_id=dana.pk)
    url = reverse("chouette_host", args=[evening.row.code])
    host.post(url, {"do": "join", "name": "Emil", "ahead": ""})
    host.post(url, {"do": "leave", "seat": "1"})
    assert evening.state()["order"] == [2, 3, 4, 5]
    old = seat_token(evening.view.seats[2])
    host.post(url, {"do": "link", "seat": "2"})
    assert old not in text(host.get(url))
    refused = host.post(url, {"do": "join", "name": "Berta"})
    assert (refused.status_code, "already" in text(refused)) == (400, True)
    host.post(url, {"do": "close"})
    assert evening.row.closed_at is not None


def test_the_host_voids_a_throw_that_was_typed_wrongly(host: Client, dana: User) -> None:
    evening = Evening(host_id=dana.pk)
    url = reverse("chouette_host", args=[evening.row.code])
    assert "The throw is void" not in text(host.get(url))
    evening.first_turn()
    evening.do(2, "roll", dice=[6, 4])
    assert "On the board lies 6-4." in words(text(host.get(url)))
    stale = host.post(url, {"do": "void_roll", "seen": 1})
    assert stale.status_code == 409
    host.post(url, {"do": "void_roll", "seen": evening.row.version})
    assert evening.do(2, "roll", dice=[4, 4]) == ""


def test_a_player_sits_down_and_the_box_may_throw() -> None:
    evening = Evening(dice=SITE, sitting=False)
    assert evening.row.commitment in page(evening, 1)
    for seat in (1, 3):
        sent(evening, seat, "sit", seed="")
    assert ChouetteSeat.objects.get(number=3).seed
    assert "Throw the dice" in page(evening, 1)
    assert "Throw the dice" in page(evening, 2)
    assert "Throw the dice" not in page(evening, 3)
    assert "Anna is in the box against Berta, the captain." in words(page(evening, 4))


def test_each_is_shown_what_to_do() -> None:
    evening = Evening()
    sent(evening, 1, "roll", die_1=3, die_2=1)
    assert "Your turn: play 3-1." in page(evening, 1)
    assert "Anna is on turn." in page(evening, 2)
    sent(evening, 1, "play", play="8/5 6/5")
    assert "Your turn: throw, or double." in page(evening, 2)
    asked = sent(evening, 2, "double")
    assert "A cube was turned: waiting for Anna." in text(asked)
    told = page(evening, 1)
    assert "A cube waits for your answer." in told
    assert re.findall(r'name="do" value="(take|drop)"', told) == ["take", "drop"]
    assert "offered at 2" in words(text(Client().get(reverse("chouette", args=["evening"]))))
    sent(evening, 1, "drop")
    over = words(page(evening, 4))
    assert "The game before: Anna −3, Berta +1, Carla +1, Dora +1" in over
    assert "Berta is in the box against Carla" in over


def test_a_box_answers_every_cube_by_a_button() -> None:
    evening = Evening(cube="multi")
    evening.first_turn()
    evening.do(3, "double")
    evening.do(4, "double")
    told = page(evening, 1)
    groups = re.findall(r'cube-group" role="group" aria-label="([^"]*)"', told)
    assert groups == ["All cubes", "Carla", "Dora"]
    assert told.count(">Take</button>") == 3
    sent(evening, 1, "take", member=3)
    sent(evening, 1, "drop", member=4)
    told = words(page(evening, 2))
    assert "cube 2 with the box" in told
    assert "Dora dropped" in told


def test_what_is_refused_is_told_in_words_and_the_board_stays() -> None:
    evening = Evening()
    evening.first_turn()
    stale = sent(evening, 2, "roll", die_1=6, die_2=4, seen=1)
    assert (stale.status_code, "gone on meanwhile" in text(stale)) == (409, True)
    foreign = sent(evening, 4, "roll", die_1=6, die_2=4)
    assert (foreign.status_code, "you speak for your cube" in text(foreign)) == (400, True)
    plain = Client().post(seat_url(evening, 2), {"do": "roll", "die_1": 6, "die_2": 4})
    assert plain.status_code == 302


def test_who_watches_can_do_nothing_and_learns_no_secret() -> None:
    evening = Evening(dice=SITE)
    evening.any_move()
    for name in ("chouette", "chouette_fragment", "chouette_dice"):
        told = Client().get(reverse(name, args=["evening"]))
        assert told.status_code == 200
        assert evening.row.secret not in text(told)
        assert "<form" not in text(told).split("</header>")[-1]
        for seat in evening.view.seats.values():
            assert seat_token(seat) not in text(told)
    assert Client().get(reverse("chouette", args=["nowhere"])).status_code == 404
    assert Client().get(reverse("chouette_seat", args=["1-1-nothing"])).status_code == 403


def test_afterwards_the_dice_are_recomputed() -> None:
    evening = Evening(dice=SITE)
    evening.any_move()
    loser = evening.table.game.turn.side
    evening.do(loser, "resign", kind=1)
    evening.do(3 - loser, "accept")
    chouette_close(chouette_id=evening.pk, act=by_host(9))
    told = text(Client().get(reverse("chouette_dice", args=["evening"])))
    assert "Recomputed just now" in told
    assert "This chouette is over." in page(evening, 1)


def test_the_pages_are_as_many_queries_however_long_the_evening_is(
    django_assert_max_num_queries: Any,
) -> None:
    evening = Evening(dice=SITE)
    url, watched = seat_url(evening, 1), reverse("chouette", args=["evening"])
    for _ in range(2):
        for _ in range(8):
            evening.any_move()
        with django_assert_max_num_queries(5):
            Client().get(url)
        with django_assert_max_num_queries(5):
            Client().get(watched)


def test_a_board_of_dice_thrown_by_hand_asks_for_both() -> None:
    evening = Evening(dice=BOARD)
    assert "One die each: the box, then the captain" in page(evening, 1)
    assert sent(evening, 1, "roll").status_code == 400


def test_every_moment_of_the_evening_has_an_address() -> None:
    evening = Evening()
    evening.first_turn()
    for seat, do in ((2, "double"), (1, "drop")):
        evening.do(seat, do)
    evening.opens(6, 2)
    url = reverse("chouette", args=["evening"])
    begun, doubled, over, now = (words(text(Client().get(f"{url}?at={n}"))) for n in (0, 3, 4, 99))
    played = text(Client().get(f"{url}?at=2"))  # 8/5 6/5
    assert (played.count('class="came"'), played.count('class="left"')) == (1, 2)
    assert "0 / 5" in begun
    assert "Anna is in the box against Berta" in begun
    assert "waiting for Anna" in doubled
    assert "Berta doubles" in doubled
    assert "The game is over: Anna −3, Berta +1, Carla +1, Dora +1." in over
    assert "Anna drops" in over
    assert "Berta is on turn." in now
    assert "1. Anna −3, Berta +1, Carla +1, Dora +1" in now
    links = re.findall(r'data-key="(\w+)"[^>]*\?at=(\d+)', text(Client().get(f"{url}?at=3")))
    assert links == [("Home", "0"), ("ArrowLeft", "2"), ("ArrowRight", "4"), ("End", "5")]
    assert "data-live" not in text(Client().get(f"{url}?at=3"))
    assert f"{url}?at=2" in text(Client().get(f"{url}?at=3"))


def test_a_table_that_is_closed_shows_the_end_of_its_last_game() -> None:
    evening = Evening()
    evening.first_turn()
    for seat, do in ((2, "double"), (1, "drop")):
        evening.do(seat, do)
    chouette_close(chouette_id=evening.pk, act=by_host(9))
    told = words(text(Client().get(reverse("chouette", args=["evening"]))))
    assert "This chouette is over." in told
    assert "4 / 4" in told
    assert "Anna drops" in told


def test_the_host_has_the_order_drawn_once_two_have_sat_down(host: Client, dana: User) -> None:
    evening = Evening(host_id=dana.pk, dice=SITE, sitting=False)
    url, button = reverse("chouette_host", args=[evening.row.code]), "draw the order"
    assert button not in text(host.get(url))
    evening.sit(1)
    evening.sit(2)
    assert button in text(host.get(url))
    host.post(url, {"do": "order"})
    assert button not in text(host.get(url))
    assert "The order is drawn by the dice" in page(evening, 1)
    assert host.post(url, {"do": "order"}).status_code == 409


def test_the_score_is_everybodys_and_the_log_the_hosts(host: Client, dana: User) -> None:
    evening = Evening(host_id=dana.pk, stake=2)
    evening.first_turn()
    for seat, do in ((2, "double"), (1, "drop")):
        evening.do(seat, do)
    told = words(text(Client().get(reverse("chouette_score", args=["evening"]))))
    assert "Anna pays Berta 2" in told
    assert "Points −3 +1 +1 +1" in told
    assert "At 2 a point −6 +2 +2 +2" in told
    log = reverse("chouette_log", args=["evening"])
    assert "Anna: drops" in words(text(host.get(log)))
    file = host.get(reverse("chouette_file", args=["evening"]))
    assert file.headers["Content-Disposition"].startswith("attachment")
    assert (file.json()["format"], len(file.json()["actions"])) == ("crawford-chouette", 4)
    assert Client().get(log).status_code == 302
    other = Client()
    other.force_login(make_user("otto"))
    assert other.get(log).status_code == 404
