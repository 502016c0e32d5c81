"""A chouette through the API: the host with a token, players with the links to their seats."""

from typing import Any

import pytest

from matches.models_chouette import Chouette
from matches.services.chouette_links import seat_token
from players.models import User
from tests.api.talking import Talker, director, staff, visitor
from tests.builders import make_user
from tests.matches.chouettes import Evening

pytestmark = pytest.mark.django_db

NEW = {"title": "Friday", "names": ["Anna", "Berta", "Carla"], "dice": "board"}
MINE = "/seat/actions/"


@pytest.fixture(autouse=True)
def _dana() -> None:
    make_user()


def seat(row: Chouette, number: int) -> Talker:
    return Talker(f"Seat {seat_token(row.seats.get(number=number))}")


def do(talker: Talker, do: str, **what: Any) -> Any:
    return talker.post(MINE, {"do": do, **what}, if_match=what.pop("if_match", "*"))


def test_a_host_sets_up_a_table_and_hands_out_its_seats() -> None:
    host = director()
    made = host.post("/chouettes/", {**NEW, "rules": {"cube": "multi", "stake": 5}})
    assert (made.status_code, made.data["rules"]) == (201, {"cube": "multi", "stake": 5})
    code = made.data["code"]
    links = host.get(f"/chouettes/{code}/links/").data
    assert [one["name"] for one in links] == NEW["names"]
    mine = Talker(f"Seat {links[0]['token']}")
    assert mine.get("/seat/").data["can"] == ["roll"]
    assert [one["code"] for one in host.get("/chouettes/").data] == [code]
    other = staff(make_user("otto"))
    assert other.get(f"/chouettes/{code}/links/").data["code"] == "no_such_chouette"
    assert visitor().post("/chouettes/", NEW).status_code == 401


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"names": ["A", "B"]}, "too_few_players"),
        ({"names": ["A", "B", "b"]}, "name_twice"),
        ({"title": " "}, "invalid_input"),
        ({"rules": {"raccoon": True}}, "raccoon_without_beaver"),
        ({"rules": {"cube": "twelve"}}, "invalid_input"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any], code: str) -> None:
    refused = director().post("/chouettes/", {**NEW, **wrong})
    assert (refused.status_code, refused.data["code"]) == (400, code)


def test_a_key_sets_up_one_table() -> None:
    host = director()
    codes = {host.post("/chouettes/", NEW, idempotency_key="k").data["code"] for _ in range(2)}
    assert len(codes) == Chouette.objects.count() == 1


def test_players_act_from_their_seats_and_are_told_where_it_stands() -> None:
    evening = Evening()
    anna, berta = seat(evening.row, 1), seat(evening.row, 2)
    etag = anna.get("/seat/")["ETag"]
    thrown = do(anna, "roll", dice=[3, 1], if_match=etag)
    assert (thrown.data["thrown"], bool(thrown.data["routes"])) == ([3, 1], True)
    stale = berta.post(MINE, {"do": "roll", "dice": [1, 3]}, if_match=etag)
    assert (stale.status_code, stale.data["detail"]["current"]["thrown"]) == (409, [3, 1])
    assert do(berta, "play", play="8/5 6/5").data["code"] == "not_your_turn"
    assert do(anna, "play", play="8/5 6/5").status_code == 200
    assert do(berta, "double").data["cubes"] == []
    assert do(anna, "roll", dice=[6, 4]).data["code"] == "exchange_open"
    asked = anna.get("/seat/").data["cubes"]
    assert [one["do"] for one in asked] == ["take", "drop"]
    over = do(anna, "drop").data
    assert over["last"]["points"] == [[1, -3], [2, 1], [3, 1], [4, 1]]
    assert visitor().post(MINE, {"do": "roll"}, if_match="*").status_code == 401
    assert Talker("Seat 1-1-wrong").get("/seat/").status_code == 401


def test_the_host_voids_a_throw(django_user_model: Any) -> None:
    evening = Evening(host_id=django_user_model.objects.get(username="dana").pk)
    do(seat(evening.row, 1), "roll", dice=[3, 1])
    void = director().post("/chouettes/evening/void-roll/", if_match="*")
    assert (void.data["between_games"], void.data["thrown"]) == (True, None)
    again = director().post("/chouettes/evening/void-roll/", if_match="*")
    assert again.data["code"] == "no_game"


def test_a_deed_with_a_name_is_done_once() -> None:
    evening = Evening()
    anna = seat(evening.row, 1)
    for _ in range(2):
        assert do(anna, "roll", dice=[3, 1], id="a").status_code == 200
    assert evening.row.actions.count() == 1


def test_everybody_looks_and_learns_no_link() -> None:
    evening = Evening(dice="site")
    evening.any_move()
    looked = visitor().get("/chouettes/evening/")
    assert (looked.data["can"], looked.data["cubes"], looked.data["routes"]) == ([], [], [])
    told = visitor().get("/chouettes/evening/record/").data
    assert (told["reveal"], told["actions"][0]["do"]) == (None, "opening")
    for secret in (evening.row.secret, seat_token(evening.row.seats.get(number=1))):
        assert secret not in f"{looked.data}{told}"


def test_the_host_lets_people_come_and_go_and_closes() -> None:
    host = director()
    code = host.post("/chouettes/", {**NEW, "dice": "site"}).data["code"]
    at = f"/chouettes/{code}/"
    joined = host.post(f"{at}seats/", {"name": "Dora", "ahead": 1}, if_match="*")
    assert joined.data["order"] == [1, 4, 2, 3]
    left = host.send("DELETE", f"{at}seats/2/", if_match=joined["ETag"])
    assert left.data["order"] == [1, 4, 3]
    stale = host.post(f"{at}seats/", {"name": "Emil"}, if_match=joined["ETag"])
    assert stale.data["code"] == "version_conflict"
    old = host.get(f"{at}links/").data[0]["token"]
    assert host.post(f"{at}seats/1/link/").data[0]["token"] != old
    assert host.post(f"{at}close/", if_match="*").data["open"] is False
    assert visitor().get(f"{at}record/").data["reveal"] is None
    assert host.post(f"{at}close/", if_match="*").data["code"] == "chouette_over"


def test_the_order_is_drawn_by_the_host_and_every_moment_may_be_asked_for() -> None:
    evening = Evening(host_id=User.objects.get(username="dana").pk, dice="site")
    drawn = director().post("/chouettes/evening/order/", if_match="*")
    assert (drawn.status_code, sorted(drawn.data["order"])) == (200, [1, 2, 3, 4])
    evening.any_move()
    before = visitor().get("/chouettes/evening/?at=0").data
    assert (before["at"], before["order"], before["actions"] > 1) == (0, [1, 2, 3, 4], True)
    now = visitor().get("/chouettes/evening/").data
    assert (now["at"], now["order"]) == (now["actions"], drawn.data["order"])


def test_the_books_are_told_with_what_would_be_paid_now() -> None:
    evening = Evening(host_id=User.objects.get(username="dana").pk, stake=3)
    evening.first_turn()
    for number, deed in ((2, "double"), (1, "drop")):
        evening.do(number, deed)
    told = visitor().get("/chouettes/evening/score/").data
    assert told["games"] == [
        {"number": 1, "at": 4, "winner": 2, "points": [[1, -3], [2, 1], [3, 1], [4, 1]]}
    ]
    assert sum(one["winnings"] for one in told["players"]) == 0
    assert [one["amount"] for one in told["payments"]] == [3, 3, 3]
    page = director().get("/chouettes/evening/log/?limit=2").data
    assert [one["do"] for one in page["entries"]] == ["drop", "double"]
    older = director().get(f"/chouettes/evening/log/?before={page['next']}").data
    assert (older["entries"][-1]["do"], older["next"]) == ("created", None)
    assert visitor().get("/chouettes/evening/log/").status_code == 401
    assert len(director().get("/chouettes/evening/archive/").data["actions"]) == 4
    assert visitor().get("/chouettes/evening/archive/").status_code == 401
