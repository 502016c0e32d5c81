"""Calling, ruling, appealing and sanctioning on pages, by those who may and nobody else."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.live.topics import source_of
from matches.models import Match
from matches.models_clock import Clock
from matches.services.clock_running import Sent, clock_do
from matches.services.clocks import clock_confirm, clock_set_up
from players.actors import Act
from tests.builders import DIRECTOR, Stage, by_director, entry_id, make_running_event
from tests.pages.cast import Phone
from tests.pages.desk import Desk, make_cast
from tests.pages.reading import text, words
from tests.tournaments.rulings import KEY, Scene
from tournaments.models import Event
from tournaments.models_rulings import Appeal, Call, Ruling, Sanction
from tournaments.services.passes import pass_renew

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> Event:
    return make_running_event("ABCDEFGH", tournament=make_cast())


def phone(event: Event, side: int, key: str = KEY) -> Phone:
    return Phone(event, Stage(event).players(key)[side - 1].name)


def read(answer: Any) -> str:
    assert answer.status_code == 200
    return words(text(answer))


def committee(event: Event) -> None:
    match = Match.objects.get(pk=Stage(event).match(KEY).pk)
    match.rules = {**match.rules, "appeals": "committee", "committee": 3}
    match.save()


def rule(event: Event, name: str = "dana", **said: Any) -> Any:
    version = Stage(event).match(KEY).version
    data: dict[str, Any] = {
        "step": "rule",
        "kind": "cocked_dice",
        "decision": "Roll again",
        "reason": "Touched",
    }
    data |= {"resumes": "on", "version": version}
    return Desk(event, name).post("fixture_rulings", KEY, **{**data, **said})


def test_a_player_calls_from_the_card_and_the_control_room_shows_it_on_top(event: Event) -> None:
    mine = phone(event, 1)
    assert "Call the director" in read(mine.get(mine.home))
    said = {"kind": "dice", "words": "One is <b>cocked</b>"}
    assert mine.post(mine.page(KEY, "call"), said).status_code == 302
    assert "The director was called at" in read(mine.get(mine.home))
    floor = read(Desk(event, "sam").get("event_desk"))
    assert "The director is called" in floor
    assert "The dice – “One is <b>cocked</b>”" in floor.replace("&lt;", "<").replace("&gt;", ">")
    assert "<b>cocked" not in Desk(event).get("event_desk").content.decode()
    other = phone(event, 2)
    assert "The director was called at" in read(other.get(other.home))


def test_the_caller_settles_it_and_the_other_side_cannot_for_him(event: Event) -> None:
    mine, other = phone(event, 1), phone(event, 2)
    mine.post(mine.page(KEY, "call"), {})
    assert "settled it among us" not in read(other.get(other.page(KEY, "call")))
    assert other.post(other.page(KEY, "call"), {"step": "withdraw"}).status_code == 409
    assert mine.post(mine.page(KEY, "call"), {"step": "withdraw"}).status_code == 302
    assert Call.objects.get().state == "settled"


def test_a_scorer_takes_the_call_and_cannot_rule_or_close_it(event: Event) -> None:
    mine = phone(event, 1)
    mine.post(mine.page(KEY, "call"), {})
    call = Call.objects.get()
    sam = Desk(event, "sam")
    assert "Only a director rules." in read(sam.get("fixture_rulings", KEY))
    assert sam.post("fixture_rulings", KEY, step="take", call=call.pk).status_code == 302
    assert "is on the way" in read(mine.get(mine.home))
    assert sam.post("fixture_rulings", KEY, step="close", call=call.pk).status_code == 403
    assert rule(event, "sam").status_code == 403
    assert not Ruling.objects.exists()
    assert Desk(event).post("fixture_rulings", KEY, step="close", call=call.pk).status_code == 302
    again = Desk(event).post("fixture_rulings", KEY, step="close", call=call.pk)
    assert "This call is over" in words(text(again))


def test_nobody_else_sees_or_does_any_of_it(event: Event) -> None:
    rule(event)
    stranger = phone(event, 1, "M1.2")
    for what in ("call", "rulings/1"):
        assert stranger.get(phone(event, 1).page(KEY, "call")).status_code == 403
        assert stranger.post(stranger.page(KEY, what), {}).status_code == 403
    otto = Desk(event, "otto")
    pages: dict[str, list[object]] = {
        "fixture_rulings": [KEY],
        "fixture_ruling": [KEY, 1],
        "entry_sanctions": [entry_id(event, "A")],
    }
    for page, more in pages.items():
        assert otto.get(page, *more).status_code == 403
        assert Client().get(otto.url(page, *more)).status_code == 302
    assert Desk(event, "sam").get("fixture_ruling", KEY, 1).status_code == 403


def test_a_card_that_was_renewed_calls_nobody(event: Event) -> None:
    mine = phone(event, 1)
    pass_renew(tournament_id=event.tournament_id, player_id=mine.card.player_id, act=by_director(5))
    assert mine.post(mine.page(KEY, "call"), {}).status_code == 403
    assert not Call.objects.exists()


def test_a_ruling_is_on_the_card_with_its_time_to_appeal_and_the_appeal_reaches_the_desk(
    event: Event,
) -> None:
    committee(event)
    assert rule(event, rule="die_on_checker", side="2").status_code == 302
    mine = phone(event, 2)
    card = read(mine.get(mine.home))
    assert "Ruling: Roll again" in card
    assert "You may appeal until" in card
    assert "A committee of players decides" in read(mine.get(mine.page(KEY, "rulings/1")))
    assert mine.post(mine.page(KEY, "rulings/1"), {"words": "It lay flat"}).status_code == 302
    assert "It is not decided yet." in read(mine.get(mine.home))
    floor = read(Desk(event).get("event_desk"))
    assert "the committee is to be drawn up" in floor
    again = mine.post(mine.page(KEY, "rulings/1"), {})
    assert "There is an appeal against this ruling." in words(text(again))


def test_a_committee_is_drawn_up_votes_and_overturns(event: Event) -> None:
    committee(event)
    rule(event, warning="1")
    scene = Scene(event)
    scene.appeal(Ruling.objects.get(), by=scene.players[0], minutes=-(10**6))
    desk = Desk(event)
    page = read(desk.get("fixture_ruling", KEY, 1))
    assert scene.strangers()[0].name in page
    who = [f"player-{player.pk}" for player in scene.strangers()[:3]]
    few = desk.post("fixture_ruling", KEY, 1, step="committee", members=who[:2], minutes=30)
    assert "This committee has 3 members" in words(text(few))
    sent = {"step": "committee", "members": who, "minutes": 30}
    assert desk.post("fixture_ruling", KEY, 1, **sent).status_code == 302
    votes = {"vote_1": "overturn", "vote_2": "overturn"}
    missing = desk.post("fixture_ruling", KEY, 1, step="decide", **votes)
    assert "Enter the vote of each member" in words(text(missing))
    votes["vote_3"] = "uphold"
    assert desk.post("fixture_ruling", KEY, 1, step="decide", **votes).status_code == 302
    assert Appeal.objects.get().state == "overturned"
    page = read(desk.get("fixture_ruling", KEY, 1))
    assert "the ruling is overturned, 1–2" in page
    assert "a warning for" in page
    assert "taken back" in page


def test_an_overturned_result_is_told_to_be_put_right(event: Event) -> None:
    committee(event)
    rule(event, kind="score", decision="Won", winner="1", score_1="7", score_2="3")
    scene = Scene(event)
    ruling = Ruling.objects.get()
    scene.appeal(ruling, -(10**6))
    scene.draw_up(ruling, scene.strangers()[:3])
    scene.decide(ruling, *["overturn"] * 3)
    page = read(Desk(event).get("fixture_ruling", KEY, 1))
    assert "This is still to be put right" in page
    assert "wins 7–3" in page


def test_a_ruling_gives_time_and_refuses_what_it_cannot_do_with_all_that_was_typed(
    event: Event,
) -> None:
    wrong = rule(event, decision="", reason="They touched")
    assert wrong.status_code == 400
    assert 'value="They touched"' in wrong.content.decode()
    refused = rule(event, credit_1="2:00")
    assert refused.status_code == 404
    assert "This match has no clock." in words(text(refused))
    match = Stage(event).match(KEY)
    clock_set_up(match_id=match.pk, act=by_director())
    clock_confirm(match_id=match.pk, sides=(1, 2), act=by_director())
    assert rule(event, credit_1="2:00").status_code == 302
    assert "16:00" in read(Desk(event).get("fixture_rulings", KEY))
    assert "clock of" in read(Desk(event).get("fixture", KEY))


def test_an_older_page_rules_on_nothing(event: Event) -> None:
    version = Stage(event).match(KEY).version
    mine = phone(event, 1)
    mine.post(mine.page(KEY, "call"), {})
    assert rule(event, version=version).status_code == 409
    assert rule(event).status_code == 302


def test_a_ruling_is_amended_and_withdrawn_on_its_page(event: Event) -> None:
    rule(event)
    desk = Desk(event)
    said = {"kind": "cocked_dice", "decision": "The roll stands", "reason": "Seen by all"}
    assert desk.post("fixture_ruling", KEY, 1, step="amend", **said).status_code == 302
    assert "The roll stands" in read(desk.get("fixture_rulings", KEY))
    assert "amended" in read(desk.get("fixture_ruling", KEY, 1))
    unsaid = desk.post("fixture_ruling", KEY, 2, step="withdraw", reason="")
    assert "Say why" in words(text(unsaid))
    assert desk.post("fixture_ruling", KEY, 2, step="withdraw", reason="Slip").status_code == 302
    assert Ruling.objects.get(number=2).state == "withdrawn"
    assert desk.get("fixture_ruling", KEY, 3).status_code == 404


def test_sanctions_are_given_proposed_and_taken_back_at_the_entry(event: Event) -> None:
    who = entry_id(event, "A")
    desk = Desk(event)
    assert "The next step would be: Warning." in read(desk.get("entry_sanctions", who))
    given = {"step": "give", "kind": "warning", "reason": "Talked"}
    assert desk.post("entry_sanctions", who, **given).status_code == 302
    page = read(desk.get("entry_sanctions", who))
    assert "The next step would be: Penalty points." in page
    assert "“Talked”" in page
    unsaid = desk.post("entry_sanctions", who, **{**given, "reason": ""})
    assert "Say why" in words(text(unsaid))
    assert Desk(event, "sam").post("entry_sanctions", who, **given).status_code == 403
    back = {"step": "withdraw", "number": 1}
    assert desk.post("entry_sanctions", who, **back, reason="").status_code == 400
    assert desk.post("entry_sanctions", who, **back, reason="Not he").status_code == 302
    assert not Sanction.objects.get().holds


def test_points_for_the_next_match_are_offered_where_he_plays(event: Event) -> None:
    player = Stage(event).players(KEY)[0]
    who = entry_id(event, player.name)
    desk = Desk(event)
    desk.post("entry_sanctions", who, step="give", kind="points", points=1, reason="Late twice")
    assert "1 penalty point for the next match" in read(desk.get("fixture", KEY))
    assert desk.post("entry_sanctions", who, step="apply", number=1, key=KEY).status_code == 302
    assert Stage(event).match(KEY).start == (0, 1)


def queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200
    return len(asked)


def test_more_rulings_and_more_words_cost_a_card_no_more_queries(event: Event) -> None:
    scene, mine = Scene(event), phone(event, 1)
    scene.rule()
    scene.call()
    few = queries(mine, mine.home)
    for n in range(3):
        scene.rule(minutes=10 + n)
    scene.call(words="And this")
    scene.call(2, words="And that")
    assert queries(mine, mine.home) == few


def test_more_calls_cost_the_control_room_no_more_queries(event: Event) -> None:
    desk = Desk(event)
    one = phone(event, 1)
    one.post(one.page(KEY, "call"), {})
    few = queries(desk.client, desk.url("event_desk"))
    for key in ("M1.2", "M1.3"):
        one = phone(event, 1, key)
        one.post(one.page(key, "call"), {})
    assert queries(desk.client, desk.url("event_desk")) == few


@pytest.mark.parametrize("minutes", [0, 15])
def test_who_lost_by_a_ruling_reads_beside_the_result_whether_he_may_appeal(
    event: Event, minutes: int
) -> None:
    committee(event)
    Scene(event).set_rules(appeal_minutes=minutes)
    loser = phone(event, 2)
    assert rule(event, kind="score", winner="1", outcome="forfeit").status_code == 302
    said = read(loser.get(loser.home))
    assert "Ruling: Roll again" in said
    assert ("You may appeal until" in said) is bool(minutes)
    assert ("This ruling is final." in said) is not bool(minutes)
    desk = Desk(event)
    listed = read(desk.get("fixture_rulings", KEY))
    assert ("may be appealed until" in listed) is bool(minutes)
    assert ("“Touched” final" in listed) is not bool(minutes)
    assert ("Final." in read(desk.get("fixture_ruling", KEY, 1))) is not bool(minutes)
    page = read(loser.get(loser.page(KEY, "rulings/1")))
    assert ("The time to appeal is over." in page) is not bool(minutes)


def test_who_plays_on_the_site_calls_from_there_and_both_read_it_there(event: Event) -> None:
    committee(event)
    match = Stage(event).match(KEY)
    act = Act(DIRECTOR, timezone.now())
    clock_set_up(match_id=match.pk, act=act)
    clock_confirm(match_id=match.pk, sides=(1, 2), act=act)
    clock_do(match_id=match.pk, sent=Sent("press", 2), sides=(1, 2), act=act)
    mine, other = phone(event, 1), phone(event, 2)

    def board(one: Phone) -> str:
        return f"/matches/{match.pk}/play/?card={one.card.pk}"

    page = text(mine.get(board(mine)))
    assert f'action="{mine.page(KEY, "call")}"' in page
    assert "was called" not in words(page)
    said = {"to": "board", "kind": "dice", "words": "No throw came"}
    answer = mine.post(mine.page(KEY, "call"), said)
    assert answer.headers["Location"] == board(mine)
    for one in (mine, other):
        seen = read(one.get(board(one)))
        assert "The director was called at" in seen
        assert "The dice – “No throw came”" in seen
    assert Clock.objects.get(match=match).stopped_for == "director"
    call = Call.objects.get()
    Desk(event).post("fixture_rulings", KEY, step="take", call=call.pk)
    part = other.page(KEY, "call/fragment")
    assert "Dana Director is on the way." in read(other.get(part))
    committee(event)
    assert rule(event, call=call.pk).status_code == 302
    for page in (board(other), part):
        seen = read(other.get(page))
        assert "Ruling: Roll again You may appeal until" in seen
        assert "is on the way" not in seen
    assert f'href="{other.page(KEY, "rulings/1")}"' in text(other.get(part))
    stranger = phone(event, 1, "M1.2")
    elsewhere = f"/me/{stranger.card.pk}/match/{match.pk}/call/fragment/"
    assert stranger.get(elsewhere).status_code == 403
    assert Client().get(part).status_code == 403


def test_the_live_part_of_a_call_is_for_the_card_of_a_player_of_the_match(event: Event) -> None:
    mine, stranger = phone(event, 1), phone(event, 1, "M1.2")
    pk, source = Stage(event).match(KEY).pk, source_of("pass")
    assert source is not None
    before = source.versions([mine.card.pk])
    mine.post(mine.page(KEY, "call"), {"words": "Come"})
    assert source.versions([mine.card.pk]) != before
    assert "Come" in (source.render(mine.card.pk, f"call-{pk}", "en") or "")
    assert source.render(stranger.card.pk, f"call-{pk}", "en") is None
    assert not source.is_public(f"call-{pk}")
