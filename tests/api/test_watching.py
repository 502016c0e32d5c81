"""Spectators through the API: what they are told, what they say, and what the director sets."""

from typing import Any

import pytest

from tests.api.talking import Talker, ask, member, player, visitor
from tests.matches.clocking import now
from tests.matches.watching import Watched
from tests.pages.cast import Phone

pytestmark = pytest.mark.django_db

NEW = "24/14"
PAIRS = ("M1.2", "M1.1")


@pytest.fixture
def live() -> Watched:
    live = Watched()
    live.opened_just_now()
    return live


def path(live: Watched, more: str) -> str:
    return f"/events/{live.stage.event.pk}/fixtures/M1.1/{more}"


def other(live: Watched) -> Talker:
    return player(live.stage.players("M1.2")[0].name)


def says(live: Watched, talker: Talker, text: Any = "Hello", **more: Any) -> Any:
    return talker.post(path(live, "comments/"), {"text": text}, **more)


def test_spectators_are_told_nothing_newer_and_staff_all(live: Watched) -> None:
    scorer = member(live.stage.event.tournament, "scorer")
    for more in ("live/", "live/?at=4", "record/", "records/"):
        told = visitor().get(path(live, more))
        assert (told.status_code, NEW in str(told.data)) == (200, False), more
    assert visitor().get(path(live, "live/")).data["last"] == 2
    assert NEW in str(scorer.get(path(live, "live/")).data)
    assert NEW in str(scorer.get(path(live, "record/")).data)


def test_the_version_that_spectators_are_told_says_nothing_of_what_they_do_not_see(
    live: Watched,
) -> None:
    before = visitor().get(path(live, "live/"))
    live.do(1, "double", n=now())
    after = visitor().get(path(live, "live/"))
    assert before["ETag"] == after["ETag"]
    assert before.data == after.data


def test_a_sheet_beside_a_match_that_is_behind_is_not_told(live: Watched) -> None:
    scorer = member(live.stage.event.tournament, "scorer")
    games = {"games": [{"winner": 1}]}
    assert ask(scorer, "PUT", path(live, "sheet/"), games).status_code == 200
    assert visitor().get(path(live, "sheet/")).data["games"] == []
    assert len(scorer.get(path(live, "sheet/")).data["games"]) == 1


def test_whoever_is_behind_is_told_no_analysis(live: Watched) -> None:
    scorer = member(live.stage.event.tournament, "scorer")
    more = f"records/{live.record.pk}/analysis/"
    refused = visitor().get(path(live, more))
    assert (refused.status_code, refused.data["code"]) == (409, "record_open")
    assert scorer.get(path(live, more)).data["state"] is None


def test_another_player_says_something_once_and_everybody_else_reads_it(live: Watched) -> None:
    for _ in range(2):
        said = says(live, other(live), idempotency_key="one")
        assert (said.status_code, said.data["number"]) == (201, 2)
    told = visitor().get(path(live, "comments/")).data
    assert [one["text"] for one in told["comments"]] == ["Hello"]
    first = player(live.stage.players("M1.1")[0].name)
    assert first.get(path(live, "comments/")).data["code"] == "plays_here"
    live.stage.win("M1.1")
    assert first.get(path(live, "comments/")).status_code == 200


def test_whoever_may_not_and_whatever_is_no_line_is_refused_with_a_code(live: Watched) -> None:
    assert says(live, visitor()).data["code"] == "no_card"
    assert says(live, player(live.stage.players("M1.1")[0].name)).data["code"] == "plays_here"
    for text, code in [
        ("", "comment_empty"),
        ("x" * 501, "comment_too_long"),
        ("a\x07", "comment_unreadable"),
    ]:
        refused = says(live, other(live), text)
        assert (refused.status_code, refused.data["code"]) == (400, code)
    codes = [says(live, other(live), f"{n}").status_code for n in range(11)]
    assert codes == [201] * 10 + [429]


def test_the_cards_of_a_browser_tell_who_plays_and_speak_for_nobody(live: Watched) -> None:
    where = "/api/v1" + path(live, "comments/")
    third, own = (Phone(live.stage.event, live.stage.players(key)[0].name) for key in PAIRS)
    assert third.get(where).status_code == 200
    assert own.get(where).json()["code"] == "plays_here"
    said = third.post(where, {"text": "Hello"}, content_type="application/json")
    assert (said.status_code, said.json()["code"]) == (403, "no_card")


def test_staff_remove_what_was_said(live: Watched) -> None:
    ident = says(live, other(live)).data["id"]
    remove = path(live, f"comments/{ident}/remove/")
    assert other(live).post(remove).status_code == 401
    scorer = member(live.stage.event.tournament, "scorer")
    assert scorer.post(remove, {"reason": "Rude"}).status_code == 200
    assert visitor().get(path(live, "comments/")).data["comments"] == []
    missing = scorer.post(path(live, "comments/999999/remove/"))
    assert missing.data["code"] == "no_such_comment"


def test_the_director_sets_it_for_the_event_and_for_a_match(live: Watched) -> None:
    director = member(live.stage.event.tournament, "director")
    event = f"/events/{live.stage.event.pk}/watching/"
    seen = visitor().get(event)
    body = {"delay": 60, "comments": True}
    done = director.send("PUT", event, body, if_match=seen["ETag"])
    assert (done.status_code, done.data["delay"]) == (200, 60)
    stale = director.send("PUT", event, body, if_match=seen["ETag"])
    assert stale.data["detail"]["current"]["delay"] == 60
    one = director.send("PUT", path(live, "watching/"), {"delay": 0, "comments": False})
    assert one.data == {"delay": 0, "comments": False}
    assert visitor().get(path(live, "watching/")).data == {"delay": 0, "comments": False}
    assert ask(director, "PUT", event, {"delay": 7201, "comments": True}).status_code == 400
