"""A match on the site through the API: two cards, staff, and everybody who looks."""

from typing import Any

import pytest
from django.test import Client

from matches.engine.fairdice import read_reveal, verify
from matches.models_record import Record
from tests.api.talking import Talker, member, player, visitor
from tests.builders import (
    Stage,
    by_director,
    enter_teams,
    make_event,
    make_running_event,
    make_ties,
)
from tournaments.models import Event
from tournaments.services.drawing import event_draft, event_publish

pytestmark = pytest.mark.django_db

KEY = "M1.1"


@pytest.fixture
def event() -> Event:
    return make_running_event("ABCD", length=1)


def mine(event: Event, more: str = "") -> str:
    return f"/me/matches/{Stage(event).match(KEY).pk}/live/{more}"


def shown(event: Event, more: str = "live/") -> str:
    return f"/events/{event.pk}/fixtures/{KEY}/{more}"


def both(event: Event) -> tuple[Talker, Talker]:
    first, second = Stage(event).players(KEY)
    return player(first.name), player(second.name)


def seated(event: Event, **settings: Any) -> tuple[Talker, Talker]:
    pair = both(event)
    assert pair[0].post(mine(event), settings).status_code == 200
    for n, one in enumerate(pair):
        assert one.post(mine(event, "join/"), {"seed": f"seed {n}"}).status_code == 200
    return pair


def act(talker: Talker, event: Event, do: str, **what: Any) -> Any:
    headers = {"if_match": what.pop("if_match", "*")}
    if "key" in what:
        headers["idempotency_key"] = what.pop("key")
    return talker.post(mine(event, "actions/"), {"do": do, **what}, **headers)


def test_two_players_sit_down_and_the_site_throws(event: Event) -> None:
    first, second = both(event)
    assert first.get(mine(event)).data["code"] == "not_played_here"
    begun = first.post(mine(event), {}).data
    assert (begun["joined"], len(begun["commitment"])) == ([False, False], 64)
    assert act(first, event, "roll").data["code"] == "not_joined"
    first.post(mine(event, "join/"), {"seed": "mine"})
    ready = second.post(mine(event, "join/"), {}).data
    assert (ready["joined"], ready["can"]) == ([True, True], ["roll", "resign"])
    thrown = act(second, event, "roll").data
    assert thrown["thrown"] is not None
    mover = (first, second)[thrown["decider"] - 1]
    board = mover.get(mine(event)).data
    assert board["routes"]
    assert (second if mover is first else first).get(mine(event)).data["routes"] == []


def test_of_two_who_send_from_the_same_page_one_is_told_where_it_stands(event: Event) -> None:
    first, second = seated(event, dice="board")
    etag = first.get(mine(event))["ETag"]
    done = act(first, event, "roll", dice=[3, 1], if_match=etag)
    assert done.status_code == 200
    late = act(second, event, "roll", dice=[1, 3], if_match=etag)
    assert (late.status_code, late.data["code"]) == (409, "version_conflict")
    assert late.data["detail"]["current"]["thrown"] == [3, 1]
    assert late.data["detail"]["current"]["version"] == done.data["version"]
    unseen = first.post(mine(event, "actions/"), {"do": "play", "play": "8/5 6/5"})
    assert (unseen.status_code, unseen.data["code"]) == (428, "version_required")


def test_a_result_that_waits_for_confirmation_is_told_to_whoever_polls_the_board(
    event: Event,
) -> None:
    first, second = seated(event, dice="board")
    seen = second.get(mine(event))
    assert seen.data["state"] == "open"
    assert second.get(mine(event), if_none_match=seen["ETag"]).status_code == 304
    match_id = Stage(event).match(KEY).pk
    told = first.post(f"/me/matches/{match_id}/report/", {"scores": [1, 0]})
    assert told.data["state"] == "reported"
    again = second.get(mine(event), if_none_match=seen["ETag"])
    assert (again.status_code, again.data["state"]) == (200, "reported")
    assert again.data["version"] == seen.data["version"]


@pytest.mark.parametrize("delay", [0, 300])
def test_a_board_in_place_of_another_has_another_version_for_whoever_watches(
    event: Event, delay: int
) -> None:
    director = member(event.tournament, "director")
    watching = {"delay": delay, "comments": True}
    assert (
        director.send("PUT", shown(event, "watching/"), watching, if_match="*").status_code == 200
    )
    first, _second = both(event)
    path, tags = f"/matches/{Stage(event).match(KEY).pk}/fragment/", list[str]()
    for game in ("backgammon", "nackgammon", "tavla"):
        assert first.post(mine(event), {"dice": "board", "game": game}).data["game"] == game
        seen = visitor().get(shown(event))
        assert seen.data["game"] == game
        page = Client().get(path, headers={"If-None-Match": ", ".join(tags[1::2])})
        assert page.status_code == 200
        tags += [seen["ETag"], page["ETag"]]
    assert len(set(tags)) == 6


def test_a_key_that_is_sent_again_gets_the_same_answer(event: Event) -> None:
    first, _second = seated(event)
    etag = first.get(mine(event))["ETag"]
    once, again = (act(first, event, "roll", if_match=etag, key="k") for _ in range(2))
    assert once.data == again.data
    assert again["Idempotent-Replayed"] == "true"
    assert act(first, event, "resign", kind=1, key="k").data["code"] == "key_reused"


def test_an_illegal_play_is_refused_with_the_rule_that_forbids_it(event: Event) -> None:
    first, second = seated(event, dice="board")
    act(first, event, "roll", dice=[6, 5])
    wrong = act(first, event, "play", play="24/18 24/19")
    assert (wrong.status_code, wrong.data["code"]) == (400, "blocked")
    assert "24/19" in wrong.data["message"]
    assert wrong.data["detail"]["why"] == "24/19 is blocked: the opponent holds 19."
    assert act(second, event, "play", play="24/13").data["code"] == "not_your_turn"
    assert act(first, event, "play", play="24/13").data["moves"][0]["play"] == "24/13"


def test_strangers_look_and_do_nothing(event: Event) -> None:
    first, _second = seated(event)
    stranger = player(Stage(event).players("M1.2")[0].name)
    assert stranger.get(mine(event)).data["code"] == "not_your_match"
    assert act(stranger, event, "roll").data["code"] == "not_your_match"
    assert visitor().post(mine(event, "actions/"), {"do": "roll"}, if_match="*").status_code == 401
    looked = visitor().get(shown(event)).data
    assert (looked["can"], looked["routes"]) == ([], [])
    refused = visitor().post(shown(event, "live/actions/"), {"do": "roll"}, if_match="*")
    assert refused.status_code == 401
    assert act(first, event, "award", points=1).data["code"] in {"deed_unknown", "invalid_input"}


def test_staff_set_up_a_board_and_act_for_a_side(event: Event) -> None:
    scorer = member(event.tournament, "scorer")
    assert scorer.post(shown(event), {"dice": "board", "game": "tavla"}).data["game"] == "tavla"
    for one in both(event):
        one.post(mine(event, "join/"), {})
    roll = {"do": "roll", "dice": [3, 1], "side": 1}
    assert scorer.post(shown(event, "live/actions/"), roll, if_match="*").status_code == 200
    void = {"do": "void_roll", "side": 1, "reason": "cocked"}
    done = scorer.post(shown(event, "live/actions/"), void, if_match="*")
    assert done.data["phase"] == "opening"
    assert visitor().get(shown(event, "live/?at=1")).data["thrown"] == [3, 1]


def test_the_secret_of_the_dice_is_told_when_the_match_is_over_and_not_before(
    event: Event,
) -> None:
    first, second = seated(event)
    act(first, event, "roll")
    before = visitor().get(shown(event, "record/")).data
    secret = Record.objects.get().secret
    assert (before["reveal"], secret in str(before)) == (None, False)
    assert secret not in str(first.get(mine(event)).data)
    act(second, event, "resign", kind=1)
    over = act(first, event, "accept").data
    assert (over["state"], over["winner"]) == ("decided", 1)
    told = visitor().get(shown(event, "record/")).data
    thrown = [(one["first"], one["second"]) for one in told["actions"] if one["do"] == "opening"]
    seeds = ("seed 0", "seed 1")
    assert verify(read_reveal(told["reveal"]), over["commitment"], thrown, seeds=seeds).holds


def test_both_of_a_pair_may_act_for_their_side() -> None:
    event = make_event(entrants="pairs", length=1)
    enter_teams(event, {"North": ["Anna", "Boris"], "South": ["Clara", "David"]})
    event_draft(event_id=event.pk, seed="s", act=by_director())
    event_publish(event_id=event.pk, act=by_director())
    one, other = (player(name) for name in ("Anna", "Boris"))
    rival = player("Clara")
    assert one.post(mine(event), {"dice": "board"}).status_code == 200
    side = 1 if Stage(event).names(KEY)[0] == "North" else 2
    other.post(mine(event, "join/"), {})
    rival.post(mine(event, "join/"), {})
    throw = [3, 1] if side == 1 else [1, 3]
    assert act(one, event, "roll", dice=throw).status_code == 200
    assert act(rival, event, "play", play="8/5 6/5").data["code"] == "not_your_turn"
    assert act(other, event, "play", play="8/5 6/5").status_code == 200


def test_a_match_of_sets_is_set_up_set_by_set() -> None:
    event = make_running_event("AB", length=1, sets={"to_win": 2})
    first, second = seated(event, dice="board")
    act(first, event, "roll", dice=[3, 1])
    act(second, event, "resign", kind=1)
    over = act(first, event, "accept").data
    assert (over["state"], over["winner"], over["sets"]["won"]) == ("open", 1, [1, 0])
    assert act(first, event, "roll", dice=[3, 1]).data["code"] == "set_over"
    again = seated(event, dice="board")
    thrown = act(again[1], event, "roll", dice=[1, 3]).data
    assert (thrown["sets"]["number"], thrown["thrown"]) == (2, [1, 3])
    assert visitor().get(shown(event, "live/?set=1")).data["winner"] == 1
    records = [visitor().get(shown(event, f"record/{of}")).data for of in ("?set=1", "")]
    assert [one["set"] for one in records] == [1, 2]
    assert [len(one["actions"]) for one in records] == [3, 1]


def test_at_the_boards_of_a_tie_members_play_each_other() -> None:
    event = make_ties(["Kyiv", "Lviv"], length=1)
    home, _away = Stage(event).boards("M1.1")[0].split(" – ")
    match_id = Stage(event).match("M1.1.1").pk
    begun = player(home).post(f"/me/matches/{match_id}/live/", {"dice": "board"})
    assert begun.status_code == 200
    assert home in begun.data["names"]
    shown_board = visitor().get(f"/events/{event.pk}/fixtures/M1.1.1/live/")
    assert shown_board.status_code == 200
    tie = visitor().get(f"/events/{event.pk}/fixtures/M1.1/live/")
    assert tie.data["code"] == "tie_by_boards"
